import { change } from '../aggregate.ts';
import { isClosedToSales } from '../customer/record.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { documentParties, taxOf } from '../parties.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { type PaidWithMandate, succeededPayment } from '../payment/transitions.ts';
import { refundOverpayment } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import type { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { withdrawalFor } from '../subscription/withdrawal.ts';
import { clockUnchanged, isOnDeletedClock } from '../test-clock/record.ts';
import { noSuchPayable } from './attempt.ts';
import { type Payable, type PayableKind, type SettleState, stageOf } from './record.ts';

export interface Settled<R extends Payable> {
  readonly payable: R;
  readonly payment: Payment;
  /** The subscription that this call created for a checkout session; `null`: none. */
  readonly subscription: Subscription | null;
  /** The invoice that this call issued; `null`: none. */
  readonly invoice: Invoice | null;
  /** True when another payment already paid the payable, the customer is being removed, or the test clock is deleted. */
  readonly overpayment: boolean;
  /** The refund of an overpayment, opened by this decision; `null`: none. */
  readonly refund: Refund | null;
  /** Id of the payment of another attempt, which must be canceled because `payment` succeeded; `null`: none. */
  readonly supersededPaymentId: string | null;
}

const NO_SALE = { subscription: null, invoice: null, overpayment: false, refund: null, supersededPaymentId: null };

const supersededBy = (payment: Payment, { attempt }: Payable): string | null =>
  attempt === null || attempt.paymentId === payment.id ? null : attempt.paymentId;

/**
 * Settles a paid attempt: creates what the payable sells, even if the payable has ended or the payment was reported as failed before.
 * Idempotent. If another attempt was paid before, the customer is being removed, or the test clock is deleted, the payment is an
 * overpayment: it is recorded and refunded.
 */
export const settlePayable = <R extends Payable>(
  kind: PayableKind<R>,
  command: PaidWithMandate,
  state: SettleState<R>,
  ctx: DecisionContext,
): Decision<Settled<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuchPayable(kind);
  const before = state.payable.record;
  const storedPayment = state.payment.record;
  if (storedPayment.status === 'succeeded') {
    const overpayment = before.paymentId !== storedPayment.id;
    // A repeated call returns the other attempt, too: the first caller may have crashed before it canceled that attempt.
    const supersededPaymentId = overpayment ? null : supersededBy(storedPayment, before);
    return unchanged({ ...NO_SALE, payable: before, payment: storedPayment, overpayment, supersededPaymentId });
  }
  const paid = succeededPayment(storedPayment, command, ctx.now);
  if (stageOf(before) === 'paid' || isClosedToSales(state.parties.customer) || isOnDeletedClock(before.clockId, state.clock)) {
    const { changes, events, payment, refund } = refundOverpayment(state.payment, paid, ctx);
    return { changes, events, result: { ...NO_SALE, payable: before, payment, overpayment: true, refund } };
  }
  const taxes = taxOf(state.parties);
  const tax = storedPayment.tax ?? taxes(kind.taxPointOf(before, ctx.now));
  const saleTerms = { tax, parties: storedPayment.parties ?? documentParties(state.parties), taxes };
  const withdrawal = withdrawalFor(state.parties, paid.consent ?? null, ctx.now);
  const sale = kind.sell(before, paid, command, { ...saleTerms, coupon: state.coupon, account: state.parties.account, withdrawal }, ctx);
  const { payable, payment, subscription, invoice } = sale;
  return {
    changes: [change(kind.aggregate, state.payable, payable), ...sale.changes, change(paymentAggregate, state.payment, payment)],
    events: sale.events,
    guards: [...sale.guards, ...clockUnchanged(state.clock)],
    audit: sale.audit,
    result: { ...NO_SALE, payable, payment, subscription, invoice, supersededPaymentId: supersededBy(storedPayment, before) },
  };
};
