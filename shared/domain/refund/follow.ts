import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { REFUND_REASON_MAX_LENGTH } from '../limits.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { followReturns } from '../subscription/change/follow-returns.ts';
import { firstPollOf, type ReturnsState } from './create.ts';
import { pendingRefund, type Refund, type RefundStatus, refundAggregate, refundClaim } from './record.ts';

/** A refund that somebody made at the provider by hand. */
export interface FollowRefund {
  readonly providerRefundId: string;
  readonly amountCents: number;
  /** What was written to it there; `''` where nothing was. */
  readonly description: string;
  readonly status: RefundStatus;
}

export interface FollowRefundState extends ReturnsState {
  /** The refund that was recorded of it, if one was. */
  readonly refund: Stored<Refund> | null;
}

const reasonOf = ({ description }: FollowRefund): string | null =>
  description === '' ? null : [...description].slice(0, REFUND_REASON_MAX_LENGTH).join('');

const recordOf = (payment: Payment, command: FollowRefund, amountCents: number, ctx: DecisionContext): Refund =>
  pendingRefund(payment, {
    id: ctx.ids.next(refundAggregate.prefix),
    created: ctx.now,
    amountCents,
    reason: reasonOf(command),
    metadata: {},
    providerRefundId: command.providerRefundId,
    overpayment: false,
    nextTryAt: firstPollOf(command.status, ctx),
  });

/**
 * Records a refund that somebody made at the provider by hand, once: `refund.created`, pending whatever the provider says of it, so that
 * its outcome is processed and reported as that of any other refund [REF-04, REF-05]. One that failed there moved nothing and is left out. Never
 * for more than is left of the payment: of an overpayment nothing is left, as a refund of ours returns all of it. Answers the refund to be
 * worked next; `null`: there is none. Refused while a refund that the account asked for is being made (409): what that leaves is known then.
 */
export const followRefund = (
  command: FollowRefund,
  { payment, refund, subscription, parties }: FollowRefundState,
  ctx: DecisionContext,
): Decision<Refund | null> | Refusal => {
  if (payment === null) return new Refusal('resource_missing', 'No such payment.');
  if (refund !== null) return unchanged(refund.record.status === 'pending' ? refund.record : null);
  const { amountCents, amountRefundedCents, status, lockedBy } = payment.record;
  if (lockedBy !== null) return OPERATION_PENDING;
  const recordedCents = Math.min(command.amountCents, amountCents - amountRefundedCents);
  if (status !== 'succeeded' || command.status === 'failed' || recordedCents <= 0) return unchanged(null);
  const followed = recordOf(payment.record, command, recordedCents, ctx);
  const after: Payment = { ...payment.record, amountRefundedCents: amountRefundedCents + recordedCents };
  const returns = followReturns(subscription, { before: payment.record, after }, parties);
  return {
    changes: [change(paymentAggregate, payment, after), change(refundAggregate, null, followed), ...returns.changes],
    events: [{ type: 'refund.created', subjectId: followed.id }, ...returns.events],
    guards: [
      {
        kind: 'claim',
        name: refundClaim(followed.provider, command.providerRefundId),
        owner: followed.id,
        refusal: new Refusal('state_conflict', 'This refund is recorded already.'),
      },
    ],
    result: followed,
  };
};
