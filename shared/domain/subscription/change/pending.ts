import { type Change, change, type Stored } from '../../aggregate.ts';
import { releaseRedemption, withRedemption } from '../../coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../../coupon/record.ts';
import { type Decision, type DecisionContext, type Guard, type NewEvent, unchanged } from '../../decision.ts';
import { issueInvoice } from '../../invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { eventsOfPaidInvoice, paidInvoice } from '../../invoice/transitions.ts';
import { mailsOfFailedChange } from '../../mail/failure-mails.ts';
import { type BillingParties, type DocumentParties, documentParties, taxOf } from '../../parties.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { canceledPayment, failedPayment, type PaidFacts, succeededPayment, type UnpaidFacts } from '../../payment/transitions.ts';
import { refundOverpayment } from '../../refund/overpayment.ts';
import type { Refund } from '../../refund/record.ts';
import { Refusal } from '../../refusal.ts';
import { withAmounts } from '../renewal/charges.ts';
import type { PricedChange, Subscription } from '../types.ts';
import { eventsOfUpdate, subscriptionAggregate } from '../view.ts';

/** State for settling the charge of a pending change (plan change, or resuming a paused subscription). */
export interface PendingChangeState {
  readonly subscription: Stored<Subscription> | null;
  readonly payment: Stored<Payment> | null;
  /** Coupon that the change redeems. */
  readonly coupon: Stored<Coupon> | null;
  readonly parties: BillingParties;
}

export interface SettledChange {
  readonly subscription: Subscription;
  readonly payment: Payment;
  /** The refund of an overpayment, created by this decision; `null`: none. */
  readonly refund: Refund | null;
}

const NO_SUCH_PAYMENT = new Refusal('resource_missing', 'No such payment.');

/** The pending change of this payment; `null`: none, or the subscription is canceled. */
const pendingChangeFor = ({ pendingChange, status }: Subscription, payment: Payment): PricedChange | null =>
  status !== 'canceled' && pendingChange?.paymentId === payment.id ? pendingChange.change : null;

/** Issues the paid invoice of the change. `paymentId: null`: no payment was needed. Returns `null` for a change without an invoice. */
const invoiceOf = (
  subscription: Subscription,
  { totals, billingReason, period, tax }: PricedChange,
  paymentId: string | null,
  parties: DocumentParties,
  ctx: DecisionContext,
): Invoice | null => {
  if (totals === null) return null;
  const { currency } = subscription.price;
  const ids = { customerId: subscription.customerId, subscriptionId: subscription.id, oneShotPaymentId: null };
  return paidInvoice(issueInvoice({ billingReason, ...ids, parties, paymentId, currency, tax, totals, period }, ctx), paymentId, ctx.now);
};

