import { formatUnitAmount, parseUnitAmount } from '../amounts/decimal.ts';
import { isAmountCents, MAX_AMOUNT_CENTS } from '../amounts/money.ts';
import type { Tier } from '../amounts/tiers.ts';
import { invalidParam, missingParam, Refusal } from '../refusal.ts';
import type { UsageType } from './record.ts';

/** A tier as requested, with a unit amount (in cents or as a decimal), a flat fee, or both. */
export interface TierInput {
  readonly upTo: number | null;
  readonly flatAmountCents?: number | null | undefined;
  readonly unitAmountCents?: number | null | undefined;
  readonly unitAmountDecimal?: string | null | undefined;
}

export interface PricingInput {
  readonly usageType: UsageType;
  readonly amountCents?: number | null | undefined;
  readonly unitAmountDecimal?: string | null | undefined;
  readonly tiers?: readonly TierInput[] | null | undefined;
}

/** Exactly one of the three fields is not `null`. */
export interface Pricing {
  readonly amountCents: number | null;
  readonly unitAmountDecimal: string | null;
  readonly tiers: readonly Tier[] | null;
}

/** Normalizes a unit amount (`0.050` becomes `0.05`). Returns `null` if the amount is invalid or too large. */
const canonicalUnitAmount = (text: string): string | null => {
  const amount = parseUnitAmount(text);
  return amount === null || amount > (parseUnitAmount(String(MAX_AMOUNT_CENTS)) ?? 0n) ? null : formatUnitAmount(amount);
};

/** Validates a requested tier. Returns `null` if the tier is invalid. */
const parseTier = (input: TierInput): Tier | null => {
  const flatAmount = input.flatAmountCents ?? null;
  const unitCents = input.unitAmountCents ?? null;
  const unitAmount = input.unitAmountDecimal ?? null;
  if (unitCents !== null && unitAmount !== null) return null;
  if (unitCents === null && unitAmount === null && flatAmount === null) return null;
  if ((flatAmount !== null && !isAmountCents(flatAmount)) || (unitCents !== null && !isAmountCents(unitCents))) return null;
  const unitAmountDecimal = canonicalUnitAmount(unitAmount ?? String(unitCents ?? 0));
  return unitAmountDecimal === null ? null : { upTo: input.upTo, flatAmountCents: flatAmount ?? 0, unitAmountDecimal };
};

const parseTiers = (inputs: readonly TierInput[]): readonly Tier[] | Refusal => {
  const tiers: Tier[] = [];
  for (const [index, input] of inputs.entries()) {
    const tier = parseTier(input);
    if (tier === null) {
      return invalidParam(
        'tiers',
        `A tier needs unit_amount_decimal, unit_amount_cents or flat_amount_cents, from 0 to ${MAX_AMOUNT_CENTS}. Send only one of the two unit amounts.`,
      );
    }
    const isLast = index === inputs.length - 1;
    const previousUpTo = tiers[index - 1]?.upTo ?? 0;
    if (isLast !== (tier.upTo === null) || (tier.upTo !== null && (!Number.isSafeInteger(tier.upTo) || tier.upTo <= previousUpTo))) {
      return invalidParam('tiers', 'up_to must be an integer above the up_to of the previous tier, and null in the last tier only.');
    }
    tiers.push(tier);
  }
  return tiers.length === 0 ? invalidParam('tiers', 'At least one tier is required.') : tiers;
};

/** Validates the amounts of a price: `amountCents` if licensed, exactly one of `unitAmountDecimal` and `tiers` if metered. */
export const parsePricing = (input: PricingInput): Pricing | Refusal => {
  const amountCents = input.amountCents ?? null;
  const unitAmount = input.unitAmountDecimal ?? null;
  const tiers = input.tiers ?? null;
  if (input.usageType === 'licensed') {
    if (unitAmount !== null)
      return invalidParam('unit_amount_decimal', 'Omit unit_amount_decimal: a licensed price has amount_cents only.');
    if (tiers !== null) return invalidParam('tiers', 'Omit tiers: a licensed price has amount_cents only.');
    if (amountCents === null) return missingParam('amount_cents', 'amount_cents is required for a licensed price.');
    if (!isAmountCents(amountCents)) return invalidParam('amount_cents', `amount_cents must be an integer from 0 to ${MAX_AMOUNT_CENTS}.`);
    return { amountCents, unitAmountDecimal: null, tiers: null };
  }
  if (amountCents !== null) return invalidParam('amount_cents', 'Omit amount_cents: a metered price has unit_amount_decimal or tiers.');
  if (unitAmount !== null && tiers !== null) return invalidParam('tiers', 'Send unit_amount_decimal or tiers, not both.');
  if (tiers !== null) {
    const parsedTiers = parseTiers(tiers);
    return parsedTiers instanceof Refusal ? parsedTiers : { amountCents: null, unitAmountDecimal: null, tiers: parsedTiers };
  }
  if (unitAmount === null) return missingParam('unit_amount_decimal', 'unit_amount_decimal or tiers is required for a metered price.');
  const unitAmountDecimal = canonicalUnitAmount(unitAmount);
  return unitAmountDecimal === null
    ? invalidParam(
        'unit_amount_decimal',
        `unit_amount_decimal must be a decimal from 0 to ${MAX_AMOUNT_CENTS} with at most 12 decimal places.`,
      )
    : { amountCents: null, unitAmountDecimal, tiers: null };
};
