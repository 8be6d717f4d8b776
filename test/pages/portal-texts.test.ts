import { describe, expect, it } from 'vitest';
import { cancelText, stateText } from '../../functions/portal/browser/texts.ts';
import { PORTAL } from '../../scripts/screenshots/portal-states.ts';
import { enPortal } from '../../shared/locales/pages/en.ts';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';
import { isUsageChargedAtPeriodEnd } from '../../shared/pages/browser/subscription.ts';

const DAY = 86_400;
const END = Date.UTC(2026, 0, 31, 12) / 1000;
const LOCALE = { ...ENGLISH, portal: enPortal };
const METERED = { ...PORTAL.subscription.price, usage_type: 'metered' } as const;

const withFields = (fields: Partial<(typeof PORTAL)['subscription']>) => ({
  ...PORTAL,
  subscription: { ...PORTAL.subscription, current_period_end: END, ...fields },
});

describe('a canceled subscription in the portal', () => {
  it.each([
    [
      'at the end of its period if the cancellation was scheduled',
      { cancel_at_period_end: true, canceled_at: END - 26 * DAY },
      'January 31',
    ],
    ['when the period ended late', { cancel_at_period_end: true, canceled_at: END + DAY }, 'February 1'],
    ['at once if no cancellation was scheduled', { cancel_at_period_end: false, canceled_at: END - 26 * DAY }, 'January 5'],
    [
      'at once if its last payment was refunded after a cancellation was scheduled',
      { cancel_at_period_end: true, canceled_at: END - 26 * DAY, cancellation_reason: 'refund_issued' },
      'January 5',
    ],
  ])('ended %s', (_when, fields, day) => {
    expect(stateText(withFields({ status: 'canceled', ...fields }), LOCALE)).toBe(`Ended on ${day}, 2026`);
  });

  it('says that the customer has withdrawn, even after a scheduled cancellation', () => {
    const fields = {
      status: 'canceled',
      cancel_at_period_end: true,
      canceled_at: END - 26 * DAY,
      cancellation_reason: 'withdrawn',
      withdrawal: { until: END, partial_refund: false, withdrawn_at: END - 20 * DAY, refund_cents: 0 },
    } as const;
    expect(stateText(withFields(fields), LOCALE)).toBe(
      'Ended on January 11, 2026. You have withdrawn from the contract. Your subscription has ended.',
    );
  });
});

describe('the text above the button that cancels', () => {
  const textOf = (fields: Partial<(typeof PORTAL)['subscription']>): string => cancelText(withFields(fields).subscription, LOCALE);

  it('says what a past-due customer still pays: nothing for a licensed price, the open invoice and the usage for a metered price', () => {
    expect(textOf({ status: 'past_due' })).toBe('Your subscription ends immediately, and you no longer owe the open invoice.');
    expect(textOf({ status: 'past_due', price: METERED })).toBe(
      'Your subscription ends immediately. You still pay the open invoice and the usage until now.',
    );
  });

  it('names the end of the period if nothing is past due', () => {
    expect(textOf({ status: 'active', price: METERED })).toContain('January 31, 2026');
  });
});

describe('usage of the open period', () => {
  it.each([
    [true, { trial_end: null, renewal_state: 'scheduled' }],
    [true, { trial_end: END - 30 * DAY, renewal_state: 'ending' }],
    [false, { trial_end: END, renewal_state: 'scheduled' }],
    [false, { trial_end: null, renewal_state: 'paused' }],
  ] as const)('is charged at the end of the period: %s, for %o', (expected, fields) => {
    expect(isUsageChargedAtPeriodEnd(withFields(fields).subscription)).toBe(expected);
  });
});
