import { type Change, change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type OneShotPayment, oneShotAggregate } from '../one-shot/record.ts';
import { withDisputedAmount } from '../one-shot/refund-and-dispute-amounts.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import type { ReturnedAmountState } from '../refund/create.ts';
import { changesOfRest, eventsOfRest, refundRest } from '../refund/overpayment.ts';
import { owedTotalCents } from '../refund/owed.ts';
import { Refusal } from '../refusal.ts';
import { applyReturnedAmount } from '../subscription/change/returned-amount.ts';
import { chargebackClaim, type Dispute, disputeAggregate } from './record.ts';

/** Open disputes are polled daily: the provider does not notify of a reversal. */
const POLL_SECONDS = DAY_SECONDS;
/** Delay after a poll without a response. */
const RETRY_SECONDS = 3600;

/** A chargeback as the provider reports it. */
export interface ChargebackReport {
  readonly providerChargebackId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly reason: string | null;
  /** Time at which the bank reversed the chargeback, Unix seconds of real time; `null`: not reversed. */
  readonly reversedAt: number | null;
}

export interface ChargebackState extends ReturnedAmountState {
  /** The dispute of this chargeback, if it exists. */
  readonly dispute: Stored<Dispute> | null;
  /** The one-off payment that the payment was for, if any. */
  readonly oneShot: Stored<OneShotPayment> | null;
  /** True when the payment is an overpayment, which is always returned in full. */
  readonly overpayment: boolean;
}

/** What `applyChargeback` did: it opened the dispute, closed it as won, or changed nothing. */
export type ChargebackResult = 'opened' | 'won' | 'unchanged';

/** The records that a dispute of `payment` changes. `oneShot`: the one-off payment that `payment` was for, if any. */
interface Disputed extends Pick<ChargebackState, 'subscription' | 'parties'> {
  readonly payment: Stored<Payment>;
  readonly oneShot: Stored<OneShotPayment> | null;
}

/** Updates the disputed amount of a payment and of the one-off payment that it was for. */
const disputedAmountChanges = ({ payment, oneShot }: Pick<Disputed, 'payment' | 'oneShot'>, after: Payment): readonly Change[] => [
  change(paymentAggregate, payment, after),
  ...(oneShot?.record.paymentId === payment.record.id
    ? [change(oneShotAggregate, oneShot, withDisputedAmount(oneShot.record, after.amountDisputedCents))]
    : []),
];

const openDispute = (disputed: Disputed, command: ChargebackReport, ctx: DecisionContext): Decision<ChargebackResult> => {
  const { payment, subscription, parties } = disputed;
  const after: Payment = { ...payment.record, amountDisputedCents: payment.record.amountDisputedCents + command.amountCents };
  const subscriptionUpdate = applyReturnedAmount(subscription, { before: payment.record, after }, parties, ctx.now);
  const dispute: Dispute = {
    id: ctx.ids.next(disputeAggregate.prefix),
    created: ctx.now,
    status: 'open',
    paymentId: payment.record.id,
    customerId: payment.record.customerId,
    amountCents: command.amountCents,
    currency: command.currency,
    reason: command.reason,
    reversedAt: null,
    provider: payment.record.provider,
    verification: payment.record.verification,
    providerChargebackId: command.providerChargebackId,
    nextPollAt: ctx.realNow + POLL_SECONDS,
  };
  return {
    changes: [change(disputeAggregate, null, dispute), ...disputedAmountChanges(disputed, after), ...subscriptionUpdate.changes],
    events: [{ type: 'dispute.created', subjectId: dispute.id }, ...subscriptionUpdate.events],
    audit: audited('dispute', 'created', dispute.id),
    guards: [
      {
        kind: 'claim',
        name: chargebackClaim(dispute.provider, dispute.providerChargebackId),
        owner: dispute.id,
        refusal: new Refusal('state_conflict', 'This chargeback already has a dispute.'),
      },
    ],
    result: 'opened',
  };
};

