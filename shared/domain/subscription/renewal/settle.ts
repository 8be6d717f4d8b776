import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable, paidInvoice } from '../../invoice/transitions.ts';
import { type BillingParties, type TaxOf, taxOf } from '../../parties.ts';
import { startPolling } from '../../payment/poll.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { canceledPayment, type PaidFacts, succeededPayment } from '../../payment/transitions.ts';
import { refundOverpayment } from '../../refund/overpayment.ts';
import type { Refund } from '../../refund/record.ts';
import { Refusal } from '../../refusal.ts';
import { withLatePayment } from '../change/credit-liability.ts';
import { isLastPeriod } from '../state.ts';
import type { Renewal, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { endCollection, eventsOfTransition, type Transition, transitionToNextPeriod, withPaidRenewal } from './cycle.ts';

export interface RenewalPaymentState {
  readonly subscription: Stored<Subscription> | null;
  readonly invoice: Stored<Invoice> | null;
  readonly payment: Stored<Payment> | null;
  /** Payment of another attempt of the same renewal. The renewal waits for the outcome of that attempt. `null`: none. */
  readonly pendingPayment: Stored<Payment> | null;
  readonly parties: BillingParties;
}

export interface SettledRenewal {
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly payment: Payment;
  /** True when the payment is an overpayment, because another payment paid the invoice or the invoice was voided. */
  readonly overpayment: boolean;
  /** The refund of an overpayment, created by this decision; `null`: none. */
  readonly refund: Refund | null;
  /** Payment of another attempt, which must be canceled because `payment` paid the invoice; `null`: none. */
  readonly supersededPaymentId: string | null;
}

const RESULT_DEFAULTS = { overpayment: false, refund: null, supersededPaymentId: null };

/** Applies the paid renewal: dunning ends and the subscription advances to the next period, or ends if a cancellation is scheduled. */
const renew = (
  subscription: Subscription,
  { credited }: Renewal,
  invoice: Invoice,
  payment: Payment,
  taxes: TaxOf,
  now: number,
): Transition => {
  const paid: Subscription = {
    ...withPaidRenewal(subscription, invoice, credited, payment),
    status: subscription.status === 'canceled' ? 'canceled' : 'active',
    lastPaymentAt: now,
    lastPaymentId: payment.id,
    paymentCount: subscription.paymentCount + 1,
    nextPaymentAttempt: null,
    dunningAttemptsNotified: 0,
    renewal: null,
  };
  return isLastPeriod(subscription) ? endCollection(paid, null, taxes, now) : transitionToNextPeriod(paid, taxes, now);
};

/**
 * Settles a paid renewal charge and advances the subscription to the next period. Events: `subscription.updated`;
 * `subscription.trial_ended` if the trial ended with this renewal; `invoice.paid`; `payment.succeeded`. Idempotent. Also settles a payment
 * that was reported as failed before. If the subscription no longer collects the invoice because the invoice became uncollectible, the
 * invoice and the payment are settled, and the credit that the invoice used is used up. If the invoice is already paid or void, the payment
 * is an overpayment: it is recorded and refunded.
 */
export const settleRenewal = (command: PaidFacts, state: RenewalPaymentState, ctx: DecisionContext): Decision<SettledRenewal> | Refusal => {
  if (state.subscription === null || state.invoice === null || state.payment === null) {
    return new Refusal('resource_missing', 'No such renewal payment.');
  }
  const subscription = state.subscription.record;
  const invoice = state.invoice.record;
  const storedPayment = state.payment.record;
  if (storedPayment.status === 'succeeded') {
    const overpayment = invoice.status !== 'paid' || invoice.paymentId !== storedPayment.id;
    return unchanged({ ...RESULT_DEFAULTS, subscription, invoice, payment: storedPayment, overpayment });
  }
  const payment = succeededPayment(storedPayment, command, ctx.now);
  if (!isPayable(invoice)) {
    const overpaid = refundOverpayment(state.payment, payment, ctx);
    const result = { ...RESULT_DEFAULTS, subscription, invoice, payment: overpaid.payment, overpayment: true, refund: overpaid.refund };
    return { changes: overpaid.changes, events: overpaid.events, result };
  }
  const paid = paidInvoice(invoice, payment.id, ctx.now);
  const { renewal } = subscription;
  const renewalOfInvoice = renewal?.invoiceId === invoice.id ? renewal : null;
  const superseded = renewalOfInvoice?.processing === true ? state.pendingPayment : null;
  const transition =
    renewalOfInvoice === null
      ? { subscription: withLatePayment(subscription, paid.id), events: [] }
      : renew(subscription, renewalOfInvoice, paid, payment, taxOf(state.parties), ctx.now);
  return {
    changes: [
      ...(differs(state.subscription, transition.subscription)
        ? [change(subscriptionAggregate, state.subscription, transition.subscription)]
        : []),
      change(invoiceAggregate, state.invoice, paid),
      change(paymentAggregate, state.payment, payment),
      ...startPolling(superseded, ctx),
    ],
    events: [
      ...eventsOfTransition(subscription, transition, ctx.tenant),
      { type: 'invoice.paid', subjectId: paid.id },
      { type: 'payment.succeeded', subjectId: payment.id },
    ],
    result: {
      ...RESULT_DEFAULTS,
      subscription: transition.subscription,
      invoice: paid,
      payment,
      supersededPaymentId: superseded?.record.id ?? null,
    },
  };
};

/**
 * Stores the provider's id of a charge that has no outcome yet (bank debits). The subscription stays `processing`, and no event is
 * recorded.
 */
export const markRenewalPending = (
  command: { readonly providerPaymentId: string },
  state: Pick<RenewalPaymentState, 'payment'>,
  _ctx: DecisionContext,
): Decision<Payment> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such renewal payment.');
  const storedPayment = state.payment.record;
  if (storedPayment.status !== 'pending' || storedPayment.providerPaymentId === command.providerPaymentId) return unchanged(storedPayment);
  const payment: Payment = { ...storedPayment, providerPaymentId: command.providerPaymentId };
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: payment };
};

/**
 * Records the payment of an attempt as canceled, if the subscription no longer waits for its outcome because another payment paid the
 * invoice. No event. No change while the subscription still waits for the outcome.
 */
export const dropRenewalAttempt = (
  command: { readonly providerPaymentId: string | null },
  state: Pick<RenewalPaymentState, 'payment' | 'subscription'>,
  _ctx: DecisionContext,
): Decision<Payment> | Refusal => {
  if (state.payment === null || state.subscription === null) return new Refusal('resource_missing', 'No such renewal payment.');
  const storedPayment = state.payment.record;
  if (storedPayment.status !== 'pending' || isAwaited(storedPayment, state.subscription.record)) return unchanged(storedPayment);
  const payment = canceledPayment(storedPayment, command);
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: payment };
};

/** True while the subscription's renewal waits for this payment's outcome. */
export const isAwaited = (payment: Payment, { renewal }: Subscription): boolean =>
  renewal?.processing === true && renewal.paymentId === payment.id;
