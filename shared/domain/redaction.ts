import type { CheckoutSession } from './checkout-session/record.ts';
import type { CreditNote } from './credit-note/record.ts';
import type { Invoice } from './invoice/record.ts';
import type { OneShotPayment } from './one-shot/record.ts';
import type { Payment } from './payment/record.ts';
import type { PortalSession } from './portal-session/record.ts';
import { redactedBy } from './purge.ts';
import type { Refund } from './refund/record.ts';
import { STORED_TEXT } from './stored-text.ts';
import type { UsageRecord } from './usage-record/record.ts';

/** A session of a purged customer: what it sold stays, who bought it goes. */
export const redactedSession = (session: CheckoutSession): CheckoutSession => redactedBy(STORED_TEXT.checkout_session, session);

/** A credit note of a purged customer keeps what its invoice keeps, without the reason that the account wrote. */
export const redactedCreditNote = (note: CreditNote): CreditNote => redactedBy(STORED_TEXT.credit_note, note);

/** An invoice of a purged customer keeps what invoicing law asks for: the buyer's name, address and VAT number. The rest goes. */
export const redactedInvoice = (invoice: Invoice): Invoice => redactedBy(STORED_TEXT.invoice, invoice);

/** A one-off payment of a purged customer: what was charged stays, for what and for whom goes. */
export const redactedOneShot = (oneShot: OneShotPayment): OneShotPayment => redactedBy(STORED_TEXT.one_shot_payment, oneShot);

/** A payment of a purged customer: no invoice will be issued for it any more. */
export const redactedPayment = (payment: Payment): Payment => redactedBy(STORED_TEXT.payment, payment);

/** As it is kept once its customer was purged. */
export const redactedPortalSession = (session: PortalSession): PortalSession => redactedBy(STORED_TEXT.portal_session, session);

/** A refund of a purged customer keeps the money, without what the account wrote about it. */
export const redactedRefund = (refund: Refund): Refund => redactedBy(STORED_TEXT.refund, refund);

/** A usage record of a purged customer keeps what was billed. */
export const redactedUsageRecord = (record: UsageRecord): UsageRecord => redactedBy(STORED_TEXT.usage_record, record);
