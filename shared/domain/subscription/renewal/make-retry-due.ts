import { change, type Stored } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable } from '../../invoice/transitions.ts';
import { type Mandate, mandateOf, sameMandate } from '../../payment/mandate.ts';
import type { Payment } from '../../payment/record.ts';
import { Refusal } from '../../refusal.ts';
import type { Renewal, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { isAuthenticationRequired } from './dunning.ts';

/** Updates the subscription and the invoice of a failed renewal: the next attempt becomes due now and uses the current payment method. */
export const withRetryDue = (
  subscription: Subscription,
  renewal: Renewal,
  invoice: Invoice,
  now: number,
): { readonly subscription: Subscription; readonly invoice: Invoice } => ({
  subscription: { ...subscription, nextPaymentAttempt: now, renewal: { ...renewal, hardDeclined: false, nextStepAt: now } },
  invoice: { ...invoice, nextPaymentAttempt: now },
});

export interface MakeRetryDueState {
  readonly subscription: Stored<Subscription> | null;
  /** The invoice to pay; `null`: it does not exist. */
  readonly invoice: Stored<Invoice> | null;
  /** The latest payment of `subscription.renewal`; `null`: no renewal is being collected. */
  readonly payment: Stored<Payment> | null;
}

const NOT_PAYABLE = new Refusal('state_conflict', 'This invoice can no longer be paid.');
const NO_METHOD = new Refusal('state_conflict', 'This subscription has no usable payment method. Add one as the default first.', {
  reason: 'payment_method_missing',
});

/** True when the latest attempt was made with this mandate or with an unknown one. */
const wasChargedTo = (mandate: Mandate, payment: Stored<Payment> | null): boolean => {
  const chargedMandate = payment?.record.mandate ?? null;
  return chargedMandate === null || sameMandate(chargedMandate, mandate);
};

/**
 * True when the bank declined the latest attempt to charge the invoice because the customer must authenticate it. With the same payment
 * method, the bank would decline another charge without the customer, too.
 */
export const needsAuthentication = ({ subscription, invoice, payment }: MakeRetryDueState): boolean => {
  if (subscription === null || invoice === null || payment === null) return false;
  const { renewal } = subscription.record;
  const mandate = mandateOf(subscription.record);
  if (renewal === null || renewal.processing || renewal.invoiceId !== invoice.record.id || !isPayable(invoice.record)) return false;
  return mandate !== null && isAuthenticationRequired(payment.record.failureCode) && wasChargedTo(mandate, payment);
};

/**
 * Makes the retry of a failed renewal due now, with the current payment method. Event: `subscription.updated`. No change if the invoice is
 * paid, the retry is due already, or an attempt is in progress. Refuses another subscription's invoice (404), an invoice that is no longer
 * being collected (409), and a payment method that is missing or was declined permanently (409 `payment_method_missing`).
 */
export const makeRetryDue = (_command: null, state: MakeRetryDueState, ctx: DecisionContext): Decision<Invoice> | Refusal => {
  const { subscription, invoice, payment } = state;
  if (subscription === null || invoice === null || invoice.record.subscriptionId !== subscription.record.id) {
    return new Refusal('resource_missing', 'No such invoice.');
  }
  const before = subscription.record;
  const { renewal } = before;
  if (invoice.record.status === 'paid') return unchanged(invoice.record);
  if (renewal === null || renewal.invoiceId !== invoice.record.id || !isPayable(invoice.record)) return NOT_PAYABLE;
  if (renewal.processing) return unchanged(invoice.record);
  const mandate = mandateOf(before);
  if (mandate === null || (renewal.hardDeclined && wasChargedTo(mandate, payment))) return NO_METHOD;
  if (!renewal.hardDeclined && renewal.nextStepAt !== null && renewal.nextStepAt <= ctx.now) return unchanged(invoice.record);
  const { subscription: after, invoice: dueInvoice } = withRetryDue(before, renewal, invoice.record, ctx.now);
  return {
    changes: [change(subscriptionAggregate, subscription, after), change(invoiceAggregate, invoice, dueInvoice)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    audit: audited('invoice', 'payment_requested', dueInvoice.id),
    result: dueInvoice,
  };
};
