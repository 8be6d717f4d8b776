import type { NewEvent } from '../kernel.ts';
import type { Payment } from '../payment/record.ts';
import type { OneShotPayment } from './record.ts';

/**
 * What a refund that succeeded makes of the one-off payment: all of the charge given back makes it `refunded`, which is told
 * [EVT-48]. A refund of a payment that did not pay for it (an overpayment) leaves it as it is.
 */
export const withRefundOf = (
  oneShot: OneShotPayment,
  payment: Payment,
  refundedCents: number,
): { readonly oneShot: OneShotPayment; readonly events: readonly NewEvent[] } => {
  if (oneShot.paymentId !== payment.id) return { oneShot, events: [] };
  const amountRefundedCents = oneShot.amountRefundedCents + refundedCents;
  const inFull = amountRefundedCents >= payment.amountCents;
  return {
    oneShot: { ...oneShot, amountRefundedCents, status: inFull ? 'refunded' : oneShot.status },
    events: inFull ? [{ type: 'one_shot_payment.refunded', subjectId: oneShot.id }] : [],
  };
};

/** What is charged back of the one-off payment at present, as its payment shows it [DSP-07]; 0 again when that was reversed. */
export const withDisputed = (oneShot: OneShotPayment, amountDisputedCents: number): OneShotPayment => ({ ...oneShot, amountDisputedCents });
