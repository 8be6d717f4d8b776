import type { ApplicableDiscount } from '../../discounts.ts';
import { type DraftLine, discountedLines } from '../../invoice/build.ts';
import type { InvoiceLine } from '../../invoice/record.ts';
import { proportionOf } from '../../money.ts';
import type { Period } from '../../periods.ts';
import type { TaxTreatment } from '../../tax.ts';
import type { ProrationBasis } from './coverage.ts';

/** A prorated line and its full amount. */
export interface ProratedLine {
  readonly line: InvoiceLine;
  readonly basis: ProrationBasis;
}

/**
 * Prorates a full period's line to the rest of the period from `now` on, by the second: the discount is deducted from the full amount first, and
 * what is left is prorated, rounded once. A discount whose period has less left than that takes no more.
 */
export const chargeForRest = (
  full: DraftLine,
  discount: ApplicableDiscount | null,
  { period, now, tax }: { readonly period: Period; readonly now: number; readonly tax: TaxTreatment },
): ProratedLine | null => {
  const [whole] = discountedLines([full], discount === null ? null : { ...discount, leftCents: null }, tax);
  if (whole === undefined) return null;
  const restOf = (cents: number): number => proportionOf(cents, period.end - now, period.end - period.start);
  const amountCents = restOf(whole.amountCents);
  const fullCents = whole.amountCents - whole.discountCents;
  const naturalCents = amountCents - restOf(fullCents);
  const discountCents = Math.min(naturalCents, discount?.leftCents ?? naturalCents);
  const line: InvoiceLine = { ...whole, type: 'proration_charge', amountCents, discountCents, periodStart: now, periodEnd: period.end };
  const taxBehavior = tax.behavior;
  const basis: ProrationBasis =
    discountCents === naturalCents
      ? { netCents: fullCents, start: period.start, end: period.end, taxBehavior }
      : { netCents: amountCents - discountCents, start: now, end: period.end, taxBehavior };
  return { line, basis };
};
