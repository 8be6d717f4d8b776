import { type Change, change, type Stored } from '../../aggregate.ts';
import { redeemed, releaseUse } from '../../coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../../coupon/record.ts';
import { type Decision, type DecisionContext, type Guard, type NewEvent, unchanged } from '../../decision.ts';
import { issueInvoice } from '../../invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { paidInvoice } from '../../invoice/transitions.ts';
import { type BillingParties, type DocumentParties, documentParties, treatmentFor } from '../../parties.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { canceledPayment, failedPayment, type PaidFacts, succeededPayment, type UnpaidFacts } from '../../payment/transitions.ts';
import { refundOverpayment } from '../../refund/overpayment.ts';
import type { Refund } from '../../refund/record.ts';
import { Refusal } from '../../refusal.ts';
import { withAmounts } from '../renewal/charges.ts';
import type { PaidChange, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';

/** State that a charged change is settled on. */
export interface PendingChangeState {
  readonly subscription: Stored<Subscription> | null;
  readonly payment: Stored<Payment> | null;
  /** Coupon that the change redeems. */
  readonly coupon: Stored<Coupon> | null;
  readonly parties: BillingParties;
}

export interface SettledChange {
  readonly subscription: Subscription;
  readonly payment: Payment;
  /** The refund of an overpayment, opened by this decision. */
  readonly refund: Refund | null;
}

const MISSING = new Refusal('resource_missing', 'No such payment.');

/** The change that waits for this payment; `null`: none, or the subscription has ended. */
const waitingFor = ({ pendingChange, status }: Subscription, payment: Payment): PaidChange | null =>
  status !== 'canceled' && pendingChange?.paymentId === payment.id ? pendingChange.change : null;

/** Invoice of the change, paid by this payment or (`null`) by credit. */
const invoiceOf = (
  subscription: Subscription,
  { totals, billingReason, period, tax }: PaidChange,
  paymentId: string | null,
  parties: DocumentParties,
  ctx: DecisionContext,
): Invoice | null => {
  if (totals === null) return null;
  const { currency } = subscription.price;
  const of = { billingReason, customerId: subscription.customerId, parties, subscriptionId: subscription.id, oneShotPaymentId: null };
  return paidInvoice(issueInvoice({ ...of, paymentId, currency, tax, totals, period }, ctx), paymentId, ctx.now);
};

interface MadeChange {
  readonly subscription: Subscription;
  readonly invoice: Invoice | null;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

/**
 * Applies a change that this payment paid, or a free one: `subscription.updated`, its specific event, `invoice.created` and `invoice.paid`.
 * The invoice names the parties of the payment's start.
 */
export const makeChange = (
  stored: Stored<Subscription>,
  paid: PaidChange,
  payment: Payment | null,
  { coupon, parties }: Pick<PendingChangeState, 'coupon' | 'parties'>,
  ctx: DecisionContext,
): MadeChange => {
  const before = stored.record;
  const invoice = invoiceOf(before, paid, payment?.id ?? null, payment?.parties ?? documentParties(parties), ctx);
  const counted = payment === null ? {} : { lastPaymentAt: ctx.now, lastPaymentId: payment.id, paymentCount: before.paymentCount + 1 };
  const subscription = withAmounts({ ...before, ...paid.becomes, ...counted, pendingChange: null }, treatmentFor(parties));
  const redeems = paid.redeems !== null && coupon !== null;
  return {
    subscription,
    invoice,
    changes: [
      change(subscriptionAggregate, stored, subscription),
      ...(invoice === null ? [] : [change(invoiceAggregate, null, invoice)]),
      ...(redeems ? [change(couponAggregate, coupon, redeemed(coupon.record))] : []),
    ],
    events: [
      { type: 'subscription.updated', subjectId: subscription.id },
      { type: paid.event, subjectId: subscription.id },
      ...(redeems ? [{ type: 'subscription.coupon_applied' as const, subjectId: subscription.id }] : []),
      ...(invoice === null
        ? []
        : [
            { type: 'invoice.created' as const, subjectId: invoice.id },
            { type: 'invoice.paid' as const, subjectId: invoice.id },
          ]),
    ],
  };
};

/** The subscription without the change of this payment. */
const givenUp = (
  stored: Stored<Subscription>,
  payment: Payment,
): { readonly changes: readonly Change[]; readonly guards: readonly Guard[] } => {
  const { pendingChange } = stored.record;
  if (pendingChange?.paymentId !== payment.id) return { changes: [], guards: [] };
  return {
    changes: [change(subscriptionAggregate, stored, { ...stored.record, pendingChange: null })],
    guards: releaseUse(pendingChange.change.redeems, stored.record.customerId),
  };
};

/**
 * The charge of a change was paid: applies the change as computed [PLAN-03, PLAN-04]. Idempotent. Paid after it was dropped, or after the
 * end of the subscription, it is an overpayment and refunded.
 */
export const settleChange = (command: PaidFacts, state: PendingChangeState, ctx: DecisionContext): Decision<SettledChange> | Refusal => {
  if (state.subscription === null || state.payment === null) return MISSING;
  const subscription = state.subscription.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') return unchanged({ subscription, payment: known, refund: null });
  const paid = succeededPayment(known, command, ctx.now);
  const waiting = waitingFor(subscription, known);
  if (waiting === null) {
    const given = refundOverpayment(state.payment, paid, ctx);
    const { changes, guards } = givenUp(state.subscription, known);
    return {
      changes: [...given.changes, ...changes],
      events: given.events,
      guards,
      result: { subscription, payment: given.payment, refund: given.refund },
    };
  }
  const made = makeChange(state.subscription, waiting, known, state, ctx);
  const payment: Payment = { ...paid, invoiceId: made.invoice?.id ?? null };
  return {
    changes: [...made.changes, change(paymentAggregate, state.payment, payment)],
    events: [...made.events, { type: 'payment.succeeded', subjectId: payment.id }],
    result: { subscription: made.subscription, payment, refund: null },
  };
};

/**
 * The charge of a change failed: the subscription stays as it is, `payment.failed` [PLAN-09]. No event when the provider does not know the
 * payment or it was canceled.
 */
export const failChange = (command: UnpaidFacts, state: PendingChangeState, _ctx: DecisionContext): Decision<SettledChange> | Refusal => {
  if (state.subscription === null || state.payment === null) return MISSING;
  const known = state.payment.record;
  if (known.status !== 'pending') return unchanged({ subscription: state.subscription.record, payment: known, refund: null });
  const failed = command.outcome === 'failed';
  const payment = failed ? failedPayment(known, command) : canceledPayment(known, command);
  const { changes, guards } = givenUp(state.subscription, known);
  return {
    changes: [...changes, change(paymentAggregate, state.payment, payment)],
    events: failed ? [{ type: 'payment.failed', subjectId: payment.id }] : [],
    guards,
    result: { subscription: { ...state.subscription.record, pendingChange: null }, payment, refund: null },
  };
};

/** The charge has no outcome yet (bank debits): the change waits. */
export const changePending = (
  { providerPaymentId }: { readonly providerPaymentId: string },
  state: PendingChangeState,
): Decision<SettledChange> | Refusal => {
  if (state.subscription === null || state.payment === null) return MISSING;
  const subscription = state.subscription.record;
  const known = state.payment.record;
  if (known.status !== 'pending' || known.providerPaymentId === providerPaymentId) {
    return unchanged({ subscription, payment: known, refund: null });
  }
  const payment: Payment = { ...known, providerPaymentId };
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: { subscription, payment, refund: null } };
};
