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
import { standsStill, type TestClock } from '../test-clock/record.ts';
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
  /** Digest of what was entered for the method (card, bank): another one is another attempt. `null`: nothing was. */
  readonly choice: string | null;
  /** Where a new attempt is made. */
  readonly provider: ProviderName;
}

export interface StartAttemptState {
  readonly session: Stored<CheckoutSession> | null;
  /** The payment of `session.attempt`, if there is one. */
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
  /** The clock that the session lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

export interface StartedAttempt {
  /**
   * `pay`: the buyer goes on to this payment. `withdraw`: this one, for another method or elsewhere, stands in the way; it may
   * have been paid meanwhile, so the provider is asked first, and then the attempt is asked for again.
   */
  readonly step: 'pay' | 'withdraw';
  readonly session: CheckoutSession;
  readonly payment: Payment;
  /** True when an attempt was under way already and is gone on with. */
  readonly resumed: boolean;
}

/** The provider's idempotency key of a session's n-th attempt: the same however often it is tried. */
const attemptKey = (sessionId: string, attempt: number): string => `${sessionId}-${attempt}`;

/** The attempt whose outcome is still open. */
export const pendingOf = (session: CheckoutSession, payment: Stored<Payment> | null): Stored<Payment> | null =>
  payment !== null && payment.record.id === session.attempt?.paymentId && payment.record.status === 'pending' ? payment : null;

/** Why nothing can be done with the session any more; `null`: it is open. */
export const closedRefusal = (session: CheckoutSession, clock: Stored<TestClock> | null, now: number): Refusal | null => {
  const over = now >= session.expiresAt || standsStill(session.clockId, clock);
  return session.status === 'open' && !over ? null : new Refusal('state_conflict', 'This checkout session is not open.');
};

/** Whether the buyer goes on the way that the pending payment was begun. */
const isSameWay = ({ method, choice, provider }: StartAttempt, { attempt }: CheckoutSession, pending: Payment | null): boolean =>
  (method === null || method === (pending?.paymentMethod?.type ?? null)) &&
  (choice === null || choice === attempt?.choice) &&
  pending?.provider === provider;

/** Marks the pending attempt as one to be withdrawn, so that the provider's word on its end is understood. */
const withdrawFirst = (stored: Stored<CheckoutSession>, payment: Payment): Decision<StartedAttempt> => {
  const session = stored.record;
  const result: StartedAttempt = { step: 'withdraw', session, payment, resumed: false };
  if (session.attempt === null || session.attempt.withdrawn) return unchanged(result);
  const after: CheckoutSession = { ...session, attempt: { ...session.attempt, withdrawn: true } };
  return { changes: [change(checkoutSessionAggregate, stored, after)], events: [], result: { ...result, session: after } };
};

/**
 * Opens a payment attempt on an open session: a pending payment of type `initial`. While one is pending the same
 * is returned, so two clicks give one payment; for another method, card, bank or provider it has to be withdrawn first. Refuses a session
 * that is not open (409) and a method it does not take (400).
 */
export const startAttempt = (command: StartAttempt, state: StartAttemptState, ctx: DecisionContext): Decision<StartedAttempt> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const session = state.session.record;
  const closed = closedRefusal(session, state.clock, ctx.now);
  if (closed !== null) return closed;
  const method = session.paymentMethod ?? command.method;
  const pending = pendingOf(session, state.payment);
  const goesOn = isSameWay({ ...command, method }, session, pending?.record ?? null) && session.attempt?.withdrawn !== true;
  if (pending !== null && goesOn) return unchanged({ step: 'pay', session, payment: pending.record, resumed: true });
  if (method !== null && !session.price.paymentMethods.includes(method)) {
    return new Refusal('parameter_invalid', `This price cannot be paid by ${method}.`, { param: 'method' });
  }
  if (pending !== null) return withdrawFirst(state.session, pending.record);
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
  const after: CheckoutSession = {
    ...session,
    customerCountryCode: session.customerCountryCode ?? state.parties.customer.countryCode,
    attempt: { number, paymentId: payment.id, withdrawn: false, choice: command.choice },
  };
  return {
    changes: [change(paymentAggregate, null, payment), change(checkoutSessionAggregate, state.session, after)],
    events: [],
    result: { step: 'pay', session: after, payment, resumed: false },
  };
};

/**
 * Gives up an attempt that was to be withdrawn, once the provider was asked and did not say that it was paid: the session may
 * open another. Should it be paid all the same, that money completes the session or is given back.
 */
export const releaseAttempt = (
  _command: null,
  state: Pick<StartAttemptState, 'session' | 'payment'>,
  _ctx: DecisionContext,
): Decision<CheckoutSession> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const session = state.session.record;
  const pending = pendingOf(session, state.payment);
  if (pending === null || session.status !== 'open' || session.attempt?.withdrawn !== true) return unchanged(session);
  const after = canceledPayment(pending.record, { providerPaymentId: null });
  return { changes: [change(paymentAggregate, pending, after)], events: [], result: session };
};
