import { type Change, change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type ChargedTo, mandateOf } from '../mandate.ts';
import { mandateKindOf } from '../payment-methods.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { type Payment, paymentAggregate } from './record.ts';
import type { PaymentState } from './record-provider.ts';

const HOUR_SECONDS = 3600;
/** By then the webhook has usually arrived, and the attempt was created or never will be. */
const FIRST_POLL_SECONDS = HOUR_SECONDS;
const POLL_SECONDS = 6 * HOUR_SECONDS;
/** Bank transfers are the slowest method; a provider keeps them open this long. */
const LONGEST_WAIT_SECONDS = 100 * DAY_SECONDS;

/** Time of the first poll of a payment that starts now, Unix seconds of real time. */
export const firstPollAt = (realNow: number): number => realNow + FIRST_POLL_SECONDS;

/** Time of the next poll: every six hours on the first day, then daily. */
export const nextPollAt = (madeAt: number, realNow: number): number =>
  realNow + (realNow - madeAt < DAY_SECONDS ? POLL_SECONDS : DAY_SECONDS);

/** True when the attempt can no longer be in progress: if the provider does not know it, it was never created. */
export const mustBeMade = (madeAt: number, realNow: number): boolean => realNow - madeAt >= FIRST_POLL_SECONDS;

/** True once a payment is not waited for any longer, whatever the provider says. */
export const isWaitedForTooLong = (madeAt: number, realNow: number): boolean => realNow - madeAt >= LONGEST_WAIT_SECONDS;

/** Its subscription stops waiting for a payment whose outcome nobody knows: from now on that is polled on its own. */
export const noLongerAwaited = (payment: Stored<Payment> | null, { realNow }: DecisionContext): readonly Change[] =>
  payment?.record.status === 'pending' ? [change(paymentAggregate, payment, { ...payment.record, pollsFrom: firstPollAt(realNow) })] : [];

/**
 * The payment with the mandate that it left. A card serves from then on; a bank may say days later whether its account can be debited,
 * and tells that nobody, so that it is polled.
 */
export const leavingMandate = (
  payment: Payment,
  left: Pick<ChargedTo, 'providerCustomerId' | 'mandateId'>,
  { realNow }: DecisionContext,
): Payment => {
  const mandate = mandateOf({ ...left, provider: payment.provider });
  const byBank = payment.paymentMethod !== null && mandateKindOf(payment.paymentMethod.type) === 'directdebit';
  return mandate === null || !byBank ? payment : { ...payment, mandate, pollsFrom: firstPollAt(realNow) };
};

/** The provider need not be polled the payment again. No event: nothing that the API shows changes. */
export const endPolls = (_command: null, state: PaymentState, _ctx: DecisionContext): Decision<Payment> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such payment.');
  const before = state.payment.record;
  if (before.pollsFrom === null) return unchanged(before);
  const after: Payment = { ...before, pollsFrom: null };
  return { changes: [change(paymentAggregate, state.payment, after)], events: [], result: after };
};
