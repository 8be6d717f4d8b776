import type { JsonObject } from '../tenant.ts';
import { type Metrics, plus } from './metrics.ts';

/** What an entry of the log tells: what an object showed before and after a change; `null`: there was none, or there is none any more. */
export interface ObjectChange {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** What a change adds to the metrics of its currency. */
export interface CountedChange {
  readonly currency: string;
  readonly businessMetrics: Metrics;
}

/** A subscription as the metrics see it. */
interface Standing {
  /** Paying, or behind with it: neither in a trial nor paused nor canceled. */
  readonly active: boolean;
  readonly trialing: boolean;
  readonly paused: boolean;
  readonly mrrCents: number;
}

const NONE: Standing = { active: false, trialing: false, paused: false, mrrCents: 0 };

/** A trial is worth nothing yet: what it may bring is not what recurs. */
const standingOf = (subscription: JsonObject | null): Standing => {
  if (subscription === null || subscription.status === 'canceled') return NONE;
  if (subscription.serves_customer !== true) return { ...NONE, paused: true };
  const trialEnd = subscription.trial_end;
  const trialing = typeof trialEnd === 'number' && Number(subscription.current_period_start) < trialEnd;
  return trialing ? { ...NONE, trialing } : { ...NONE, active: true, mrrCents: Number(subscription.mrr_cents) };
};

/** How the monthly worth moved, and who came and went. A pause counts as churn, and its end as coming back. */
const movementOf = (was: Standing, is: Standing): Metrics => {
  const rise = is.mrrCents - was.mrrCents;
  if (was.active && is.active) return rise > 0 ? { mrr_expansion_cents: rise } : { mrr_contraction_cents: rise };
  if (was.active) return { mrr_churn_cents: rise, churned_subscriptions: 1 };
  if (!is.active) return {};
  return was.paused ? { mrr_reactivation_cents: rise } : { mrr_new_cents: rise, new_subscriptions: 1 };
};

const subscriptionMetrics = ({ before, after }: ObjectChange): Metrics => {
  const [was, is] = [standingOf(before), standingOf(after)];
  return plus(movementOf(was, is), {
    active_subscriptions: Number(is.active) - Number(was.active),
    trialing_subscriptions: Number(is.trialing) - Number(was.trialing),
  });
};

/** What a subscription that was there all along adds to the sums that metrics begin with. */
export const openingMetrics = (subscription: JsonObject): Metrics => {
  const { active, trialing, mrrCents } = standingOf(subscription);
  return plus({}, { mrr_opening_cents: mrrCents, active_subscriptions: Number(active), trialing_subscriptions: Number(trialing) });
};

/** Money moved when the object first says so, and stays moved when the object is removed. */
const becomes = ({ before, after }: ObjectChange, status: string): boolean => after?.status === status && before?.status !== status;

const paymentMetrics = (change: ObjectChange): Metrics => {
  if (becomes(change, 'succeeded')) return plus({}, { revenue_cents: Number(change.after?.amount_cents), succeeded_payments: 1 });
  return becomes(change, 'failed') ? { failed_payments: 1 } : {};
};

const refundMetrics = (change: ObjectChange): Metrics =>
  becomes(change, 'succeeded') ? { refunded_cents: Number(change.after?.amount_cents) } : {};

const disputeMetrics = (change: ObjectChange): Metrics => {
  const amountCents = Number(change.after?.amount_cents);
  if (becomes(change, 'open')) return { disputed_cents: amountCents };
  // The dispute of a chargeback that is over by the time it is known never was open.
  return becomes(change, 'won') && change.before !== null ? { disputed_cents: -amountCents } : {};
};

const METRICS_OF: Readonly<Record<string, (change: ObjectChange) => Metrics>> = {
  subscription: subscriptionMetrics,
  payment: paymentMetrics,
  refund: refundMetrics,
  dispute: disputeMetrics,
};

/** The currency that an object is in; a subscription's is its price's, which never changes. */
export const currencyOf = (object: JsonObject): string => {
  const price = object.price as JsonObject | null | undefined;
  return String(object.object === 'subscription' ? price?.currency : object.currency);
};

/** Counts the change of an object, by what it showed before and after; `null`: it says nothing about the business. */
export const countChange = (change: ObjectChange): CountedChange | null => {
  const object = change.after ?? change.before;
  const metricsOf = METRICS_OF[String(object?.object)];
  if (object === null || metricsOf === undefined) return null;
  const businessMetrics = metricsOf(change);
  return Object.keys(businessMetrics).length === 0 ? null : { currency: currencyOf(object), businessMetrics };
};
