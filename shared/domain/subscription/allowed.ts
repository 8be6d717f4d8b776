import type { Refusal } from '../refusal.ts';
import {
  CANCELED,
  CHANGE_PROCESSING,
  ENDING_NOT_PAUSED,
  NO_NEXT_CHARGE,
  PAST_DUE,
  PAUSED,
  PAUSED_NOT_ENDING,
  PERIOD_OVER,
  RENEWAL_PROCESSING,
} from './refusals.ts';
import { isCharged } from './state.ts';
import type { Subscription } from './types.ts';

/** Facts of a subscription that decide which actions are allowed. */
export interface Standing {
  readonly isCanceled: boolean;
  /** Not canceled, or its last invoice is still being collected. */
  readonly isCharged: boolean;
  readonly isPastDue: boolean;
  readonly isPaused: boolean;
  readonly isRenewalProcessing: boolean;
  readonly isChangePending: boolean;
  readonly cancelAtPeriodEnd: boolean;
  /** The current period has ended, and its renewal or cancellation is not decided yet. */
  readonly isPeriodOver: boolean;
}

/** `now`: Unix seconds. */
export const standingOf = (subscription: Subscription, now: number): Standing => ({
  isCanceled: subscription.status === 'canceled',
  isCharged: isCharged(subscription),
  isPastDue: subscription.status === 'past_due',
  isPaused: subscription.pausedAt !== null,
  isRenewalProcessing: subscription.renewal?.processing === true,
  isChangePending: subscription.pendingChange !== null,
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  isPeriodOver: now >= subscription.currentPeriodEnd,
});

/** The fields of the API's `subscription` that show its state. */
export interface ShownSubscription {
  readonly status: string;
  readonly renewal_state: string;
  readonly cancel_at_period_end: boolean;
}

/**
 * The facts that the API object shows. It shows neither a pending plan change nor the time of a test clock: an action that looks allowed
 * may still be refused.
 */
export const shownStanding = ({ status, renewal_state: renewal, cancel_at_period_end: ends }: ShownSubscription): Standing => ({
  isCanceled: status === 'canceled',
  isCharged: status !== 'canceled',
  isPastDue: status === 'past_due',
  isPaused: renewal === 'paused',
  isRenewalProcessing: renewal === 'processing',
  isChangePending: false,
  cancelAtPeriodEnd: ends,
  isPeriodOver: renewal === 'processing' || renewal === 'retrying',
});

/** Refusal of charged changes: the subscription has ended, or one of its charges is not settled. */
const unpaid = (standing: Standing): Refusal | null => {
  if (standing.isCanceled) return CANCELED;
  if (standing.isRenewalProcessing) return RENEWAL_PROCESSING;
  if (standing.isPastDue) return PAST_DUE;
  return standing.isChangePending ? CHANGE_PROCESSING : null;
};

/** Refusal of starting or stopping the service while the end of the period is not decided. */
const unsettled = (standing: Standing): Refusal | null => {
  const refused = unpaid(standing);
  if (refused !== null || !standing.isPeriodOver) return refused;
  return standing.cancelAtPeriodEnd ? PERIOD_OVER : RENEWAL_PROCESSING;
};

/** `accepted`: the action is performed. `unchanged`: it was performed before and changes nothing. */
export type Verdict = 'accepted' | 'unchanged' | Refusal;

const VERDICTS = {
  cancel: (standing: Standing): Verdict => {
    if (standing.isCanceled) return CANCELED;
    if (standing.isRenewalProcessing) return RENEWAL_PROCESSING;
    return standing.cancelAtPeriodEnd && !standing.isPastDue ? 'unchanged' : 'accepted';
  },
  reactivate: (standing: Standing): Verdict => {
    if (standing.isCanceled) return CANCELED;
    if (!standing.cancelAtPeriodEnd) return standing.isPaused ? PAUSED_NOT_ENDING : 'unchanged';
    return standing.isPeriodOver ? PERIOD_OVER : 'accepted';
  },
  pause: (standing: Standing): Verdict => {
    if (standing.isCanceled) return CANCELED;
    return standing.isPaused ? 'unchanged' : (unsettled(standing) ?? 'accepted');
  },
  resume: (standing: Standing): Verdict => {
    if (standing.isCanceled) return CANCELED;
    if (!standing.isPaused) return standing.cancelAtPeriodEnd ? ENDING_NOT_PAUSED : 'unchanged';
    return unsettled(standing) ?? 'accepted';
  },
  change_plan: (standing: Standing): Verdict => {
    const refused = unpaid(standing);
    if (refused !== null) return refused;
    if (standing.isPaused) return PAUSED;
    // The renewal of the period that ended is about to be charged.
    return standing.isPeriodOver ? RENEWAL_PROCESSING : 'accepted';
  },
  apply_coupon: (standing: Standing): Verdict => {
    const refused = unpaid(standing);
    if (refused !== null) return refused;
    return standing.cancelAtPeriodEnd || standing.isPaused ? NO_NEXT_CHARGE : 'accepted';
  },
  reauthorize: (standing: Standing): Verdict => (standing.isCharged ? 'accepted' : CANCELED),
} as const;

export type SubscriptionAction = keyof typeof VERDICTS;

/** Result of requesting the action, as far as the subscription's state decides it. */
export const verdictOn = (action: SubscriptionAction, standing: Standing): Verdict => VERDICTS[action](standing);

/** True when the action would be accepted and change something. Pages offer exactly these actions. */
export const allowed = (action: SubscriptionAction, standing: Standing): boolean => verdictOn(action, standing) === 'accepted';
