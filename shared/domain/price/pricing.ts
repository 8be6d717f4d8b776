import { formatUnitAmount, parseUnitAmount } from '../decimal.ts';
import { isAmountCents, MAX_AMOUNT_CENTS } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Tier } from '../tiers.ts';
import type { UsageType } from './record.ts';

/** A tier as a caller writes it: one of the two unit amounts, or a flat fee alone. */
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

/** Exactly one of the three is not `null`. */
export interface Pricing {
  readonly amountCents: number | null;
  readonly unitAmountDecimal: string | null;
  readonly tiers: readonly Tier[] | null;
}

const invalid = (param: string, message: string): Refusal => new Refusal('parameter_invalid', message, { param });
const missing = (param: string, message: string): Refusal => new Refusal('parameter_missing', message, { param });

/** The shortest form of a unit amount within bounds, or `null`. */
const canonicalUnitAmount = (text: string): string | null => {
  const amount = parseUnitAmount(text);
  return amount === null || amount > (parseUnitAmount(String(MAX_AMOUNT_CENTS)) ?? 0n) ? null : formatUnitAmount(amount);
};

const readTier = (input: TierInput): Tier | null => {
  const flat = input.flatAmountCents ?? null;
  const units = input.unitAmountCents ?? null;
  const decimal = input.unitAmountDecimal ?? null;
  if (units !== null && decimal !== null) return null;
  if (units === null && decimal === null && flat === null) return null;
  if ((flat !== null && !isAmountCents(flat)) || (units !== null && !isAmountCents(units))) return null;
  const unitAmountDecimal = canonicalUnitAmount(decimal ?? String(units ?? 0));
  return unitAmountDecimal === null ? null : { upTo: input.upTo, flatAmountCents: flat ?? 0, unitAmountDecimal };
};

const readTiers = (inputs: readonly TierInput[]): readonly Tier[] | Refusal => {
  const tiers: Tier[] = [];
  for (const [index, input] of inputs.entries()) {
    const tier = readTier(input);
    if (tier === null) {
      return invalid(
        'tiers',
        'A tier takes a unit amount (unit_amount_decimal or unit_amount_cents, not both), a flat fee, or one of each.',
      );
    }
    const last = index === inputs.length - 1;
    const lower = tiers[index - 1]?.upTo ?? 0;
    if (last !== (tier.upTo === null) || (tier.upTo !== null && (!Number.isSafeInteger(tier.upTo) || tier.upTo <= lower))) {
      return invalid('tiers', 'Tiers rise by up_to from 1; the last one, and only that, has up_to null.');
    }
    tiers.push(tier);
  }
  return tiers.length === 0 ? invalid('tiers', 'At least one tier is needed.') : tiers;
};

/** Licensed prices take `amount_cents`, metered ones exactly one of `unit_amount_decimal` and `tiers`. */
export const readPricing = (input: PricingInput): Pricing | Refusal => {
  const amountCents = input.amountCents ?? null;
  const decimal = input.unitAmountDecimal ?? null;
  const tiers = input.tiers ?? null;
  if (input.usageType === 'licensed') {
    if (decimal !== null) return invalid('unit_amount_decimal', 'A licensed price takes amount_cents only.');
    if (tiers !== null) return invalid('tiers', 'A licensed price takes amount_cents only.');
    if (amountCents === null) return missing('amount_cents', 'A licensed price needs amount_cents.');
    if (!isAmountCents(amountCents)) return invalid('amount_cents', `amount_cents is an integer from 0 to ${MAX_AMOUNT_CENTS}.`);
    return { amountCents, unitAmountDecimal: null, tiers: null };
  }
  if (amountCents !== null) return invalid('amount_cents', 'A metered price takes unit_amount_decimal or tiers.');
  if (decimal !== null && tiers !== null) return invalid('tiers', 'A metered price takes unit_amount_decimal or tiers, not both.');
  if (tiers !== null) {
    const read = readTiers(tiers);
    return read instanceof Refusal ? read : { amountCents: null, unitAmountDecimal: null, tiers: read };
  }
  if (decimal === null) return missing('unit_amount_decimal', 'A metered price needs unit_amount_decimal or tiers.');
  const unitAmountDecimal = canonicalUnitAmount(decimal);
  return unitAmountDecimal === null
    ? invalid('unit_amount_decimal', 'unit_amount_decimal is a decimal of at most 12 places, from 0.')
    : { amountCents: null, unitAmountDecimal, tiers: null };
};
