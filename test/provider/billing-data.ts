import type { Aggregate, BaseRecord } from '../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { readForward } from '../../shared/store/event-log/entries.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { readRecord, type Shop } from './shop.ts';
import { value } from './support.ts';

const statusOf = ({ status }: { readonly status: string }): string => status;

const textOf = (status: string, cents: number, otherCents: Readonly<Record<string, number>> = {}): string =>
  [`${status} ${cents}`, ...Object.entries(otherCents).flatMap(([label, each]) => (each === 0 ? [] : `${label} ${each}`))].join(', ');

/**
 * Reads all billing data of a customer, from the service and from the provider. Describes each record by a text such as
 * `succeeded 1000, refunded 400`: status, amount in cents, and further amounts that are not 0. In the service's payments, `refunded`
 * includes pending refunds, and `returned` does not. Describes a credit note by its total only. The newest record of a kind is first.
 */
export const readBillingData = async (shop: Shop, customerId: string) => {
  const { fixture, tenant, sandbox } = shop;
  const ofCustomer = <R extends BaseRecord>(aggregate: Aggregate<R>): Promise<readonly R[]> =>
    loadAll(fixture.store, aggregate, tenant, { customerId });
  const customer: Customer = await readRecord(shop, customerAggregate, customerId);
  const [sessions, oneShots, subscriptions, payments, invoices, creditNotes, refunds] = await Promise.all([
    ofCustomer(checkoutSessionAggregate),
    ofCustomer(oneShotAggregate),
    ofCustomer(subscriptionAggregate),
    ofCustomer(paymentAggregate),
    ofCustomer(invoiceAggregate),
    ofCustomer(creditNoteAggregate),
    ofCustomer(refundAggregate),
  ]);
  const providerCustomerId = customer.providerCustomerIds.sandbox;
  const providerPayments = providerCustomerId === undefined ? [] : value(await sandbox.provider.listPayments(providerCustomerId));
  const providerRefunds = (await Promise.all(providerPayments.map(async ({ id }) => value(await sandbox.provider.listRefunds(id))))).flat();
  return {
    /** Statuses of the checkout sessions, then of the one-off payments, then of the subscriptions. */
    saleStatuses: [...sessions, ...oneShots, ...subscriptions].map(statusOf),
    payments: payments.map(({ status, amountCents, amountRefundedCents: refunded, amountReturnedCents: returned }) =>
      textOf(status, amountCents, { refunded, returned }),
    ),
    providerPayments: providerPayments.map(({ status, amountCents, refundedCents: refunded }) => textOf(status, amountCents, { refunded })),
    refunds: refunds.map(({ status, amountCents }) => textOf(status, amountCents)),
    providerRefunds: providerRefunds.map(({ status, amountCents }) => textOf(status, amountCents)),
    invoices: invoices.map(({ status, totalCents, amountCreditedCents: credited }) => textOf(status, totalCents, { credited })),
    creditNotes: creditNotes.map(({ totalCents }) => totalCents),
  };
};

export type BillingData = Awaited<ReturnType<typeof readBillingData>>;

/** Reads all records of a kind in the shop's account. */
const readAll = async <R extends BaseRecord>({ fixture, tenant }: Shop, aggregate: Aggregate<R>): Promise<readonly R[]> => {
  const records: R[] = [];
  for (;;) {
    const { items, hasMore } = await fixture.store.page(aggregate, tenant, { limit: 100, startingAfter: records.at(-1)?.id });
    records.push(...items.map(({ record }) => record));
    if (!hasMore) return records;
  }
};

/** Sorts the document numbers and returns those that differ from 1, 2, 3, ... at their position; empty: the numbering has no gap. */
const gapsIn = (documents: readonly { readonly number: string }[]): readonly number[] => {
  const numbers = documents.map(({ number }) => Number(number.split('-').at(-1))).sort((one, other) => one - other);
  return numbers.filter((number, at) => number !== at + 1);
};

/** Reads the account's event types by object id, oldest first. */
const eventTypesByObject = async ({ fixture, tenant }: Shop): Promise<ReadonlyMap<string, readonly string[]>> => {
  const eventTypes = new Map<string, string[]>();
  for (let after = 0; ; ) {
    const entries = await readForward(fixture.table, tenant, after, 500, Number.MAX_SAFE_INTEGER);
    for (const { kind, event } of entries) {
      if (kind !== 'event' || event === null) continue;
      const { type, data } = parseEvent(event);
      const id = String(data.id);
      eventTypes.set(id, [...(eventTypes.get(id) ?? []), type]);
    }
    const last = entries.at(-1)?.sequence;
    if (last === undefined) return eventTypes;
    after = last;
  }
};

/**
 * Checks the whole account after all work is done. `findings`: unfinished operations, locked records, payments that are still polled, and
 * gaps in document numbers. `eventTypes`: by id prefix, each distinct sequence of event types that an object with this prefix has.
 */
export const checkAccount = async (shop: Shop) => {
  const [operations, payments, customers, invoices, creditNotes, eventTypes] = await Promise.all([
    readAll(shop, pendingOperationAggregate),
    readAll(shop, paymentAggregate),
    readAll(shop, customerAggregate),
    readAll(shop, invoiceAggregate),
    readAll(shop, creditNoteAggregate),
    eventTypesByObject(shop),
  ]);
  const sequencesByPrefix = new Map<string, Set<string>>();
  for (const [id, types] of eventTypes) {
    const prefix = id.slice(0, id.indexOf('_'));
    sequencesByPrefix.set(prefix, (sequencesByPrefix.get(prefix) ?? new Set()).add(types.join(' ')));
  }
  return {
    findings: {
      unfinished: operations.map(({ kind }) => kind),
      locked: [...payments, ...customers].filter(({ lockedBy }) => lockedBy !== null).map(({ id }) => id),
      openPolls: payments.filter(({ pollsFrom }) => pollsFrom !== null).map(({ id }) => id),
      invoiceGaps: gapsIn(invoices),
      creditNoteGaps: gapsIn(creditNotes),
    },
    documents: { invoices: invoices.length, creditNotes: creditNotes.length },
    eventTypes: Object.fromEntries([...sequencesByPrefix].map(([prefix, sequences]) => [prefix, [...sequences].sort()])),
  };
};

/** The part of `BillingData` about refunds, for a customer without refunds. */
export const NO_REFUNDS = { refunds: [], providerRefunds: [], creditNotes: [] };

/** `findings` of `checkAccount` if nothing is wrong. */
export const NO_FINDINGS = { unfinished: [], locked: [], openPolls: [], invoiceGaps: [], creditNoteGaps: [] };
