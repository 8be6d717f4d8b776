import type { Discount } from '../discounts.ts';
import type { DraftLine } from '../invoice/build.ts';
import { discountedLines } from '../invoice/build.ts';
import type { InvoiceLine } from '../invoice/record.ts';
import { proportionOf } from '../money.ts';
import type { Period } from '../periods.ts';
import type { TaxTreatment } from '../tax.ts';

/**
 * What a full period's line comes to for its rest from `now` on, by the second: the discount is taken off the full amount first, and
 * what is left is prorated, rounded once.
 */
export const chargeForRest = (
  full: DraftLine,
  discount: Discount | null,
  { period, now, tax }: { readonly period: Period; readonly now: number; readonly tax: TaxTreatment },
): InvoiceLine | null => {
  const [line] = discountedLines([full], discount, tax);
  if (line === undefined) return null;
  const restOf = (cents: number): number => proportionOf(cents, period.end - now, period.end - period.start);
  const amountCents = restOf(line.amountCents);
  const discountCents = amountCents - restOf(line.amountCents - line.discountCents);
  return { ...line, type: 'proration_charge', amountCents, discountCents, periodStart: now, periodEnd: period.end };
};
