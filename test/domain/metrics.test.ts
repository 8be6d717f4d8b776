import { describe, expect, it } from 'vitest';
import { countChange } from '../../shared/domain/metrics/change.ts';
import { dayOf, type Metrics } from '../../shared/domain/metrics/metrics.ts';
import { defaultFromDay, metricsByPeriod, periodsIn, type StoredMetrics } from '../../shared/domain/metrics/series.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import { newSubscription } from './billing.ts';
import { payChange, pendingChargeOf } from './plan-changes.ts';
import { viewOf } from './renewals.ts';

const DAY = 86_400;
const START = Date.parse('2026-01-31') / 1000;

const subscription = (overrides: JsonObject = {}): JsonObject => ({
  object: 'subscription',
  id: 'sub_1',
  status: 'active',
  serves_customer: true,
  trial_end: null,
  current_period_start: START,
  mrr_cents: 1000,
  payment_count: 1,
  price: { currency: 'EUR', usage_type: 'licensed' },
  ...overrides,
});
const TRIAL_END = START + 14 * DAY;
const TRIAL = subscription({ trial_end: TRIAL_END, payment_count: 0 });
const PAUSED_TRIAL: JsonObject = { ...TRIAL, serves_customer: false, renewal_state: 'paused', mrr_cents: 0 };
/** The trial ended during the pause. */
const PAUSED_AFTER_TRIAL: JsonObject = { ...PAUSED_TRIAL, current_period_start: TRIAL_END };
const AFTER_TRIAL = subscription({ trial_end: TRIAL_END, current_period_start: TRIAL_END });
const METERED = { currency: 'EUR', usage_type: 'metered' };
const PAID = subscription();
const PAUSED = subscription({ serves_customer: false, mrr_cents: 0 });
const CAPPED = subscription({ serves_customer: false, max_amount_exceeded_at: START });
const CANCELED = subscription({ status: 'canceled', serves_customer: false, mrr_cents: 0 });
const PAST_DUE = subscription({ status: 'past_due' });

const payment = (status: string, overrides: JsonObject = {}): JsonObject => ({
  object: 'payment',
  type: 'renewal',
  status,
  amount_cents: 1210,
  currency: 'EUR',
  ...overrides,
});
const refund = (status: string): JsonObject => ({ object: 'refund', status, amount_cents: 500, currency: 'EUR' });
const dispute = (status: string): JsonObject => ({ object: 'dispute', status, amount_cents: 1210, currency: 'EUR' });

const metricsOf = (before: JsonObject | null, after: JsonObject | null): Metrics | null =>
  countChange({ before, after })?.businessMetrics ?? null;

