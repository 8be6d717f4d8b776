import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { formatAmount } from '../money.ts';
import type { BillingParties } from '../parties.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { followReturns } from '../subscription/change/follow-returns.ts';
import type { Subscription } from '../subscription/types.ts';
import { type RefundTerms, refundEligibility } from './eligibility.ts';
import type { RefundObstacle } from './eligibility-view.ts';
import { pendingRefund, type Refund, type RefundStatus, refundAggregate } from './record.ts';

/** A refund that somebody asks for: of a charge, or of the charge that pays for a subscription's current period. */
export interface RefundRequest {
  readonly paymentId: string | null;
  readonly subscriptionId: string | null;
  /** `null`: all that is left of the charge. */
  readonly amountCents: number | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

export interface RefundRequestState {
  /** The subscription that was named. */
  readonly subscription: Stored<Subscription> | null;
  readonly payment: Stored<Payment> | null;
  readonly terms: RefundTerms;
}

/** What the provider is asked for: a refund of this amount. */
export interface AcceptedRefund {
  readonly stored: Stored<Payment>;
  readonly amountCents: number;
}

const REFUSALS: Readonly<Record<RefundObstacle, Refusal>> = {
  no_payment: new Refusal('state_conflict', 'No payment is recorded that could be refunded.', { reason: 'no_payment' }),
  payment_not_succeeded: new Refusal('state_conflict', 'This payment was not paid, so there is nothing to refund.', {
    reason: 'payment_not_succeeded',
  }),
  already_refunded: new Refusal('charge_already_refunded', 'This charge is refunded in full already.'),
  charge_disputed: new Refusal('charge_disputed', 'This charge is disputed; it cannot be refunded while the dispute is open.'),
  refunds_disabled: new Refusal('state_conflict', 'Refunds are turned off for this charge.', { reason: 'refunds_disabled' }),
  plan_change_pending: new Refusal(
    'operation_pending',
    'A plan change that is being charged for uses the value of this payment. Try again once it is settled.',
    { reason: 'plan_change_pending' },
  ),
  renewal_processing: new Refusal(
    'operation_pending',
    'A renewal that is being collected uses the value of this payment. Try again once it is settled.',
    { reason: 'renewal_processing' },
  ),
  refund_window_passed: new Refusal('state_conflict', 'The refund window of this charge is over.', { reason: 'refund_window_passed' }),
};

/** The charge that was asked for, or why there is none. */
const chargeOf = (request: RefundRequest, { subscription, payment }: RefundRequestState): Stored<Payment> | Refusal => {
  const { paymentId, subscriptionId } = request;
  if (paymentId !== null && subscriptionId !== null) {
    return new Refusal('parameter_invalid', 'Send payment_id or subscription_id, not both.', { param: 'subscription_id' });
  }
  if (paymentId === null && subscriptionId === null)
    return new Refusal('parameter_missing', 'payment_id is required.', { param: 'payment_id' });
  if (subscriptionId !== null && subscription === null) {
    return new Refusal('resource_missing', 'No such subscription.', { param: 'subscription_id' });
  }
  if (payment !== null) return payment;
  return paymentId === null ? REFUSALS.no_payment : new Refusal('resource_missing', 'No such payment.', { param: 'payment_id' });
};

/**
 * Whether a charge may be refunded, by the rule that `refund_eligibility` shows. Refuses an amount above what is left with 400
 * [REF-06], and what `refund_eligibility` names with 409 [REF-07, REF-08, REF-10..13].
 */
export const acceptRefund = (request: RefundRequest, state: RefundRequestState): AcceptedRefund | Refusal => {
  const stored = chargeOf(request, state);
  if (stored instanceof Refusal) return stored;
  const eligibility = refundEligibility(stored.record, state.terms);
  if (eligibility.obstacle !== null) return REFUSALS[eligibility.obstacle];
  const amountCents = request.amountCents ?? eligibility.amountCents;
  if (amountCents > eligibility.amountCents) {
    const left = formatAmount(eligibility.amountCents, stored.record.currency);
    const message = `\`amount_cents\` exceeds the refundable amount of ${left}.`;
    return new Refusal('parameter_invalid', message, { param: 'amount_cents' });
  }
  return { stored, amountCents };
};

/** A refund that the provider took on. */
export interface RecordRefund {
  readonly refundId: string;
  readonly amountCents: number;
  readonly reason: string | null;
  readonly metadata: Metadata;
  readonly status: RefundStatus;
  readonly providerRefundId: string;
}

/** One that the provider settled at once is polled soon; its provider webhook usually comes first. */
const SETTLED_POLL_SECONDS = 60;

/** When a refund of which the provider says this is polled first, Unix seconds of real time. */
export const firstPollOf = (status: RefundStatus, { realNow }: DecisionContext): number =>
  realNow + (status === 'pending' ? DAY_SECONDS : SETTLED_POLL_SECONDS);

/** A payment that money comes back of, and the subscription whose value it may be behind. */
export interface ReturnsState {
  readonly payment: Stored<Payment> | null;
  /** The subscription that the payment was for. */
  readonly subscription: Stored<Subscription> | null;
  /** `null`: there is no subscription. */
  readonly parties: BillingParties | null;
}

/**
 * Records a refund that the provider has: `refund.created`, pending whatever the provider says of it, for its outcome is reported by an
 * separate event [REF-02, REF-04, REF-05]. The payment is free again.
 */
export const recordRefund = (command: RecordRefund, state: ReturnsState, ctx: DecisionContext): Decision<Refund> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such payment.', { param: 'payment_id' });
  const payment = state.payment.record;
  const refund = pendingRefund(payment, {
    id: command.refundId,
    created: ctx.now,
    amountCents: command.amountCents,
    reason: command.reason,
    metadata: command.metadata,
    providerRefundId: command.providerRefundId,
    overpayment: false,
    nextTryAt: firstPollOf(command.status, ctx),
  });
  const after: Payment = { ...payment, amountRefundedCents: payment.amountRefundedCents + command.amountCents, lockedBy: null };
  const followed = followReturns(state.subscription, { before: payment, after }, state.parties);
  return {
    changes: [change(paymentAggregate, state.payment, after), change(refundAggregate, null, refund), ...followed.changes],
    events: [{ type: 'refund.created', subjectId: refund.id }, ...followed.events],
    audit: audited('refund', 'created', refund.id),
    result: refund,
  };
};
