import { change, type Stored } from '../aggregate.ts';
import { formatAmount } from '../amounts/money.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import type { BillingParties } from '../parties.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { invalidParam, missingParam, Refusal } from '../refusal.ts';
import { applyReturnedAmount } from '../subscription/change/returned-amount.ts';
import type { Subscription } from '../subscription/types.ts';
import { type RefundTerms, refundEligibility } from './eligibility.ts';
import type { RefundObstacle } from './eligibility-view.ts';
import { pendingRefund, type Refund, type RefundStatus, refundAggregate } from './record.ts';
import { addRefund } from './refund-of-payment.ts';

/** A request to refund a payment (`paymentId`) or the last payment of a subscription (`subscriptionId`). */
export interface RefundRequest {
  readonly paymentId: string | null;
  readonly subscriptionId: string | null;
  /** `null`: the whole refundable amount. */
  readonly amountCents: number | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

export interface RefundRequestState {
  /** The subscription with the request's `subscriptionId`. */
  readonly subscription: Stored<Subscription> | null;
  /** The requested payment, or the subscription's last payment; `null`: there is none. */
  readonly payment: Stored<Payment> | null;
  readonly terms: RefundTerms;
}

/** The refund to create at the provider. */
export interface AcceptedRefund {
  /** The payment to refund. */
  readonly stored: Stored<Payment>;
  readonly amountCents: number;
}

const REFUSALS: Readonly<Record<RefundObstacle, Refusal>> = {
  no_payment: new Refusal('state_conflict', 'This subscription has no payment to refund.', { reason: 'no_payment' }),
  payment_not_succeeded: new Refusal('state_conflict', 'This payment has not succeeded, so it cannot be refunded.', {
    reason: 'payment_not_succeeded',
  }),
  already_refunded: new Refusal('charge_already_refunded', 'This charge is already refunded in full.'),
  charge_disputed: new Refusal('charge_disputed', 'This charge cannot be refunded while its dispute is open.'),
  refunds_disabled: new Refusal('state_conflict', 'Refunds are disabled for this charge.', { reason: 'refunds_disabled' }),
  plan_change_pending: new Refusal(
    'operation_pending',
    'A pending plan change uses credit from this payment. Try again when the plan change is settled.',
    { reason: 'plan_change_pending' },
  ),
  renewal_processing: new Refusal(
    'operation_pending',
    'A pending renewal uses credit from this payment. Try again when the renewal is settled.',
    { reason: 'renewal_processing' },
  ),
  refund_window_passed: new Refusal('state_conflict', 'The refund window of this charge has ended.', { reason: 'refund_window_passed' }),
};

/** Returns the payment to refund, or a refusal of the request. */
const paymentToRefund = (request: RefundRequest, { subscription, payment }: RefundRequestState): Stored<Payment> | Refusal => {
  const { paymentId, subscriptionId } = request;
  if (paymentId !== null && subscriptionId !== null) {
    return invalidParam('subscription_id', 'Send payment_id or subscription_id, not both.');
  }
  if (paymentId === null && subscriptionId === null) {
    return missingParam('payment_id', 'Send payment_id, or subscription_id for its last payment.');
  }
  if (subscriptionId !== null && subscription === null) {
    return new Refusal('resource_missing', 'No such subscription.', { param: 'subscription_id' });
  }
  if (payment !== null) return payment;
  return paymentId === null ? REFUSALS.no_payment : new Refusal('resource_missing', 'No such payment.', { param: 'payment_id' });
};

/**
 * Checks a refund request. Refuses a charge that `refund_eligibility` shows as not refundable (409) [REF-07, REF-08, REF-10..13] and an
 * amount above the refundable amount (400) [REF-06].
 */
export const acceptRefund = (request: RefundRequest, state: RefundRequestState): AcceptedRefund | Refusal => {
  const stored = paymentToRefund(request, state);
  if (stored instanceof Refusal) return stored;
  const eligibility = refundEligibility(stored.record, state.terms);
  if (eligibility.obstacle !== null) return REFUSALS[eligibility.obstacle];
  const amountCents = request.amountCents ?? eligibility.amountCents;
  if (amountCents > eligibility.amountCents) {
    const refundable = formatAmount(eligibility.amountCents, stored.record.currency);
    const message = `\`amount_cents\` exceeds the refundable amount of ${refundable}.`;
    return invalidParam('amount_cents', message);
  }
  return { stored, amountCents };
};

/** A refund that the provider created. */
export interface RecordRefund {
  readonly refundId: string;
  /** When the refund was requested or, on a test clock, the clock's time; Unix seconds. */
  readonly requestedAt: number;
  readonly amountCents: number;
  readonly reason: string | null;
  readonly metadata: Metadata;
  readonly status: RefundStatus;
  readonly providerRefundId: string;
}

/** Delay before the first poll of a refund that the provider settled immediately. Usually the provider's webhook arrives earlier. */
const SETTLED_POLL_SECONDS = 60;

/** Time of the first poll of a refund that has this status at the provider, Unix seconds of real time. */
export const firstPollOf = (status: RefundStatus, { realNow }: DecisionContext): number =>
  realNow + (status === 'pending' ? DAY_SECONDS : SETTLED_POLL_SECONDS);

/** A payment whose refunded or disputed amount changes, with its subscription. */
export interface ReturnedAmountState {
  readonly payment: Stored<Payment> | null;
  /** The subscription that the payment was for. */
  readonly subscription: Stored<Subscription> | null;
  /** `null`: there is no subscription. */
  readonly parties: BillingParties | null;
}

/**
 * Records a refund that the provider created, and unlocks the payment. Event: `refund.created`. The refund is pending even if the provider
 * has settled it already, since the outcome has a separate event [REF-02, REF-04, REF-05].
 */
export const recordRefund = (command: RecordRefund, state: ReturnedAmountState, ctx: DecisionContext): Decision<Refund> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such payment.', { param: 'payment_id' });
  const payment = state.payment.record;
  const requested = pendingRefund(payment, {
    id: command.refundId,
    created: command.requestedAt,
    amountCents: command.amountCents,
    reason: command.reason,
    metadata: command.metadata,
    providerRefundId: command.providerRefundId,
    overpayment: false,
    nextTryAt: firstPollOf(command.status, ctx),
  });
  const { payment: after, refund } = addRefund({ ...payment, lockedBy: null }, requested);
  const returned = applyReturnedAmount(state.subscription, { before: payment, after }, state.parties, ctx.now);
  return {
    changes: [change(paymentAggregate, state.payment, after), change(refundAggregate, null, refund), ...returned.changes],
    events: [{ type: 'refund.created', subjectId: refund.id }, ...returned.events],
    audit: audited('refund', 'created', refund.id),
    result: refund,
  };
};
