import { groupsBy } from '../groups.ts';
import { sum } from './money.ts';

/** An amount in cents of its currency. */
export interface Amount {
  readonly currency: string;
  readonly cents: number;
}

/** Number and sum of amounts in one currency. */
export interface AmountTotal {
  readonly currency: string;
  readonly count: number;
  readonly amountCents: number;
}

/** Sums amounts by currency, in alphabetical order. */
export const amountTotals = (amounts: readonly Amount[]): readonly AmountTotal[] =>
  [...groupsBy(amounts, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, group]) => ({ currency, count: group.length, amountCents: sum(group.map(({ cents }) => cents)) }));
