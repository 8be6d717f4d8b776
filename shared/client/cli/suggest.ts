import { closest, distance } from 'fastest-levenshtein';

/** Returns ` Did you mean list?` with the most similar candidate; `''` if none is similar. */
export const suggestion = (text: string, candidates: readonly string[]): string => {
  if (candidates.length === 0) return '';
  const best = closest(text, candidates);
  return distance(text, best) <= Math.max(1, Math.round(text.length / 3)) ? ` Did you mean ${best}?` : '';
};
