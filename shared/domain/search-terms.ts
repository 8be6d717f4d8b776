/** Longest term, in characters; longer texts are found by their beginning. */
const MAX_TERM_LENGTH = 64;
/** Words of a name from which a term starts. */
const MAX_WORDS = 6;

const words = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const shortened = (term: string): string => [...term].slice(0, MAX_TERM_LENGTH).join('');

/** Normalizes a name: lower case, without accents and punctuation, one space between words. */
const normalizedName = (name: string): string => shortened(words(name).join(' '));

/** Normalizes a text that is a single word with punctuation, such as an email address or a code. */
const normalizedWord = (text: string): string => shortened(text.normalize('NFKC').trim().toLowerCase());

/** Terms of a name: the name from each of its first words on, so that `lovelace` and `ada lov` find "Ada Lovelace". */
export const nameTerms = (name: string | null): readonly string[] => {
  const all = words(name ?? '');
  return all.slice(0, MAX_WORDS).map((_word, index) => shortened(all.slice(index).join(' ')));
};

/** Terms of a text that is searched from its beginning only, such as an email address or a code. */
export const wordTerms = (text: string | null): readonly string[] => (text === null || text.trim() === '' ? [] : [normalizedWord(text)]);

/**
 * The beginnings of terms that a query looks for: of names and of single words, without duplicates. With an `@`: of email addresses only.
 * Empty if the query has no letter or digit.
 */
export const queryTerms = (query: string): readonly string[] => {
  const asName = normalizedName(query);
  if (asName === '') return [];
  return [...new Set(query.includes('@') ? [normalizedWord(query)] : [asName, normalizedWord(query)])];
};
