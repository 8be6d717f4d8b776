import { type Account, shopNameOf } from '../domain/account/record.ts';
import { BASIS_POINTS } from '../domain/amounts/money.ts';
import type { Customer } from '../domain/customer/record.ts';
import type { EmailKind } from '../domain/mail/email-texts.ts';
import { METHOD_NAMES, type PaymentMethod } from '../domain/payment/methods.ts';
import type { Mode } from '../domain/tenant.ts';
import type { EmailTexts } from '../locales/emails/en.ts';
import { EMAIL_TEXTS, emailLocaleFor, type Language } from '../locales/emails/index.ts';
import { amountText, quantityFormat, unitAmountText } from '../platform/amounts.ts';
import { displayNames, numberFormat } from '../platform/intl.ts';
import { dateFormat, dateLocale } from '../platform/language.ts';
import type { ComposeDeps, ComposedMail, MailLink, MailSkipReason, SendDetails } from './composed.ts';
import type { Action, EmailTemplate } from './email-template.ts';
import { defaultWording, type OwnValuesOf, type ValuesOf, type Wording, withReplacedTexts } from './wording.ts';

/** Common parts of mails from an account to a customer: shop name, texts in the customer's language, formats and layout. */
export interface EmailContext {
  readonly shop: string;
  /** Address for questions and cancellations; replies to the mail go to it. */
  readonly supportAddress: string;
  readonly texts: EmailTexts;
  /** Language of the texts. */
  readonly language: Language;
  readonly amount: (amountCents: number, currency: string) => string;
  /** Formats a price per unit, given in cents as a decimal string. */
  readonly unitAmount: (unitAmountDecimal: string, currency: string) => string;
  readonly date: (seconds: number) => string;
  /** Date and time in UTC. */
  readonly dateTime: (seconds: number) => string;
  /** The month of a time, with its year. */
  readonly month: (seconds: number) => string;
  /** The first and last day of a period. `start` (inclusive) and `end` (exclusive): Unix seconds. */
  readonly period: (start: number, end: number) => string;
  readonly percent: (basisPoints: number) => string;
  /** Formats a number of units, given as a decimal string. */
  readonly quantity: (decimal: string) => string;
  /** The wording of an email: for each text, the account's replacement, else the text of the variant, else the default. */
  readonly wording: <Kind extends EmailKind>(email: Kind, values: OwnValuesOf<Kind>, variant?: Partial<Wording>) => Wording;
  /** Completes the parts of one mail with the branding, footer and test mode notice. */
  readonly template: (parts: EmailParts) => EmailTemplate;
  /** The button to the portal; `null` without a URL. `label`: by default "Manage your subscription" in the reader's language. */
  readonly portalAction: (linkUrl: string | null, label?: string) => Action | null;
}

export interface EmailParts extends Wording, Pick<EmailTemplate, 'facts' | 'amounts' | 'action'> {
  /** The last paragraph, which names the attachment; missing or `null`: nothing is attached. */
  readonly attachment?: string | null;
}

const supportAddress = ({ branding, email }: Account): string => branding.supportEmail ?? email;

/** Legal name and address of the account, as far as they are known. */
const imprintOf = ({ name, legalName, address, countryCode }: Account, locale: string): string => {
  const city = [address?.postalCode, address?.city].filter(Boolean).join(' ');
  const country = countryCode === null ? null : displayNames(locale, { type: 'region' }).of(countryCode);
  return [legalName ?? name, address?.line1, address?.line2, city, country].filter(Boolean).join(' · ');
};

/** Creates the context of an email. The language and country of `reader` determine the texts and formats. */
export const emailContextOf = (account: Account, mode: Mode, reader: Pick<Customer, 'language' | 'countryCode'>): EmailContext => {
  const { language, locale } = emailLocaleFor(reader.language);
  const texts = EMAIL_TEXTS[language];
  const readerLocale = dateLocale(locale, reader.countryCode);
  const dates = dateFormat(readerLocale, { dateStyle: 'long' });
  const times = dateFormat(readerLocale, { dateStyle: 'long', timeStyle: 'short' });
  const months = dateFormat(readerLocale, { month: 'long', year: 'numeric' });
  const percents = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return {
    shop: shopNameOf(account),
    supportAddress: supportAddress(account),
    texts,
    language,
    amount: (amountCents, currency) => amountText(amountCents, currency, locale),
    unitAmount: (unitAmountDecimal, currency) => unitAmountText(unitAmountDecimal, currency, locale),
    date: (seconds) => dates.format(seconds * 1000),
    dateTime: (seconds) => `${times.format(seconds * 1000)} UTC`,
    month: (seconds) => months.format(seconds * 1000),
    period: (start, end) => dates.formatRange(start * 1000, Math.max(start, end - 1) * 1000),
    percent: (basisPoints) => percents.format(basisPoints / BASIS_POINTS),
    quantity: quantityFormat(locale),
    portalAction: (url, label = texts.portal) => (url === null ? null : { label, url }),
    wording: <Kind extends EmailKind>(email: Kind, own: OwnValuesOf<Kind>, variant: Partial<Wording> = {}) => {
      const values: ValuesOf<Kind> = { merchant: shopNameOf(account), support_email: supportAddress(account), ...own };
      return withReplacedTexts({ ...defaultWording(email, texts, values), ...variant }, account.emailTexts, { email, language, values });
    },
    template: ({ attachment = null, closing, ...parts }) => ({
      ...parts,
      closing: attachment === null ? closing : [...closing, attachment],
      language,
      notice: mode === 'test' ? texts.testMode : null,
      footer: [imprintOf(account, locale), texts.questions(supportAddress(account))],
      brand: {
        name: shopNameOf(account),
        primaryColor: account.branding.primaryColor,
        backgroundColor: account.branding.backgroundColor,
      },
    }),
  };
};

/** The parts of a composed mail that differ between mails to customers. */
export interface CustomerMail extends Pick<ComposedMail, 'document' | 'link' | 'rateLimits'> {
  readonly template: (context: EmailContext, details: SendDetails) => EmailTemplate;
}

/** A link to a limited portal session of this subscription; `null` for one-off payments and deleted customers. */
export const portalLinkFor = (subscriptionId: string | null, { id, deletedAt }: Customer): MailLink | null =>
  subscriptionId === null || deletedAt !== null ? null : { subscriptionId, customerId: id, emailChangeId: null };

/** Composes a mail from the account to a customer. Deleted customers still get mail about their money; purged customers have no address. */
export const composeForCustomer = (
  { account, tenant }: Pick<ComposeDeps, 'account' | 'tenant'>,
  customer: Customer,
  { document, link, rateLimits, template }: CustomerMail,
): ComposedMail | MailSkipReason => {
  if (customer.email === null) return 'no_address';
  const context = emailContextOf(account, tenant.mode, customer);
  return {
    audience: 'customer',
    customer,
    envelope: { to: customer.email, senderName: context.shop, replyTo: supportAddress(account) },
    document,
    link,
    rateLimits,
    template: (details) => template(context, details),
  };
};

/** Describes a payment method: `Visa •••• 4242`, `iDEAL`, `Überweisung`. */
export const methodText = ({ type, brand, last4 }: PaymentMethod, { methods }: EmailTexts): string => {
  const names: Readonly<Record<string, string>> = { ...METHOD_NAMES, ...methods };
  const name = brand ?? names[type] ?? type;
  return last4 === null ? name : `${name} •••• ${last4}`;
};
