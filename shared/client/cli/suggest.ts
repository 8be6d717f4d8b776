import { closest, distance } from 'fastest-levenshtein';

/** Two letters that are swapped are a distance of 2. */
const maxDistance = ({ length }: string): number => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));

/** Returns ` Did you mean list?` with the most similar candidate; `''` if none is similar. */
export const suggestion = (text: string, candidates: readonly string[]): string => {
  if (candidates.length === 0) return '';
  const best = closest(text, candidates);
  return distance(text, best) <= maxDistance(text) ? ` Did you mean ${best}?` : '';
};
