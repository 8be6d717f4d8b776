import { type Change, change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { type ChargedTo, mandateOf } from './mandate.ts';
import { mandateKindOf } from './methods.ts';
import { type Payment, paymentAggregate } from './record.ts';
import type { PaymentState } from './record-provider.ts';

const HOUR_SECONDS = 3600;
/** Delay of the first poll. Usually the webhook arrives earlier. A payment that the provider does not know by then is canceled. */
const FIRST_POLL_SECONDS = HOUR_SECONDS;
const POLL_SECONDS = 6 * HOUR_SECONDS;
/** Age from which a pending payment is no longer polled: bank transfers, the slowest method, expire at the provider after this time. */
const LONGEST_WAIT_SECONDS = 100 * DAY_SECONDS;

/** Time of the first poll of a payment that starts now, Unix seconds of real time. */
export const firstPollAt = (realNow: number): number => realNow + FIRST_POLL_SECONDS;

/** Time of the next poll: every six hours on the first day, then daily. Unix seconds of real time. */
export const nextPollAt = (createdAt: number, realNow: number): number =>
  realNow + (realNow - createdAt < DAY_SECONDS ? POLL_SECONDS : DAY_SECONDS);

/** True when the request that creates the payment at the provider has almost certainly ended. */
export const isCreationOver = (createdAt: number, realNow: number): boolean => realNow - createdAt >= FIRST_POLL_SECONDS;

/** True while the buyer may still pay: the payment is pending, or was canceled without a confirmation of the provider. */
export const mayBePaid = ({ status, pollsFrom }: Pick<Payment, 'status' | 'pollsFrom'>): boolean =>
  status === 'pending' || (status === 'canceled' && pollsFrom !== null);

/** True when a payment is too old to be polled. */
export const isTooOldToPoll = (createdAt: number, realNow: number): boolean => realNow - createdAt >= LONGEST_WAIT_SECONDS;

/** Starts polling a pending payment whose subscription no longer waits for its outcome. No change if the payment is not pending. */
export const startPolling = (payment: Stored<Payment> | null, { realNow }: DecisionContext): readonly Change[] =>
  payment?.record.status === 'pending' ? [change(paymentAggregate, payment, { ...payment.record, pollsFrom: firstPollAt(realNow) })] : [];

/**
 * Adds the direct debit mandate that a first payment created, and schedules polls of the mandate: the bank confirms or refuses the mandate
 * days later, without a webhook. Payments by other methods do not change: the mandate of a card is valid immediately.
 */
export const withCreatedMandate = (
  payment: Payment,
  createdMandate: Pick<ChargedTo, 'providerCustomerId' | 'mandateId'>,
  { realNow }: DecisionContext,
): Payment => {
  const mandate = mandateOf({ ...createdMandate, provider: payment.provider });
  const isBankDebit = payment.paymentMethod !== null && mandateKindOf(payment.paymentMethod.type) === 'directdebit';
  return mandate === null || !isBankDebit ? payment : { ...payment, mandate, pollsFrom: firstPollAt(realNow) };
};

/** `pollsFrom` of the payment at the time of the poll. */
export type EndPolls = Pick<Payment, 'pollsFrom'>;

/**
 * Ends the polls of a payment. No event, since the API object does not change. Does nothing if `pollsFrom` has a new value: the result of
 * the last poll has then started the polling of the mandate, which must continue.
 */
export const endPolls = ({ pollsFrom }: EndPolls, state: PaymentState, _ctx: DecisionContext): Decision<Payment> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such payment.');
  const before = state.payment.record;
  if (before.pollsFrom === null || before.pollsFrom !== pollsFrom) return unchanged(before);
  const after: Payment = { ...before, pollsFrom: null };
  return { changes: [change(paymentAggregate, state.payment, after)], events: [], result: after };
};
