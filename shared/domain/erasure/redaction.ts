import type { CheckoutSession } from '../checkout-session/record.ts';
import type { CreditNote } from '../credit-note/record.ts';
import type { Invoice } from '../invoice/record.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import type { Payment } from '../payment/record.ts';
import type { PortalSession } from '../portal-session/record.ts';
import type { Refund } from '../refund/record.ts';
import type { UsageRecord } from '../usage-record/record.ts';
import { redactedBy } from './purge.ts';
import { STORED_TEXT } from './stored-text.ts';

/** Redacts the buyer's details, URLs and metadata of a purged customer's checkout session; keeps price and status. */
export const redactedSession = (session: CheckoutSession): CheckoutSession => redactedBy(STORED_TEXT.checkout_session, session);

/** Redacts a purged customer's credit note in the same way as an invoice (`redactedInvoice`), and also erases the reason. */
export const redactedCreditNote = (note: CreditNote): CreditNote => redactedBy(STORED_TEXT.credit_note, note);

/** Redacts a purged customer's invoice; keeps the buyer's name, address and VAT number, which the law requires. */
export const redactedInvoice = (invoice: Invoice): Invoice => redactedBy(STORED_TEXT.invoice, invoice);

/** Redacts description, URLs and metadata of a purged customer's one-off payment; keeps the amounts. */
export const redactedOneShot = (oneShot: OneShotPayment): OneShotPayment => redactedBy(STORED_TEXT.one_shot_payment, oneShot);

/** Removes the parties stored with a purged customer's payment, since no invoice will be issued for the payment any more. */
export const redactedPayment = (payment: Payment): Payment => redactedBy(STORED_TEXT.payment, payment);

/** Redacts URL and recipient of a purged customer's portal session. */
export const redactedPortalSession = (session: PortalSession): PortalSession => redactedBy(STORED_TEXT.portal_session, session);

/** Redacts reason and metadata of a purged customer's refund. */
export const redactedRefund = (refund: Refund): Refund => redactedBy(STORED_TEXT.refund, refund);

/** Redacts the metadata of a purged customer's usage record. */
export const redactedUsageRecord = (record: UsageRecord): UsageRecord => redactedBy(STORED_TEXT.usage_record, record);
