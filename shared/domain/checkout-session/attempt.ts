import { unchanged } from '../decisions.ts';
import type { InvoiceTotals } from '../invoice/build.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import type { BillingParties } from '../parties.ts';
import { treatmentFor } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { paymentAggregate } from '../payment/record.ts';
import { canceledPayment, pendingPayment } from '../payment/transitions.ts';
import { plainMethod, verificationAmountCents } from '../payment-methods.ts';
import { DAY_SECONDS, periodAt } from '../periods.ts';
import type { ProviderName } from '../provider.ts';
import { recurringTotals } from '../subscription/charges.ts';
import type { TaxTreatment } from '../tax.ts';
import type { CheckoutSession } from './record.ts';
import { checkoutSessionAggregate } from './record.ts';

/** Days of trial this session begins with. */
export const trialDaysOf = (session: CheckoutSession): number => session.trialDaysOverride ?? session.price.trialDays;

export interface FirstCharge {
  readonly amountCents: number;
  /** Only proves the method: nothing is sold, so nothing is invoiced. */
  readonly verification: boolean;
}

/** What the first paid period costs, discount and tax worked in; `null` for a metered price, whose usage decides. */
export const firstPeriodOf = (session: CheckoutSession, tax: TaxTreatment, now: number): InvoiceTotals | null => {
  const { price, discount } = session;
  if (price.usageType === 'metered') return null;
  return recurringTotals(price, discount, periodAt(now + trialDaysOf(session) * DAY_SECONDS, price.interval, 0), tax);
};

/** What the buyer pays now: the first period, or a verification charge for a trial, a metered price or a zero amount. */
export const firstChargeOf = (session: CheckoutSession, method: string | null, tax: TaxTreatment, now: number): FirstCharge => {
  const verification: FirstCharge = { amountCents: verificationAmountCents(method), verification: true };
  if (trialDaysOf(session) > 0) return verification;
  const totalCents = firstPeriodOf(session, tax, now)?.totalCents ?? 0;
  return totalCents === 0 ? verification : { amountCents: totalCents, verification: false };
};

export interface StartAttempt {
  /** How the buyer wants to pay; `null` leaves it to the provider's page. A session made for one method keeps it. */
  readonly method: string | null;
  /** Where a new attempt is made. */
  readonly provider: ProviderName;
}

export interface StartAttemptState {
  readonly session: Stored<CheckoutSession> | null;
  /** The payment of `session.attempt`, if there is one. */
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
}

export interface StartedAttempt {
  readonly session: CheckoutSession;
  readonly payment: Payment;
  /** True when an attempt was under way already and is gone on with. */
  readonly resumed: boolean;
  /** The attempt that this one takes the place of, because it was for another method or elsewhere: to be withdrawn at its provider. */
  readonly replaced: Payment | null;
}

/** The provider's idempotency key of a session's n-th attempt: the same however often it is tried. */
const attemptKey = (sessionId: string, attempt: number): string => `${sessionId}-${attempt}`;

/** The attempt whose outcome is still open. */
const pendingOf = (session: CheckoutSession, payment: Stored<Payment> | null): Stored<Payment> | null =>
  payment !== null && payment.record.id === session.attempt?.paymentId && payment.record.status === 'pending' ? payment : null;

/**
 * Opens a payment attempt on an open session: a pending payment of type `initial`. While one is pending the same
 * is returned, so two clicks give one payment; another method or provider calls it off and opens the next. Refuses a session
 * that is not open (409) and a method it does not take (400).
 */
export const startAttempt = (command: StartAttempt, state: StartAttemptState, ctx: DecisionContext): Decision<StartedAttempt> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const session = state.session.record;
  if (session.status !== 'open' || ctx.now >= session.expiresAt) return new Refusal('state_conflict', 'This checkout session is not open.');
  const method = session.paymentMethod ?? command.method;
  const pending = pendingOf(session, state.payment);
  const sameWay = method === null || method === (pending?.record.paymentMethod?.type ?? null);
  if (pending !== null && sameWay && pending.record.provider === command.provider) {
    return unchanged({ session, payment: pending.record, resumed: true, replaced: null });
  }
  if (method !== null && !session.price.paymentMethods.includes(method)) {
    return new Refusal('parameter_invalid', `This price cannot be paid by ${method}.`, { param: 'method' });
  }
  const tax = treatmentFor(state.parties);
  const number = (session.attempt?.number ?? 0) + 1;
  const payment = pendingPayment({
    id: ctx.ids.next(paymentAggregate.prefix),
    created: ctx.now,
    type: 'initial',
    ...firstChargeOf(session, method, tax, ctx.now),
    currency: session.price.currency,
    customerId: session.customerId,
    priceId: session.price.id,
    checkoutSessionId: session.id,
    paymentMethod: method === null ? null : plainMethod(method),
    tax,
    idempotencyKey: attemptKey(session.id, number),
    provider: command.provider,
  });
  const after: CheckoutSession = { ...session, attempt: { number, paymentId: payment.id } };
  return {
    changes: [
      ...(pending === null ? [] : [change(paymentAggregate, pending, canceledPayment(pending.record, { providerPaymentId: null }))]),
      change(paymentAggregate, null, payment),
      change(checkoutSessionAggregate, state.session, after),
    ],
    events: [],
    result: { session: after, payment, resumed: false, replaced: pending?.record ?? null },
  };
};
