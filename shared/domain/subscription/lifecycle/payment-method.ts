import { type Change, change, type Stored } from '../../aggregate.ts';
import type { NewEvent } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable } from '../../invoice/transitions.ts';
import type { SavedMethod } from '../../wallet/record.ts';
import { withRetryDue } from '../renewal/make-retry-due.ts';
import type { Subscription } from '../types.ts';
import { eventsOfUpdate, subscriptionAggregate } from '../view.ts';

export interface PaymentMethodState {
  readonly subscription: Stored<Subscription>;
  /** The invoice of `subscription.renewal`; `null`: there is none, or the caller wants no earlier retry. */
  readonly renewalInvoice: Stored<Invoice> | null;
}

/**
 * Sets the payment method of a subscription. Events: `subscription.updated`, `subscription.payment_method_updated` [SUB-51, EVT-29]. The
 * retry of a failed renewal becomes due now. A charge in progress keeps the former method.
 */
export const applyPaymentMethod = (
  { subscription, renewalInvoice }: PaymentMethodState,
  method: Pick<SavedMethod, 'mandate' | 'method'>,
  now: number,
): { readonly changes: readonly Change[]; readonly events: readonly NewEvent[] } => {
  const updated: Subscription = { ...subscription.record, ...method.mandate, paymentMethod: method.method };
  const { renewal } = updated;
  const open =
    renewal !== null && !renewal.processing && renewalInvoice !== null && isPayable(renewalInvoice.record) ? renewalInvoice : null;
  const retryDue = renewal === null || open === null ? null : { ...withRetryDue(updated, renewal, open.record, now), stored: open };
  const after = retryDue?.subscription ?? updated;
  return {
    changes: [
      change(subscriptionAggregate, subscription, after),
      ...(retryDue === null ? [] : [change(invoiceAggregate, retryDue.stored, retryDue.invoice)]),
    ],
    events: eventsOfUpdate(after, 'subscription.payment_method_updated'),
  };
};
