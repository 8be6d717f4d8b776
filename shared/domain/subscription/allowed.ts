import type { Refusal } from '../refusal.ts';
import {
  CHANGE_PROCESSING,
  ENDING_NOT_PAUSED,
  NO_NEXT_CHARGE,
  PAUSED_NOT_ENDING,
  PERIOD_OVER,
  REFUND_PROCESSING,
  RENEWAL_PROCESSING,
  SUBSCRIPTION_CANCELED,
  SUBSCRIPTION_PAST_DUE,
  SUBSCRIPTION_PAUSED,
} from './refusals.ts';
import { canStillBeCharged, waitsForRefund } from './state.ts';
import type { Subscription } from './types.ts';

/** The parts of a subscription's state that decide which actions are allowed. */
export interface SubscriptionFlags {
  readonly isCanceled: boolean;
  /** Also true for a canceled subscription while its last invoice is still collected, or its last usage is not invoiced yet. */
  readonly canStillBeCharged: boolean;
  readonly isPastDue: boolean;
  readonly isPaused: boolean;
  readonly isRenewalProcessing: boolean;
  readonly isChangePending: boolean;
  readonly cancelAtPeriodEnd: boolean;
  /** True if the current period has ended, and its renewal or cancellation is not processed yet. */
  readonly isPeriodOver: boolean;
  /** True if a pending refund will end the subscription when the refund succeeds. */
  readonly waitsForRefund: boolean;
}

/** Computes the flags at `now` (Unix seconds). */
export const flagsOf = (subscription: Subscription, now: number): SubscriptionFlags => ({
  isCanceled: subscription.status === 'canceled',
  canStillBeCharged: canStillBeCharged(subscription),
  isPastDue: subscription.status === 'past_due',
  isPaused: subscription.pausedAt !== null,
  isRenewalProcessing: subscription.renewal?.processing === true,
  isChangePending: subscription.pendingChange !== null,
  cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
  isPeriodOver: now >= subscription.currentPeriodEnd,
  waitsForRefund: waitsForRefund(subscription),
});

/** Fields of the API's `subscription` object that the flags are derived from. */
export interface SubscriptionViewFields {
  readonly status: string;
  readonly renewal_state: string;
  readonly cancel_at_period_end: boolean;
}

/**
 * Derives the flags from the API object. The object contains no pending plan change, no refund and no time of a test clock, so an action
 * that these flags allow may still be refused.
 */
export const flagsOfView = ({ status, renewal_state: renewal, cancel_at_period_end }: SubscriptionViewFields): SubscriptionFlags => ({
  isCanceled: status === 'canceled',
  canStillBeCharged: status !== 'canceled',
  isPastDue: status === 'past_due',
  isPaused: renewal === 'paused',
  isRenewalProcessing: renewal === 'processing',
  isChangePending: false,
  cancelAtPeriodEnd: cancel_at_period_end,
  isPeriodOver: renewal === 'processing' || renewal === 'retrying',
  waitsForRefund: false,
});

/** Refuses a change that may need a charge, if the subscription is canceled or another charge is unpaid or processing. `null`: allowed. */
const refuseChargedChange = (flags: SubscriptionFlags): Refusal | null => {
  if (flags.isCanceled) return SUBSCRIPTION_CANCELED;
  if (flags.isRenewalProcessing) return RENEWAL_PROCESSING;
  if (flags.isPastDue) return SUBSCRIPTION_PAST_DUE;
  return flags.isChangePending ? CHANGE_PROCESSING : null;
};

/** Refuses a change after the end of a period that is not renewed yet. */
const refuseAfterPeriod = ({ waitsForRefund: waits }: SubscriptionFlags): Refusal => (waits ? REFUND_PROCESSING : RENEWAL_PROCESSING);

/** For a pause or resumption: refuses as `refuseChargedChange` does, or if the period has ended but is not renewed yet. `null`: allowed. */
const refuseServiceChange = (flags: SubscriptionFlags): Refusal | null => {
  const refused = refuseChargedChange(flags);
  if (refused !== null || !flags.isPeriodOver) return refused;
  return flags.cancelAtPeriodEnd ? PERIOD_OVER : refuseAfterPeriod(flags);
};

/** `accepted`: the action can be performed. `unchanged`: the subscription already has the state that the action sets. */
export type ActionCheck = 'accepted' | 'unchanged' | Refusal;

const CHECKS = {
  cancel: (flags: SubscriptionFlags): ActionCheck => {
    if (flags.isCanceled) return SUBSCRIPTION_CANCELED;
    if (flags.isRenewalProcessing) return RENEWAL_PROCESSING;
    return flags.cancelAtPeriodEnd && !flags.isPastDue ? 'unchanged' : 'accepted';
  },
  reactivate: (flags: SubscriptionFlags): ActionCheck => {
    if (flags.isCanceled) return SUBSCRIPTION_CANCELED;
    if (!flags.cancelAtPeriodEnd) return flags.isPaused ? PAUSED_NOT_ENDING : 'unchanged';
    return flags.isPeriodOver ? PERIOD_OVER : 'accepted';
  },
  pause: (flags: SubscriptionFlags): ActionCheck => {
    if (flags.isCanceled) return SUBSCRIPTION_CANCELED;
    return flags.isPaused ? 'unchanged' : (refuseServiceChange(flags) ?? 'accepted');
  },
  resume: (flags: SubscriptionFlags): ActionCheck => {
    if (flags.isCanceled) return SUBSCRIPTION_CANCELED;
    if (!flags.isPaused) return flags.cancelAtPeriodEnd ? ENDING_NOT_PAUSED : 'unchanged';
    return refuseServiceChange(flags) ?? 'accepted';
  },
  change_plan: (flags: SubscriptionFlags): ActionCheck => {
    const refused = refuseChargedChange(flags);
    if (refused !== null) return refused;
    if (flags.isPaused) return SUBSCRIPTION_PAUSED;
    // After the end of the period, the renewal must be charged first.
    return flags.isPeriodOver ? refuseAfterPeriod(flags) : 'accepted';
  },
  apply_coupon: (flags: SubscriptionFlags): ActionCheck => {
    const refused = refuseChargedChange(flags);
    if (refused !== null) return refused;
    return flags.cancelAtPeriodEnd || flags.isPaused ? NO_NEXT_CHARGE : 'accepted';
  },
  reauthorize: (flags: SubscriptionFlags): ActionCheck => (flags.canStillBeCharged ? 'accepted' : SUBSCRIPTION_CANCELED),
} as const;

export type SubscriptionAction = keyof typeof CHECKS;

/** Checks whether the subscription's state allows the action. */
export const checkAction = (action: SubscriptionAction, flags: SubscriptionFlags): ActionCheck => CHECKS[action](flags);

/** True when the action is accepted and would change the subscription. Pages offer exactly the actions for which this is true. */
export const isAllowed = (action: SubscriptionAction, flags: SubscriptionFlags): boolean => checkAction(action, flags) === 'accepted';
