import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type BillingParties, documentParties, treatmentFor } from '../parties.ts';
import { firstPollAt } from '../payment/poll.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, pendingPayment } from '../payment/transitions.ts';
import { plainMethod } from '../payment-methods.ts';
import type { ProviderName } from '../provider.ts';
import { Refusal } from '../refusal.ts';
import type { TaxTreatment } from '../tax.ts';
import { isBlocked, type TestClock } from '../test-clock/record.ts';
import { type Payable, type PayableKind, type PayableState, stageOf } from './record.ts';

export interface StartAttempt {
  /** How the buyer wants to pay; `null` leaves it to the provider's page. What is made for one method keeps it. */
  readonly method: string | null;
  /** Digest of what was entered for the method (card, bank): another one is another attempt. `null`: nothing was. */
  readonly choice: string | null;
  /** Where a new attempt is made. */
  readonly provider: ProviderName;
}

export interface StartAttemptState<R extends Payable> extends PayableState<R> {
  readonly parties: BillingParties;
  /** The clock that the payable lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

export interface StartedAttempt<R extends Payable> {
  /**
   * `pay`: the buyer continues to this payment. `withdraw`: this one, for another method or elsewhere, blocks it; it may
   * have been paid in the meantime, so the provider is asked first, and then the attempt is asked for again.
   */
  readonly step: 'pay' | 'withdraw';
  readonly payable: R;
  readonly payment: Payment;
  /** True when an attempt was under way already and is continued. */
  readonly resumed: boolean;
}

export const noSuch = ({ noun }: { readonly noun: string }): Refusal => new Refusal('resource_missing', `No such ${noun}.`);

/** The provider's idempotency key of a payable's n-th attempt: the same however often it is tried. */
const attemptKey = (payableId: string, attempt: number): string => `${payableId}-${attempt}`;

/** The attempt whose outcome is still open. */
export const pendingOf = ({ attempt }: Payable, payment: Stored<Payment> | null): Stored<Payment> | null =>
  payment !== null && payment.record.id === attempt?.paymentId && payment.record.status === 'pending' ? payment : null;

/**
 * How the charge of a payable is taxed: as its latest attempt was when it began, while that is pending or once it is paid; otherwise as
 * its parties are taxed now.
 */
export const taxOfCharge = (payment: Stored<Payment> | null, parties: BillingParties): TaxTreatment => {
  const holds = payment?.record.status === 'pending' || payment?.record.status === 'succeeded';
  return (holds ? payment.record.tax : null) ?? treatmentFor(parties);
};

/** Why nothing can be done with the payable any more; `null`: it is open. */
export const closedRefusal = (
  { noun }: { readonly noun: string },
  payable: Payable,
  clock: Stored<TestClock> | null,
  now: number,
): Refusal | null => {
  const over = now >= payable.expiresAt || isBlocked(payable.clockId, clock);
  return stageOf(payable) === 'open' && !over ? null : new Refusal('state_conflict', `This ${noun} is not open.`);
};

/** Whether the buyer continues the way that the pending payment was begun. */
const isSameWay = ({ method, choice, provider }: StartAttempt, { attempt }: Payable, pending: Payment | null): boolean =>
  (method === null || method === (pending?.paymentMethod?.type ?? null)) &&
  (choice === null || choice === attempt?.choice) &&
  pending?.provider === provider;

/** The payable with another attempt; the rest of it stays. */
const withAttempt = <R extends Payable>(payable: R, attempt: NonNullable<Payable['attempt']>): R => ({ ...payable, attempt });

/** Marks the pending attempt as one to be withdrawn, so that the provider's outcome for its end is understood. */
const withdrawFirst = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, payment: Payment): Decision<StartedAttempt<R>> => {
  const payable = stored.record;
  const result: StartedAttempt<R> = { step: 'withdraw', payable, payment, resumed: false };
  if (payable.attempt === null || payable.attempt.withdrawn) return unchanged(result);
  const after = withAttempt(payable, { ...payable.attempt, withdrawn: true });
  return { changes: [change(kind.aggregate, stored, after)], events: [], result: { ...result, payable: after } };
};

/**
 * Opens a payment attempt on an open payable: a pending payment. While one is pending the same is returned, so two clicks give
 * one payment; for another method, card, bank or provider it has to be withdrawn first. Refuses a payable that is not open (409) and a
 * method that it does not take (400).
 */
export const startAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  command: StartAttempt,
  state: StartAttemptState<R>,
  ctx: DecisionContext,
): Decision<StartedAttempt<R>> | Refusal => {
  if (state.payable === null) return noSuch(kind);
  const payable = state.payable.record;
  const closed = closedRefusal(kind, payable, state.clock, ctx.now);
  if (closed !== null) return closed;
  const method = payable.paymentMethod ?? command.method;
  const pending = pendingOf(payable, state.payment);
  const continues = isSameWay({ ...command, method }, payable, pending?.record ?? null) && payable.attempt?.withdrawn !== true;
  if (pending !== null && continues) return unchanged({ step: 'pay', payable, payment: pending.record, resumed: true });
  const objection = method === null ? null : kind.objectionTo(payable, method);
  if (objection !== null) return objection;
  if (pending !== null) return withdrawFirst(kind, state.payable, pending.record);
  const tax = treatmentFor(state.parties);
  const charge = kind.chargeOf(payable, method, tax, ctx.now);
  const number = (payable.attempt?.number ?? 0) + 1;
  const payment = pendingPayment({
    id: ctx.ids.next(paymentAggregate.prefix),
    created: ctx.now,
    ...charge,
    customerId: payable.customerId,
    paymentMethod: method === null ? null : plainMethod(method),
    tax,
    parties: charge.verification ? null : documentParties(state.parties),
    idempotencyKey: attemptKey(payable.id, number),
    provider: command.provider,
    pollsFrom: firstPollAt(ctx.realNow),
  });
  const begun = kind.begun(payable, state.parties.customer.countryCode);
  const after = withAttempt(begun, { number, paymentId: payment.id, withdrawn: false, choice: command.choice });
  return {
    changes: [change(paymentAggregate, null, payment), change(kind.aggregate, state.payable, after)],
    events: [],
    result: { step: 'pay', payable: after, payment, resumed: false },
  };
};

/**
 * Gives up an attempt that was to be withdrawn, once the provider was asked and did not say that it was paid: the payable may
 * open another. Should it be paid anyway, that money pays for the payable or is returned: polling continues
 * until the provider reports the final outcome.
 */
export const releaseAttempt = <R extends Payable>(kind: PayableKind<R>, state: PayableState<R>): Decision<R> | Refusal => {
  if (state.payable === null) return noSuch(kind);
  const payable = state.payable.record;
  const pending = pendingOf(payable, state.payment);
  if (pending === null || stageOf(payable) !== 'open' || payable.attempt?.withdrawn !== true) return unchanged(payable);
  const after = canceledPayment(pending.record, { providerPaymentId: null });
  return { changes: [change(paymentAggregate, pending, after)], events: [], result: payable };
};
