import { parseUnitAmount, priceOfUnits } from './decimal.ts';

/** One tier of a graduated price: the units after the previous tier, up to and including `upTo` (`null`: no end), at one unit amount. */
export interface Tier {
  readonly upTo: number | null;
  /** Flat fee, charged once per period if units are billed in the tier. */
  readonly flatAmountCents: number;
  readonly unitAmountDecimal: string;
}

/** The units in one tier, and the charge for them. */
export interface TierCharge {
  readonly tier: Tier;
  readonly quantity: number;
  readonly amountCents: number;
}

/** Cents for `quantity` units at `unitAmountDecimal`, rounded once. */
export const usageAmountCents = (unitAmountDecimal: string, quantity: number): number =>
  priceOfUnits(parseUnitAmount(unitAmountDecimal) ?? 0n, quantity);

/** What was billed earlier in a period. */
export interface BilledUsage {
  readonly units: number;
  /** Indices of the tiers whose flat fee was charged. `null`: all tiers into which `units` reach. */
  readonly chargedFees: readonly number[] | null;
}

export const NOTHING_BILLED: BilledUsage = { units: 0, chargedFees: [] };

/**
 * Splits `quantity` among the tiers of a graduated price. A tier without units has quantity and amount 0. The price of a tier's units is
 * the price of all its units in the period minus the price of the units billed already, so a quantity that is billed in several parts costs
 * the same.
 */
export const chargeByTier = (tiers: readonly Tier[], quantity: number, billed: BilledUsage = NOTHING_BILLED): readonly TierCharge[] => {
  let nextFrom = 0;
  return tiers.map((tier, index) => {
    const upTo = tier.upTo ?? Number.POSITIVE_INFINITY;
    const from = nextFrom;
    nextFrom = upTo;
    const unitsUpTo = (total: number): number => Math.max(0, Math.min(total, upTo) - from);
    const amountOf = (units: number): number => usageAmountCents(tier.unitAmountDecimal, units);
    const [unitsBefore, unitsAfter] = [unitsUpTo(billed.units), unitsUpTo(billed.units + quantity)];
    const isFeeCharged = billed.chargedFees?.includes(index) ?? unitsBefore > 0;
    const feeCents = unitsAfter > unitsBefore && !isFeeCharged ? tier.flatAmountCents : 0;
    return { tier, quantity: unitsAfter - unitsBefore, amountCents: amountOf(unitsAfter) - amountOf(unitsBefore) + feeCents };
  });
};