interface AppliedChange {
  readonly subscription: Subscription;
  readonly invoice: Invoice | null;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

/**
 * Applies a change that the payment paid, or a free change (`payment: null`). Events: `subscription.updated`, the event of the change,
 * `subscription.coupon_applied` if a coupon is redeemed, and `invoice.created` and `invoice.paid` if there is an invoice. The invoice shows
 * the parties stored with the payment; for a free change, the current parties.
 */
export const applyChange = (
  stored: Stored<Subscription>,
  priced: PricedChange,
  payment: Payment | null,
  { coupon, parties }: Pick<PendingChangeState, 'coupon' | 'parties'>,
  ctx: DecisionContext,
): AppliedChange => {
  const before = stored.record;
  const invoice = invoiceOf(before, priced, payment?.id ?? null, payment?.parties ?? documentParties(parties), ctx);
  const lastPayment = payment === null ? {} : { lastPaymentAt: ctx.now, lastPaymentId: payment.id, paymentCount: before.paymentCount + 1 };
  const subscription = withAmounts({ ...before, ...priced.becomes, ...lastPayment, pendingChange: null }, taxOf(parties));
  const redeemsCoupon = priced.redeems !== null && coupon !== null;
  return {
    subscription,
    invoice,
    changes: [
      change(subscriptionAggregate, stored, subscription),
      ...(invoice === null ? [] : [change(invoiceAggregate, null, invoice)]),
      ...(redeemsCoupon ? [change(couponAggregate, coupon, withRedemption(coupon.record))] : []),
    ],
    events: [
      ...eventsOfUpdate(subscription, priced.event),
      ...(redeemsCoupon ? [{ type: 'subscription.coupon_applied' as const, subjectId: subscription.id }] : []),
      ...eventsOfPaidInvoice(invoice),
    ],
  };
};

/**
 * Drops the pending change that this payment pays, and releases the coupon redemption that the change reserved. Returns no changes if the
 * payment has no pending change.
 */
const dropChange = (
  stored: Stored<Subscription>,
  payment: Payment,
): { readonly changes: readonly Change[]; readonly guards: readonly Guard[] } => {
  const { pendingChange } = stored.record;
  if (pendingChange?.paymentId !== payment.id) return { changes: [], guards: [] };
  return {
    changes: [change(subscriptionAggregate, stored, { ...stored.record, pendingChange: null })],
    guards: releaseRedemption(pendingChange.change.redeems, stored.record.customerId),
  };
};

/**
 * Applies a change whose charge was paid, with the amounts computed when it was requested [PLAN-03, PLAN-04]. Idempotent. A payment for a
 * dropped change or a canceled subscription is refunded as an overpayment.
 */
export const settleChange = (command: PaidFacts, state: PendingChangeState, ctx: DecisionContext): Decision<SettledChange> | Refusal => {
  if (state.subscription === null || state.payment === null) return NO_SUCH_PAYMENT;
  const subscription = state.subscription.record;
  const before = state.payment.record;
  if (before.status === 'succeeded') return unchanged({ subscription, payment: before, refund: null });
  const paid = succeededPayment(before, command, ctx.now);
  const paidChange = pendingChangeFor(subscription, before);
  if (paidChange === null) {
    const overpayment = refundOverpayment(state.payment, paid, ctx);
    const { changes, guards } = dropChange(state.subscription, before);
    return {
      changes: [...overpayment.changes, ...changes],
      events: overpayment.events,
      guards,
      result: { subscription, payment: overpayment.payment, refund: overpayment.refund },
    };
  }
  const applied = applyChange(state.subscription, paidChange, before, state, ctx);
  const payment: Payment = { ...paid, invoiceId: applied.invoice?.id ?? null };
  return {
    changes: [...applied.changes, change(paymentAggregate, state.payment, payment)],
    events: [...applied.events, { type: 'payment.succeeded', subjectId: payment.id }],
    result: { subscription: applied.subscription, payment, refund: null },
  };
};

/**
 * Drops a pending change whose charge failed; the subscription keeps its plan [PLAN-09]. Event: `payment.failed`; no event if the payment
 * was canceled, or never created at the provider.
 */
export const failChange = (command: UnpaidFacts, state: PendingChangeState, ctx: DecisionContext): Decision<SettledChange> | Refusal => {
  if (state.subscription === null || state.payment === null) return NO_SUCH_PAYMENT;
  const before = state.payment.record;
  if (before.status !== 'pending') return unchanged({ subscription: state.subscription.record, payment: before, refund: null });
  const isFailed = command.outcome === 'failed';
  const isReported = isFailed && pendingChangeFor(state.subscription.record, before) !== null;
  const payment = isFailed ? failedPayment(before, command) : canceledPayment(before, command);
  const { changes, guards } = dropChange(state.subscription, before);
  return {
    changes: [...changes, change(paymentAggregate, state.payment, payment)],
    events: isFailed ? [{ type: 'payment.failed', subjectId: payment.id }] : [],
    mails: isReported ? mailsOfFailedChange(state.subscription.record, before, state.parties, ctx.tenant.mode) : [],
    guards,
    result: { subscription: { ...state.subscription.record, pendingChange: null }, payment, refund: null },
  };
};

/** Stores the provider's id of a charge that has no outcome yet (bank debits). The change stays pending. */
export const markChangePending = (
  { providerPaymentId }: { readonly providerPaymentId: string },
  state: PendingChangeState,
): Decision<SettledChange> | Refusal => {
  if (state.subscription === null || state.payment === null) return NO_SUCH_PAYMENT;
  const subscription = state.subscription.record;
  const before = state.payment.record;
  if (before.status !== 'pending' || before.providerPaymentId === providerPaymentId) {
    return unchanged({ subscription, payment: before, refund: null });
  }
  const payment: Payment = { ...before, providerPaymentId };
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: { subscription, payment, refund: null } };
};
