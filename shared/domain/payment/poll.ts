import { type Change, change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type ChargedTo, mandateOf } from '../mandate.ts';
import { mandateKindOf } from '../payment-methods.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { type Payment, paymentAggregate } from './record.ts';
import type { PaymentState } from './record-provider.ts';

const HOUR_SECONDS = 3600;
/** By then the provider's provider webhook usually came, and anyone who was making the attempt has made it or never will. */
const FIRST_POLL_SECONDS = HOUR_SECONDS;
const POLL_SECONDS = 6 * HOUR_SECONDS;
/** The slowest way to pay is a bank transfer, which a provider may keep open for so long. */
const LONGEST_WAIT_SECONDS = 100 * DAY_SECONDS;

/** From when on a payment that begins now is polled. Unix seconds of real time. */
export const firstPollAt = (realNow: number): number => realNow + FIRST_POLL_SECONDS;

/** When a payment made at `madeAt` is polled again: every six hours on its first day, then once a day. */
export const nextPollAt = (madeAt: number, realNow: number): number =>
  realNow + (realNow - madeAt < DAY_SECONDS ? POLL_SECONDS : DAY_SECONDS);

/** True once nobody is making the attempt any more: one that the provider does not know by then was never made. */
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
