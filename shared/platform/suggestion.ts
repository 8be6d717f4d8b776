import { closest, distance } from 'fastest-levenshtein';

/** Edit distance of a typing error: two swapped letters have a distance of 2. */
const TYPO_DISTANCE = 2;

/** Highest distance of a candidate that is suggested. */
const maxDistance = ({ length }: string): number => (length < 4 ? 1 : Math.max(TYPO_DISTANCE, Math.floor(length / 3)));

const partsOf = (name: string): readonly string[] => name.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** True if one name has all parts of the other: `country` and `country_code`. */
const sharesParts = (name: string, other: string): boolean => {
  const [fewer = [], more = []] = [partsOf(name), partsOf(other)].sort((a, b) => a.length - b.length);
  return fewer.length > 0 && fewer.every((part) => more.includes(part));
};

/**
 * Returns the most similar candidate: one that differs by a typing error, or else one with additional or fewer parts (`country` and
 * `country_code`), or else one that differs in few letters. `null`: none is similar.
 */
export const mostSimilar = (text: string, candidates: readonly string[]): string | null => {
  if (candidates.length === 0) return null;
  const nearest = closest(text, candidates);
  const nearestDistance = distance(text, nearest);
  const related = candidates.filter((candidate) => sharesParts(text, candidate));
  if (nearestDistance > TYPO_DISTANCE && related.length > 0) return closest(text, related);
  return nearestDistance <= maxDistance(text) ? nearest : null;
};

/** Returns ` Did you mean list?` with the most similar candidate; `''` if none is similar. */
export const suggestion = (text: string, candidates: readonly string[]): string => {
  const similar = mostSimilar(text, candidates);
  return similar === null ? '' : ` Did you mean ${similar}?`;
};
