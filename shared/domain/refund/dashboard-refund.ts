import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { REFUND_REASON_MAX_LENGTH } from '../limits.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { applyReturnedAmount } from '../subscription/change/returned-amount.ts';
import { firstPollOf, type ReturnedAmountState } from './create.ts';
import { pendingRefund, type Refund, type RefundStatus, refundAggregate, refundClaim } from './record.ts';
import { addRefund } from './refund-of-payment.ts';

/** A refund that was created in the provider's dashboard, or whose record is missing although this service requested it. */
export interface DashboardRefund {
  /** Id under which this service requested the refund; `null`: it did not. */
  readonly requestedId: string | null;
  readonly providerRefundId: string;
  readonly amountCents: number;
  /** Description at the provider; `''`: none. */
  readonly description: string;
  readonly status: RefundStatus;
}

export interface DashboardRefundState extends ReturnedAmountState {
  /** The refund with this `providerRefundId`; `null`: not recorded yet. */
  readonly refund: Stored<Refund> | null;
  /** True if the customer's personal data is erased. The description is then not stored, because it can contain such data. */
  readonly isPurged: boolean;
}

const reasonOf = ({ description, requestedId }: DashboardRefund, isPurged: boolean): string | null =>
  // The description of a requested refund is its id.
  description === '' || requestedId !== null || isPurged ? null : [...description].slice(0, REFUND_REASON_MAX_LENGTH).join('');

const refundFor = (payment: Payment, command: DashboardRefund, reason: string | null, amountCents: number, ctx: DecisionContext): Refund =>
  pendingRefund(payment, {
    id: command.requestedId ?? ctx.ids.next(refundAggregate.prefix),
    created: ctx.now,
    amountCents,
    reason,
    metadata: {},
    providerRefundId: command.providerRefundId,
    overpayment: false,
    nextTryAt: firstPollOf(command.status, ctx),
  });

/**
 * Records a refund that was created in the provider's dashboard; a second call records nothing. Event: `refund.created`. The refund is
 * pending even if the provider has settled it already, since the outcome has a separate event [REF-04, REF-05]. The amount is limited to
 * the part of the payment that is not refunded yet. Not recorded: a failed refund, and a refund of a payment that has not succeeded or is
 * refunded in full. Returns the refund whose outcome must be fetched next; `null`: none. Refuses while another refund of the payment is
 * being created (409), because that refund reduces the amount that is not refunded yet.
 */
export const recordDashboardRefund = (
  command: DashboardRefund,
  { payment, refund, subscription, parties, isPurged }: DashboardRefundState,
  ctx: DecisionContext,
): Decision<Refund | null> | Refusal => {
  if (payment === null) return new Refusal('resource_missing', 'No such payment.');
  if (refund !== null) return unchanged(refund.record.status === 'pending' ? refund.record : null);
  const { amountCents, amountRefundedCents, status, lockedBy } = payment.record;
  if (lockedBy !== null) return OPERATION_PENDING;
  const recordedCents = Math.min(command.amountCents, amountCents - amountRefundedCents);
  if (status !== 'succeeded' || command.status === 'failed' || recordedCents <= 0) return unchanged(null);
  const { payment: after, refund: recorded } = addRefund(
    payment.record,
    refundFor(payment.record, command, reasonOf(command, isPurged), recordedCents, ctx),
  );
  const returned = applyReturnedAmount(subscription, { before: payment.record, after }, parties, ctx.now);
  return {
    changes: [change(paymentAggregate, payment, after), change(refundAggregate, null, recorded), ...returned.changes],
    events: [{ type: 'refund.created', subjectId: recorded.id }, ...returned.events],
    guards: [
      {
        kind: 'claim',
        name: refundClaim(recorded.provider, command.providerRefundId),
        owner: recorded.id,
        refusal: new Refusal('state_conflict', 'This refund is already recorded.'),
      },
    ],
    result: recorded,
  };
};
