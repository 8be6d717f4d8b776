import { change, type Stored } from '../aggregate.ts';
import type { Decision } from '../decision.ts';
import type { Payment } from '../payment/record.ts';
import { type OneShotPayment, oneShotAggregate } from './record.ts';

/**
 * Updates a one-off payment after a successful refund: it becomes `refunded` when its payment is refunded in full [EVT-48]. `payment`:
 * after the refund. No change for a refund of an overpayment.
 */
export const withRefundedAmount = (stored: Stored<OneShotPayment>, payment: Payment): Pick<Decision<null>, 'changes' | 'events'> => {
  const before = stored.record;
  if (before.paymentId !== payment.id) return { changes: [], events: [] };
  const isFullyRefunded = payment.amountReturnedCents >= payment.amountCents;
  // This record may have been read after a later refund; the write then conflicts and is decided again.
  const becomesRefunded = isFullyRefunded && before.status !== 'refunded';
  const after: OneShotPayment = {
    ...before,
    amountRefundedCents: payment.amountReturnedCents,
    status: isFullyRefunded ? 'refunded' : before.status,
  };
  return {
    changes: [change(oneShotAggregate, stored, after)],
    events: becomesRefunded ? [{ type: 'one_shot_payment.refunded', subjectId: before.id }] : [],
  };
};

/** Sets the amount of open disputes [DSP-07]; 0 after a reversal. */
export const withDisputedAmount = (oneShot: OneShotPayment, amountDisputedCents: number): OneShotPayment => ({
  ...oneShot,
  amountDisputedCents,
});
