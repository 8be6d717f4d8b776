import { change, type Stored } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable } from '../../invoice/transitions.ts';
import { type Mandate, mandateOf, sameMandate } from '../../mandate.ts';
import type { Payment } from '../../payment/record.ts';
import { Refusal } from '../../refusal.ts';
import type { Renewal, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { retryNow } from './retry-now.ts';

export interface PayNowState {
  readonly subscription: Stored<Subscription> | null;
  /** The invoice to pay. */
  readonly invoice: Stored<Invoice> | null;
  /** The latest payment of `subscription.renewal`, if one is being collected. */
  readonly payment: Stored<Payment> | null;
}

const NOT_OWED = new Refusal('state_conflict', 'Nothing is collected for this invoice any more.');
const NO_METHOD = new Refusal('state_conflict', 'There is nothing to charge. Add a payment method and make it the default first.', {
  reason: 'payment_method_missing',
});

/** True when the mandate was declined permanently. */
const isSpent = (mandate: Mandate, renewal: Renewal, payment: Stored<Payment> | null): boolean => {
  const charged = payment?.record.mandate ?? null;
  return renewal.hardDeclined && (charged === null || sameMandate(charged, mandate));
};

/**
 * Makes the retry of a failed renewal due now, with the current payment method, also after a permanent decline of the former one.
 * `subscription.updated`. No change for a paid invoice, a retry that is due, or a running attempt. Refuses another subscription's invoice
 * (404), one that is no longer collected (409), and a missing payment method (409 `payment_method_missing`).
 */
export const payNow = (_command: null, state: PayNowState, ctx: DecisionContext): Decision<Invoice> | Refusal => {
  const { subscription, invoice, payment } = state;
  if (subscription === null || invoice === null || invoice.record.subscriptionId !== subscription.record.id) {
    return new Refusal('resource_missing', 'No such invoice.');
  }
  const before = subscription.record;
  const { renewal } = before;
  if (invoice.record.status === 'paid') return unchanged(invoice.record);
  if (renewal === null || renewal.invoiceId !== invoice.record.id || !isPayable(invoice.record)) return NOT_OWED;
  if (renewal.processing) return unchanged(invoice.record);
  const mandate = mandateOf(before);
  if (mandate === null || isSpent(mandate, renewal, payment)) return NO_METHOD;
  if (!renewal.hardDeclined && renewal.nextStepAt !== null && renewal.nextStepAt <= ctx.now) return unchanged(invoice.record);
  const { subscription: after, invoice: due } = retryNow(before, renewal, invoice.record, ctx.now);
  return {
    changes: [change(subscriptionAggregate, subscription, after), change(invoiceAggregate, invoice, due)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    audit: audited('invoice', 'payment_requested', due.id),
    result: due,
  };
};
