import { describe, expect, it } from 'vitest';
import { countChange } from '../../shared/domain/metrics/change.ts';
import { dayOf, type Metrics } from '../../shared/domain/metrics/metrics.ts';
import { periodsIn, type StoredMetrics, seriesOf, usualFrom } from '../../shared/domain/metrics/series.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';

const DAY = 86_400;
const START = Date.parse('2026-01-31') / 1000;

const subscription = (given: JsonObject = {}): JsonObject => ({
  object: 'subscription',
  id: 'sub_1',
  status: 'active',
  serves_customer: true,
  trial_end: null,
  current_period_start: START,
  mrr_cents: 1000,
  price: { currency: 'EUR' },
  ...given,
});
const TRIAL = subscription({ trial_end: START + 14 * DAY });
const PAID = subscription();
const PAUSED = subscription({ serves_customer: false, mrr_cents: 0 });
const CANCELED = subscription({ status: 'canceled', serves_customer: false, mrr_cents: 0 });
const BEHIND = subscription({ status: 'past_due' });

const payment = (status: string, given: JsonObject = {}): JsonObject => ({
  object: 'payment',
  type: 'renewal',
  status,
  amount_cents: 1210,
  currency: 'EUR',
  ...given,
});
const refund = (status: string): JsonObject => ({ object: 'refund', status, amount_cents: 500, currency: 'EUR' });
const dispute = (status: string): JsonObject => ({ object: 'dispute', status, amount_cents: 1210, currency: 'EUR' });

const metricsOf = (before: JsonObject | null, after: JsonObject | null): Metrics | null =>
  countChange({ before, after })?.businessMetrics ?? null;

describe('what a change of a subscription adds', () => {
  it.each<readonly [string, JsonObject | null, JsonObject | null, Metrics | null]>([
    ['is new when it begins', null, PAID, { mrr_new_cents: 1000, new_subscriptions: 1, active_subscriptions: 1 }],
    ['is a trial when it begins with one', null, TRIAL, { trialing_subscriptions: 1 }],
    [
      'is new when its trial ends',
      TRIAL,
      subscription({ trial_end: START, current_period_start: START }),
      { mrr_new_cents: 1000, new_subscriptions: 1, active_subscriptions: 1, trialing_subscriptions: -1 },
    ],
    ['is no churn when a trial is canceled', TRIAL, CANCELED, { trialing_subscriptions: -1 }],
    ['is expansion', PAID, subscription({ mrr_cents: 1500 }), { mrr_expansion_cents: 500 }],
    ['is contraction', PAID, subscription({ mrr_cents: 400 }), { mrr_contraction_cents: -600 }],
    ['is churn when it ends', PAID, CANCELED, { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 }],
    ['is churn when it is removed', PAID, null, { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 }],
    ['is churn when it is paused', PAID, PAUSED, { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 }],
    ['is reactivation when it is resumed', PAUSED, PAID, { mrr_reactivation_cents: 1000, active_subscriptions: 1 }],
    ['is nothing while it is behind', PAID, BEHIND, null],
    [
      'is churn when it was behind to its end',
      BEHIND,
      CANCELED,
      { mrr_churn_cents: -1000, churned_subscriptions: 1, active_subscriptions: -1 },
    ],
    ['is nothing when it ends in a pause', PAUSED, CANCELED, null],
    [
      'is a subscription without worth when it is metered',
      null,
      subscription({ mrr_cents: 0 }),
      { new_subscriptions: 1, active_subscriptions: 1 },
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(metricsOf(before, after)).toEqual(expected);
  });

  it('is in the currency of its price', () => {
    expect(countChange({ before: null, after: subscription({ price: { currency: 'JPY' } }) })?.currency).toBe('JPY');
  });
});

describe('what a change of money adds', () => {
  it.each<readonly [string, JsonObject | null, JsonObject | null, Metrics | null]>([
    ['a payment under way', null, payment('pending'), null],
    ['one that is paid', payment('pending'), payment('succeeded'), { revenue_cents: 1210, succeeded_payments: 1 }],
    ['one that is paid at once', null, payment('succeeded'), { revenue_cents: 1210, succeeded_payments: 1 }],
    ['one that fails', payment('pending'), payment('failed'), { failed_payments: 1 }],
    ['one that is withdrawn', payment('pending'), payment('canceled'), null],
    ['one that is refunded later', payment('succeeded'), payment('succeeded', { amount_refunded_cents: 500 }), null],
    ['one that is removed', payment('succeeded'), null, null],
    ['one of nothing', payment('pending'), payment('succeeded', { amount_cents: 0 }), { succeeded_payments: 1 }],
    ['a refund under way', null, refund('pending'), null],
    ['one that succeeds', refund('pending'), refund('succeeded'), { refunded_cents: 500 }],
    ['one that fails', refund('pending'), refund('failed'), null],
    ['a dispute', null, dispute('open'), { disputed_cents: 1210 }],
    ['one that is won', dispute('open'), dispute('won'), { disputed_cents: -1210 }],
    ['one that was won by the time it is known', null, dispute('won'), null],
    ['a customer', null, { object: 'customer' }, null],
  ])('%s', (_what, before, after, expected) => {
    expect(metricsOf(before, after)).toEqual(expected);
  });
});

describe('periods', () => {
  it('are the days or months from the first to the last, through month ends and leap days', () => {
    expect(periodsIn({ interval: 'day', fromDay: '2028-02-28', toDay: '2028-03-01' }, 366)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(periodsIn({ interval: 'month', fromDay: '2026-11-30', toDay: '2027-01-01' }, 366)).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(periodsIn({ interval: 'day', fromDay: '2000-01-01', toDay: '2999-01-01' }, 5)).toHaveLength(6);
  });

  it('are usually the last twelve months, this one included, or thirty days', () => {
    expect(usualFrom('month', '2026-11-24')).toBe('2025-12-01');
    expect(usualFrom('month', '2026-12-31')).toBe('2026-01-01');
    expect(usualFrom('day', '2026-03-01')).toBe('2026-01-31');
  });

  it('begin at midnight in UTC', () => {
    expect(dayOf(START - 1)).toBe('2026-01-30');
    expect(dayOf(START)).toBe('2026-01-31');
  });
});

describe('a series', () => {
  const kept = (currency: string, period: string, businessMetrics: Metrics): StoredMetrics => ({ currency, period, businessMetrics });

  it('carries what is from period to period, also where nothing happened, by currency', () => {
    const series = seriesOf(
      'month',
      ['2026-02', '2026-03', '2026-04'],
      [
        kept('EUR', '2026-01', { mrr_opening_cents: 300, mrr_new_cents: 1000, active_subscriptions: 2 }),
        kept('EUR', '2026-02', { mrr_expansion_cents: 50, revenue_cents: 1050 }),
        kept('EUR', '2026-04', { mrr_churn_cents: -300, active_subscriptions: -1 }),
        kept('CHF', '2026-03', { mrr_new_cents: 7, active_subscriptions: 1 }),
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
