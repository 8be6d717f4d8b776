import { de } from './de.ts';
import type { EmailTexts } from './en.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';

/** The texts of emails by language. Customers with any other language get English. */
export const EMAIL_TEXTS = { en, de, nl, fr, es, it, pl } as const satisfies Readonly<Record<string, EmailTexts>>;
export type Language = keyof typeof EMAIL_TEXTS;

/** The language of the texts and the locale for amounts and dates. */
export interface EmailLocale {
  readonly language: Language;
  readonly locale: string;
}

const isLanguage = (text: string): text is Language => Object.hasOwn(EMAIL_TEXTS, text);

/** Returns the locale of a customer's language tag: `de-AT` is German with Austrian formats. Other tags, and `null`, are English. */
export const emailLocaleFor = (tag: string | null): EmailLocale => {
  const locale = tag === null ? null : canonicalTag(tag);
  const language = locale?.split('-')[0] ?? '';
  return locale !== null && isLanguage(language) ? { language, locale } : { language: 'en', locale: 'en' };
};

/** `de-at` as `de-AT`; `null`: not a valid language tag. */
const canonicalTag = (tag: string): string | null => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
};
