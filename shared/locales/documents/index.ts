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

/** From the customer's language tag: `de-AT` is German with Austrian formats. Unsupported languages and `null` are English. */
export const documentLocaleFor = (tag: string | null): DocumentLocale => {
  const spoken = supportedLanguageOf(DOCUMENT_TEXTS, tag);
  return spoken === null ? ENGLISH : { texts: DOCUMENT_TEXTS[spoken.language], locale: spoken.locale };
};
