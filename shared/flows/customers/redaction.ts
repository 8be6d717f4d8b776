import { type Aggregate, type BaseRecord, change, type Stored } from '../../domain/aggregate.ts';
import { creditNoteAggregate } from '../../domain/credit-note/record.ts';
import { type Decision, unchanged } from '../../domain/decision.ts';
import {
  redactedCreditNote,
  redactedInvoice,
  redactedPayment,
  redactedPortalSession,
  redactedRefund,
  redactedUsageRecord,
} from '../../domain/erasure/redaction.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { withEachKind } from '../../domain/payable/payables.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { portalSessionAggregate } from '../../domain/portal-session/record.ts';
import { refundAggregate } from '../../domain/refund/record.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type UsageRecord, usageRecordAggregate } from '../../domain/usage-record/record.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { conditionMet, type Table } from '../../store/core/table.ts';
import { updateWithRetry } from '../../store/core/transact.ts';
import { eraseProperties, fetchUsageEvent, listUsageEvents, type StoredUsageEvent } from '../../store/core/usage-events.ts';
import type { FlowDeps } from '../deps.ts';
import { allOf } from '../load/records.ts';

const PAGE = 100;

/** Changes one record with the system as the actor. */
export const updateRecord = async <R extends BaseRecord & { readonly clockId?: string | null }>(
  { store }: FlowDeps,
  tenant: Tenant,
  aggregate: Aggregate<R>,
  { id, clockId = null }: R,
  decide: (stored: Stored<R>) => Decision<unknown>,
): Promise<void> => {
  await store.run<{ readonly stored: Stored<R> | null; readonly clockTime: number | null }, unknown>({
    tenant,
    actor: SYSTEM,
    load: async () => ({ stored: await store.get(aggregate, tenant, id), clockTime: await fetchClockTime(store, tenant, clockId) }),
    nowOf: ({ clockTime }) => clockTime,
    decide: ({ stored }) => (stored === null ? unchanged(null) : decide(stored)),
  });
};

/**
 * Redacts the customer's personal data in all records except the customer record; invoices keep what invoicing law requires. Idempotent.
 * After an interruption, repeat the call. Returns false if the redaction is not complete at `untilMs` (Unix milliseconds).
 */
export const redactRecords = async (deps: FlowDeps, tenant: Tenant, customerId: string, untilMs: number): Promise<boolean> => {
  const redactEach = async <R extends BaseRecord & { readonly clockId?: string | null }>(
    aggregate: Aggregate<R>,
    redact: (record: R) => R,
    isKept: (record: R) => boolean = () => false,
  ): Promise<void> => {
    for (const record of await allOf(deps.store, aggregate, tenant, { customerId })) {
      if (!isKept(record)) await updateRecord(deps, tenant, aggregate, record, (stored) => replaceRecord(aggregate, stored, redact));
    }
  };
  await Promise.all([
    ...withEachKind(({ aggregate, redacted }) => redactEach(aggregate, redacted)),
    redactEach(invoiceAggregate, redactedInvoice),
    redactEach(creditNoteAggregate, redactedCreditNote),
    // Apart from its parties, a payment contains no personal data.
    redactEach(paymentAggregate, redactedPayment, ({ parties }) => parties === null),
    redactEach(refundAggregate, redactedRefund),
    redactEach(portalSessionAggregate, redactedPortalSession),
  ]);
  const [records, events] = await Promise.all([
    redactUsage(deps, tenant, customerId, untilMs),
    redactUsageEvents(deps, tenant, customerId, untilMs),
  ]);
  return records && events;
};

/** Decides to replace a record, without an event. */
export const replaceRecord = <R extends BaseRecord>(
  aggregate: Aggregate<R>,
  stored: Stored<R>,
  replace: (record: R) => R,
): Decision<null> => ({
  changes: [change(aggregate, stored, replace(stored.record))],
  events: [],
  result: null,
});

/** Redacts usage records page by page. Redacted records leave the customer's index, so a repeated call reads only the others. */
const redactUsage = async ({ store, nowMs }: FlowDeps, tenant: Tenant, customerId: string, untilMs: number): Promise<boolean> => {
  let startingAfter: string | undefined;
  for (;;) {
    const { items, hasMore } = await store.page(usageRecordAggregate, tenant, { limit: PAGE, by: { customerId }, startingAfter });
    startingAfter = items.at(-1)?.record.id;
    const outcomes = await store.runBatch<Stored<UsageRecord>, null>({
      tenant,
      actor: SYSTEM,
      members: items.map(({ record }) => record.id),
      load: (ids) => store.getEach(usageRecordAggregate, tenant, ids),
      nowOf: () => null,
      decide: (_id, stored) => replaceRecord(usageRecordAggregate, stored, redactedUsageRecord),
      conditions: [],
    });
    for (const outcome of outcomes.values()) if (outcome.kind === 'failed') throw outcome.error;
    if (!hasMore) return true;
    if (nowMs() >= untilMs) return false;
  }
};

/** Erases the properties of the usage events of the customer's subscriptions, page by page. */
const redactUsageEvents = async ({ store, nowMs }: FlowDeps, tenant: Tenant, customerId: string, untilMs: number): Promise<boolean> => {
  for (const { id } of await allOf(store, subscriptionAggregate, tenant, { customerId })) {
    let startingAfter: string | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await listUsageEvents(store.table, tenant, id, { limit: PAGE, startingAfter });
      // `null`: the last event of the previous page has expired, and so have all older ones.
      if (page === null) break;
      const withProperties = page.events.filter(({ event }) => Object.keys(event.properties).length > 0);
      await Promise.all(withProperties.map((event) => eraseFrom(store.table, tenant, event)));
      startingAfter = page.events.at(-1)?.event.id;
      hasMore = page.hasMore;
      if (hasMore && nowMs() >= untilMs) return false;
    }
  }
  return true;
};

/** Erases the properties of an event; reads the event again if it has changed. Does nothing if it has expired. */
const eraseFrom = async (table: Table, tenant: Tenant, stored: StoredUsageEvent): Promise<void> => {
  if (await conditionMet(updateWithRetry(table, eraseProperties(tenant, stored)))) return;
  const current = await fetchUsageEvent(table, tenant, stored.event.id);
  if (current !== null) await eraseFrom(table, tenant, current);
};
