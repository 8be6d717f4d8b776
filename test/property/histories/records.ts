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
import type { SandboxRefund } from '../../../shared/sandbox/model.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { readWholeLog } from '../../store/support.ts';
import type { HistoryShop } from './environment.ts';
import { fetchProviderPayments, MAX_RECORDS } from './queries.ts';

interface EventSnapshot {
  readonly type: string;
  readonly created: number;
  readonly data: JsonObject;
}

/** Reads all records of a history from the service and the provider. */
export const readHistoryRecords = async (history: HistoryShop) => {
  const { fixture, tenant, sandbox } = history.shop;
  const readAll = async <R extends BaseRecord>(aggregate: Aggregate<R>): Promise<readonly R[]> => {
    const { items, hasMore } = await fixture.store.page(aggregate, tenant, { limit: MAX_RECORDS });
    if (hasMore) throw new Error(`More than ${MAX_RECORDS} records of type ${aggregate.type}.`);
    return items.map(({ record }) => record);
  };
  const [payments, refunds, invoices, creditNotes, disputes, subscriptions, sessions, oneShots, operations] = await Promise.all([
    readAll(paymentAggregate),
    readAll(refundAggregate),
    readAll(invoiceAggregate),
    readAll(creditNoteAggregate),
    readAll(disputeAggregate),
    readAll(subscriptionAggregate),
    readAll(checkoutSessionAggregate),
    readAll(oneShotAggregate),
    readAll(pendingOperationAggregate),
  ]);
  const events: EventSnapshot[] = [];
  for (const { kind, event } of await readWholeLog(fixture, tenant)) {
    if (kind === 'event' && event !== null) events.push(parseEvent(event));
  }
  const charges = await fetchProviderPayments(history);
  const providerRefunds = new Map<string, readonly SandboxRefund[]>();
  for (const { id } of charges) providerRefunds.set(id, await sandbox.store.list('refund', `${id}/`, { limit: MAX_RECORDS, from: null }));
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
export type HistoryRecords = Awaited<ReturnType<typeof readHistoryRecords>>;

/** Counts the outcomes that occurred in a history. */
export const countsOf = (records: HistoryRecords): Readonly<Record<string, number>> => ({
  sold: records.subscriptions.length,
  soldOneShots: records.oneShots.filter(({ status }) => status === 'succeeded' || status === 'refunded').length,
  renewed: records.invoices.filter(({ billingReason, status }) => billingReason === 'subscription_cycle' && status === 'paid').length,
  planChanged: records.invoices.filter(({ billingReason, status }) => billingReason === 'subscription_update' && status === 'paid').length,
  creditCarried: records.invoices.filter(({ carriedRevenue }) => carriedRevenue !== undefined).length,
  creditReleased: records.invoices.filter(({ lines }) => lines.some(({ creditReleasedCents }) => creditReleasedCents !== undefined)).length,
  usageBilled: records.invoices.filter(({ billingReason, status }) => billingReason === 'usage' && status === 'paid').length,
  discounted: records.invoices.filter(({ discountCents }) => discountCents > 0).length,
  paused: records.events.filter(({ type }) => type === 'subscription.paused').length,
  resumed: records.events.filter(({ type }) => type === 'subscription.resumed').length,
  voided: records.invoices.filter(({ status }) => status === 'void').length,
  declined: records.payments.filter(({ status }) => status === 'failed').length,
  refunded: records.refunds.filter(({ status, overpayment }) => status === 'succeeded' && !overpayment).length,
  refundsFailed: records.refunds.filter(({ status }) => status === 'failed').length,
  refundsReturned: records.refunds.filter(({ succeededAt }) => succeededAt !== undefined).length,
  overpaid: records.refunds.filter(({ overpayment }) => overpayment).length,
  credited: records.creditNotes.length,
  reverseCharged: records.invoices.filter(({ reverseCharge }) => reverseCharge).length,
  withTaxTerms: records.invoices.filter(({ lines }) => lines.some(({ taxTerms }) => taxTerms !== undefined)).length,
  disputed: records.disputes.length,
  won: records.disputes.filter(({ status }) => status === 'won').length,
  verified: records.payments.filter(({ verification }) => verification).length,
});