describe('the metrics when a subscription changes', () => {
  it.each<readonly [string, JsonObject | null, JsonObject | null, Metrics | null]>([
    ['count a new subscription at its start', null, PAID, { mrr_new_cents: 1000, new_subscriptions: 1, active_subscriptions: 1 }],
    ['count a trial at its start', null, TRIAL, { trialing_subscriptions: 1 }],
    [
      'count a new subscription when its trial ends',
      TRIAL,
      subscription({ trial_end: START, current_period_start: START }),
      { mrr_new_cents: 1000, new_subscriptions: 1, active_subscriptions: 1, trialing_subscriptions: -1 },
    ],
    ['count no churn for a canceled trial', TRIAL, CANCELED, { trialing_subscriptions: -1 }],
    ['count expansion', PAID, subscription({ mrr_cents: 1500 }), { mrr_expansion_cents: 500 }],
    ['count contraction', PAID, subscription({ mrr_cents: 400 }), { mrr_contraction_cents: -600 }],
    ['count churn when it ends', PAID, CANCELED, { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 }],
    ['count churn when it is deleted', PAID, null, { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 }],
    ['count churn when it is paused', PAID, PAUSED, { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 }],
    ['count nothing when its usage exceeds its maximum amount', PAID, CAPPED, null],
    [
      'count churn when it is paused after its usage exceeded its maximum amount',
      CAPPED,
      { ...CAPPED, renewal_state: 'paused', mrr_cents: 0 },
      { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 },
    ],
    ['count reactivation when it is resumed', PAUSED, PAID, { mrr_reactivation_cents: 1000, active_subscriptions: 1 }],
    ['count no churn when it is paused in its trial', TRIAL, PAUSED_TRIAL, { trialing_subscriptions: -1 }],
    ['count its trial again when it is resumed in its trial', PAUSED_TRIAL, TRIAL, { trialing_subscriptions: 1 }],
    ['count nothing when its trial ends during a pause', PAUSED_TRIAL, PAUSED_AFTER_TRIAL, null],
    [
      'count a new subscription when it is resumed after a pause that began in its trial',
      PAUSED_AFTER_TRIAL,
      AFTER_TRIAL,
      { mrr_new_cents: 1000, new_subscriptions: 1, active_subscriptions: 1 },
    ],
    [
      'count reactivation when it is resumed after a pause that began after its trial',
      { ...PAUSED_AFTER_TRIAL, payment_count: 1 },
      AFTER_TRIAL,
      { mrr_reactivation_cents: 1000, active_subscriptions: 1 },
    ],
    [
      'count a metered subscription as active, but not as new, when it is resumed after its trial',
      { ...PAUSED_AFTER_TRIAL, price: METERED },
      { ...AFTER_TRIAL, price: METERED, payment_count: 0, mrr_cents: 0 },
      { active_subscriptions: 1 },
    ],
    ['count nothing when it becomes past due', PAID, PAST_DUE, null],
    [
      'count churn when it ends while past due',
      PAST_DUE,
      CANCELED,
      { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 },
    ],
    ['count nothing when it ends during a pause', PAUSED, CANCELED, null],
    ['count a metered subscription without MRR', null, subscription({ mrr_cents: 0 }), { new_subscriptions: 1, active_subscriptions: 1 }],
  ])('%s', (_what, before, after, expected) => {
    expect(metricsOf(before, after)).toEqual(expected);
  });

  it('count a new subscription when a trial that ended during a pause is resumed and paid', () => {
    const { billing, id } = newSubscription({ trialDays: 14 });
    const counted: (Metrics | null)[] = [];
    let before = viewOf(billing, id);
    const count = (): void => {
      const after = viewOf(billing, id);
      counted.push(metricsOf(before, after));
      before = after;
    };
    billing.pause(id);
    count();
    billing.renew(id);
    count();
    billing.world.now += DAY;
    const { id: paymentId } = pendingChargeOf(billing.resume(id));
    count();
    payChange(billing, paymentId);
    count();
    const mrrCents = Number(before.mrr_cents);
    expect(counted).toEqual([
      { trialing_subscriptions: -1 },
      null,
      null,
      { mrr_new_cents: mrrCents, new_subscriptions: 1, active_subscriptions: 1 },
    ]);
  });

  it('have the currency of the price', () => {
    expect(countChange({ before: null, after: subscription({ price: { currency: 'JPY' } }) })?.currency).toBe('JPY');
  });
});

