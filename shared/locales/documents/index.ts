import { spokenIn } from '../../platform/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { DocumentTexts } from './locale.ts';
import { nl } from './nl.ts';

export const WORDS = { en, de, nl, fr } as const satisfies Readonly<Record<string, DocumentTexts>>;
/** A customer's language as a document can be written in it: the words, and how numbers and dates are put there. */
export interface DocumentLocale {
  readonly words: DocumentTexts;
  /** BCP 47: the language, with the region where the customer's tag names one. */
  readonly locale: string;
}

const ENGLISH: DocumentLocale = { words: en, locale: 'en' };

/** `de-AT` as German with Austrian numbers; English for every language that there are no words for. */
export const wordingFor = (tag: string | null): DocumentLocale => {
  const spoken = spokenIn(WORDS, tag);
  return spoken === null ? ENGLISH : { words: WORDS[spoken.language], locale: spoken.locale };
};
