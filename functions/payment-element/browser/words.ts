import type { Interval } from '../../../shared/domain/periods.ts';
import type { Speech } from '../../../shared/locales/pages/locale.ts';
import { CallError } from '../../../shared/pages/browser/calls.ts';
import { afterTrialWords, payWords, verificationWords } from '../../../shared/pages/checkout-words.ts';
import { refusalWords } from '../../../shared/pages/refusal-words.ts';
import type { Bootstrap } from './calls.ts';

/** What the element says of what is bought. */

const isInterval = (interval: string, { texts }: Speech): interval is Interval => Object.hasOwn(texts.every, interval);

/** `€29.00 every month`; where usage decides, nothing recurs for certain. */
const priceWords = ({ recurring_interval: interval, recurring_amount: cents, currency }: Bootstrap, speech: Speech): string => {
  const amount = speech.amount(cents, currency);
  if (!isInterval(interval, speech)) return amount;
  return cents === 0 ? speech.texts.byUse[interval] : speech.texts.every[interval](amount);
};

/** `14 days free, then €29.00 every month` */
export const costWords = (bootstrap: Bootstrap, speech: Speech): string =>
  afterTrialWords(bootstrap.trial_days, priceWords(bootstrap, speech), speech);

const DURATIONS = ['once', 'forever', 'repeating'] as const;

/** What the promotion code takes off, and for how long; `null`: none counts. */
export const discountWords = (bootstrap: Bootstrap, { texts, amount }: Speech): string | null => {
  const { coupon_code: code, coupon_duration: given, coupon_duration_in_months: months, currency } = bootstrap;
  const duration = DURATIONS.find((each) => each === given);
  if (code === null || duration === undefined) return null;
  const laterCents = bootstrap.recurring_amount - (bootstrap.recurring_amount_discounted ?? bootstrap.recurring_amount);
  return texts.discounts[duration](amount(bootstrap.discount_cents || laterCents, currency), code, months ?? 1);
};

const chargedOf = ({ requires_verification: isVerification, trial_days: trialDays }: Bootstrap) => ({ isVerification, trialDays });

/** Why something is paid today although nothing is sold yet; `null`: something is. */
export const verificationOf = (bootstrap: Bootstrap, speech: Speech): string | null => verificationWords(chargedOf(bootstrap), speech);

/** What the button says; `null` bootstrap: a one-off payment, whose amount the shop tells. */
export const payLabel = (bootstrap: Bootstrap | null, speech: Speech): string =>
  bootstrap === null
    ? speech.texts.pay(null)
    : payWords(chargedOf(bootstrap), speech.amount(bootstrap.amount_due_now, bootstrap.currency), speech);

/** What the buyer is told of a refused call. */
export const problemWords = (error: unknown, speech: Speech): string => {
  const { texts } = speech;
  if (!(error instanceof CallError)) return texts.broken.text;
  return refusalWords(error, speech) ?? (error.param === 'country' ? texts.countryWrong : texts.noProvider);
};

/** Whether nothing can be done any more with the secret that the page gave. */
export const isOver = (error: unknown): boolean => error instanceof CallError && [401, 404, 410].includes(error.status);
