import { change } from '../aggregate.ts';
import { isClosedForSale } from '../customer/record.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { documentParties, treatmentFor } from '../parties.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { type PaidWithMandate, succeededPayment } from '../payment/transitions.ts';
import { refundOverpayment } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import type { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { isBlocked, onClock } from '../test-clock/record.ts';
import { noSuch } from './attempt.ts';
import { type Payable, type PayableKind, type SettleState, stageOf } from './record.ts';

export interface Settled<R extends Payable> {
  readonly payable: R;
  readonly payment: Payment;
  /** The subscription that this decision sold; `null`: none. */
  readonly subscription: Subscription | null;
  readonly invoice: Invoice | null;
  /** True when another payment had paid for it, or its customer is gone. */
  readonly overpayment: boolean;
  /** What gives an overpayment back, opened by this decision. */
  readonly refund: Refund | null;
  /** Another open attempt, superseded by this payment: to be canceled. */
  readonly supersededPaymentId: string | null;
}

const NOTHING_SOLD = { subscription: null, invoice: null, overpayment: false, refund: null, supersededPaymentId: null };

const supersededBy = (payment: Payment, { attempt }: Payable): string | null =>
  attempt === null || attempt.paymentId === payment.id ? null : attempt.paymentId;

/**
 * Settles a paid payable: what it sells is created in one decision. A payment after the payable ended, or after it was reported as failed,
 * still pays for it, because money moved. Idempotent. A second paid attempt, and one for a customer that is being removed or on a deleted
 * test clock, is an overpayment: recorded, and refunded.
 */
export const settlePayable = <R extends Payable>(
  kind: PayableKind<R>,
  command: PaidWithMandate,
  state: SettleState<R>,
  ctx: DecisionContext,
): Decision<Settled<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuch(kind);
  const before = state.payable.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') {
    const overpayment = before.paymentId !== known.id;
    // Said again, because anyone who was to withdraw it may have been cut off.
    const supersededPaymentId = overpayment ? null : supersededBy(known, before);
    return unchanged({ ...NOTHING_SOLD, payable: before, payment: known, overpayment, supersededPaymentId });
  }
  const paid = succeededPayment(known, command, ctx.now);
  if (stageOf(before) === 'paid' || isClosedForSale(state.parties.customer) || isBlocked(before.clockId, state.clock)) {
    const { changes, events, payment, refund } = refundOverpayment(state.payment, paid, ctx);
    return { changes, events, result: { ...NOTHING_SOLD, payable: before, payment, overpayment: true, refund } };
  }
  const taxNow = treatmentFor(state.parties);
  const terms = { tax: known.tax ?? taxNow, parties: known.parties ?? documentParties(state.parties), taxNow };
  const sale = kind.sell(before, paid, command, { ...terms, coupon: state.coupon }, ctx);
  const { payable, payment, subscription, invoice } = sale;
  return {
    changes: [change(kind.aggregate, state.payable, payable), ...sale.changes, change(paymentAggregate, state.payment, payment)],
    events: sale.events,
    guards: [...sale.guards, ...onClock(state.clock)],
    audit: sale.audit,
    result: { ...NOTHING_SOLD, payable, payment, subscription, invoice, supersededPaymentId: supersededBy(known, before) },
  };
};
