import type { Aggregate, BaseRecord } from '../../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import type { SandboxPayment, SandboxRefund } from '../../../shared/sandbox/model.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { readWholeLog } from '../../store/support.ts';
import type { HistoryShop } from './environment.ts';

const MOST = 1000;

interface EventSnapshot {
  readonly type: string;
  readonly data: JsonObject;
}

/** Fetches the tenant's payments from the provider, oldest first. */
export const fetchCharges = async ({ shop: { sandbox, tenant } }: HistoryShop): Promise<readonly SandboxPayment[]> =>
  (await sandbox.store.list('payment', '', { limit: MOST, from: null }))
    .filter(({ webhookUrl }) => webhookUrl?.includes(`/${tenant.accountId}/`) === true)
    .toReversed();

/** Reads all records of a history from the service and the provider. */
export const readBooks = async (history: HistoryShop) => {
  const { fixture, tenant, sandbox } = history.shop;
  const all = async <R extends BaseRecord>(aggregate: Aggregate<R>): Promise<readonly R[]> => {
    const { items, hasMore } = await fixture.store.page(aggregate, tenant, { limit: MOST });
    if (hasMore) throw new Error(`more than ${MOST} ${aggregate.type}`);
    return items.map(({ record }) => record);
  };
  const [payments, refunds, invoices, creditNotes, disputes, subscriptions, sessions, oneShots, operations] = await Promise.all([
    all(paymentAggregate),
    all(refundAggregate),
    all(invoiceAggregate),
    all(creditNoteAggregate),
    all(disputeAggregate),
    all(subscriptionAggregate),
    all(checkoutSessionAggregate),
    all(oneShotAggregate),
    all(pendingOperationAggregate),
  ]);
  const events: EventSnapshot[] = [];
  for (const { kind, event } of await readWholeLog(fixture, tenant)) {
    if (kind === 'event' && event !== null) events.push(parseEvent(event));
  }
  const charges = await fetchCharges(history);
  const providerRefunds = new Map<string, readonly SandboxRefund[]>();
  for (const { id } of charges) providerRefunds.set(id, await sandbox.store.list('refund', `${id}/`, { limit: MOST, from: null }));
  return {
    payments,
    refunds,
    invoices,
    creditNotes,
    disputes,
    subscriptions,
    sessions,
    oneShots,
    operations,
    events,
    charges,
    providerRefunds,
    tenant,
  };
};
export type Books = Awaited<ReturnType<typeof readBooks>>;

/** Counts the outcomes that a history has covered. */
export const countsOf = (books: Books): Readonly<Record<string, number>> => ({
  sold: books.subscriptions.length,
  soldOnce: books.oneShots.filter(({ status }) => status === 'succeeded' || status === 'refunded').length,
  renewed: books.invoices.filter(({ billingReason, status }) => billingReason === 'subscription_cycle' && status === 'paid').length,
  planChanged: books.invoices.filter(({ billingReason, status }) => billingReason === 'subscription_update' && status === 'paid').length,
  usageBilled: books.invoices.filter(({ billingReason, status }) => billingReason === 'usage' && status === 'paid').length,
  discounted: books.invoices.filter(({ discountCents }) => discountCents > 0).length,
  paused: books.events.filter(({ type }) => type === 'subscription.paused').length,
  resumed: books.events.filter(({ type }) => type === 'subscription.resumed').length,
  voided: books.invoices.filter(({ status }) => status === 'void').length,
  declined: books.payments.filter(({ status }) => status === 'failed').length,
  refunded: books.refunds.filter(({ status, overpayment }) => status === 'succeeded' && !overpayment).length,
  refundsFailed: books.refunds.filter(({ status }) => status === 'failed').length,
  overpaid: books.refunds.filter(({ overpayment }) => overpayment).length,
  credited: books.creditNotes.length,
  disputed: books.disputes.length,
  won: books.disputes.filter(({ status }) => status === 'won').length,
  verified: books.payments.filter(({ verification }) => verification).length,
});
