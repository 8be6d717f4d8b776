import { describe, expect, it } from 'vitest';
import { discountCentsOf, discountText, verificationHint } from '../../functions/payment-element/browser/texts.ts';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';

type Bootstrap = Parameters<typeof discountCentsOf>[0];

/** A price of 20.00 plus 21 % tax with 20 % off. */
const LICENSED = {
  currency: 'EUR',
  recurring_amount: 2420,
  recurring_amount_discounted: 1936,
  discount_cents: 400,
  coupon_code: 'SPRING',
  coupon_duration: 'forever',
  coupon_duration_in_months: null,
  requires_verification: false,
  trial_days: 0,
} as unknown as Bootstrap;
const METERED: Bootstrap = {
  ...LICENSED,
  recurring_amount: 0,
  recurring_amount_discounted: null,
  discount_cents: 0,
  requires_verification: true,
};

describe('a discount in the payment element', () => {
  it('includes tax, like the price and the amount due', () => {
    expect(discountCentsOf(LICENSED)).toBe(2420 - 1936);
    expect(discountText(LICENSED, ENGLISH)).toBe('€4.84 off every payment (code SPRING)');
  });

  it('has no amount for a metered price, because the amount depends on the usage', () => {
    expect(discountCentsOf(METERED)).toBe(0);
    expect(discountText(METERED, ENGLISH)).toBe('Promotion code SPRING');
  });
});

describe('the text about a verification charge', () => {
  const trial = { requires_verification: true, trial_days: 14 };

  it('says that the price is paid at the end of the trial, except for a metered price', () => {
    expect(verificationHint({ ...LICENSED, ...trial }, ENGLISH)).toContain('You pay the price when your free trial ends.');
    expect(verificationHint({ ...METERED, ...trial }, ENGLISH)).toBe('This small charge only verifies your payment method.');
  });
});
