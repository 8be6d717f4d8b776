import type { JsonObject } from '../tenant.ts';
import { addMetrics, type Metrics } from './metrics.ts';

/** An API object before and after a change. `before: null`: it was created; `after: null`: it was deleted. */
export interface ObjectChange {
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** What one change adds to the metrics of a currency. */
export interface CountedChange {
  readonly currency: string;
  readonly businessMetrics: Metrics;
}

/** The state of a subscription, as the metrics count it. */
interface MetricsState {
  /** Active or past due; not in a trial, paused or canceled. */
  readonly active: boolean;
  readonly trialing: boolean;
  /** Paused after it was active. A subscription whose pause began in its trial has not been active yet. */
  readonly paused: boolean;
  readonly mrrCents: number;
}

const NONE: MetricsState = { active: false, trialing: false, paused: false, mrrCents: 0 };

/**
 * True for a flat-fee subscription that has a trial and no payment: it has not been active yet, also if the trial ended during a pause. The
 * API object does not say when a pause began. So the result is also true if the periods after the trial were free (a coupon of 100 percent,
 * a void invoice): a resumption then counts as a new subscription again. Metered subscriptions are active before their first payment, so a
 * pause that began in their trial counts as if it had begun after the trial.
 */
const isUnpaidAfterTrial = ({ price, trial_end: trialEnd, payment_count: paymentCount }: JsonObject): boolean =>
  (price as JsonObject | null | undefined)?.usage_type === 'licensed' && typeof trialEnd === 'number' && paymentCount === 0;

/** Derives the state from the API object (`null` if there is no subscription). A trial has no MRR. */
const metricsStateOf = (subscription: JsonObject | null): MetricsState => {
  if (subscription === null || subscription.status === 'canceled') return NONE;
  // A subscription that is not served because its usage exceeds the maximum amount does not count as paused.
  const isServed = subscription.serves_customer === true || typeof subscription.max_amount_exceeded_at === 'number';
  const trialEnd = subscription.trial_end;
  // Also true after the end of the trial, until the next period begins: while the first charge is unpaid, for example.
  const trialing = typeof trialEnd === 'number' && Number(subscription.current_period_start) < trialEnd;
  if (!isServed || subscription.renewal_state === 'paused') return { ...NONE, paused: !trialing && !isUnpaidAfterTrial(subscription) };
  return trialing ? { ...NONE, trialing } : { ...NONE, active: true, mrrCents: Number(subscription.mrr_cents) };
};

/** Changes of MRR, and new and churned subscriptions. Pausing counts as churn, resuming as reactivation. */
const mrrChange = (stateBefore: MetricsState, stateAfter: MetricsState): Metrics => {
  const deltaCents = stateAfter.mrrCents - stateBefore.mrrCents;
  if (stateBefore.active && stateAfter.active)
    return deltaCents > 0 ? { mrr_expansion_cents: deltaCents } : { mrr_contraction_cents: deltaCents };
  if (stateBefore.active) return { mrr_churn_cents: deltaCents, churned_subscriptions: 1 };
  if (!stateAfter.active) return {};
  return stateBefore.paused ? { mrr_reactivation_cents: deltaCents } : { mrr_new_cents: deltaCents, new_subscriptions: 1 };
};

const subscriptionMetrics = ({ before, after }: ObjectChange): Metrics => {
  const [stateBefore, stateAfter] = [metricsStateOf(before), metricsStateOf(after)];
  return addMetrics(mrrChange(stateBefore, stateAfter), {
    active_subscriptions: Number(stateAfter.active) - Number(stateBefore.active),
    trialing_subscriptions: Number(stateAfter.trialing) - Number(stateBefore.trialing),
  });
};

/** Opening metrics of a subscription that already exists when the account's metrics start to be counted. */
export const openingMetrics = (subscription: JsonObject): Metrics => {
  const { active, trialing, mrrCents } = metricsStateOf(subscription);
  return addMetrics({}, { mrr_opening_cents: mrrCents, active_subscriptions: Number(active), trialing_subscriptions: Number(trialing) });
};

/** True when the change sets this status. */
const entersStatus = ({ before, after }: ObjectChange, status: string): boolean => after?.status === status && before?.status !== status;

const paymentMetrics = (change: ObjectChange): Metrics => {
  if (entersStatus(change, 'succeeded'))
    return addMetrics({}, { revenue_cents: Number(change.after?.amount_cents), succeeded_payments: 1 });
  return entersStatus(change, 'failed') ? { failed_payments: 1 } : {};
};

const refundMetrics = (change: ObjectChange): Metrics => {
  const amountCents = Number(change.after?.amount_cents);
  if (entersStatus(change, 'succeeded')) return { refunded_cents: amountCents };
  // The money of a succeeded refund came back.
  return entersStatus(change, 'failed') && change.before?.status === 'succeeded' ? { refunded_cents: -amountCents } : {};
};

const disputeMetrics = (change: ObjectChange): Metrics => {
  const amountCents = Number(change.after?.amount_cents);
  if (entersStatus(change, 'open')) return { disputed_cents: amountCents };
  // A dispute that is already won when it is first recorded (`before: null`) was never counted as open.
  return entersStatus(change, 'won') && change.before !== null ? { disputed_cents: -amountCents } : {};
};

const METRICS_OF: Readonly<Record<string, (change: ObjectChange) => Metrics>> = {
  subscription: subscriptionMetrics,
  payment: paymentMetrics,
  refund: refundMetrics,
  dispute: disputeMetrics,
};

/** The currency of an API object. For a subscription: the currency of its price; a plan change keeps it. */
export const currencyOf = (object: JsonObject): string => {
  const price = object.price as JsonObject | null | undefined;
  return String(object.object === 'subscription' ? price?.currency : object.currency);
};

/** Computes the metrics of a change; `null`: it does not affect metrics. */
export const countChange = (change: ObjectChange): CountedChange | null => {
  const object = change.after ?? change.before;
  const metricsOf = METRICS_OF[String(object?.object)];
  if (object === null || metricsOf === undefined) return null;
  const businessMetrics = metricsOf(change);
  return Object.keys(businessMetrics).length === 0 ? null : { currency: currencyOf(object), businessMetrics };
};
