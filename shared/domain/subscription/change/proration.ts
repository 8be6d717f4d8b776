import { type ApplicableDiscount, maxDiscountCents, unusedDiscount } from '../../amounts/discounts.ts';
import { proportionOf } from '../../amounts/money.ts';
import { type DraftLine, discountedLines, invoicedDiscount } from '../../invoice/build.ts';
import type { InvoiceLine } from '../../invoice/record.ts';
import type { Period } from '../../periods.ts';
import type { TaxTreatment } from '../../tax/tax.ts';
import type { ProrationBasis } from './coverage.ts';

/** A prorated line, and the basis of later prorations of its service. */
export interface ProratedLine {
  readonly line: InvoiceLine;
  readonly basis: ProrationBasis;
}

/**
 * Prorates the line of a full period, by the second, to the part from `now` on; to the whole period if the period begins after `now`.
 * Deducts the discount from the full amount, then prorates the result and rounds once. The discount on the prorated line is at most what
 * other invoices of the period have not used.
 */
export const chargeForRestOfPeriod = (
  draftLine: DraftLine,
  discount: ApplicableDiscount | null,
  { period, now, tax }: { readonly period: Period; readonly now: number; readonly tax: TaxTreatment },
): ProratedLine | null => {
  // A renewal can start the period up to a minute early, so `now` can be before the start.
  const from = Math.max(now, period.start);
  const [fullLine] = discountedLines([draftLine], unusedDiscount(discount), tax);
  // Never true: there is one line for each draft line.
  if (fullLine === undefined) return null;
  const proratedCents = (cents: number): number => proportionOf(cents, period.end - from, period.end - period.start);
  const amountCents = proratedCents(fullLine.amountCents);
  const fullNetCents = fullLine.amountCents - fullLine.discountCents;
  const proratedDiscountCents = amountCents - proratedCents(fullNetCents);
  const limit = invoicedDiscount(discount, tax);
  const discountCents = limit === null ? 0 : Math.min(proratedDiscountCents, maxDiscountCents(limit));
  const line: InvoiceLine = {
    ...fullLine,
    type: 'proration_charge',
    amountCents,
    discountCents,
    periodStart: from,
    periodEnd: period.end,
  };
  const taxBehavior = tax.behavior;
  // If other invoices limited the discount, the line's net amount exceeds the prorated `fullNetCents`, so the line is the basis.
  const basis: ProrationBasis =
    discountCents === proratedDiscountCents
      ? { netCents: fullNetCents, start: period.start, end: period.end, taxBehavior }
      : { netCents: amountCents - discountCents, start: from, end: period.end, taxBehavior };
  return { line, basis };
};
