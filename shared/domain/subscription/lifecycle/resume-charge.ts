import { type InvoiceTotals, totalsOfLines } from '../../invoice/build.ts';
import type { Period } from '../../periods.ts';
import type { TaxTreatment } from '../../tax.ts';
import type { ProrationBasis } from '../change/coverage.ts';
import { chargeForRest } from '../change/proration.ts';
import { discountFor, recurringLine } from '../renewal/charges.ts';
import { isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';

/** What resuming in a period that is not paid for costs. */
export interface ResumeCharge {
  /** The rest of the period, which is paid for with it. */
  readonly rest: Period;
  /** Of the invoice: one `proration_charge`. Nothing may be left to pay of it. */
  readonly totals: InvoiceTotals;
  readonly basis: ProrationBasis;
}

/**
 * What of the current period nobody paid for, from `now` to its end, by the second: discount first, then proration, rounded once. `null`:
 * nothing is owed, since the period is paid, the trial runs, or usage is charged when the period closes.
 */
export const resumeCharge = (subscription: Subscription, now: number, tax: TaxTreatment): ResumeCharge | null => {
  const { price, periodIndex, billedThrough, currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  const from = Math.max(now, start, billedThrough ?? start);
  if (periodIndex < 0 || isMetered(subscription) || from >= end) return null;
  const period: Period = { start, end };
  const charge = chargeForRest(recurringLine(price, period, tax), discountFor(subscription, from), { period, now: from, tax });
  return charge === null ? null : { rest: { start: from, end }, totals: totalsOfLines([charge.line], tax), basis: charge.basis };
};