/** What the seller owes the customer of this payment, and why, now that the seller has won the dispute; `null`: nothing. */
const owedAfterWin = ({
  payment,
  subscription,
  overpayment,
}: Disputed & Pick<ChargebackState, 'overpayment'>): Parameters<typeof refundRest>[1] | null => {
  const owedFor = overpayment ? 'overpayment' : 'withdrawal';
  const totalCents = owedTotalCents(owedFor, payment.record, subscription?.record ?? null);
  return totalCents === null ? null : { owedFor, totalCents };
};

/** Closes the dispute as won. For an overpayment or a withdrawn contract, refunds what the customer has not got back yet. */
const closeAsWon = (
  disputed: Disputed & Pick<ChargebackState, 'overpayment'>,
  dispute: Stored<Dispute>,
  reversedAt: number,
  ctx: DecisionContext,
): Decision<ChargebackResult> => {
  const { payment, oneShot, subscription, parties } = disputed;
  const before = dispute.record;
  // The provider reports real time. For a dispute on a test clock, `reversedAt` is the simulated time instead.
  const isOnTestClock = ctx.now !== ctx.realNow;
  const won: Dispute = {
    ...before,
    status: 'won',
    reversedAt: isOnTestClock ? ctx.now : Math.max(before.created, reversedAt),
    closedAt: ctx.now,
    nextPollAt: null,
  };
  const otherDisputedCents = Math.max(0, payment.record.amountDisputedCents - before.amountCents);
  const undisputed: Payment = { ...payment.record, amountDisputedCents: otherDisputedCents };
  const owed = owedAfterWin(disputed);
  const afterRefund = owed === null ? { payment: undisputed, refund: null } : refundRest(undisputed, owed, ctx);
  const subscriptionUpdate = applyReturnedAmount(subscription, { before: payment.record, after: afterRefund.payment }, parties, ctx.now);
  return {
    changes: [
      change(disputeAggregate, dispute, won),
      ...disputedAmountChanges({ payment, oneShot }, afterRefund.payment),
      ...subscriptionUpdate.changes,
      ...changesOfRest(afterRefund),
    ],
    events: [{ type: 'dispute.closed', subjectId: won.id }, ...subscriptionUpdate.events, ...eventsOfRest(afterRefund)],
    audit: audited('dispute', 'closed', won.id),
    result: 'won',
  };
};

/**
 * Applies a chargeback as the provider reports it. The first call opens a dispute: `dispute.created` [EVT-43]. A call after the reversal
 * closes the dispute as won: `dispute.closed` [EVT-44]. A chargeback that is already reversed at the first call needs a second call, so
 * that both events are always emitted. The disputed amount of a payment is the sum of its open disputes [DSP-07]. No change after the
 * dispute was won. Status and refunds of the payment are not checked, since the bank has taken the money in any case.
 */
export const applyChargeback = (
  command: ChargebackReport,
  { payment, dispute, oneShot, overpayment, subscription, parties }: ChargebackState,
  ctx: DecisionContext,
): Decision<ChargebackResult> | Refusal => {
  if (payment === null) return new Refusal('resource_missing', 'No such payment.');
  if (dispute === null) return openDispute({ payment, oneShot, subscription, parties }, command, ctx);
  if (dispute.record.status === 'won' || command.reversedAt === null) return unchanged('unchanged');
  return closeAsWon({ payment, oneShot, overpayment, subscription, parties }, dispute, command.reversedAt, ctx);
};

/** Schedules the next poll of an open dispute. `answered`: whether the provider responded to the last poll. */
export const schedulePoll = (
  { answered }: { readonly answered: boolean },
  { dispute }: Pick<ChargebackState, 'dispute'>,
  ctx: DecisionContext,
): Decision<null> | Refusal => {
  if (dispute === null) return new Refusal('resource_missing', 'No such dispute.');
  if (dispute.record.status === 'won') return unchanged(null);
  const nextPollAt = ctx.realNow + (answered ? POLL_SECONDS : RETRY_SECONDS);
  return { changes: [change(disputeAggregate, dispute, { ...dispute.record, nextPollAt })], events: [], result: null };
};
