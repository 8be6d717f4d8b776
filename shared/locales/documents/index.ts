import { supportedLanguageOf } from '../../platform/language.ts';
import { de } from './de.ts';
import type { DocumentTexts } from './en.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

export const DOCUMENT_TEXTS = { en, de, nl, fr } as const satisfies Readonly<Record<string, DocumentTexts>>;
/** The texts of a document and the locale for its numbers and dates. */
export interface DocumentLocale {
  readonly texts: DocumentTexts;
  /** BCP 47: the language, with the region if the customer's tag has one. */
  readonly locale: string;
}

const ENGLISH: DocumentLocale = { texts: en, locale: 'en' };

/** Returns the locale of a customer's language tag: `de-AT` is German with Austrian formats. Other tags, and `null`, are English. */
export const documentLocaleFor = (tag: string | null): DocumentLocale => {
  const supported = supportedLanguageOf(DOCUMENT_TEXTS, tag);
  return supported === null ? ENGLISH : { texts: DOCUMENT_TEXTS[supported.language], locale: supported.locale };
};
