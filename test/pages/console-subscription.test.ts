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
    const [, value, note] = stat;
    expect(labels.nextChargeStat(row)).toEqual(stat);
    expect(labels.nextChargeOfCustomer([row])).toEqual(value === '–' ? ['–'] : [value, note]);
  });

  const DECLINED = { status: 'past_due', renewal_state: 'retrying' } as const;
  const PROCESSING = { status: 'active', renewal_state: 'processing' } as const;
  it.each([
    ['none after a permanent refusal: another payment method is needed', DECLINED, 'needs another payment method'],
    ['none while its payment is being processed', PROCESSING, 'a payment is being processed'],
    ['none while a retry is being processed', { ...PROCESSING, status: 'past_due' }, 'a payment is being processed'],
  ] as const)('is %s', (_what, fields, note) => {
    for (const kind of [{ next_charge_amount_cents: 1000 }, { price: METERED, trial_end: null }]) {
      const row = subscription({ ...fields, ...kind });
      expect(labels.nextChargeStat(row)).toEqual(['Next charge', '–', note]);
      expect(labels.nextChargeOfCustomer([row])).toEqual(['–', note]);
    }
  });

  it('of a customer is the next retry or, without a retry, the earliest charge; unpaid renewals without a retry are ignored', () => {
    const next = subscription({
      status: 'active',
      renewal_state: 'scheduled',
      next_charge_amount_cents: 1000,
      current_period_end: END + DAY,
    });
    const later = { ...next, next_charge_amount_cents: 2000, current_period_end: END + 2 * DAY };
    const unpaid = [DECLINED, PROCESSING].map((fields) => subscription({ ...fields, next_charge_amount_cents: 3000 }));
    expect(labels.nextChargeOfCustomer([...unpaid, later, next])).toEqual(['€10.00', 'on Feb 1, 2026, incl. any VAT']);
    const retried = subscription({ ...DECLINED, next_payment_attempt: END + 3 * DAY });
    expect(labels.nextChargeOfCustomer([next, retried])).toEqual(['Retry on Feb 3, 2026']);
    expect(labels.nextChargeOfCustomer([])).toEqual(['–']);
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

describe('the message after a plan change or a resumption', () => {
  const BEFORE = { price_id: 'price_a', discount: null };
  const discount = { ...PORTAL.subscription.discount, coupon_id: 'coupon_a' } as NonNullable<RowOf['subscriptions']['discount']>;

  it.each([
    [
      'not changed yet, if the response repeats the plan',
      BEFORE,
      'Not changed yet. If a payment is pending, the plan changes when it succeeds.',
    ],
    ['changed, if the response has a new price', { ...BEFORE, price_id: 'price_b' }, 'Plan changed.'],
    ['changed, if the response has a new coupon', { ...BEFORE, discount }, 'Plan changed.'],
  ])('says that the plan is %s', (_what, response, text) => {
    expect(labels.planChangedText(response, BEFORE)).toBe(text);
  });

  it('says that the subscription resumes later if it is still paused', () => {
    expect(labels.resumedText({ renewal_state: 'paused' })).toBe('A payment is pending. The subscription resumes when it succeeds.');
    expect(labels.resumedText({ renewal_state: 'scheduled' })).toBe('Subscription resumed.');
  });
});
