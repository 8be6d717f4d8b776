import { describe, expect, it } from 'vitest';
import { reducesNextCharge, reductionText } from '../../functions/portal/browser/discounts.ts';
import { PORTAL } from '../../scripts/screenshots/portal-states.ts';
import { enPortal } from '../../shared/locales/pages/en.ts';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';

const { subscription } = PORTAL;
const DISCOUNT = {
  coupon_id: 'cpn_1',
  code: 'FIRST',
  percent_off: 20,
  amount_off_cents: null,
  currency: null,
  duration: 'once',
  duration_in_months: null,
  ends_at: subscription.current_period_end,
} as const;

describe('the discount in the portal', () => {
  it('reduces the next charge if it ends after the start of the next period', () => {
    expect(reducesNextCharge(DISCOUNT, subscription)).toBe(false);
    expect(reducesNextCharge({ ...DISCOUNT, ends_at: subscription.current_period_end + 1 }, subscription)).toBe(true);
    expect(reducesNextCharge({ ...DISCOUNT, ends_at: null }, subscription)).toBe(true);
  });

  it('reduces the next charge of a metered price if it ends after the start of the current period, which that charge is for', () => {
    const metered = { ...subscription, price: { ...subscription.price, usage_type: 'metered' as const } };
    expect(reducesNextCharge(DISCOUNT, metered)).toBe(true);
  });

  it('is described as a reduction of the next payment, not of the first, if the coupon is `once`', () => {
    expect(reductionText(DISCOUNT, 'EUR', { ...ENGLISH, portal: enPortal })).toBe('20% off your next payment (code FIRST)');
  });
});
