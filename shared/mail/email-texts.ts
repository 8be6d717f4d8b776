import type { Account } from '../domain/account/record.ts';
import {
  type EmailKind,
  type OwnPlaceholder,
  PLACEHOLDERS,
  type Placeholder,
  placeholdersOf,
  type ReplaceableTexts,
  replacedTextsOf,
} from '../domain/mail/email-texts.ts';
import { EMAIL_TEXTS, type Language } from '../locales/emails/index.ts';
import { emailContextOf } from './email-context.ts';
import { buildMail, type Row } from './email-template.ts';
import { defaultWording } from './wording.ts';

/** Email texts that an account can replace: their defaults, and a preview of an email with the account's texts. */

export const EMAIL_LANGUAGES = Object.keys(EMAIL_TEXTS) as Language[];

/** Every placeholder as it is written in a text: `{product}`. */
const WRITTEN_PLACEHOLDERS = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{${name}}`])) as Readonly<Record<Placeholder, string>>;

const defaultTexts = (email: EmailKind, language: Language): ReplaceableTexts => {
  const { subject, opening, closing } = defaultWording(email, EMAIL_TEXTS[language], WRITTEN_PLACEHOLDERS);
  return { subject, opening, closing: closing.length === 0 ? null : closing.join(' ') };
};

const viewTexts = ({ subject, opening, closing }: ReplaceableTexts) => ({ subject, opening, closing });

/** The API's `email_text`. */
export const viewEmailText = ({ emailTexts }: Pick<Account, 'emailTexts'>, email: EmailKind, language: Language) => ({
  object: 'email_text' as const,
  livemode: true,
  email,
  language,
  texts: viewTexts(replacedTextsOf(emailTexts, email, language)),
  default_texts: viewTexts(defaultTexts(email, language)),
  placeholders: [...placeholdersOf(email)],
});

/** Emails with a link to the portal. */
const LINKED: ReadonlySet<EmailKind> = new Set([
  'payment_failed',
  'payment_authentication_required',
  'invoice',
  'usage_alert',
  'card_expiring',
] as const);

const SAMPLE_URL = 'https://example.com/';

/** Renders an email with the account's texts, name and support address, and samples for all other placeholders. `now`: Unix seconds. */
export const previewEmail = (
  account: Account,
  email: EmailKind,
  { language, now }: { readonly language: Language; readonly now: number },
) => {
  const context = emailContextOf(account, 'live', { language, countryCode: null });
  const { labels, paymentFailed } = context.texts;
  const samples: Readonly<Record<OwnPlaceholder, string>> = {
    product: 'Premium',
    amount: context.amount(4900, 'EUR'),
    date: context.date(now),
    usage: context.quantity('1000'),
    invoice_number: 'INV-000123',
    credit_note_number: 'CN-000045',
  };
  const rowOf = (name: keyof typeof samples, label: string): readonly Row[] =>
    placeholdersOf(email).includes(name) ? [[label, samples[name]]] : [];
  const template = context.template({
    ...context.wording(email, samples),
    facts: [
      ...rowOf('invoice_number', labels.invoice),
      ...rowOf('credit_note_number', labels.creditNote),
      ...rowOf('product', labels.product),
      ...rowOf('date', labels.date),
    ],
    amounts: rowOf('amount', labels.amount),
    action: context.portalAction(LINKED.has(email) ? SAMPLE_URL : null, email.startsWith('payment_') ? paymentFailed.pay : undefined),
  });
  const { subject, text, html } = buildMail({ to: account.email, senderName: null, replyTo: null }, template, []);
  return { subject, text, html };
};
