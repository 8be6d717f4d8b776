import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type BillingParties, documentParties, evidencedAreaOf, taxTreatmentFor } from '../parties.ts';
import { amountProblem, plainMethod } from '../payment/methods.ts';
import { firstPollAt } from '../payment/poll.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, pendingPayment } from '../payment/transitions.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { contradictsIp, type LocationEvidence } from '../tax/evidence.ts';
import type { TaxPoint } from '../tax/modes.ts';
import type { TaxTreatment } from '../tax/tax.ts';
import { isOnDeletedClock, type TestClock } from '../test-clock/record.ts';
import { consentTo, type OrderConsent, type PressedButton } from './consent.ts';
import { type Payable, type PayableKind, type PayableState, stageOf } from './record.ts';

export interface StartAttempt {
  /**
   * Payment method; `null`: the buyer chooses it on the provider's page. Not used if the payable (checkout session or one-off payment) has
   * a fixed method.
   */
  readonly method: string | null;
  /** Digest of the entered card or bank, to recognize when the buyer enters another card or bank. `null`: nothing was entered. */
  readonly choice: string | null;
  /** Provider of a new attempt. */
  readonly provider: ProviderAccountId;
  /** The order button that the buyer pressed; `null` or omitted: none. */
  readonly button?: PressedButton | null;
  /** What is known about the buyer's location; omitted: nothing. */
  readonly location?: BuyerLocation;
}

/** What a request of the buyer shows about the buyer's location. */
export interface BuyerLocation {
  /** Country of the IP address; `null`: unknown. */
  readonly ipCountryCode: string | null;
  /** True if the buyer confirmed the billing country. */
  readonly isCountryConfirmed: boolean;
}

export const UNKNOWN_LOCATION: BuyerLocation = { ipCountryCode: null, isCountryConfirmed: false };

// No response contains the country of the IP address, so the message does not name it.
const COUNTRY_UNCONFIRMED = new Refusal(
  'parameter_missing',
  'The IP address of the buyer is in another country than the billing address. Ask the buyer to confirm the country, then repeat the request with `country_confirmed`.',
  { param: 'country_confirmed', reason: 'country_not_confirmed' },
);

export interface StartAttemptState<R extends Payable> extends PayableState<R> {
  readonly parties: BillingParties;
  /** Test clock of the payable; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
}

export interface StartedAttempt<R extends Payable> {
  /**
   * `pay`: the buyer pays `payment`. `withdraw`: `payment` is pending with another method, card, bank or provider. The caller withdraws
   * it at the provider, applies its outcome (it may be paid), and then starts the attempt again.
   */
  readonly step: 'pay' | 'withdraw';
  readonly payable: R;
  readonly payment: Payment;
  /** True when `payment` belongs to an earlier pending attempt, which is continued. */
  readonly resumed: boolean;
}

export const noSuchPayable = ({ noun }: { readonly noun: string }): Refusal => new Refusal('resource_missing', `No such ${noun}.`);

/** Idempotency key of the provider request of a payable's n-th attempt. Repeated requests of the attempt have the same key. */
const attemptKey = (payableId: string, attempt: number): string => `${payableId}-${attempt}`;

/** Returns the payment if it is pending and belongs to the latest attempt of the payable or setup; otherwise `null`. */
export const pendingPaymentOf = (
  { attempt }: { readonly attempt: { readonly paymentId: string } | null },
  payment: Stored<Payment> | null,
): Stored<Payment> | null =>
  payment !== null && payment.record.id === attempt?.paymentId && payment.record.status === 'pending' ? payment : null;

/** Tax of a payable's charge: the stored tax of the payment if the payment is pending or paid, otherwise the tax of a charge at `point`. */
export const taxOfCharge = (payment: Stored<Payment> | null, parties: BillingParties, point: TaxPoint): TaxTreatment => {
  const keepsTax = payment?.record.status === 'pending' || payment?.record.status === 'succeeded';
  return (keepsTax ? payment.record.tax : null) ?? taxTreatmentFor(parties, point);
};

/** Refuses a payable that is not open (409); `null`: it is open. */
export const refuseNotOpen = (
  { noun }: { readonly noun: string },
  payable: Payable,
  clock: Stored<TestClock> | null,
  now: number,
): Refusal | null => {
  const isExpired = now >= payable.expiresAt || isOnDeletedClock(payable.clockId, clock);
  return stageOf(payable) === 'open' && !isExpired ? null : new Refusal('state_conflict', `This ${noun} is not open.`);
};

/**
 * The VAT area of the billing country. If the IP address contradicts it, the buyer must confirm the country. `null`: no billing country, or
 * no evidence of the location is needed.
 */
export const confirmableAreaOf = (parties: Pick<BillingParties, 'account' | 'customer'>): string | null =>
  parties.customer.countryCode === null ? null : evidencedAreaOf(parties);

/** True when the buyer must confirm the billing country. `area`: see `confirmableAreaOf`. */
export const mustConfirmCountry = (area: string | null, { ipCountryCode, isCountryConfirmed }: BuyerLocation): boolean =>
  area !== null && !isCountryConfirmed && contradictsIp(area, ipCountryCode);

/** The field `location` of the payment; no field if no evidence is needed. */
const locationOfAttempt = (
  parties: BillingParties,
  { ipCountryCode, isCountryConfirmed }: BuyerLocation,
): { readonly location?: LocationEvidence } => {
  if (evidencedAreaOf(parties) === null) return {};
  const confirmedCountryCode = isCountryConfirmed ? parties.customer.countryCode : null;
  return { location: { ipCountryCode, paymentCountryCode: null, confirmedCountryCode } };
};

