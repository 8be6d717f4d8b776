import {
  type CommonPlaceholder,
  type EmailKind,
  type EmailText,
  fillPlaceholders,
  type OwnPlaceholder,
  replacedTextsOf,
} from '../domain/mail/email-texts.ts';
import type { EmailTexts } from '../locales/emails/en.ts';

/** Subject, heading and paragraphs of an email. */
export interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly opening: string;
  /** Paragraphs at the end. */
  readonly closing: readonly string[];
}

/** The values of all placeholders of an email. */
export type ValuesOf<Kind extends EmailKind> = Readonly<Record<CommonPlaceholder | OwnPlaceholder<Kind>, string>>;

/** The values of the placeholders of an email, except those that all emails have. */
export type OwnValuesOf<Kind extends EmailKind> = Readonly<Record<OwnPlaceholder<Kind>, string>>;

type DefaultOf<Kind extends EmailKind> = (texts: EmailTexts, values: ValuesOf<Kind>) => Wording;

/** The default wording of each email. */
const DEFAULTS: { readonly [Kind in EmailKind]: DefaultOf<Kind> } = {
  receipt: ({ receipt }, { merchant, amount }) => ({
    subject: receipt.subject(merchant, null),
    heading: receipt.heading,
    opening: receipt.opening(merchant, amount),
    closing: [],
  }),
  payment_failed: ({ paymentFailed }, { merchant, amount }) => ({
    subject: paymentFailed.subject(merchant),
    heading: paymentFailed.heading,
    opening: paymentFailed.opening(merchant, amount),
    closing: paymentFailed.renewal,
  }),
  payment_authentication_required: ({ paymentFailed }, { merchant, amount }) => ({
    subject: paymentFailed.authentication.subject(merchant),
    heading: paymentFailed.authentication.heading,
    opening: paymentFailed.authentication.opening(merchant, amount),
    closing: [paymentFailed.authentication.confirm, ...paymentFailed.renewal],
  }),
  collection_ended: ({ collectionEnded }, { merchant, product, amount }) => ({
    subject: collectionEnded.subject(merchant),
    heading: collectionEnded.heading,
    opening: collectionEnded.opening(merchant, product, amount),
    closing: [collectionEnded.closing],
  }),
  change_failed: ({ changeFailed }, { merchant, product, amount }) => ({
    subject: changeFailed.subject(merchant),
    heading: changeFailed.heading,
    opening: changeFailed.opening(merchant, product, amount),
    closing: changeFailed.closing,
  }),
  invoice: ({ invoice }, { merchant, invoice_number: number, amount }) => ({
    subject: invoice.subject(merchant, number),
    heading: invoice.heading(number),
    opening: invoice.due(amount),
    closing: [],
  }),
  refund: ({ refund }, { merchant, amount }) => ({
    subject: refund.subject(merchant),
    heading: refund.heading(amount),
    opening: refund.opening(merchant, amount),
    closing: [refund.closing],
  }),
  credit_note: ({ creditNote }, { merchant, credit_note_number: number, invoice_number: invoiceNumber }) => ({
    subject: creditNote.subject(merchant, number),
    heading: creditNote.heading(number),
    opening: creditNote.opening(invoiceNumber),
    closing: [],
  }),
  usage_alert: ({ usageAlert }, { merchant, product, usage, date }) => ({
    subject: usageAlert.subject(merchant),
    heading: usageAlert.heading(usage),
    opening: usageAlert.opening(product, usage, date),
    closing: [usageAlert.closing],
  }),
  withdrawal: ({ withdrawal }, { merchant, product, amount }) => ({
    subject: withdrawal.subject(merchant),
    heading: withdrawal.heading,
    opening: withdrawal.opening(merchant, product),
    closing: [withdrawal.ended, withdrawal.refunded(amount)],
  }),
  order_confirmation: ({ orderConfirmation, terms }, { merchant, product, support_email: address }) => ({
    subject: orderConfirmation.subject(merchant),
    heading: orderConfirmation.heading,
    opening: orderConfirmation.opening(merchant, product),
    closing: [terms.cancel(address)],
  }),
  purchase_confirmation: ({ orderConfirmation }, { merchant, product }) => ({
    subject: orderConfirmation.subject(merchant),
    heading: orderConfirmation.heading,
    opening: orderConfirmation.purchase(merchant, product),
    closing: [],
  }),
  cancellation: ({ cancellation, terms }, { merchant, product, date }) => ({
    subject: cancellation.subject(merchant),
    heading: cancellation.heading,
    opening: cancellation.scheduled(product, date),
    closing: [terms.notRequested],
  }),
  reactivation: ({ reactivation, terms }, { merchant, product, support_email: address }) => ({
    subject: reactivation.subject(merchant),
    heading: reactivation.heading,
    opening: reactivation.opening(product),
    closing: [terms.cancel(address)],
  }),
  plan_change: ({ planChange, terms }, { merchant, product, support_email: address }) => ({
    subject: planChange.subject(merchant),
    heading: planChange.heading,
    opening: planChange.opening(product),
    closing: [terms.cancel(address)],
  }),
  payment_method_change: ({ paymentMethodChange, terms }, { merchant, product }) => ({
    subject: paymentMethodChange.subject(merchant),
    heading: paymentMethodChange.heading,
    opening: paymentMethodChange.opening(product),
    closing: [terms.notRequested],
  }),
  trial_ending: ({ trialEnding, terms }, { merchant, product, date, support_email: address }) => ({
    subject: trialEnding.subject(merchant),
    heading: trialEnding.heading(date),
    opening: trialEnding.opening(product),
    closing: [terms.cancelBefore(address)],
  }),
  renewal_notice: ({ renewalNotice, terms }, { merchant, product, date, support_email: address }) => ({
    subject: renewalNotice.subject(merchant),
    heading: renewalNotice.heading(date),
    opening: renewalNotice.opening(product),
    closing: [terms.cancelBefore(address)],
  }),
  direct_debit_notice: ({ directDebitNotice }, { merchant, product, amount, date }) => ({
    subject: directDebitNotice.subject(merchant),
    heading: directDebitNotice.heading(amount),
    opening: directDebitNotice.opening(product, date),
    closing: [directDebitNotice.closing],
  }),
  card_expiring: ({ cardExpiring }, { merchant, product }) => ({
    subject: cardExpiring.subject(merchant),
    heading: cardExpiring.heading,
    opening: cardExpiring.opening(product),
    closing: [cardExpiring.closing],
  }),
};

/** The default wording of an email with these values. */
export const defaultWording = <Kind extends EmailKind>(email: Kind, texts: EmailTexts, values: ValuesOf<Kind>): Wording =>
  DEFAULTS[email](texts, values);

/** A subject is one line, whatever the values contain. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Replaces the default texts of a wording with the account's texts for this email and language, if there are any. */
export const withReplacedTexts = <Kind extends EmailKind>(
  wording: Wording,
  replaced: readonly EmailText[] | undefined,
  { email, language, values }: { readonly email: Kind; readonly language: string; readonly values: ValuesOf<Kind> },
): Wording => {
  const { subject, opening, closing } = replacedTextsOf(replaced, email, language);
  return {
    ...wording,
    ...(subject === null ? {} : { subject: oneLine(fillPlaceholders(subject, values)) }),
    ...(opening === null ? {} : { opening: fillPlaceholders(opening, values) }),
    ...(closing === null ? {} : { closing: [fillPlaceholders(closing, values)] }),
  };
};
