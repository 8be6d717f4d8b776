import { type InvoiceTotals, totalsOfLines } from '../../invoice/build.ts';
import type { Period } from '../../periods.ts';
import type { TaxTreatment } from '../../tax/tax.ts';
import type { ProrationBasis } from '../change/coverage.ts';
import { chargeForRestOfPeriod } from '../change/proration.ts';
import { discountFor, recurringLine } from '../renewal/charges.ts';
import { isInTrial, isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';

/** The charge for resuming a subscription in an unpaid period. */
export interface ResumeCharge {
  /** The unpaid rest of the period, for which the customer is charged. */
  readonly rest: Period;
  /** Totals of the invoice with one `proration_charge` line; the total can be 0. */
  readonly totals: InvoiceTotals;
  readonly basis: ProrationBasis;
}

/**
 * Computes the charge for the unpaid rest of the current period: discount first, then proration by the second, rounded once. `null`: no
 * charge, because the period is already paid, the subscription is in a trial, or the price is metered.
 */
export const resumeCharge = (subscription: Subscription, now: number, tax: TaxTreatment): ResumeCharge | null => {
  const { price, billedThrough, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  const from = Math.max(now, start, billedThrough ?? start);
  if (isInTrial(subscription) || isMetered(subscription) || from >= end) return null;
  const period: Period = { start, end };
  const charge = chargeForRestOfPeriod(recurringLine(price, period, tax), discountFor(subscription, start), { period, now: from, tax });
  return charge === null ? null : { rest: { start: from, end }, totals: totalsOfLines([charge.line], tax), basis: charge.basis };
};
