import { change, type Stored } from '../aggregate.ts';
import type { Decision } from '../decision.ts';
import type { Payment } from '../payment/record.ts';
import { type OneShotPayment, oneShotAggregate } from './record.ts';

/**
 * What a refund of its payment that succeeded makes of a one-off payment: once all that was charged is returned it is `refunded`,
 * which is reported [EVT-48]. `payment`: as the refund leaves it. That of an overpayment leaves the one-off payment as it is.
 */
export const withRefundOf = (stored: Stored<OneShotPayment>, payment: Payment): Pick<Decision<null>, 'changes' | 'events'> => {
  const before = stored.record;
  if (before.paymentId !== payment.id) return { changes: [], events: [] };
  const inFull = payment.amountReturnedCents >= payment.amountCents;
  // Records are read one by one: this one may be newer than the payment, and the write is then refused and decided again.
  const isNews = inFull && before.status !== 'refunded';
  const after: OneShotPayment = {
    ...before,
    amountRefundedCents: payment.amountReturnedCents,
    status: inFull ? 'refunded' : before.status,
  };
  return {
    changes: [change(oneShotAggregate, stored, after)],
    events: isNews ? [{ type: 'one_shot_payment.refunded', subjectId: before.id }] : [],
  };
};

/** The one-off payment with what of its payment is charged back at present [DSP-07]; 0 again when that was reversed. */
export const withDisputed = (oneShot: OneShotPayment, amountDisputedCents: number): OneShotPayment => ({ ...oneShot, amountDisputedCents });
