import { unchanged } from '../decisions.ts';
import type { Invoice } from '../invoice/record.ts';
import { invoiceAggregate } from '../invoice/record.ts';
import { isPayable, paidInvoice } from '../invoice/transitions.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import type { BillingParties } from '../parties.ts';
import { treatmentFor } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { paymentAggregate } from '../payment/record.ts';
import type { PaidFacts } from '../payment/transitions.ts';
import { succeededPayment } from '../payment/transitions.ts';
import type { TaxTreatment } from '../tax.ts';
import type { Step } from './cycle.ts';
import { advance, end, eventsOfStep } from './cycle.ts';
import type { Subscription } from './record.ts';
import { subscriptionAggregate } from './record.ts';

export interface RenewalPaymentState {
  readonly subscription: Stored<Subscription> | null;
  readonly invoice: Stored<Invoice> | null;
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
}

export interface SettledRenewal {
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly payment: Payment;
  /** The money bought nothing, because the invoice was paid or voided otherwise: to be given back. */
  readonly surplus: boolean;
}

/** The period was paid: dunning is over and the subscription moves on, or ends when that was asked for. */
const renew = (subscription: Subscription, invoice: Invoice, payment: Payment, tax: TaxTreatment, now: number): Step => {
  const paid: Subscription = {
    ...subscription,
    status: 'active',
    lastPaymentAt: now,
    lastPaymentId: payment.id,
    paymentCount: subscription.paymentCount + 1,
    nextPaymentAttempt: null,
    dunningAttemptsNotified: 0,
    billedThrough: invoice.periodEnd,
    renewal: null,
  };
  return subscription.cancelAtPeriodEnd ? end(paid, null, tax, now) : advance(paid, tax, now);
};

/**
 * The renewal's charge was paid. Here, and only here, a charged period advances: `subscription.updated`,
 * `subscription.trial_ended` (once, on the first paid renewal after a trial), `invoice.paid`, `payment.succeeded`.
 * Settling again changes nothing. Paid after an earlier word of failure counts: money moved. Paid after the subscription
 * ended settles the invoice only; paid for an invoice that is paid or void already is reported as surplus.
 */
export const settleRenewal = (command: PaidFacts, state: RenewalPaymentState, ctx: DecisionContext): Decision<SettledRenewal> | Refusal => {
  if (state.subscription === null || state.invoice === null || state.payment === null) {
    return new Refusal('resource_missing', 'No such renewal payment.');
  }
  const subscription = state.subscription.record;
  const invoice = state.invoice.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') return unchanged({ subscription, invoice, payment: known, surplus: invoice.paymentId !== known.id });
  const payment = succeededPayment(known, command, ctx.now);
  const paymentChange = change(paymentAggregate, state.payment, payment);
  const paymentEvent = { type: 'payment.succeeded', subjectId: payment.id };
  if (!isPayable(invoice)) {
    return { changes: [paymentChange], events: [paymentEvent], result: { subscription, invoice, payment, surplus: true } };
  }
  const paid = paidInvoice(invoice, payment.id, ctx.now);
  const renews = subscription.renewal?.invoiceId === invoice.id;
  const step = renews ? renew(subscription, paid, payment, treatmentFor(state.parties), ctx.now) : null;
  return {
    changes: [
      ...(step === null ? [] : [change(subscriptionAggregate, state.subscription, step.subscription)]),
      change(invoiceAggregate, state.invoice, paid),
      paymentChange,
    ],
    events: [...(step === null ? [] : eventsOfStep(step)), { type: 'invoice.paid', subjectId: paid.id }, paymentEvent],
    result: { subscription: step?.subscription ?? subscription, invoice: paid, payment, surplus: false },
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
