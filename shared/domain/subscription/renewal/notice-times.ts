import type { DueKind } from '../../due.ts';
import { DAY_SECONDS } from '../../periods.ts';
import { isInTrial, isMetered, waitsForRefund } from '../state.ts';
import type { Subscription } from '../types.ts';
import { daysBefore, type PendingEmail, pendingEmails } from './dated-emails.ts';

/** Kinds of due work that announce something ahead of time. */
export type NoticeKind = Extract<DueKind, 'trial_notice' | 'upcoming_notice' | 'customer_email'>;

/** `at`: due time in Unix seconds; in the past when overdue. */
export type DueNotice =
  | { readonly kind: Exclude<NoticeKind, 'customer_email'>; readonly at: number }
  | { readonly kind: 'customer_email'; readonly at: number; readonly pending: PendingEmail };

const TRIAL_NOTICE_DAYS = 3;
/** The end of a trial that is shorter than this is announced one day ahead. */
const SHORT_TRIAL_DAYS = 4;
const UPCOMING_NOTICE_DAYS = 7;

const trialNotice = ({ trialStart, trialEnd, trialEndedAt, announcedTrialEnd }: Subscription): readonly DueNotice[] => {
  if (trialStart === null || trialEnd === null || trialEndedAt !== null || announcedTrialEnd === trialEnd) return [];
  const days = trialEnd - trialStart < SHORT_TRIAL_DAYS * DAY_SECONDS ? 1 : TRIAL_NOTICE_DAYS;
  return [{ kind: 'trial_notice', at: daysBefore(trialEnd, days, trialStart) }];
};

/** True when the customer is expected to be charged at the end of the current period. */
const willCharge = (subscription: Subscription): boolean => {
  const isFree = isInTrial(subscription) && isMetered(subscription);
  return subscription.pausedAt === null && !subscription.cancelAtPeriodEnd && !isFree;
};

const upcomingNotice = (subscription: Subscription): readonly DueNotice[] => {
  const { currentPeriodStart: start, currentPeriodEnd: end, announcedRenewalAt: announcedEnd } = subscription;
  if (!willCharge(subscription) || announcedEnd === end) return [];
  return [{ kind: 'upcoming_notice', at: daysBefore(end, UPCOMING_NOTICE_DAYS, start) }];
};

const customerEmails = (subscription: Subscription): readonly DueNotice[] =>
  pendingEmails(subscription).map((pending) => ({ kind: 'customer_email', at: pending.at, pending }));

/**
 * Notices that are still to be sent before the end of the current period, earliest first. None while a renewal is unpaid or a change or
 * full refund is pending, and none after the subscription is canceled.
 */
export const noticesOf = (subscription: Subscription): readonly DueNotice[] =>
  subscription.status === 'canceled' || subscription.renewal !== null || subscription.pendingChange !== null || waitsForRefund(subscription)
    ? []
    : [...trialNotice(subscription), ...upcomingNotice(subscription), ...customerEmails(subscription)].sort(
        (left, right) => left.at - right.at,
      );

/** The emails among the notices. */
export const emailsOf = (notices: readonly DueNotice[]): readonly PendingEmail[] =>
  notices.flatMap((notice) => (notice.kind === 'customer_email' ? [notice.pending] : []));
