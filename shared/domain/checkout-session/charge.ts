import { applicableDiscount } from '../discounts.ts';
import type { InvoiceTotals } from '../invoice/build.ts';
import { verificationAmountCents } from '../payment-methods.ts';
import { DAY_SECONDS, periodAt } from '../periods.ts';
import { recurringTotals } from '../subscription/renewal/charges.ts';
import type { TaxTreatment } from '../tax.ts';
import type { CheckoutSession } from './record.ts';

/** When the trial ends that a subscription sold now begins with, Unix seconds; `null`: it begins without one. */
export const trialEndOf = ({ firstChargeAt, trialDaysOverride, price }: CheckoutSession, now: number): number | null => {
  if (firstChargeAt !== null) return firstChargeAt > now ? firstChargeAt : null;
  const days = trialDaysOverride ?? price.trialDays;
  return days === 0 ? null : now + days * DAY_SECONDS;
};

/** Days of trial that a buyer is notified of; a begun day counts. */
export const trialDaysOf = (session: CheckoutSession, now: number): number =>
  Math.ceil(((trialEndOf(session, now) ?? now) - now) / DAY_SECONDS);

export interface FirstCharge {
  readonly amountCents: number;
  /** Only proves the method: nothing is sold, so nothing is invoiced. */
  readonly verification: boolean;
}

/** What the first paid period costs, discount and tax worked in; `null` for a metered price, whose usage decides. */
export const firstPeriodOf = (session: CheckoutSession, tax: TaxTreatment, now: number): InvoiceTotals | null => {
  const { price, discount } = session;
  if (price.usageType === 'metered') return null;
  const period = periodAt(trialEndOf(session, now) ?? now, price.interval, 0);
  return recurringTotals(price, applicableDiscount(discount, null, period.start), period, tax);
};

/** What the buyer pays now: the first period, or a verification charge for a trial, a metered price or a zero amount. */
export const firstChargeOf = (session: CheckoutSession, method: string | null, tax: TaxTreatment, now: number): FirstCharge => {
  const verification: FirstCharge = { amountCents: verificationAmountCents(method), verification: true };
  if (trialEndOf(session, now) !== null) return verification;
  const totalCents = firstPeriodOf(session, tax, now)?.totalCents ?? 0;
  return totalCents === 0 ? verification : { amountCents: totalCents, verification: false };
};
