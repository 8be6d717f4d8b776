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
import { allOf } from '../../shared/flows/load/records.ts';
import { readForward } from '../../shared/store/event-log/entries.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { read, type Shop } from './shop.ts';
import { value } from './support.ts';

const statusOf = ({ status }: { readonly status: string }): string => status;

/** Everything that there is of one customer, here and at the provider. */
export const booksOf = async (shop: Shop, customerId: string) => {
  const { fixture, tenant, sandbox } = shop;
  const own = <R extends BaseRecord>(aggregate: Aggregate<R>): Promise<readonly R[]> =>
    allOf(fixture.store, aggregate, tenant, { customerId });
  const customer: Customer = await read(shop, customerAggregate, customerId);
  const [sessions, oneShots, subscriptions, payments, invoices, notes, refunds] = await Promise.all([
    own(checkoutSessionAggregate),
    own(oneShotAggregate),
    own(subscriptionAggregate),
    own(paymentAggregate),
    own(invoiceAggregate),
    own(creditNoteAggregate),
    own(refundAggregate),
  ]);
  const providerCustomerId = customer.providerCustomerIds.sandbox;
  const there = providerCustomerId === undefined ? [] : value(await sandbox.provider.listPayments(providerCustomerId));
  const refundsThere = (await Promise.all(there.map(async ({ id }) => value(await sandbox.provider.listRefunds(id))))).flat();
  return {
    sold: [...sessions, ...oneShots, ...subscriptions].map(statusOf),
    payments: payments.map(({ status, amountCents, amountRefundedCents, amountReturnedCents }) =>
      [status, amountCents, amountRefundedCents, amountReturnedCents].join(' '),
    ),
    there: there.map(({ status, amountCents, refundedCents }) => `${status} ${amountCents} ${refundedCents}`),
    refunds: refunds.map(({ status, amountCents }) => `${status} ${amountCents}`),
    refundsThere: refundsThere.map(({ status, amountCents }) => `${status} ${amountCents}`),
    invoices: invoices.map(({ status, totalCents, amountCreditedCents }) => `${status} ${totalCents} ${amountCreditedCents}`),
    notes: notes.map(({ totalCents }) => totalCents),
  };
};

export type Books = Awaited<ReturnType<typeof booksOf>>;

/** All records of a kind, anyone who's. */
const every = async <R extends BaseRecord>({ fixture, tenant }: Shop, aggregate: Aggregate<R>): Promise<readonly R[]> => {
  const records: R[] = [];
  for (;;) {
    const { items, hasMore } = await fixture.store.page(aggregate, tenant, { limit: 100, startingAfter: records.at(-1)?.id });
    records.push(...items.map(({ record }) => record));
    if (!hasMore) return records;
  }
};

const gapsIn = (documents: readonly { readonly number: string }[]): readonly number[] => {
  const numbers = documents.map(({ number }) => Number(number.split('-').at(-1))).sort((one, other) => one - other);
  return numbers.filter((number, at) => number !== at + 1);
};

/** The events of the account by subject, oldest first. */
const storiesOf = async ({ fixture, tenant }: Shop): Promise<ReadonlyMap<string, readonly string[]>> => {
  const stories = new Map<string, string[]>();
  for (let after = 0; ; ) {
    const entries = await readForward(fixture.table, tenant, after, 500, Number.MAX_SAFE_INTEGER);
    for (const { kind, event } of entries) {
      if (kind !== 'event' || event === null) continue;
      const { type, data } = parseEvent(event);
      const id = String(data.id);
      stories.set(id, [...(stories.get(id) ?? []), type]);
    }
    const last = entries.at(-1)?.sequence;
    if (last === undefined) return stories;
    after = last;
  }
};

/**
 * What an auditor asks of the whole account once nothing is under way: what is locked, what is unfinished, which numbers of documents
 * are missing, which money was moved twice, and the stories that its objects tell, by kind.
 */
export const auditOf = async (shop: Shop) => {
  const [operations, payments, customers, invoices, notes, stories] = await Promise.all([
    every(shop, pendingOperationAggregate),
    every(shop, paymentAggregate),
    every(shop, customerAggregate),
    every(shop, invoiceAggregate),
    every(shop, creditNoteAggregate),
    storiesOf(shop),
  ]);
  const kinds = new Map<string, Set<string>>();
  for (const [id, story] of stories) {
    const prefix = id.slice(0, id.indexOf('_'));
    kinds.set(prefix, (kinds.get(prefix) ?? new Set()).add(story.join(' ')));
  }
  return {
    findings: {
      unfinished: operations.map(({ kind }) => kind),
      locked: [...payments, ...customers].filter(({ lockedBy }) => lockedBy !== null).map(({ id }) => id),
      openPolls: payments.filter(({ pollsFrom }) => pollsFrom !== null).map(({ id }) => id),
      invoiceGaps: gapsIn(invoices),
      creditNoteGaps: gapsIn(notes),
    },
    documents: { invoices: invoices.length, notes: notes.length },
    stories: Object.fromEntries([...kinds].map(([kind, reported]) => [kind, [...reported].sort()])),
  };
};

export const NO_FINDINGS = { unfinished: [], locked: [], openPolls: [], invoiceGaps: [], creditNoteGaps: [] };
