import type { BillingParties } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import type { Subscription } from '../subscription/types.ts';
import type { Mode } from '../tenant.ts';
import { getsCustomerEmails } from './customer-emails.ts';
import type { NamedOrder } from './orders.ts';

/** Orders of emails about failures whose events do not tell whether the customer knows already. */

/**
 * Orders the email about the end of a subscription whose bank allowed no further attempt. After the last retry, `dunning.email_required`
 * orders an email instead. None for a subscription that was canceled before. `subscription`: before its end.
 */
export const mailsOfCollectionEnd = (
  { id: subscriptionId, status, customerId }: Subscription,
  invoiceId: string,
  parties: BillingParties,
  mode: Mode,
): readonly NamedOrder[] =>
  status === 'canceled' || !getsCustomerEmails(parties, mode)
    ? []
    : [{ mailId: `collection_ended#${invoiceId}`, order: { kind: 'collection_ended', subscriptionId, invoiceId }, customerId }];

/**
 * Orders the email about the failed charge of a change that was pending before, as bank debits are: the response to the caller reports an
 * immediate decline, but not this failure. `payment`: before its failure.
 */
export const mailsOfFailedChange = (
  { id: subscriptionId, customerId }: Subscription,
  { id: paymentId, providerPaymentId }: Payment,
  parties: BillingParties,
  mode: Mode,
): readonly NamedOrder[] =>
  providerPaymentId === null || !getsCustomerEmails(parties, mode)
    ? []
    : [{ mailId: `change_failed#${paymentId}`, order: { kind: 'change_failed', subscriptionId, paymentId }, customerId }];
