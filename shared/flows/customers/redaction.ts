import { type Aggregate, type BaseRecord, change, type Stored } from '../../domain/aggregate.ts';
import { creditNoteAggregate } from '../../domain/credit-note/record.ts';
import type { Decision } from '../../domain/decision.ts';
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
import { isDeepEqual } from '../../domain/same.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { type UsageRecord, usageRecordAggregate } from '../../domain/usage-record/record.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { conditionMet, type Table } from '../../store/core/table.ts';
import { updateWithRetry } from '../../store/core/transact.ts';
import { eraseProperties, fetchUsageEvent, listUsageEvents, type StoredUsageEvent } from '../../store/core/usage-events.ts';
import type { Erasure } from '../../store/erasure/personal-data.ts';
import type { ErasureTask } from '../../store/erasure/tasks.ts';
import type { FlowDeps } from '../deps.ts';
import { loadAll } from '../load/records.ts';
import { updateRecord } from '../update-record.ts';

const PAGE = 100;

/**
 * Tasks that redact the customer's personal data in usage events and in all records except the customer record. Invoices keep what
 * invoicing law requires. Idempotent. The tasks stop when `isTimeUp` returns true.
 */
export const redactionTasks = (
  deps: FlowDeps,
  tenant: Tenant,
  { customerId, isTimeUp }: Pick<Erasure, 'customerId' | 'isTimeUp'>,
): Readonly<Record<'records' | 'usage_records' | 'usage_events', ErasureTask>> => ({
  records: () => redactRecords(deps, tenant, customerId, isTimeUp),
  usage_records: () => redactUsage(deps, tenant, customerId, isTimeUp),
  usage_events: (cursor) => redactUsageEvents(deps, tenant, customerId, cursor as EventCursor | null, isTimeUp),
});

/** Returned by a task that is not done. It needs no position, because its next call finds only what is not redacted yet. */
const NOT_DONE: JsonObject = {};

const redactRecords = async (
  deps: FlowDeps,
  tenant: Tenant,
  customerId: string,
  isTimeUp: () => boolean,
): Promise<typeof NOT_DONE | 'done'> => {
  const redactEach = async <R extends BaseRecord & { readonly clockId?: string | null }>(
    aggregate: Aggregate<R>,
    redact: (record: R) => R,
  ): Promise<boolean> => {
    const records = await loadAll(deps.store, aggregate, tenant, { customerId });
    for (const record of records.filter((each) => !isDeepEqual(redact(each), each))) {
      await updateRecord(deps, tenant, aggregate, record, (stored) => replaceRecord(aggregate, stored, redact));
      // Checked only after a change, so that each call of the task changes at least one record.
      if (isTimeUp()) return false;
    }
    return true;
  };
  const outcomes = await Promise.all([
    ...withEachKind(({ aggregate, redacted }) => redactEach(aggregate, redacted)),
    redactEach(invoiceAggregate, redactedInvoice),
    redactEach(creditNoteAggregate, redactedCreditNote),
    redactEach(paymentAggregate, redactedPayment),
    redactEach(refundAggregate, redactedRefund),
    redactEach(portalSessionAggregate, redactedPortalSession),
  ]);
  return outcomes.every(Boolean) ? 'done' : NOT_DONE;
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
const redactUsage = async (
  { store }: FlowDeps,
  tenant: Tenant,
  customerId: string,
  isTimeUp: () => boolean,
): Promise<typeof NOT_DONE | 'done'> => {
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
    if (!hasMore) return 'done';
    if (isTimeUp()) return NOT_DONE;
  }
};

/** Where to continue: the subscription, and the last of its usage events that was processed; `null`: none yet. */
interface EventCursor extends JsonObject {
  readonly subscriptionId: string;
  readonly eventId: string | null;
}

/** Erases the properties of the usage events of the customer's subscriptions, page by page, newest first. */
const redactUsageEvents = async (
  { store }: FlowDeps,
  tenant: Tenant,
  customerId: string,
  cursor: EventCursor | null,
  isTimeUp: () => boolean,
): Promise<EventCursor | 'done'> => {
  const subscriptions = await loadAll(store, subscriptionAggregate, tenant, { customerId });
  const firstIndex = Math.max(
    0,
    subscriptions.findIndex(({ id }) => id === cursor?.subscriptionId),
  );
  for (const { id: subscriptionId } of subscriptions.slice(firstIndex)) {
    let eventId = subscriptionId === cursor?.subscriptionId ? cursor.eventId : null;
    for (let hasMore = true; hasMore; ) {
      const page = await listUsageEvents(store.table, tenant, subscriptionId, { limit: PAGE, startingAfter: eventId ?? undefined });
      // `page` is `null` if the last event of the previous page has expired. All older events have then expired, too.
      if (page === null || page.events.length === 0) break;
      const withProperties = page.events.filter(({ event }) => Object.keys(event.properties).length > 0);
      await Promise.all(withProperties.map((event) => erasePropertiesOf(store.table, tenant, event)));
      eventId = page.events.at(-1)?.event.id ?? eventId;
      hasMore = page.hasMore;
      if (hasMore && isTimeUp()) return { subscriptionId, eventId };
    }
  }
  return 'done';
};

/** Erases the properties of an event; reads the event again if it has changed. Does nothing if it has expired. */
const erasePropertiesOf = async (table: Table, tenant: Tenant, stored: StoredUsageEvent): Promise<void> => {
  if (await conditionMet(updateWithRetry(table, eraseProperties(tenant, stored)))) return;
  const current = await fetchUsageEvent(table, tenant, stored.event.id);
  if (current !== null) await erasePropertiesOf(table, tenant, current);
};
