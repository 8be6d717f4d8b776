import type { Interval } from '../../../../shared/domain/periods.ts';
import { normalizeLabel } from './normalize-label.ts';

/** A price to which a plan of a file can be mapped. */
export interface PriceChoice {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly interval: string;
}

/** Maximum number of different plans in a file. */
export const MAX_PLANS = 100;

const INTERVALS: readonly (readonly [Interval, RegExp])[] = [
  [
    'month',
    /\b((per|pro|a|each|every|je|par|elke) )?(month|monthly|months|monat|monatlich|monatlicher|maand|maandelijks|mois|mensuel|mensuelle|mo|mtl)\b/g,
  ],
  [
    'year',
    /\b((per|pro|a|each|every|je|par|elke) )?(year|yearly|years|annual|annually|jahr|jahrlich|jaehrlich|jahrlicher|jaar|jaarlijks|an|annee|annuel|annuelle|yr)\b/g,
  ],
];

interface NamedInterval {
  readonly name: string;
  readonly interval: Interval;
}

/**
 * Splits the label of a plan into a product name and an interval: `gold monthly` is `gold` with the interval `month`. Returns every
 * possible split, because the name of an interval can also be part of a product name.
 */
const variantsOf = (label: string): readonly NamedInterval[] =>
  INTERVALS.flatMap(([interval, pattern]) =>
    [...label.matchAll(pattern)].map(({ index, 0: match }) => ({
      name: normalizeLabel(`${label.slice(0, index)} ${label.slice(index + match.length)}`),
      interval,
    })),
  );

/** The only item; `null`: there are none or several. */
const only = <T>(items: readonly T[]): T | null => (items.length === 1 ? (items[0] ?? null) : null);

/**
 * The price that a plan of the file means. The plan can be a price id, a product, or a product and an interval. `null`: no price matches,
 * or more than one.
 */
const guessPrice = (plan: string, prices: readonly PriceChoice[]): PriceChoice | null => {
  const exact = prices.find(({ id }) => id === plan);
  if (exact !== undefined) return exact;
  const label = normalizeLabel(plan);
  const named = prices.filter(({ productName, productId }) => productId === plan || normalizeLabel(productName) === label);
  if (named.length > 0) return only(named);
  const variants = variantsOf(label);
  return only(
    prices.filter((price) =>
      variants.some(({ name, interval }) => normalizeLabel(price.productName) === name && price.interval === interval),
    ),
  );
};

/** The price id of each plan for which exactly one price matches. */
export const guessPlanPrices = (plans: readonly string[], prices: readonly PriceChoice[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    plans.flatMap((plan) => {
      const price = guessPrice(plan, prices);
      return price === null ? [] : [[plan, price.id] as const];
    }),
  );

/** Whether the text is an HTTP URL; the API makes the final check. */
export const isHttpUrl = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};
