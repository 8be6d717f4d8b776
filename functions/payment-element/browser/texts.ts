import type { Interval } from '../../../shared/domain/periods.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { CallError } from '../../../shared/pages/browser/calls.ts';
import { afterTrialText, payButtonText, verificationText } from '../../../shared/pages/checkout-texts.ts';
import { refusalText } from '../../../shared/pages/refusal-texts.ts';
import type { Bootstrap } from './types.ts';

const isInterval = (interval: string, { texts }: PageLocale): interval is Interval => Object.hasOwn(texts.every, interval);

/** The price, such as `€29.00 every month`. Omits the amount of a metered price, and an interval that the locale does not know. */
const priceText = ({ recurring_interval: interval, recurring_amount: cents, currency }: Bootstrap, pageLocale: PageLocale): string => {
  const amount = pageLocale.amount(cents, currency);
  if (!isInterval(interval, pageLocale)) return amount;
  return cents === 0 ? pageLocale.texts.byUse[interval] : pageLocale.texts.every[interval](amount);
};

/** The trial and the price, such as `14 days free, then €29.00 every month`. */
export const costText = (bootstrap: Bootstrap, pageLocale: PageLocale): string =>
  afterTrialText(bootstrap.trial_days, priceText(bootstrap, pageLocale), pageLocale);

const DURATIONS = ['once', 'forever', 'repeating'] as const;

/** The discount of the first period: the difference of the shown amounts. 0 for a metered price, whose discount depends on the usage. */
export const discountCentsOf = ({ recurring_amount, recurring_amount_discounted }: Bootstrap): number =>
  recurring_amount - (recurring_amount_discounted ?? recurring_amount);

/** The discount and its duration, or only the code for a metered price; `null`: no coupon code is applied, or its duration is unknown. */
export const discountText = (bootstrap: Bootstrap, { texts, amount }: PageLocale): string | null => {
  const { coupon_code: code, coupon_duration: couponDuration, coupon_duration_in_months: months, currency } = bootstrap;
  const duration = DURATIONS.find((each) => each === couponDuration);
  if (code === null || duration === undefined) return null;
  const discountCents = discountCentsOf(bootstrap);
  return discountCents === 0 ? `${texts.codeLabel} ${code}` : texts.discounts[duration](amount(discountCents, currency), code, months ?? 1);
};

const chargeKindOf = ({ requires_verification: isVerification, trial_days: trialDays, recurring_amount }: Bootstrap) => ({
  isVerification,
  trialDays,
  // A metered price has no recurring amount.
  isMetered: recurring_amount === 0,
});

/** Explains a verification charge; `null` for other charges. */
export const verificationHint = (bootstrap: Bootstrap, pageLocale: PageLocale): string | null =>
  verificationText(chargeKindOf(bootstrap), pageLocale);

/** The label of the pay button. `bootstrap` is `null` for a one-off payment: the shop shows its amount. */
export const payLabel = (bootstrap: Bootstrap | null, pageLocale: PageLocale): string =>
  bootstrap === null
    ? pageLocale.texts.pay(null)
    : payButtonText(chargeKindOf(bootstrap), pageLocale.amount(bootstrap.amount_due_now, bootstrap.currency), pageLocale);

/** The error message that the buyer sees. */
export const problemText = (error: unknown, pageLocale: PageLocale): string => {
  const { texts } = pageLocale;
  if (!(error instanceof CallError)) return texts.broken.text;
  return refusalText(error, pageLocale) ?? texts.noProvider;
};

/** Whether the client secret is invalid, expired or used up. */
export const isSecretUnusable = (error: unknown): boolean => error instanceof CallError && [401, 404, 410].includes(error.status);
