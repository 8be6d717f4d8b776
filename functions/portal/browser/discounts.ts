import type { PortalTexts } from '../../../shared/locales/pages/en.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { discountText, type Reduction } from '../../../shared/pages/checkout-texts.ts';
import type { Subscription } from './types.ts';

/** Whether the discount of a subscription reduces the next payment, and the text that describes the discount. */

type Discount = NonNullable<Subscription['discount']>;

/** Whether the discount applies to the next charge, which pays for the next period or, with a metered price, for the current one. */
export const reducesNextCharge = (
  { ends_at: endsAt }: Pick<Discount, 'ends_at'>,
  { price, current_period_start: start, current_period_end: end }: Subscription,
): boolean => endsAt === null || (price.usage_type === 'metered' ? start : end) < endsAt;

/** `20% off for 3 months (code SPRING)`; the text of a discount with the duration `once` says that it reduces the next payment. */
export const reductionText = (
  discount: Omit<Discount, 'object'>,
  currency: string,
  locale: PageLocale & { readonly portal: Pick<PortalTexts, 'onceOff'> },
): string => {
  const { texts, portal } = locale;
  return discountText(
    {
      percentOffBasisPoints: discount.percent_off === null ? null : Math.round(discount.percent_off * 100),
      amountOffCents: discount.amount_off_cents,
      currency: discount.currency,
      // The API declares a string, so that durations can be added.
      duration: discount.duration as Reduction['duration'],
      durationInMonths: discount.duration_in_months,
      code: discount.code,
    },
    currency,
    { ...locale, texts: { ...texts, discounts: { ...texts.discounts, once: portal.onceOff } } },
  );
};
