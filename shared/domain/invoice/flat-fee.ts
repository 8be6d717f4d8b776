import { usageAmountCents } from '../amounts/tiers.ts';
import type { InvoiceLine } from './record.ts';

const INTEGER = /^\d{1,15}$/;

/**
 * Usage that is billed in several parts is rounded once, over all parts. So even without a flat fee, the amount of a line can differ from
 * the amount of its units by this much.
 */
const ROUNDING_CENTS = 1;

/** The part of a usage line's amount that is the flat fee of a price tier, in cents; 0: none. Computed, because lines do not store it. */
export const flatFeeCents = ({
  type,
  unitAmountDecimal,
  quantity,
  amountCents,
}: Pick<InvoiceLine, 'type' | 'unitAmountDecimal' | 'quantity' | 'amountCents'>): number => {
  if (type !== 'usage' || unitAmountDecimal === null || !INTEGER.test(quantity)) return 0;
  const flatCents = amountCents - usageAmountCents(unitAmountDecimal, Number(quantity));
  return flatCents > ROUNDING_CENTS ? flatCents : 0;
};
