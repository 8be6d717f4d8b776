import { closest, distance } from 'fastest-levenshtein';

/** Two letters that are swapped are a distance of 2. */
const maxDistance = ({ length }: string): number => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));

const wordsOf = (name: string): readonly string[] => name.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** True if one name has all words of the other: `country` and `country_code`. */
const sharesWords = (name: string, other: string): boolean => {
  const [fewer = [], more = []] = [wordsOf(name), wordsOf(other)].sort((a, b) => a.length - b.length);
  return fewer.length > 0 && fewer.every((word) => more.includes(word));
};

/**
 * Returns the most similar candidate: the one that differs in the fewest letters, or else one that has the same words and more or fewer of
 * them. `null`: none is similar.
 */
export const mostSimilar = (text: string, candidates: readonly string[]): string | null => {
  if (candidates.length === 0) return null;
  const nearest = closest(text, candidates);
  if (distance(text, nearest) <= maxDistance(text)) return nearest;
  const related = candidates.filter((candidate) => sharesWords(text, candidate));
  return related.length === 0 ? null : closest(text, related);
};

/** Returns ` Did you mean list?` with the most similar candidate; `''` if none is similar. */
export const suggestion = (text: string, candidates: readonly string[]): string => {
  const similar = mostSimilar(text, candidates);
  return similar === null ? '' : ` Did you mean ${similar}?`;
};
