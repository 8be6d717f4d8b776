import { sum } from './money.ts';

/** An exact number of cents: `numerator / denominator`. */
export interface ExactCents {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The amount rounded down to whole cents, and the numerator of the rest. */
const split = ({ numerator, denominator }: ExactCents): { readonly cents: number; readonly rest: bigint } => {
  const modulo = ((numerator % denominator) + denominator) % denominator;
  return { cents: Number((numerator - modulo) / denominator), rest: modulo };
};

/**
 * Rounds amounts so that they add up to `totalCents` (largest remainder): each is rounded down, and the cents that are left go to the
 * amounts that lost most; among equal losses, to the first. If the total is the rounded sum of the amounts, each amount changes by less
 * than a cent. All denominators must be equal.
 */
export const roundedToTotal = (amounts: readonly ExactCents[], totalCents: number): readonly number[] => {
  if (amounts.length === 0) return [];
  const parts = amounts.map(split);
  const left = totalCents - sum(parts.map(({ cents }) => cents));
  const centsForEach = Math.floor(left / amounts.length);
  const extraCents = left - centsForEach * amounts.length;
  const byRest = parts
    .map(({ rest }, index) => ({ rest, index }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  const favored = new Set(byRest.slice(0, extraCents).map(({ index }) => index));
  return parts.map(({ cents }, index) => cents + centsForEach + (favored.has(index) ? 1 : 0));
};
