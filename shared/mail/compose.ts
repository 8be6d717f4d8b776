import type { MailKind, MailOrder } from '../domain/mail/orders.ts';
import { composeCheckoutLink } from './checkout-link.ts';
import type { ComposeDeps, ComposedMail, Composer, MailSkipReason } from './composed.ts';
import { composeCreditNote } from './credit-note.ts';
import { composeDeliveryFailed } from './delivery-failed.ts';
import { composeEmailChange, composeEmailChanged } from './email-change.ts';
import { composeInvoice } from './invoice.ts';
import { composeInvitation, composePasskeyAdded, composeSignInLink } from './member-mails.ts';
import { composeOwnerNotice } from './owner-notice.ts';
import { composePaymentFailed } from './payment-failed.ts';
import { composePortalLink } from './portal-link.ts';
import { composeReceipt } from './receipt.ts';
import { composeRefund } from './refund.ts';
import { composeCardExpiring, composeDirectDebitNotice, composeRenewalNotice, composeTrialEnding } from './subscriptions/announcements.ts';
import { composeCancellation, composePaymentMethodChange, composePlanChange, composeReactivation } from './subscriptions/changes.ts';
import { composeOrderConfirmation, composePurchaseConfirmation } from './subscriptions/confirmations.ts';
import { composeChangeFailed, composeCollectionEnded } from './subscriptions/failures.ts';
import { composeUsageAlert } from './usage-alert.ts';
import { composeWithdrawal } from './withdrawal.ts';

/**
 * The kinds of mail orders (stored requests for a mail) that are sent as one mail. An `owners_notice` is split into one order per owner.
 */
type ComposedKind = Exclude<MailKind, 'owners_notice'>;

const COMPOSERS: { readonly [Kind in ComposedKind]: Composer<Kind> } = {
  delivery_failed: composeDeliveryFailed,
  sign_in_link: composeSignInLink,
  invitation: composeInvitation,
  passkey_added: composePasskeyAdded,
  owner_notice: composeOwnerNotice,
  receipt: composeReceipt,
  payment_failed: composePaymentFailed,
  refund: composeRefund,
  credit_note: composeCreditNote,
  invoice: composeInvoice,
  usage_alert: composeUsageAlert,
  withdrawal: composeWithdrawal,
  order_confirmation: composeOrderConfirmation,
  purchase_confirmation: composePurchaseConfirmation,
  cancellation: composeCancellation,
  reactivation: composeReactivation,
  plan_change: composePlanChange,
  payment_method_change: composePaymentMethodChange,
  collection_ended: composeCollectionEnded,
  change_failed: composeChangeFailed,
  trial_ending: composeTrialEnding,
  renewal_notice: composeRenewalNotice,
  direct_debit_notice: composeDirectDebitNotice,
  card_expiring: composeCardExpiring,
  portal_link: composePortalLink,
  checkout_link: composeCheckoutLink,
  email_change: composeEmailChange,
  email_changed: composeEmailChanged,
};

/** A mail order that is sent as one mail. */
export type ComposedOrder = Extract<MailOrder, { readonly kind: ComposedKind }>;

/** Composes the mail of a mail order from the current records, or returns why no mail is sent. */
export const composeMail = (deps: ComposeDeps, order: ComposedOrder): Promise<ComposedMail | MailSkipReason> =>
  (COMPOSERS[order.kind] as Composer<ComposedKind>)(deps, order);
