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

/** Graduated pricing: every tier with its share of `quantity`; a tier not entered has quantity and amount 0. */
export const chargeByTier = (tiers: readonly Tier[], quantity: number): readonly TierCharge[] => {
  let lower = 0;
  return tiers.map((tier) => {
    const upper = tier.upTo ?? Number.POSITIVE_INFINITY;
    const units = Math.max(0, Math.min(quantity, upper) - lower);
    lower = upper;
    return { tier, quantity: units, amountCents: units === 0 ? 0 : usageAmountCents(tier.unitAmountDecimal, units, tier.flatAmountCents) };
  });
};
