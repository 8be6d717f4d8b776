import type { DueKind } from '../../due.ts';
import { DAY_SECONDS } from '../../periods.ts';
import type { Subscription } from '../types.ts';

/** Kinds of due work that announce something ahead of time. */
export type NoticeKind = Extract<DueKind, 'trial_notice' | 'upcoming_notice'>;

export interface DueNotice {
  readonly kind: NoticeKind;
  /** From when on it is reported, Unix seconds; past where it came to be due late. */
  readonly at: number;
}

const TRIAL_NOTICE_DAYS = 3;
/** A trial shorter than this is announced a day before its end. */
const SHORT_TRIAL_DAYS = 4;
const UPCOMING_NOTICE_DAYS = 7;

/** So many days before the end of what began then, or at once where that is not as long. */
const before = (end: number, days: number, start: number): number => Math.max(start, end - days * DAY_SECONDS);

const trialNotice = ({ trialStart, trialEnd, trialEndedAt, announcedTrialEnd }: Subscription): readonly DueNotice[] => {
  if (trialStart === null || trialEnd === null || trialEndedAt !== null || announcedTrialEnd === trialEnd) return [];
  const days = trialEnd - trialStart < SHORT_TRIAL_DAYS * DAY_SECONDS ? 1 : TRIAL_NOTICE_DAYS;
  return [{ kind: 'trial_notice', at: before(trialEnd, days, trialStart) }];
};

/** True when the end of the current period brings a charge, as far as it is known now. */
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
 * The notices still to be sent about the end of the current period, earliest first. They follow from the subscription as it
 * is, so whatever changes its lifecycle leaves the right ones. None once the renewal began, while a change is being charged that may
 * move that end, or when the subscription is canceled.
 */
export const noticesOf = (subscription: Subscription): readonly DueNotice[] =>
  subscription.status === 'canceled' || subscription.renewal !== null || subscription.pendingChange !== null
    ? []
    : [...trialNotice(subscription), ...upcomingNotice(subscription)].sort((left, right) => left.at - right.at);
