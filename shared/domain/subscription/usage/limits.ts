import { change, type Stored } from '../../aggregate.ts';
import { sum } from '../../amounts/money.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { Refusal } from '../../refusal.ts';
import type { UsageAlert } from '../../usage-alert/record.ts';
import type { UsageState } from '../../usage-record/create.ts';
import { NOT_METERED, SUBSCRIPTION_CANCELED } from '../refusals.ts';
import { isInTrial, isMetered } from '../state.ts';
import type { ReachedAlert, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { billedBeforePeriod, billedInPeriod, unbilled, unbilledOfEarlierPeriods } from './billed.ts';
import { alertsReachedIn, usageLimitsOf } from './limit-state.ts';
import { openPeriod, totalsToClose, type UsagePricing, type UsageSnapshot, usageCharges } from './usage.ts';

/** Usage of the open period, with the units that plan changes have billed. */
interface UsageSoFar {
  readonly quantity: bigint;
  /** Before discount and tax; 0 in a trial. */
  readonly amountCents: number;
}

/**
 * Computes the usage of the open period so far, all of it at the current price. Includes the units that a plan change has billed, so that
 * a limit applies to the whole period. A change of the interval starts a new period: units that were billed before are not included, and
 * neither are units of earlier periods that a pause has left unbilled.
 */
const usageSoFar = (subscription: Subscription, usage: UsageSnapshot, pricing: UsagePricing): UsageSoFar => {
  const before = billedBeforePeriod(subscription);
  const billedUnits = billedInPeriod(subscription).units - before;
  const unbilledUnits = unbilled(subscription, totalsToClose(subscription, usage)).quantity - unbilledOfEarlierPeriods(subscription, usage);
  const quantity = unbilledUnits + BigInt(billedUnits);
  const charges = isInTrial(subscription) ? [] : usageCharges(pricing, Number(quantity), { units: before, chargedFees: [] });
  return { quantity, amountCents: sum(charges.map(({ amountCents }) => amountCents)) };
};

/** Records that the usage exceeds the maximum amount, once in a period. */
const withMaximumChecked = (subscription: Subscription, { amountCents }: UsageSoFar, now: number): Subscription => {
  const limits = usageLimitsOf(subscription);
  const { maxAmountCents, exceeded } = limits;
  const { start } = openPeriod(subscription);
  if (maxAmountCents === null || amountCents <= maxAmountCents || exceeded?.periodStart === start) return subscription;
  return { ...subscription, usageLimits: { ...limits, exceeded: { at: now, periodStart: start } } };
};

const isReached = ({ quantity, amountCents }: UsageAlert, soFar: UsageSoFar): boolean =>
  quantity === null ? amountCents !== null && soFar.amountCents >= amountCents : soFar.quantity >= BigInt(quantity);

/** Maximum number of deleted alerts among the reached alerts of a subscription. */
const MAX_DELETED_ALERTS = 20;

/** Records which alerts the usage has reached, each once in a period. */
const withAlertsChecked = (
  subscription: Subscription,
  soFar: UsageSoFar,
  { alerts, meterId }: Pick<CheckState, 'alerts' | 'meterId'>,
  now: number,
): CheckedUsage => {
  const before = alertsReachedIn(subscription);
  const { start: periodStart } = openPeriod(subscription);
  const reached = alerts
    .filter((alert) => (alert.meterId === null || alert.meterId === meterId) && isReached(alert, soFar))
    .filter(({ id }) => !before.some(({ alertId }) => alertId === id));
  if (reached.length === 0) return { subscription, reached, periodStart };
  const exists = ({ alertId }: ReachedAlert): boolean => alerts.some(({ id }) => id === alertId);
  const deleted = before.filter((each) => !exists(each)).slice(-MAX_DELETED_ALERTS);
  const reachedAlerts = [
    ...deleted,
    ...before.filter(exists),
    ...reached.map(({ id }): ReachedAlert => ({ alertId: id, at: now, periodStart })),
  ];
  return { subscription: { ...subscription, usageLimits: { ...usageLimitsOf(subscription), reachedAlerts } }, reached, periodStart };
};

/** A subscription after a check. */
export interface CheckedUsage {
  readonly subscription: Subscription;
  /** The alerts that this check has found to be reached. */
  readonly reached: readonly UsageAlert[];
  /** Start of the open period, Unix seconds. */
  readonly periodStart: number;
}

/** A subscription with its usage. */
export type UsageLimitState = Pick<UsageState, 'subscription' | 'usage' | 'pricing'>;

/** State of the check of a subscription's limits. */
export interface CheckState extends UsageLimitState {
  /** The alerts of the subscription and of its customer. */
  readonly alerts: readonly UsageAlert[];
  /** The meter of the price; `null`: it has none. */
  readonly meterId: string | null;
}

const decisionFor = (before: Stored<Subscription>, after: Subscription): Decision<Subscription> =>
  after === before.record
    ? unchanged(after)
    : {
        changes: [change(subscriptionAggregate, before, after)],
        events: [{ type: 'subscription.updated', subjectId: after.id }],
        result: after,
      };

/**
 * Compares the usage so far with the maximum amount of the subscription and with its alerts. Idempotent: an exceeded maximum or reached
 * alert is recorded and announced (`subscription.updated`) once in a period, however often the check runs. The result is `null` if the
 * subscription does not exist, is not metered or is canceled.
 */
export const checkUsageLimits = (state: CheckState, ctx: DecisionContext): Decision<CheckedUsage | null> => {
  const { subscription: before, usage, pricing } = state;
  if (before === null) return unchanged(null);
  const { record: subscription } = before;
  if (!isMetered(subscription) || subscription.status === 'canceled') return unchanged(null);
  const soFar = usageSoFar(subscription, usage, pricing);
  const checked = withAlertsChecked(withMaximumChecked(subscription, soFar, ctx.now), soFar, state, ctx.now);
  return { ...decisionFor(before, checked.subscription), result: checked };
};

export interface SetMaximumAmount {
  /** Cents per period; `null` removes the maximum. */
  readonly maxAmountCents: number | null;
}

/**
 * Sets the maximum amount of a period. The customer is served if the usage so far is within the new maximum, otherwise not. Refuses a
 * subscription that is not metered or is canceled (409).
 */
export const setMaximumAmount = (
  { maxAmountCents }: SetMaximumAmount,
  { subscription: before, usage, pricing }: UsageLimitState,
  ctx: DecisionContext,
): Decision<Subscription> | Refusal => {
  if (before === null) return new Refusal('resource_missing', 'No such subscription.');
  const { record: subscription } = before;
  if (!isMetered(subscription)) return NOT_METERED;
  if (subscription.status === 'canceled') return SUBSCRIPTION_CANCELED;
  const limits = usageLimitsOf(subscription);
  if (limits.maxAmountCents === maxAmountCents) return unchanged(subscription);
  const soFar = usageSoFar(subscription, usage, pricing);
  const isExceeded = maxAmountCents !== null && soFar.amountCents > maxAmountCents;
  const changed: Subscription = {
    ...subscription,
    usageLimits: { ...limits, maxAmountCents, exceeded: isExceeded ? limits.exceeded : null },
  };
  return {
    ...decisionFor(before, withMaximumChecked(changed, soFar, ctx.now)),
    audit: audited('subscription', 'updated', subscription.id),
  };
};
