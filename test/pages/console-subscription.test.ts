import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RowOf } from '../../functions/console/browser/objects/rows.ts';
import { PORTAL } from '../../scripts/screenshots/portal-states.ts';

vi.stubGlobal('navigator', { languages: ['en'] });

let labels: typeof import('../../functions/console/browser/objects/subscription-labels.ts');
beforeAll(async () => {
  labels = await import('../../functions/console/browser/objects/subscription-labels.ts');
});

const DAY = 86_400;
const END = Date.UTC(2026, 0, 31, 12) / 1000;
const METERED = { ...PORTAL.subscription.price, usage_type: 'metered' } as const;

const subscription = (fields: Partial<RowOf['subscriptions']>): RowOf['subscriptions'] => ({
  ...PORTAL.subscription,
  current_period_end: END,
  next_charge_amount_cents: null,
  next_payment_attempt: null,
  ...fields,
});

describe('the next charge of a subscription in the console', () => {
  it.each([
    ['the end of its period after a scheduled cancellation', { canceled_at: END - 26 * DAY, cancel_at_period_end: true }, 'Jan 31, 2026'],
    ['the day of an immediate cancellation', { canceled_at: END - 26 * DAY, cancel_at_period_end: false }, 'Jan 5, 2026'],
  ])('is replaced by %s', (_what, fields, day) => {
    expect(labels.nextChargeStat(subscription({ status: 'canceled', ...fields }))).toEqual(['Ended', day]);
  });

  it.each([
    ['usage at the end of the period', { price: METERED, trial_end: null }, ['Next charge', 'Usage', 'on Jan 31, 2026']],
    ['none for the usage of a trial, which is free', { price: METERED, trial_end: END }, ['Next charge', '–', 'free until Jan 31, 2026']],
    ['none while paused', { price: METERED, renewal_state: 'paused' }, ['Next charge', '–', 'paused']],
    ['none while paused, also for a flat fee', { renewal_state: 'paused' }, ['Next charge', '–', 'paused']],
  ] as const)('is %s', (_what, fields, stat) => {
    const row = subscription({ status: 'active', ...fields });
    expect(labels.nextChargeStat(row)).toEqual(stat);
    expect(labels.hasNextCharge(row)).toBe(stat[1] !== '–');
  });
});

describe('the right to withdraw', () => {
  const withdrawal = { until: END, partial_refund: false, withdrawn_at: null, refund_cents: null };

  it('is shown as possible only while the customer can withdraw', () => {
    const possible = { ...withdrawal, refundable_cents: 500 };
    expect(labels.withdrawalFact(subscription({ withdrawal: possible }))).toBe('Possible until Jan 31, 2026, with a full refund');
    expect(labels.withdrawalFact(subscription({ withdrawal }))).toBe('No longer possible');
    expect(labels.withdrawalFact(subscription({ withdrawal: { ...withdrawal, withdrawn_at: END - DAY, refund_cents: 500 } }))).toBe(
      'On Jan 30, 2026, €5.00 refunded',
    );
  });
});
