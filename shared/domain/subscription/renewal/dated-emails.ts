import { type Account, sendsCustomerEmails } from '../../account/record.ts';
import { mandateKindOf } from '../../payment/methods.ts';
import { addIntervals, DAY_SECONDS } from '../../periods.ts';
import { isInTrial, isMetered } from '../state.ts';
import type { DatedEmail, Subscription } from '../types.ts';

/** An email about a date of a subscription, such as the end of a trial. Its mail order is not created yet. Times are Unix seconds. */
export interface PendingEmail {
  readonly email: DatedEmail;
  /** When to create the mail order; in the past when overdue. */
  readonly at: number;
  /** The time the email is about. */
  readonly about: number;
  /** From this time on, the mail order is no longer created. */
  readonly until: number;
}

type Dates = Omit<PendingEmail, 'email'>;

/** Days before the end of the trial. */
const TRIAL_EMAIL_DAYS = 7;
/** For trials shorter than `LONG_TRIAL_DAYS`. */
const SHORT_TRIAL_EMAIL_DAYS = 2;
const LONG_TRIAL_DAYS = 14;
const RENEWAL_EMAIL_DAYS = 30;
/** Pre-notification period of the SEPA Direct Debit rulebook. If fewer days remain, the email is ordered at once. */
const DIRECT_DEBIT_EMAIL_DAYS = 14;
/** The second email about the renewal of a yearly plan is ordered this many days before the renewal, with the event `invoice.upcoming`. */
const SECOND_RENEWAL_EMAIL_DAYS = 7;

/** The time that is `days` before `end`, but not before `start`. */
export const daysBefore = (end: number, days: number, start: number): number => Math.max(start, end - days * DAY_SECONDS);

const trialEndingDates = ({ trialStart, trialEnd, trialEndedAt }: Subscription): Dates | null => {
  if (trialStart === null || trialEnd === null || trialEndedAt !== null) return null;
  const days = trialEnd - trialStart < LONG_TRIAL_DAYS * DAY_SECONDS ? SHORT_TRIAL_EMAIL_DAYS : TRIAL_EMAIL_DAYS;
  return { at: daysBefore(trialEnd, days, trialStart), about: trialEnd, until: trialEnd };
};

/** True when the end of the current period renews a yearly plan. The end of a trial has a separate email. */
export const renewsYearlyPlan = (subscription: Subscription): boolean => subscription.price.interval === 'year' && !isInTrial(subscription);

const renewalDates = (subscription: Subscription): Dates | null => {
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (!renewsYearlyPlan(subscription)) return null;
  return { at: daysBefore(end, RENEWAL_EMAIL_DAYS, start), about: end, until: daysBefore(end, SECOND_RENEWAL_EMAIL_DAYS, start) };
};

/** When the card of the subscription expires: the end of its last month in UTC; `null`: not a card, or unknown. */
export const cardExpiry = ({ paymentMethod }: Pick<Subscription, 'paymentMethod'>): number | null => {
  if (paymentMethod === null || paymentMethod.expMonth === null || paymentMethod.expYear === null) return null;
  return Date.UTC(paymentMethod.expYear, paymentMethod.expMonth, 1) / 1000;
};

/** Due at the start of the month before the card's last month: the card then expires next month. */
const cardExpiringDates = (subscription: Subscription): Dates | null => {
  const expiry = cardExpiry(subscription);
  if (expiry === null) return null;
  return { at: Math.max(addIntervals(expiry, 'month', -2), subscription.created), about: expiry, until: expiry };
};

/** True when renewals debit a bank account: first payments by iDEAL, for example, create a mandate for SEPA Direct Debit. */
export const paysByDirectDebit = ({ paymentMethod }: Pick<Subscription, 'paymentMethod'>): boolean =>
  paymentMethod !== null && mandateKindOf(paymentMethod.type) === 'directdebit';

/** `null`: no direct debit, or a metered price (the amount is not known yet). */
const directDebitDates = (subscription: Subscription): Dates | null => {
  const { currentPeriodStart: start, currentPeriodEnd: end, mandateId } = subscription;
  if (mandateId === null || !paysByDirectDebit(subscription) || isMetered(subscription)) return null;
  return { at: daysBefore(end, DIRECT_DEBIT_EMAIL_DAYS, start), about: end, until: end };
};

const DATES: Readonly<Record<DatedEmail, (subscription: Subscription) => Dates | null>> = {
  trial_ending: trialEndingDates,
  renewal: renewalDates,
  direct_debit: directDebitDates,
  card_expiring: cardExpiringDates,
};

const EMAILS = Object.keys(DATES) as readonly DatedEmail[];

/**
 * The emails that are still to be ordered in the current period. Empty if the account sends no customer emails, a cancellation is
 * scheduled, or the subscription is paused.
 */
export const pendingEmails = (subscription: Subscription): readonly PendingEmail[] => {
  const { datedEmails, pausedAt, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (datedEmails === undefined || pausedAt !== null || cancelAtPeriodEnd) return [];
  return EMAILS.flatMap((email) => {
    const dates = DATES[email](subscription);
    return dates === null || datedEmails[email] === dates.about || dates.at >= currentPeriodEnd ? [] : [{ ...dates, email }];
  });
};

/**
 * True if `emails`, which are ordered now, contain the email `renewal` of a yearly plan that is paid by direct debit. That email also
 * announces the debit. If the customer changes to direct debit later, the email `direct_debit` announces it.
 */
export const announcesDebit = (subscription: Subscription, emails: readonly PendingEmail[], now: number): boolean =>
  directDebitDates(subscription) !== null && emails.some(({ email, until }) => email === 'renewal' && now < until);

/** The field `datedEmails` that a subscription of the account has; `{}` if the account sends no customer emails. */
export const datedEmailsFor = (
  account: Pick<Account, 'customerEmails'>,
  current: Subscription['datedEmails'],
): Pick<Subscription, 'datedEmails'> => (sendsCustomerEmails(account) ? { datedEmails: current ?? {} } : {});

/** The subscription with the field `datedEmails` that the account's setting requires. */
export const withDatedEmails = (
  { datedEmails, ...subscription }: Subscription,
  account: Pick<Account, 'customerEmails'>,
): Subscription => ({
  ...subscription,
  ...datedEmailsFor(account, datedEmails),
});
