import type { Account } from '../domain/account/record.ts';
import type { Customer } from '../domain/customer/record.ts';
import { BASIS_POINTS } from '../domain/money.ts';
import { METHOD_NAMES, type PaymentMethod } from '../domain/payment-methods.ts';
import type { Mode } from '../domain/tenant.ts';
import { speechOf, WORDS } from '../locales/emails/index.ts';
import type { EmailTexts } from '../locales/emails/locale.ts';
import { amountText } from '../platform/amounts.ts';
import type { ComposeDeps, ComposedMail, Enclosed, MailSkipReason, PortalLink } from './composed.ts';
import type { Action, EmailTemplate } from './email-template.ts';

/** How one account writes to one customer: in whose name, in which language, and how it writes amounts and dates. */
export interface Letter {
  readonly shop: string;
  readonly texts: EmailTexts;
  readonly amount: (amountCents: number, currency: string) => string;
  readonly date: (seconds: number) => string;
  /** Both days included: a period ends just before its last moment. */
  readonly period: (start: number, end: number) => string;
  readonly percent: (basisPoints: number) => string;
  /** The parts that differ from mail to mail, with what all of them have around them. */
  readonly template: (parts: EmailParts) => EmailTemplate;
  /** The way into the portal, where the mail carries one. */
  readonly portalAction: (portalUrl: string | null) => Action | null;
}

export type EmailParts = Pick<EmailTemplate, 'subject' | 'heading' | 'opening' | 'facts' | 'amounts' | 'action' | 'closing'>;

/** The name that customers know the account by. */
const shopName = ({ branding, name }: Account): string => branding.displayName ?? name;

const supportAddress = ({ branding, email }: Account): string => branding.supportEmail ?? email;

/** Who stands behind the name, as far as the account said. */
const imprintOf = ({ name, legalName, address, countryCode }: Account, locale: string): string => {
  const city = [address?.postalCode, address?.city].filter(Boolean).join(' ');
  const country = countryCode === null ? null : new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode);
  return [legalName ?? name, address?.line1, address?.line2, city, country].filter(Boolean).join(' · ');
};

export const letterOf = (account: Account, mode: Mode, languageTag: string | null): Letter => {
  const { language, locale } = speechOf(languageTag);
  const texts = WORDS[language];
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return {
    shop: shopName(account),
    texts,
    amount: (amountCents, currency) => amountText(amountCents, currency, locale),
    date: (seconds) => dates.format(seconds * 1000),
    period: (start, end) => dates.formatRange(start * 1000, Math.max(start, end - 1) * 1000),
    percent: (basisPoints) => percents.format(basisPoints / BASIS_POINTS),
    portalAction: (url) => (url === null ? null : { label: texts.portal, url }),
    template: (parts) => ({
      ...parts,
      language,
      notice: mode === 'test' ? texts.testMode : null,
      footer: [imprintOf(account, locale), texts.questions(supportAddress(account))],
      brand: {
        name: shopName(account),
        primaryColor: account.branding.primaryColor,
        backgroundColor: account.branding.backgroundColor,
      },
    }),
  };
};

/** What is special about a mail to a customer. */
export interface CustomerMail extends Pick<ComposedMail, 'document' | 'portal' | 'slot'> {
  readonly template: (context: Letter, last: Enclosed) => EmailTemplate;
}

/** A limited way into the portal of this subscription; none for a one-off sale, and none for a customer who is gone. */
export const portalLinkFor = (subscriptionId: string | null, { id, deletedAt }: Customer): PortalLink | null =>
  subscriptionId === null || deletedAt !== null ? null : { subscriptionId, customerId: id, emailChangeId: null };

/** A mail in the account's name to one of its customers, deleted ones included: it is about their money. A purged one has no address. */
export const toCustomer = (
  { account, tenant }: Pick<ComposeDeps, 'account' | 'tenant'>,
  customer: Customer,
  { document, portal, slot, template }: CustomerMail,
): ComposedMail | MailSkipReason => {
  if (customer.email === null) return 'no_address';
  const context = letterOf(account, tenant.mode, customer.language);
  return {
    audience: 'customer',
    envelope: { to: customer.email, senderName: context.shop, replyTo: supportAddress(account) },
    document,
    portal,
    slot,
    template: (last) => template(context, last),
  };
};

/** `Visa •••• 4242`, `iDEAL`, `Überweisung`. */
export const methodText = ({ type, brand, last4 }: PaymentMethod, { methods }: EmailTexts): string => {
  const named: Readonly<Record<string, string>> = { ...METHOD_NAMES, ...methods };
  const name = brand ?? named[type] ?? type;
  return last4 === null ? name : `${name} •••• ${last4}`;
};
