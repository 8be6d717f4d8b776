import type { Interval } from '../../../shared/domain/periods.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { CallError } from '../../../shared/pages/browser/calls.ts';
import { afterTrialText, payButtonText, verificationText } from '../../../shared/pages/checkout-texts.ts';
import { refusalText } from '../../../shared/pages/refusal-texts.ts';
import type { Bootstrap } from './calls.ts';

/** What the element says of what is bought. */

const isInterval = (interval: string, { texts }: PageLocale): interval is Interval => Object.hasOwn(texts.every, interval);

/** `€29.00 every month`; where usage decides, nothing recurs for certain. */
const priceText = ({ recurring_interval: interval, recurring_amount: cents, currency }: Bootstrap, pageLocale: PageLocale): string => {
  const amount = pageLocale.amount(cents, currency);
  if (!isInterval(interval, pageLocale)) return amount;
  return cents === 0 ? pageLocale.texts.byUse[interval] : pageLocale.texts.every[interval](amount);
};

/** `14 days free, then €29.00 every month` */
export const costText = (bootstrap: Bootstrap, pageLocale: PageLocale): string =>
  afterTrialText(bootstrap.trial_days, priceText(bootstrap, pageLocale), pageLocale);

const DURATIONS = ['once', 'forever', 'repeating'] as const;

/** What the promotion code deducts, and for how long; `null`: none counts. */
export const discountText = (bootstrap: Bootstrap, { texts, amount }: PageLocale): string | null => {
  const { coupon_code: code, coupon_duration: given, coupon_duration_in_months: months, currency } = bootstrap;
  const duration = DURATIONS.find((each) => each === given);
  if (code === null || duration === undefined) return null;
  const laterCents = bootstrap.recurring_amount - (bootstrap.recurring_amount_discounted ?? bootstrap.recurring_amount);
  return texts.discounts[duration](amount(bootstrap.discount_cents || laterCents, currency), code, months ?? 1);
};

const chargedOf = ({ requires_verification: isVerification, trial_days: trialDays }: Bootstrap) => ({ isVerification, trialDays });

/** Why something is paid today although nothing is sold yet; `null`: something is. */
export const verificationOf = (bootstrap: Bootstrap, pageLocale: PageLocale): string | null =>
  verificationText(chargedOf(bootstrap), pageLocale);

/** What the button says; `null` bootstrap: a one-off payment, whose amount the shop tells. */
export const payLabel = (bootstrap: Bootstrap | null, pageLocale: PageLocale): string =>
  bootstrap === null
    ? pageLocale.texts.pay(null)
    : payButtonText(chargedOf(bootstrap), pageLocale.amount(bootstrap.amount_due_now, bootstrap.currency), pageLocale);

/** What the buyer is notified of a refused call. */
export const problemText = (error: unknown, pageLocale: PageLocale): string => {
  const { texts } = pageLocale;
  if (!(error instanceof CallError)) return texts.broken.text;
  return refusalText(error, pageLocale) ?? (error.param === 'country' ? texts.countryWrong : texts.noProvider);
};

/** Whether nothing can be done any more with the secret that the page gave. */
export const isOver = (error: unknown): boolean => error instanceof CallError && [401, 404, 410].includes(error.status);
