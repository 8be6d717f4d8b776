import { parseUnitAmount, priceOfUnits } from './decimal.ts';

/** One step of a graduated price: units up to `upTo` (inclusive; `null` = without end) at one unit amount. */
export interface Tier {
  readonly upTo: number | null;
  /** Charged once when the tier is entered. */
  readonly flatAmountCents: number;
  readonly unitAmountDecimal: string;
}

/** What one tier contributes to a quantity. */
export interface TierCharge {
  readonly tier: Tier;
  readonly quantity: number;
  readonly amountCents: number;
}

/** Cents of `quantity` units at `unitAmountDecimal`, rounded once. */
export const usageAmountCents = (unitAmountDecimal: string, quantity: number, flatCents = 0): number =>
  priceOfUnits(parseUnitAmount(unitAmountDecimal) ?? 0n, quantity, flatCents);

/**
 * Graduated pricing: every tier with its share of `quantity`, counted on from the `before` units that came first in the same period; a
 * tier not entered by these units has quantity and amount 0. Each tier's amount is what all its units come to less what the units before
 * came to, so that a quantity costs the same in one slice as in many.
 */
export const chargeByTier = (tiers: readonly Tier[], quantity: number, before = 0): readonly TierCharge[] => {
  let lower = 0;
  return tiers.map((tier) => {
    const upper = tier.upTo ?? Number.POSITIVE_INFINITY;
    const from = lower;
    lower = upper;
    const unitsUpTo = (total: number): number => Math.max(0, Math.min(total, upper) - from);
    const amountOf = (units: number): number => (units === 0 ? 0 : usageAmountCents(tier.unitAmountDecimal, units, tier.flatAmountCents));
    const [earlier, all] = [unitsUpTo(before), unitsUpTo(before + quantity)];
    return { tier, quantity: all - earlier, amountCents: amountOf(all) - amountOf(earlier) };
  });
};
