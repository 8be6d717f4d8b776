/** Longest term, in characters; longer texts are found by their beginning. */
const MAX_TERM_LENGTH = 64;
/** Maximum number of terms of a name; each starts at another part of the name. */
const MAX_PARTS = 6;

const partsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');

const shortened = (term: string): string => [...term].slice(0, MAX_TERM_LENGTH).join('');

/** Normalizes a name: lower case, without accents and punctuation, one space between its parts. */
const normalizedName = (name: string): string => shortened(partsOf(name).join(' '));

/** Normalizes a text in which punctuation matters, such as an email address or a code. */
const normalizedText = (text: string): string => shortened(text.normalize('NFKC').trim().toLowerCase());

/** Terms of a name: for each of its first parts, the name from that part on, so that `lovelace` and `ada lov` find "Ada Lovelace". */
export const nameTerms = (name: string | null): readonly string[] => {
  const parts = partsOf(name ?? '');
  return parts.slice(0, MAX_PARTS).map((_part, index) => shortened(parts.slice(index).join(' ')));
};

/** Terms of a text that is searched from its beginning only, such as an email address or a code. */
export const textTerms = (text: string | null): readonly string[] => (text === null || text.trim() === '' ? [] : [normalizedText(text)]);

/**
 * The prefixes that a search with this query looks for: the query normalized as a name, and as a text with punctuation. For a query that
 * contains `@`, only the text. Empty if the query has no letter or digit.
 */
export const queryTerms = (query: string): readonly string[] => {
  const asName = normalizedName(query);
  if (asName === '') return [];
  return [...new Set(query.includes('@') ? [normalizedText(query)] : [asName, normalizedText(query)])];
};
