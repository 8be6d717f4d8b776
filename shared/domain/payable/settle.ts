import { change } from '../aggregate.ts';
import { isClosedToSales } from '../customer/record.ts';
import { type Decision, type DecisionContext, type Guard, unchanged } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { documentParties, taxOf } from '../parties.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { type PaidWithMandate, succeededPayment } from '../payment/transitions.ts';
import { refundOverpayment } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { withdrawalFor } from '../subscription/withdrawal.ts';
import { clockUnchanged, isOnDeletedClock } from '../test-clock/record.ts';
import { noSuchPayable } from './attempt.ts';
import { type Payable, type PayableKind, type SaleGroup, type SettleState, stageOf } from './record.ts';
import { endUnfinishedPayable } from './unpaid.ts';

export interface Settled<R extends Payable> {
  readonly payable: R;
  readonly payment: Payment;
  /** The subscription that this call created for a checkout session; `null`: none. */
  readonly subscription: Subscription | null;
  /** The invoice that this call issued; `null`: none. */
  readonly invoice: Invoice | null;
  /**
   * True when another payment already paid the payable or a session of its group, the customer is being removed, or the test clock is
   * deleted.
   */
  readonly overpayment: boolean;
  /** The refund of an overpayment, opened by this decision; `null`: none. */
  readonly refund: Refund | null;
  /** Id of the payment of another attempt, which must be canceled because `payment` succeeded; `null`: none. */
  readonly supersededPaymentId: string | null;
  /** Id of the payable if it has sold and belongs to a group. The caller must end the session that replaces it, if any. `null`: none. */
  readonly soldInGroup: string | null;
}

const NO_SALE = { subscription: null, invoice: null, overpayment: false, refund: null, supersededPaymentId: null, soldInGroup: null };

/** Refuses a sale because another session of the group sells at the same time. The decision must be made again. */
export const SOLD_BY_OTHER_SESSION = new Refusal('state_conflict', 'Another checkout session has sold this already.');

const isSoldByOther = ({ id }: Payable, group: SaleGroup | null): boolean => group !== null && group.soldBy !== null && group.soldBy !== id;

const idInGroup = ({ id }: Payable, group: SaleGroup | null): string | null => (group === null ? null : id);

const supersededBy = (payment: Payment, { attempt }: Payable): string | null =>
  attempt === null || attempt.paymentId === payment.id ? null : attempt.paymentId;

/**
 * Settles a paid attempt: creates what the payable sells, even if the payable has ended or the payment was reported as failed before.
 * Idempotent. If another attempt was paid before, or another session of the group (`SaleGroup`) has sold, the payment is an overpayment: it
 * is recorded and refunded. The same applies if the customer is being removed or the test clock is deleted.
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
    const soldInGroup = overpayment ? null : idInGroup(before, state.group);
    return unchanged({ ...NO_SALE, payable: before, payment: storedPayment, overpayment, supersededPaymentId, soldInGroup });
  }
  const paid = succeededPayment(storedPayment, command, ctx.now);
  if (isSoldByOther(before, state.group)) {
    const { changes, events, payment, refund } = refundOverpayment(state.payment, paid, ctx);
    const ended = endUnfinishedPayable(kind, state.payable, 'canceled');
    return {
      changes: [...ended.changes, ...changes],
      events: [...ended.events, ...events],
      guards: ended.guards ?? [],
      result: { ...NO_SALE, payable: ended.result, payment, overpayment: true, refund },
    };
  }
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
    guards: [...sale.guards, ...clockUnchanged(state.clock), ...claimSale(before, state.group)],
    audit: sale.audit,
    result: {
      ...NO_SALE,
      payable,
      payment,
      subscription,
      invoice,
      supersededPaymentId: supersededBy(storedPayment, before),
      soldInGroup: idInGroup(before, state.group),
    },
  };
};

const claimSale = ({ id }: Payable, group: SaleGroup | null): readonly Guard[] =>
  group === null ? [] : [{ kind: 'claim', name: group.claim, owner: id, refusal: SOLD_BY_OTHER_SESSION }];
