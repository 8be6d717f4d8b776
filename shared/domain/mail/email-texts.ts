import type { Refusal } from '../refusal.ts';
import { invalidParam } from '../refusal.ts';

/** An account's texts that replace the default texts of emails to customers. */

/** `merchant`: the account's name as customers see it. `support_email`: the address for replies. */
export const PLACEHOLDERS = [
  'merchant',
  'support_email',
  'product',
  'amount',
  'date',
  'usage',
  'invoice_number',
  'credit_note_number',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** The placeholders of every email. */
const COMMON_PLACEHOLDERS = ['merchant', 'support_email'] as const satisfies readonly Placeholder[];

export type CommonPlaceholder = (typeof COMMON_PLACEHOLDERS)[number];

/**
 * The emails whose texts can be replaced, with the placeholders that each offers in addition to `COMMON_PLACEHOLDERS`. Emails that only
 * deliver a personal link or protect an address (`portal_link`, `checkout_link`, `email_change`, `email_changed`) keep their texts.
 */
export const EMAIL_PLACEHOLDERS = {
  receipt: ['amount', 'date'],
  payment_failed: ['amount', 'date'],
  payment_authentication_required: ['amount', 'date'],
  collection_ended: ['product', 'amount', 'date'],
  change_failed: ['product', 'amount', 'date'],
  invoice: ['invoice_number', 'amount', 'date'],
  refund: ['amount', 'date'],
  credit_note: ['credit_note_number', 'invoice_number', 'amount', 'date'],
  usage_alert: ['product', 'usage', 'date'],
  withdrawal: ['product', 'amount', 'date'],
  order_confirmation: ['product', 'date'],
  purchase_confirmation: ['product', 'date'],
  cancellation: ['product', 'date'],
  reactivation: ['product'],
  plan_change: ['product'],
  payment_method_change: ['product'],
  trial_ending: ['product', 'date'],
  renewal_notice: ['product', 'date'],
  direct_debit_notice: ['product', 'amount', 'date'],
  card_expiring: ['product', 'date'],
} as const satisfies Readonly<Record<string, readonly Placeholder[]>>;

export type EmailKind = keyof typeof EMAIL_PLACEHOLDERS;

export const EMAIL_KINDS = Object.keys(EMAIL_PLACEHOLDERS) as EmailKind[];

/** The placeholders that an email kind offers in addition to the common ones. */
export type OwnPlaceholder<Kind extends EmailKind = EmailKind> = (typeof EMAIL_PLACEHOLDERS)[Kind][number];

/** All placeholders of an email. */
export const placeholdersOf = (email: EmailKind): readonly Placeholder[] => [...COMMON_PLACEHOLDERS, ...EMAIL_PLACEHOLDERS[email]];

/** The texts of an email that can be replaced; `null`: the default. */
export interface ReplaceableTexts {
  readonly subject: string | null;
  readonly opening: string | null;
  readonly closing: string | null;
}

/** The account's texts for one email in one language, such as `de`. */
export interface EmailText extends ReplaceableTexts {
  readonly email: EmailKind;
  readonly language: string;
}

export const TEXT_NAMES = ['subject', 'opening', 'closing'] as const satisfies readonly (keyof ReplaceableTexts)[];

export const NO_TEXTS: ReplaceableTexts = { subject: null, opening: null, closing: null };

/** Length limits, in characters. */
export const EMAIL_TEXT_LIMITS = { subject: 150, opening: 1000, closing: 1000 } as const satisfies Record<keyof ReplaceableTexts, number>;

/** Maximum size of all `EmailText` objects of an account; limited because the account's record contains them. */
export const EMAIL_TEXTS_MAX_BYTES = 20 * 1024;

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Finds the first pair of braces that is not a `known` placeholder, or the first unpaired brace; `null`: neither. */
const unknownPlaceholder = (text: string, known: readonly string[]): string | null => {
  const rest = text.replaceAll(PLACEHOLDER, (match, name: string) => (known.includes(name) ? '' : match));
  return /\{[^{}]*\}?|\}/.exec(rest)?.[0] ?? null;
};

/** Refuses a text with a placeholder that the email does not offer, or with an unpaired brace; `null`: the texts are valid. */
export const placeholderProblem = (email: EmailKind, texts: ReplaceableTexts): Refusal | null => {
  const known = placeholdersOf(email);
  for (const name of TEXT_NAMES) {
    const unknown = unknownPlaceholder(texts[name] ?? '', known);
    if (unknown === null) continue;
    const names = known.map((each) => `{${each}}`).join(', ');
    return invalidParam(`texts.${name}`, `\`${unknown}\` is not a placeholder of this email. Use ${names}.`);
  }
  return null;
};

/** Replaces the placeholders of a text that have a value; all others remain. Values are not searched for placeholders. */
export const fillPlaceholders = (text: string, values: Readonly<Partial<Record<string, string>>>): string =>
  text.replaceAll(PLACEHOLDER, (match, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? match) : match));

/** The account's texts for an email in a language; `NO_TEXTS` if it has none. */
export const replacedTextsOf = (texts: readonly EmailText[] | undefined, email: EmailKind, language: string): ReplaceableTexts =>
  texts?.find((each) => each.email === email && each.language === language) ?? NO_TEXTS;
