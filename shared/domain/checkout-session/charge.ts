import { applicableDiscount } from '../amounts/discounts.ts';
import type { InvoiceTotals } from '../invoice/build.ts';
import { verificationAmountCents } from '../payment/methods.ts';
import { DAY_SECONDS, periodAt } from '../periods.ts';
import { taxCategoryOf } from '../price/summary.ts';
import { recurringTotals } from '../subscription/renewal/charges.ts';
import type { TaxPoint } from '../tax/modes.ts';
import type { TaxTreatment } from '../tax/tax.ts';
import type { CheckoutSession } from './record.ts';

/** End of the trial of a subscription sold at `now`, Unix seconds; `null`: no trial. */
export const trialEndOf = ({ firstChargeAt, trialDaysOverride, price }: CheckoutSession, now: number): number | null => {
  if (firstChargeAt !== null) return firstChargeAt > now ? firstChargeAt : null;
  const days = trialDaysOverride ?? price.trialDays;
  return days === 0 ? null : now + days * DAY_SECONDS;
};

/** True if a subscription sold at `now` starts with a trial. */
export const startsTrial = (session: CheckoutSession, now: number): boolean => trialEndOf(session, now) !== null;

/** Length of the trial in days, rounded up; 0: no trial. */
export const trialDaysOf = (session: CheckoutSession, now: number): number =>
  Math.ceil(((trialEndOf(session, now) ?? now) - now) / DAY_SECONDS);

/** Tax point of a session that is paid at `now`: the start of the first paid period. */
export const taxPointOfSession = (session: CheckoutSession, now: number): TaxPoint => ({
  at: trialEndOf(session, now) ?? now,
  category: taxCategoryOf(session.price),
});

export interface FirstCharge {
  readonly amountCents: number;
  /** True for a verification charge, which is not invoiced. */
  readonly verification: boolean;
}

/** Totals of the first paid period, with discount and tax; `null`: metered price. */
export const firstPeriodTotals = (session: CheckoutSession, tax: TaxTreatment, now: number): InvoiceTotals | null => {
  const { price, discount } = session;
  if (price.usageType === 'metered') return null;
  const period = periodAt(trialEndOf(session, now) ?? now, price.interval, 0);
  return recurringTotals(price, applicableDiscount(discount, null, period.start), period, tax);
};

/**
 * What the buyer is charged now: the first period. In a trial, for a metered price and for an amount of 0, it is a verification charge,
 * which only verifies the payment method and creates its mandate.
 */
export const firstChargeOf = (session: CheckoutSession, method: string | null, tax: TaxTreatment, now: number): FirstCharge => {
  const verification: FirstCharge = { amountCents: verificationAmountCents(method), verification: true };
  if (trialEndOf(session, now) !== null) return verification;
  const totalCents = firstPeriodTotals(session, tax, now)?.totalCents ?? 0;
  return totalCents === 0 ? verification : { amountCents: totalCents, verification: false };
};
