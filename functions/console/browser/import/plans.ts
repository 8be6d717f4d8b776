import type { Interval } from '../../../../shared/domain/periods.ts';
import { labelText } from './labels.ts';

/** A price that a plan of a file may be for. */
export interface PriceChoice {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly interval: string;
}

/** The most plans of which a file may say its subscriptions are. */
export const MOST_PLANS = 100;

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

/** `gold monthly` as `gold`, by the month; each way to read it, as a name may have such a word in it too. */
const readingsOf = (labels: string): readonly NamedInterval[] =>
  INTERVALS.flatMap(([interval, pattern]) =>
    [...labels.matchAll(pattern)].map(({ index, 0: found }) => ({
      name: labelText(`${labels.slice(0, index)} ${labels.slice(index + found.length)}`),
      interval,
    })),
  );

/** The only one of them; `null`: there is none, or more. */
const only = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] ?? null) : null);

const guessPrice = (plan: string, prices: readonly PriceChoice[]): PriceChoice | null => {
  const exact = prices.find(({ id }) => id === plan);
  if (exact !== undefined) return exact;
  const labels = labelText(plan);
  const named = prices.filter(({ productName, productId }) => productId === plan || labelText(productName) === labels);
  if (named.length > 0) return only(named);
  const readings = readingsOf(labels);
  return only(
    prices.filter((price) => readings.some(({ name, interval }) => labelText(price.productName) === name && price.interval === interval)),
  );
};

/** The price that each plan most likely means, by its id; where that is open, none. */
export const guessPlans = (plans: readonly string[], prices: readonly PriceChoice[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    plans.flatMap((plan) => {
      const price = guessPrice(plan, prices);
      return price === null ? [] : [[plan, price.id] as const];
    }),
  );

/** Whether customers can be sent there; the API has the final outcome. */
export const isAddress = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};
