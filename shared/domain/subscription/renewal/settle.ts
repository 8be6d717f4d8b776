import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable, paidInvoice } from '../../invoice/transitions.ts';
import { type BillingParties, treatmentFor } from '../../parties.ts';
import { noLongerAwaited } from '../../payment/poll.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { canceledPayment, type PaidFacts, succeededPayment } from '../../payment/transitions.ts';
import { refundOverpayment } from '../../refund/overpayment.ts';
import type { Refund } from '../../refund/record.ts';
import { Refusal } from '../../refusal.ts';
import type { TaxTreatment } from '../../tax.ts';
import { isLastPeriod } from '../state.ts';
import type { Renewal, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { advance, coveredBy, endCollection, eventsOfStep, type Step } from './cycle.ts';

export interface RenewalPaymentState {
  readonly subscription: Stored<Subscription> | null;
  readonly invoice: Stored<Invoice> | null;
  readonly payment: Stored<Payment> | null;
  /** Another attempt that the subscription waits for, if any. */
  readonly awaited: Stored<Payment> | null;
  readonly parties: BillingParties;
}

export interface SettledRenewal {
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly payment: Payment;
  /** True when the invoice was already paid or voided. */
  readonly overpayment: boolean;
  /** The refund of an overpayment, opened by this decision. */
  readonly refund: Refund | null;
  /** A concurrent attempt, superseded by this payment: to be canceled. */
  readonly supersededPaymentId: string | null;
}

const NO_REFUND = { overpayment: false, refund: null, supersededPaymentId: null };

/** The period was paid: dunning ends and the subscription advances, or ends if that was requested. */
const renew = (
  subscription: Subscription,
  { credited }: Renewal,
  invoice: Invoice,
  payment: Payment,
  tax: TaxTreatment,
  now: number,
): Step => {
  const paid: Subscription = {
    ...coveredBy(subscription, invoice, credited, payment),
    status: subscription.status === 'canceled' ? 'canceled' : 'active',
    lastPaymentAt: now,
    lastPaymentId: payment.id,
    paymentCount: subscription.paymentCount + 1,
    nextPaymentAttempt: null,
    dunningAttemptsNotified: 0,
    renewal: null,
  };
  return isLastPeriod(subscription) ? endCollection(paid, null, tax, now) : advance(paid, tax, now);
};

/**
 * The renewal's charge was paid. Here, and only here, a charged period advances: `subscription.updated`,
 * `subscription.trial_ended` (once, on the first paid renewal after a trial), `invoice.paid`, `payment.succeeded`.
 * Settling again changes nothing. Paid after an earlier word of failure counts: money moved. Paid after the subscription
 * ended settles the invoice only; paid for an invoice that is paid or void already is an overpayment: recorded, and returned.
 */
export const settleRenewal = (command: PaidFacts, state: RenewalPaymentState, ctx: DecisionContext): Decision<SettledRenewal> | Refusal => {
  if (state.subscription === null || state.invoice === null || state.payment === null) {
    return new Refusal('resource_missing', 'No such renewal payment.');
  }
  const subscription = state.subscription.record;
  const invoice = state.invoice.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') {
    const overpayment = invoice.status !== 'paid' || invoice.paymentId !== known.id;
    return unchanged({ ...NO_REFUND, subscription, invoice, payment: known, overpayment });
  }
  const payment = succeededPayment(known, command, ctx.now);
  if (!isPayable(invoice)) {
    const given = refundOverpayment(state.payment, payment, ctx);
    const result = { ...NO_REFUND, subscription, invoice, payment: given.payment, overpayment: true, refund: given.refund };
    return { changes: given.changes, events: given.events, result };
  }
  const paid = paidInvoice(invoice, payment.id, ctx.now);
  const { renewal } = subscription;
  const renews = renewal?.invoiceId === invoice.id ? renewal : null;
  const superseded = renews?.processing === true ? state.awaited : null;
  const step = renews === null ? null : renew(subscription, renews, paid, payment, treatmentFor(state.parties), ctx.now);
  return {
    changes: [
      ...(step === null ? [] : [change(subscriptionAggregate, state.subscription, step.subscription)]),
      change(invoiceAggregate, state.invoice, paid),
      change(paymentAggregate, state.payment, payment),
      ...noLongerAwaited(superseded, ctx),
    ],
    events: [
      ...(step === null ? [] : eventsOfStep(subscription, step, ctx.tenant)),
      { type: 'invoice.paid', subjectId: paid.id },
      { type: 'payment.succeeded', subjectId: payment.id },
    ],
    result: {
      ...NO_REFUND,
      subscription: step?.subscription ?? subscription,
      invoice: paid,
      payment,
      supersededPaymentId: superseded?.record.id ?? null,
    },
  };
};

/**
 * The provider took the charge but does not know its outcome yet (bank debits): the subscription stays `processing`.
 * Only the provider's id is remembered, so there is no event.
 */
export const renewalPending = (
  command: { readonly providerPaymentId: string },
  state: Pick<RenewalPaymentState, 'payment'>,
  _ctx: DecisionContext,
): Decision<Payment> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such renewal payment.');
  const known = state.payment.record;
  if (known.status !== 'pending' || known.providerPaymentId === command.providerPaymentId) return unchanged(known);
  const payment: Payment = { ...known, providerPaymentId: command.providerPaymentId };
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: payment };
};

/**
 * Cancels an attempt that is no longer awaited because its invoice was paid otherwise: nothing failed, and no event is recorded. An awaited
 * attempt stays as it is.
 */
export const dropRenewalAttempt = (
  command: { readonly providerPaymentId: string | null },
  state: Pick<RenewalPaymentState, 'payment' | 'subscription'>,
  _ctx: DecisionContext,
): Decision<Payment> | Refusal => {
  if (state.payment === null || state.subscription === null) return new Refusal('resource_missing', 'No such renewal payment.');
  const known = state.payment.record;
  if (known.status !== 'pending' || isAwaited(known, state.subscription.record)) return unchanged(known);
  const payment = canceledPayment(known, command);
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: payment };
};

/** True while the subscription's renewal waits for this payment's outcome. */
export const isAwaited = (payment: Payment, { renewal }: Subscription): boolean =>
  renewal?.processing === true && renewal.paymentId === payment.id;