/** True if the pending payment has this method, card or bank, and provider. A `method` or `choice` of `null` matches any. */
const isSameSelection = ({ method, choice, provider }: StartAttempt, { attempt }: Payable, pending: Payment | null): boolean =>
  (method === null || method === (pending?.paymentMethod?.type ?? null)) &&
  (choice === null || choice === attempt?.choice) &&
  pending?.provider === provider;

const withAttempt = <R extends Payable>(payable: R, attempt: NonNullable<Payable['attempt']>): R => ({ ...payable, attempt });

/** Marks the pending attempt as withdrawn, so that its cancellation does not end the payable. */
const withdrawPending = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, payment: Payment): Decision<StartedAttempt<R>> => {
  const payable = stored.record;
  const result: StartedAttempt<R> = { step: 'withdraw', payable, payment, resumed: false };
  if (payable.attempt === null || payable.attempt.withdrawn) return unchanged(result);
  const after = withAttempt(payable, { ...payable.attempt, withdrawn: true });
  return { changes: [change(kind.aggregate, stored, after)], events: [], result: { ...result, payable: after } };
};

/** Continues the pending attempt. If the buyer now answers differently whether the service begins at once, replaces the stored consent. */
const continueAttempt = <R extends Payable>(
  payable: R,
  pending: Stored<Payment>,
  consent: OrderConsent | null,
): Decision<StartedAttempt<R>> => {
  const result: StartedAttempt<R> = { step: 'pay', payable, payment: pending.record, resumed: true };
  if (consent === null || consent.immediateService === (pending.record.consent?.immediateService ?? false)) return unchanged(result);
  const payment: Payment = { ...pending.record, consent };
  return { changes: [change(paymentAggregate, pending, payment)], events: [], result: { ...result, payment } };
};

/**
 * Starts a payment attempt on an open payable: creates a pending payment, or returns the existing pending payment, so that two clicks do
 * not create two payments. If the buyer selected another method, card or bank, or the provider changed, the pending payment must be
 * canceled first (`withdraw`). Refuses a payable that is not open (409), a method that the payable does not accept (400), an amount below
 * the method's minimum (400), and a billing country that the buyer must confirm (400 `country_not_confirmed`).
 */
export const startAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  command: StartAttempt,
  state: StartAttemptState<R>,
  ctx: DecisionContext,
): Decision<StartedAttempt<R>> | Refusal => {
  if (state.payable === null) return noSuchPayable(kind);
  const payable = state.payable.record;
  const notOpen = refuseNotOpen(kind, payable, state.clock, ctx.now);
  if (notOpen !== null) return notOpen;
  const method = payable.paymentMethod ?? command.method;
  const pending = pendingPaymentOf(payable, state.payment);
  const isContinued = isSameSelection({ ...command, method }, payable, pending?.record ?? null) && payable.attempt?.withdrawn !== true;
  const order = { at: ctx.realNow, startsTrial: kind.startsTrial(payable, ctx.now) };
  const consent = command.button ? consentTo(command.button, state.parties, order) : null;
  if (pending !== null && isContinued) return continueAttempt(payable, pending, consent);
  const methodRefusal = method === null ? null : kind.refuseMethod(payable, method);
  if (methodRefusal !== null) return methodRefusal;
  const location = command.location ?? UNKNOWN_LOCATION;
  if (mustConfirmCountry(confirmableAreaOf(state.parties), location)) return COUNTRY_UNCONFIRMED;
  const tax = taxTreatmentFor(state.parties, kind.taxPointOf(payable, ctx.now));
  const charge = kind.chargeOf(payable, method, tax, ctx.now);
  const problem = amountProblem(method, charge.amountCents, charge.currency);
  if (problem !== null) return invalidParam('method', problem);
  if (pending !== null) return withdrawPending(kind, state.payable, pending.record);
  const number = (payable.attempt?.number ?? 0) + 1;
  const payment = pendingPayment({
    id: ctx.ids.next(paymentAggregate.prefix),
    created: ctx.now,
    ...charge,
    customerId: payable.customerId,
    paymentMethod: method === null ? null : plainMethod(method),
    tax,
    parties: charge.verification ? null : documentParties(state.parties),
    ...locationOfAttempt(state.parties, location),
    idempotencyKey: attemptKey(payable.id, number),
    provider: command.provider,
    pollsFrom: firstPollAt(ctx.realNow),
    ...(consent === null ? {} : { consent }),
  });
  const started = kind.withStartedAttempt(payable, state.parties.customer.countryCode);
  const after = withAttempt(started, { number, paymentId: payment.id, withdrawn: false, choice: command.choice });
  return {
    changes: [change(paymentAggregate, null, payment), change(kind.aggregate, state.payable, after)],
    events: [],
    result: { step: 'pay', payable: after, payment, resumed: false },
  };
};

/**
 * Records the payment of a withdrawn attempt as canceled, if the provider has no outcome for it, so that another attempt can start. The
 * payment is polled until its final outcome. If the buyer pays it after all, the payment settles the payable or is refunded.
 */
export const cancelWithdrawnAttempt = <R extends Payable>(kind: PayableKind<R>, state: PayableState<R>): Decision<R> | Refusal => {
  if (state.payable === null) return noSuchPayable(kind);
  const payable = state.payable.record;
  const pending = pendingPaymentOf(payable, state.payment);
  if (pending === null || stageOf(payable) !== 'open' || payable.attempt?.withdrawn !== true) return unchanged(payable);
  const after = canceledPayment(pending.record, { providerPaymentId: null });
  return { changes: [change(paymentAggregate, pending, after)], events: [], result: payable };
};
