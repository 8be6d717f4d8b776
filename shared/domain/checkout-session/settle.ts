import type { Coupon } from '../coupon/record.ts';
import { couponAggregate } from '../coupon/record.ts';
import { redeemed, takeUseAgain } from '../coupon/use.ts';
import { isClosedForSale } from '../customer/record.ts';
import { audited, unchanged } from '../decisions.ts';
import { issueInvoice } from '../invoice/build.ts';
import type { Invoice } from '../invoice/record.ts';
import { invoiceAggregate } from '../invoice/record.ts';
import { paidInvoice } from '../invoice/transitions.ts';
import type { Decision, DecisionContext, NewEvent, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import type { BillingParties } from '../parties.ts';
import { treatmentFor } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { paymentAggregate } from '../payment/record.ts';
import type { PaidFacts } from '../payment/transitions.ts';
import { succeededPayment } from '../payment/transitions.ts';
import { giveBack } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import { recurringTotals } from '../subscription/charges.ts';
import type { Subscription } from '../subscription/record.ts';
import { subscriptionAggregate } from '../subscription/record.ts';
import { startSubscription } from '../subscription/start.ts';
import type { TaxTreatment } from '../tax.ts';
import { onClock, standsStill, type TestClock } from '../test-clock/record.ts';
import { trialDaysOf } from './attempt.ts';
import type { CheckoutSession } from './record.ts';
import { checkoutSessionAggregate } from './record.ts';

export interface SettleCheckout extends PaidFacts {
  /** What renewals will be charged against. */
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
}

export interface SettleCheckoutState {
  readonly session: Stored<CheckoutSession> | null;
  readonly payment: Stored<Payment> | null;
  /** The coupon of the session's discount. */
  readonly coupon: Stored<Coupon> | null;
  readonly parties: BillingParties;
  /** The clock that the session lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

export interface SettledCheckout {
  readonly session: CheckoutSession;
  readonly payment: Payment;
  /** Created by this decision; `null` when the session was completed already. */
  readonly subscription: Subscription | null;
  readonly invoice: Invoice | null;
  /** The money bought nothing, because another payment had completed the session, or its customer is gone. */
  readonly overpayment: boolean;
  /** What gives an overpayment back, opened by this decision. */
  readonly refund: Refund | null;
  /** Another attempt that was still open when this payment completed the session: to be withdrawn. */
  readonly supersededPaymentId: string | null;
}

const NOTHING_SOLD = { subscription: null, invoice: null, overpayment: false, refund: null, supersededPaymentId: null };

const supersededBy = (payment: Payment, { attempt }: CheckoutSession): string | null =>
  attempt === null || attempt.paymentId === payment.id ? null : attempt.paymentId;

const invoiceFirstPeriod = (
  subscription: Subscription,
  tax: TaxTreatment,
  state: SettleCheckoutState,
  paymentId: string,
  ctx: DecisionContext,
): Invoice => {
  const period = { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd };
  const invoice = issueInvoice(
    {
      billingReason: 'subscription_create',
      account: state.parties.account,
      customer: state.parties.customer,
      subscriptionId: subscription.id,
      oneShotPaymentId: null,
      paymentId,
      currency: subscription.price.currency,
      tax,
      totals: recurringTotals(subscription.price, subscription.discount, period, tax),
      period,
    },
    ctx,
  );
  return paidInvoice(invoice, paymentId, ctx.now);
};

/** What the sale does to the coupon of its discount: one redemption more, filed and not told [EVT-69]. */
const redemptionOf = (session: CheckoutSession, subscription: Subscription, coupon: Stored<Coupon> | null) => {
  if (coupon === null) return { changes: [], guards: [], audit: null };
  const { id } = coupon.record;
  return {
    changes: [change(couponAggregate, coupon, redeemed(coupon.record))],
    // A session that ended had given its hold back.
    guards: session.status === 'expired' ? [takeUseAgain(id)] : [],
    audit: { ...audited('coupon', 'redeemed', id), metadata: { checkout_session_id: session.id, subscription_id: subscription.id } },
  };
};

const eventsOf = (session: CheckoutSession, subscription: Subscription, invoice: Invoice | null, payment: Payment): readonly NewEvent[] => [
  { type: 'checkout.session.completed', subjectId: session.id },
  { type: 'subscription.created', subjectId: subscription.id },
  ...(subscription.trialEnd === null ? [] : [{ type: 'subscription.trial_started' as const, subjectId: subscription.id }]),
  ...(subscription.discount === null ? [] : [{ type: 'subscription.coupon_applied' as const, subjectId: subscription.id }]),
  ...(invoice === null
    ? []
    : [
        { type: 'invoice.created' as const, subjectId: invoice.id },
        { type: 'invoice.paid' as const, subjectId: invoice.id },
      ]),
  { type: 'payment.succeeded', subjectId: payment.id },
];

/**
 * The buyer paid: the session completes and its subscription begins, in one decision [CHK-29, EVT-18]. A payment that
 * arrives after the session expired, or after an earlier word of failure, still completes it, because money moved. The
 * session's coupon is redeemed in the same decision. Settling again changes nothing. A second paid attempt, and one for
 * a customer who is being removed or whose test clock was deleted, is an overpayment: recorded, and given back.
 */
export const settleCheckout = (
  command: SettleCheckout,
  state: SettleCheckoutState,
  ctx: DecisionContext,
): Decision<SettledCheckout> | Refusal => {
  if (state.session === null || state.payment === null) return new Refusal('resource_missing', 'No such checkout payment.');
  const before = state.session.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') {
    const overpayment = before.paymentId !== known.id;
    // Said again, because whoever was to withdraw it may have been cut off.
    const supersededPaymentId = overpayment ? null : supersededBy(known, before);
    return unchanged({ ...NOTHING_SOLD, session: before, payment: known, overpayment, supersededPaymentId });
  }
  const paid = succeededPayment(known, command, ctx.now);
  if (before.status === 'completed' || isClosedForSale(state.parties.customer) || standsStill(before.clockId, state.clock)) {
    const { changes, events, payment, refund } = giveBack(state.payment, paid, ctx);
    return { changes, events, result: { ...NOTHING_SOLD, session: before, payment, overpayment: true, refund } };
  }
  const tax = known.tax ?? treatmentFor(state.parties);
  const subscription = startSubscription({
    id: ctx.ids.next(subscriptionAggregate.prefix),
    now: ctx.now,
    customerId: before.customerId,
    price: before.price,
    trialDays: trialDaysOf(before),
    discount: before.discount,
    tax,
    paymentMethod: paid.paymentMethod,
    mandateId: command.mandateId,
    providerCustomerId: command.providerCustomerId,
    provider: known.provider,
    clockId: before.clockId,
    firstPaymentId: known.verification ? null : known.id,
  });
  const invoice = known.verification ? null : invoiceFirstPeriod(subscription, tax, state, known.id, ctx);
  const payment: Payment = { ...paid, subscriptionId: subscription.id, invoiceId: invoice?.id ?? null };
  const session: CheckoutSession = { ...before, status: 'completed', subscriptionId: subscription.id, paymentId: payment.id };
  const redemption = redemptionOf(before, subscription, state.coupon);
  return {
    changes: [
      change(checkoutSessionAggregate, state.session, session),
      change(subscriptionAggregate, null, subscription),
      ...redemption.changes,
      ...(invoice === null ? [] : [change(invoiceAggregate, null, invoice)]),
      change(paymentAggregate, state.payment, payment),
    ],
    events: eventsOf(session, subscription, invoice, payment),
    guards: [...redemption.guards, ...onClock(state.clock)],
    audit: redemption.audit,
    result: {
      ...NOTHING_SOLD,
      session,
      payment,
      subscription,
      invoice,
      supersededPaymentId: supersededBy(known, before),
    },
  };
};
