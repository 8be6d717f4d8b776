import type { BillingParties } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import type { Subscription } from '../subscription/types.ts';
import type { Mode } from '../tenant.ts';
import { getsCustomerEmails } from './customer-emails.ts';
import type { MailOrderWithId } from './orders.ts';

/** Orders emails about failures. `customer-emails.ts` cannot order them: events do not show whether the customer already knows. */

/**
 * Orders the email about a subscription that ends because no usable mandate was added in time. If it ends after the last retry,
 * `dunning.email_required` orders an email instead. Orders none if the subscription was canceled before. Expects the subscription as it was
 * before its end.
 */
export const mailsOfCollectionEnd = (
  { id: subscriptionId, status, customerId }: Subscription,
  invoiceId: string,
  parties: BillingParties,
  mode: Mode,
): readonly MailOrderWithId[] =>
  status === 'canceled' || !getsCustomerEmails(parties, mode)
    ? []
    : [{ mailId: `collection_ended#${invoiceId}`, order: { kind: 'collection_ended', subscriptionId, invoiceId }, customerId }];

/**
 * Orders the email about a plan change whose charge was pending, as a bank debit is, and then failed. Orders none for an immediate
 * decline, which the response to the caller reports. Expects the payment as it was before its failure.
 */
export const mailsOfFailedChange = (
  { id: subscriptionId, customerId }: Subscription,
  { id: paymentId, providerPaymentId }: Payment,
  parties: BillingParties,
  mode: Mode,
): readonly MailOrderWithId[] =>
  providerPaymentId === null || !getsCustomerEmails(parties, mode)
    ? []
    : [{ mailId: `change_failed#${paymentId}`, order: { kind: 'change_failed', subscriptionId, paymentId }, customerId }];
