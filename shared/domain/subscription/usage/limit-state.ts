import { isMetered } from '../state.ts';
import type { ReachedAlert, Subscription, UsageLimits } from '../types.ts';
import { openPeriod } from './usage.ts';

/** Used for a subscription without limits. */
const NO_USAGE_LIMITS: UsageLimits = { maxAmountCents: null, exceeded: null, reachedAlerts: [] };

/** The limits with which a subscription starts. `undefined`: none. */
export const initialUsageLimits = (maxAmountCents: number | undefined) =>
  maxAmountCents === undefined ? {} : { usageLimits: { ...NO_USAGE_LIMITS, maxAmountCents } };

/** The limits of a subscription. */
export const usageLimitsOf = ({ usageLimits = NO_USAGE_LIMITS }: Subscription): UsageLimits => usageLimits;

/**
 * When the usage of the open period exceeded the maximum amount; `null`: it did not. When a period is closed, the next one becomes the
 * open period.
 */
export const maximumExceededAt = (subscription: Subscription): number | null => {
  const { exceeded } = usageLimitsOf(subscription);
  return isMetered(subscription) && exceeded?.periodStart === openPeriod(subscription).start ? exceeded.at : null;
};

/** The alerts that were reached in the open period. */
export const alertsReachedIn = (subscription: Subscription): readonly ReachedAlert[] => {
  const { reachedAlerts } = usageLimitsOf(subscription);
  if (reachedAlerts.length === 0 || !isMetered(subscription)) return [];
  const { start } = openPeriod(subscription);
  return reachedAlerts.filter(({ periodStart }) => periodStart === start);
};

/** Fields of the API object: those about the maximum are absent without a maximum, the alerts are absent if none was reached. */
export const viewUsageLimits = (subscription: Subscription) => {
  const { maxAmountCents } = usageLimitsOf(subscription);
  const reached = alertsReachedIn(subscription);
  return {
    ...(isMetered(subscription) && maxAmountCents !== null
      ? { max_amount_cents: maxAmountCents, max_amount_exceeded_at: maximumExceededAt(subscription) }
      : {}),
    ...(reached.length === 0
      ? {}
      : { reached_usage_alerts: reached.map(({ alertId, at }) => ({ usage_alert_id: alertId, reached_at: at })) }),
  };
};

/**
 * True for a write after which the usage must be compared with the limits: the subscription is new or has another price or maximum, or a
 * period was closed (the next period can already have usage).
 */
export const startsUsageCheck = (after: Subscription, before: Subscription | null): boolean =>
  isMetered(after) &&
  after.status !== 'canceled' &&
  (before === null ||
    before.price.id !== after.price.id ||
    openPeriod(before).start !== openPeriod(after).start ||
    usageLimitsOf(before).maxAmountCents !== usageLimitsOf(after).maxAmountCents);
