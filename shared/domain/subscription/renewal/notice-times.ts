import type { DueKind } from '../../due.ts';
import { DAY_SECONDS } from '../../periods.ts';
import type { Subscription } from '../types.ts';

/** Kinds of due work that announce something ahead of time. */
export type NoticeKind = Extract<DueKind, 'trial_notice' | 'upcoming_notice'>;

export interface DueNotice {
  readonly kind: NoticeKind;
  /** Due time in Unix seconds; in the past when it became due late. */
  readonly at: number;
}

const TRIAL_NOTICE_DAYS = 3;
/** A trial shorter than this is announced a day before its end. */
const SHORT_TRIAL_DAYS = 4;
const UPCOMING_NOTICE_DAYS = 7;

/** A number of days before the end, or the start if the period is shorter. */
const before = (end: number, days: number, start: number): number => Math.max(start, end - days * DAY_SECONDS);

const trialNotice = ({ trialStart, trialEnd, trialEndedAt, announcedTrialEnd }: Subscription): readonly DueNotice[] => {
  if (trialStart === null || trialEnd === null || trialEndedAt !== null || announcedTrialEnd === trialEnd) return [];
  const days = trialEnd - trialStart < SHORT_TRIAL_DAYS * DAY_SECONDS ? 1 : TRIAL_NOTICE_DAYS;
  return [{ kind: 'trial_notice', at: before(trialEnd, days, trialStart) }];
};

/** True when the end of the current period causes a charge, as far as known. */
const willCharge = ({ pausedAt, cancelAtPeriodEnd, periodIndex, price }: Subscription): boolean => {
  const free = periodIndex < 0 && price.usageType === 'metered';
  return pausedAt === null && !cancelAtPeriodEnd && !free;
};

const upcomingNotice = (subscription: Subscription): readonly DueNotice[] => {
  const { currentPeriodStart: start, currentPeriodEnd: end, announcedRenewalAt } = subscription;
  if (!willCharge(subscription) || announcedRenewalAt === end) return [];
  return [{ kind: 'upcoming_notice', at: before(end, UPCOMING_NOTICE_DAYS, start) }];
};

/**
 * Notices still to be sent about the end of the current period, earliest first. None once the renewal started, while a charged change may
 * move that end, or after cancellation.
 */
export const noticesOf = (subscription: Subscription): readonly DueNotice[] =>
  subscription.status === 'canceled' || subscription.renewal !== null || subscription.pendingChange !== null
    ? []
    : [...trialNotice(subscription), ...upcomingNotice(subscription)].sort((left, right) => left.at - right.at);
