import { spokenIn } from '../../platform/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { DocumentTexts } from './locale.ts';
import { nl } from './nl.ts';

export const WORDS = { en, de, nl, fr } as const satisfies Readonly<Record<string, DocumentTexts>>;
/** The texts of a document and the locale for its numbers and dates. */
export interface DocumentLocale {
  readonly words: DocumentTexts;
  /** BCP 47: the language, with the region if the customer's tag has one. */
  readonly locale: string;
}

const ENGLISH: DocumentLocale = { words: en, locale: 'en' };

/** From the customer's language tag: `de-AT` is German with Austrian formats. Unsupported languages and `null` are English. */
export const wordingFor = (tag: string | null): DocumentLocale => {
  const spoken = spokenIn(WORDS, tag);
  return spoken === null ? ENGLISH : { words: WORDS[spoken.language], locale: spoken.locale };
};
