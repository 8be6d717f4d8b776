import { type Account, newAccount } from '../../../shared/domain/account/record.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import type { Mode } from '../../../shared/domain/tenant.ts';
import { EMAIL_TEXTS, type Language } from '../../../shared/locales/emails/index.ts';
import { checkoutLinkEmail } from '../../../shared/mail/checkout-link.ts';
import type { SendDetails } from '../../../shared/mail/composed.ts';
import { creditNoteEmail } from '../../../shared/mail/credit-note.ts';
import { emailChangedEmail, emailChangeEmail } from '../../../shared/mail/email-change.ts';
import { type EmailContext, emailContextOf } from '../../../shared/mail/email-context.ts';
import { buildMail, type EmailTemplate } from '../../../shared/mail/email-template.ts';
import { invoiceEmail } from '../../../shared/mail/invoice.ts';
import { paymentFailedEmail } from '../../../shared/mail/payment-failed.ts';
import { portalLinkEmail } from '../../../shared/mail/portal-link.ts';
import { receiptEmail } from '../../../shared/mail/receipt.ts';
import { refundEmail } from '../../../shared/mail/refund.ts';
import type { Mail } from '../../../shared/ports/index.ts';
import { newBilling } from '../billing.ts';
import { START } from '../world.ts';

export const account: Account = {
  ...newAccount({ id: 'acct_1', created: START, name: 'Hosting BV', email: 'owner@shop.example', countryCode: 'NL' }),
  legalName: 'Hosting Holding BV',
  address: { line1: 'Keizersgracht 1', line2: null, postalCode: '1015 CC', city: 'Amsterdam' },
};

/** A sale at 10.00 including 21 % tax with a discount of 10 %; 4.50 of the paid 9.00 are refunded. */
const sale = () => {
  const billing = newBilling({}, 'live');
  billing.taxRate = { rateBasisPoints: 2100, displayName: 'VAT' };
  const coupon = billing.findCoupon(billing.coupon({ percentOffBasisPoints: 1000 }));
  billing.subscribe({}, { coupon });
  const [invoice] = billing.world.all(invoiceAggregate);
  const [payment] = billing.world.all(paymentAggregate);
  if (invoice === undefined || payment === undefined) throw new Error('There is no invoice or payment.');
  const refund: Refund = { ...billing.settleRefund(billing.refund(payment.id, 450)), reason: 'internal <reason>' };
  const [creditNote] = billing.world.all(creditNoteAggregate);
  if (creditNote === undefined) throw new Error('There is no credit note.');
  return { payment, invoice, refund, creditNote, customer: billing.catalogue.customer.record };
};
export const { payment, invoice, refund, creditNote, customer } = sale();

export const contextIn = (languageTag: string | null, seller: Account = account, mode: Mode = 'live'): EmailContext =>
  emailContextOf(seller, mode, { language: languageTag, countryCode: null });

const ENVELOPE = { to: 'buyer@example.test', senderName: null, replyTo: null };
export const WITHOUT_ATTACHMENT_AND_LINK: SendDetails = { attached: false, linkUrl: null };
export const PORTAL_URL = 'https://billing.example/portal#svc_portal_x';
export const WITH_ATTACHMENT_AND_LINK: SendDetails = { attached: true, linkUrl: PORTAL_URL };

export const buildFrom = (template: EmailTemplate): Mail => buildMail(ENVELOPE, template, []);

/** Templates of the mails to customers, keyed by name, in the language of the context. */
export const templatesOf = (emailContext: EmailContext): Readonly<Record<string, EmailTemplate>> => ({
  receipt: receiptEmail({ payment, invoice }, emailContext, true),
  invoice: invoiceEmail({ ...invoice, status: 'open', amountPaidCents: 0, paidAt: null }, emailContext, WITH_ATTACHMENT_AND_LINK),
  paymentFailed: paymentFailedEmail({ payment, description: 'Hosting', againUrl: null, nextStep: null }, emailContext, null),
  renewalFailed: paymentFailedEmail({ payment, description: 'Hosting', againUrl: null, nextStep: null }, emailContext, PORTAL_URL),
  portalLink: portalLinkEmail(emailContext, PORTAL_URL),
  checkoutLink: checkoutLinkEmail({ productName: 'Hosting', url: PORTAL_URL, expiresAt: START }, emailContext),
  emailChange: emailChangeEmail(emailContext, PORTAL_URL),
  emailChanged: emailChangedEmail(emailContext),
  refund: refundEmail({ refund, payment, invoice, creditNote }, emailContext, true),
  creditNote: creditNoteEmail(creditNote, emailContext, true),
});

export const LANGUAGES = Object.keys(EMAIL_TEXTS) as Language[];