describe('the metrics when a payment, refund or dispute changes', () => {
  it.each<readonly [string, JsonObject | null, JsonObject | null, Metrics | null]>([
    ['a pending payment', null, payment('pending'), null],
    ['a succeeded payment', payment('pending'), payment('succeeded'), { revenue_cents: 1210, succeeded_payments: 1 }],
    ['a payment that succeeds at once', null, payment('succeeded'), { revenue_cents: 1210, succeeded_payments: 1 }],
    ['a failed payment', payment('pending'), payment('failed'), { failed_payments: 1 }],
    ['a canceled payment', payment('pending'), payment('canceled'), null],
    ['a refunded payment', payment('succeeded'), payment('succeeded', { amount_refunded_cents: 500 }), null],
    ['a deleted payment', payment('succeeded'), null, null],
    ['a payment of zero', payment('pending'), payment('succeeded', { amount_cents: 0 }), { succeeded_payments: 1 }],
    ['a pending refund', null, refund('pending'), null],
    ['a succeeded refund', refund('pending'), refund('succeeded'), { refunded_cents: 500 }],
    ['a failed refund', refund('pending'), refund('failed'), null],
    ['a refund that fails after it had succeeded', refund('succeeded'), refund('failed'), { refunded_cents: -500 }],
    ['a dispute', null, dispute('open'), { disputed_cents: 1210 }],
    ['a won dispute', dispute('open'), dispute('won'), { disputed_cents: -1210 }],
    ['a dispute that is created as won', null, dispute('won'), null],
    ['a customer', null, { object: 'customer' }, null],
  ])('are computed, or null if nothing is counted: %s', (_what, before, after, expected) => {
    expect(metricsOf(before, after)).toEqual(expected);
  });
});

describe('periods', () => {
  it('are the days or months of the range, including month ends and leap days', () => {
    expect(periodsIn({ interval: 'day', fromDay: '2028-02-28', toDay: '2028-03-01' }, 366)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(periodsIn({ interval: 'month', fromDay: '2026-11-30', toDay: '2027-01-01' }, 366)).toEqual(['2026-11', '2026-12', '2027-01']);
    // One period more than the limit tells the caller that the range is too long.
    expect(periodsIn({ interval: 'day', fromDay: '2000-01-01', toDay: '2999-01-01' }, 5)).toHaveLength(6);
  });

  it('default to the last twelve months including the current one, or to the last thirty days including the current one', () => {
    expect(defaultFromDay('month', '2026-11-24')).toBe('2025-12-01');
    expect(defaultFromDay('month', '2026-12-31')).toBe('2026-01-01');
    expect(defaultFromDay('day', '2026-03-01')).toBe('2026-01-31');
  });

  it('start at midnight UTC', () => {
    expect(dayOf(START - 1)).toBe('2026-01-30');
    expect(dayOf(START)).toBe('2026-01-31');
  });
});

describe('a series of metrics', () => {
  const storedMetrics = (currency: string, period: string, businessMetrics: Metrics): StoredMetrics => ({
    currency,
    period,
    businessMetrics,
  });

  it('carries MRR and counts of subscriptions forward in each currency, also through periods without changes', () => {
    const series = metricsByPeriod(
      'month',
      ['2026-02', '2026-03', '2026-04'],
      [
        storedMetrics('EUR', '2026-01', { mrr_opening_cents: 300, mrr_new_cents: 1000, active_subscriptions: 2 }),
        storedMetrics('EUR', '2026-02', { mrr_expansion_cents: 50, revenue_cents: 1050 }),
        storedMetrics('EUR', '2026-04', { mrr_churn_cents: -300, active_subscriptions: -1 }),
        storedMetrics('CHF', '2026-03', { mrr_new_cents: 7, active_subscriptions: 1 }),
      ],
    );
    expect(series.map(({ currency, period, mrrCents, sum }) => [currency, period, mrrCents, sum.active_subscriptions ?? 0])).toEqual([
      ['CHF', '2026-02', 0, 0],
      ['CHF', '2026-03', 7, 1],
      ['CHF', '2026-04', 7, 1],
      ['EUR', '2026-02', 1350, 2],
      ['EUR', '2026-03', 1350, 2],
      ['EUR', '2026-04', 1050, 1],
    ]);
    expect(series[3]).toMatchObject({
      startsAt: Date.UTC(2026, 1) / 1000,
      endsAt: Date.UTC(2026, 2) / 1000,
      businessMetrics: { revenue_cents: 1050 },
    });
    expect(series[4]?.businessMetrics).toEqual({});
  });
});
