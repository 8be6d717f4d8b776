import { change, type Stored } from '../aggregate.ts';
import type { Decision } from '../decision.ts';
import type { Payment } from '../payment/record.ts';
import { type OneShotPayment, type OneShotStatus, oneShotAggregate } from './record.ts';

const statusOf = ({ status }: OneShotPayment, isFullyRefunded: boolean): OneShotStatus => {
  if (isFullyRefunded) return 'refunded';
  return status === 'refunded' ? 'succeeded' : status;
};

/**
 * Copies the sum of succeeded refunds from `payment` (as it is after a refund) to its one-off payment, which becomes `refunded` when the
 * sum is the whole amount [EVT-48], and is `succeeded` again when a refund fails later. No change if the buyer paid twice and `payment` is
 * the overpayment.
 */
export const applyRefundedAmount = (stored: Stored<OneShotPayment>, payment: Payment): Pick<Decision<null>, 'changes' | 'events'> => {
  const before = stored.record;
  if (before.paymentId !== payment.id) return { changes: [], events: [] };
  const isFullyRefunded = payment.amountReturnedCents >= payment.amountCents;
  // The event is emitted once: not again if a concurrent refund has already set the status.
  const becomesRefunded = isFullyRefunded && before.status !== 'refunded';
  const after: OneShotPayment = {
    ...before,
    amountRefundedCents: payment.amountReturnedCents,
    status: statusOf(before, isFullyRefunded),
  };
  return {
    changes: [change(oneShotAggregate, stored, after)],
    events: becomesRefunded ? [{ type: 'one_shot_payment.refunded', subjectId: before.id }] : [],
  };
};

/** Sets the total amount of the one-off payment's open disputes [DSP-07]; 0 when no dispute is open. */
export const withDisputedAmount = (oneShot: OneShotPayment, amountDisputedCents: number): OneShotPayment => ({
  ...oneShot,
  amountDisputedCents,
});
