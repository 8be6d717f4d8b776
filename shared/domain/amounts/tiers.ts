import { parseUnitAmount, priceOfUnits } from './decimal.ts';

/** One tier of a graduated price: the units after the previous tier, up to and including `upTo` (`null`: no end), at one unit amount. */
export interface Tier {
  readonly upTo: number | null;
  /** Flat fee, charged once per period if the tier has units in it. */
  readonly flatAmountCents: number;
  readonly unitAmountDecimal: string;
}

/** The units in one tier, and the charge for them. */
export interface TierCharge {
  readonly tier: Tier;
  readonly quantity: number;
  readonly amountCents: number;
}

/** Cents for `quantity` units at `unitAmountDecimal` plus a flat fee, rounded once. */
export const usageAmountCents = (unitAmountDecimal: string, quantity: number, flatCents = 0): number =>
  priceOfUnits(parseUnitAmount(unitAmountDecimal) ?? 0n, quantity, flatCents);

/**
 * Splits `quantity` among the tiers of a graduated price. `before`: units of the same period that are billed already. A tier without units
 * has quantity and amount 0. A tier's amount is the price of all its units in the period minus the price of the units billed already, so a
 * quantity that is billed in several parts costs the same.
 */
export const chargeByTier = (tiers: readonly Tier[], quantity: number, before = 0): readonly TierCharge[] => {
  let nextFrom = 0;
  return tiers.map((tier) => {
    const upTo = tier.upTo ?? Number.POSITIVE_INFINITY;
    const from = nextFrom;
    nextFrom = upTo;
    const unitsUpTo = (total: number): number => Math.max(0, Math.min(total, upTo) - from);
    const amountOf = (units: number): number => (units === 0 ? 0 : usageAmountCents(tier.unitAmountDecimal, units, tier.flatAmountCents));
    const [unitsBefore, unitsAfter] = [unitsUpTo(before), unitsUpTo(before + quantity)];
    return { tier, quantity: unitsAfter - unitsBefore, amountCents: amountOf(unitsAfter) - amountOf(unitsBefore) };
  });
};
