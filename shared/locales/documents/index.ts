import { spokenIn } from '../../platform/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { DocumentTexts } from './locale.ts';
import { nl } from './nl.ts';

export const TEXTS = { en, de, nl, fr } as const satisfies Readonly<Record<string, DocumentTexts>>;
/** A customer's language as a document can be written in it: the texts, and how numbers and dates are put there. */
export interface Wording {
  readonly strings: DocumentTexts;
  /** BCP 47: the language, with the region where the customer's tag names one. */
  readonly locale: string;
}

const ENGLISH: Wording = { strings: en, locale: 'en' };

/** `de-AT` as German with Austrian numbers; English for every language that there are no texts for. */
export const wordingFor = (tag: string | null): Wording => {
  const spoken = spokenIn(TEXTS, tag);
  return spoken === null ? ENGLISH : { strings: TEXTS[spoken.language], locale: spoken.locale };
};
