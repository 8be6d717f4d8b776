import { describe, expect, it } from 'vitest';
import { applyCoupon } from '../../../shared/domain/checkout-session/apply-coupon.ts';
import { viewElement } from '../../../shared/domain/checkout-session/element.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import type { CreateCoupon } from '../../../shared/domain/coupon/create.ts';
import { usesCounter } from '../../../shared/domain/coupon/eligibility.ts';
import type { Coupon } from '../../../shared/domain/coupon/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type Billing, newBilling } from '../billing.ts';
import { METERED } from '../usage.ts';
import { DAY } from '../world.ts';

const DUTCH_VAT = { rateBasisPoints: 2100, displayName: 'BTW' };

const openEmbedded = (price: Partial<CreatePrice> = {}, command: Parameters<Billing['open']>[0] = {}) => {
  const billing = newBilling(price);
  const session = billing.open({ uiMode: 'embedded', ...command });
  return { billing, session };
};

/** The element as the API returns it for a buyer from this country. */
const elementView = (billing: Billing, { id }: CheckoutSession, country: string | null = 'NL') => {
  const { customer, ...parties } = billing.parties();
  const facts = {
    session: billing.session(id),
    payment: null,
    parties: { ...parties, customer: { ...customer, countryCode: country } },
    product: { ...billing.catalogue.product.record, allowPromotionCodes: true },
    profileId: null,
    now: billing.world.now,
  };
  return viewElement(facts, billing.world.tenant);
};

/** Enters the code of the coupon as the buyer; `null`: removes the current coupon. `allowed`: the product allows promotion codes. */
const enterCode = (billing: Billing, { id }: CheckoutSession, coupon: Coupon | null, allowed = true): CheckoutSession | Refusal => {
  const session = billing.world.get(checkoutSessionAggregate, id);
  const payment = billing.world.find(paymentAggregate, session.record.attempt?.paymentId);
  const product = { ...billing.catalogue.product.record, allowPromotionCodes: allowed };
  const foundCoupon = coupon === null ? null : billing.findCoupon(coupon);
  return billing.world.apply(applyCoupon(null, { session, payment, product, couponLookup: foundCoupon, clock: null }, billing.world.ctx()));
};

describe('the order button of the payment element', () => {
  it.each([
    ['NL', {}, undefined],
    ['NL', { trialDaysOverride: 14 }, true],
    ['US', { trialDaysOverride: 14 }, undefined],
  ])('for a seller and a buyer in %s and a session with %j has order_text_required: %s', (country, command, isRequired) => {
    const { billing, session } = openEmbedded({}, command);
    billing.seller = { countryCode: country };
    const { order_button: button } = elementView(billing, session, country) as {
      readonly order_button?: { readonly order_text_required: boolean };
    };
    expect(button?.order_text_required).toBe(isRequired);
  });
});

describe('the payment element', () => {
  it('[ELM-25] [ELM-27] [ELM-28] [ELM-30] contains the amounts, methods, names and URLs of the session', () => {
    const { billing, session } = openEmbedded();
    expect(elementView(billing, session)).toEqual({
      object: 'checkout_element',
      session_id: session.id,
      status: 'open',
      livemode: false,
      currency: 'EUR',
      amount_due_now: 1000,
      recurring_amount: 1000,
      recurring_amount_discounted: null,
      recurring_interval: 'month',
      discount_cents: 0,
      trial_days: 0,
      requires_verification: false,
      methods: ['creditcard', 'directdebit', 'ideal', 'applepay'],
      ideal_issuers: null,
      profile_id: null,
      product_name: 'Hosting',
      merchant_name: 'Seller',
      merchant_logo_url: null,
      show_header: true,
      country: 'NL',
      country_suggestion: 'NL',
      allow_promotion_codes: true,
      coupon_code: null,
      coupon_duration: null,
      coupon_duration_in_months: null,
      success_url: 'https://shop.test/ok',
      cancel_url: 'https://shop.test/no',
    });
  });

  it.each([
    [null, 'Seller'],
    ['Blumen', 'Blumen'],
  ])('of a seller with the portal name %j is from %s, also if the seller has a legal name', (displayName, shownName) => {
    const { billing, session } = openEmbedded();
    const { branding } = billing.parties().account;
    billing.seller = { legalName: 'Blumen & Söhne GmbH', branding: { ...branding, displayName } };
    expect(elementView(billing, session).merchant_name).toBe(shownName);
  });

  it.each(['inclusive', 'exclusive'] as const)('[ELM-25] includes tax and discount in the amount due, for prices %s of tax', (behavior) => {
    const { billing, session } = openEmbedded();
    billing.taxRate = DUTCH_VAT;
    billing.taxBehavior = behavior;
    enterCode(billing, session, billing.coupon({ duration: 'repeating', durationInMonths: 3 }));
    const element = elementView(billing, session);
    expect(element).toMatchObject({
      discount_cents: 500,
      recurring_amount: behavior === 'inclusive' ? 1000 : 1210,
      amount_due_now: behavior === 'inclusive' ? 500 : 605,
      coupon_code: 'HALF',
      coupon_duration: 'repeating',
      coupon_duration_in_months: 3,
    });
    expect(element.recurring_amount_discounted).toBe(element.amount_due_now);
    const { payment } = billing.attempt(session.id);
    expect(payment.amountCents).toBe(element.amount_due_now);
    const { invoice } = billing.settleCheckout(session.id, payment.id);
    expect(billing.world.get(invoiceAggregate, invoice?.id).record.totalCents).toBe(element.amount_due_now);
  });

  it.each([
    ['a trial', {}, { trialDaysOverride: 14 }, { trial_days: 14, recurring_amount: 1000 }],
    ['a metered price', METERED, {}, { trial_days: 0, recurring_amount: 0 }],
  ])('[ELM-26] requires a verification charge for %s', (_what, price, command, expected) => {
    const { billing, session } = openEmbedded(price, command);
    expect(elementView(billing, session)).toMatchObject({ ...expected, requires_verification: true, amount_due_now: 1 });
  });

  it('[ELM-26] requires a verification charge if the coupon reduces the amount to zero', () => {
    const { billing, session } = openEmbedded();
    enterCode(billing, session, billing.coupon({ percentOffBasisPoints: 10_000 }));
    expect(elementView(billing, session)).toMatchObject({
      requires_verification: true,
      amount_due_now: 1,
      discount_cents: 1000,
      recurring_amount_discounted: 0,
    });
  });

  it('has no discounted amount for a metered price with a coupon, since the usage is unknown', () => {
    const { billing, session } = openEmbedded(METERED);
    enterCode(billing, session, billing.coupon());
    expect(elementView(billing, session)).toMatchObject({ coupon_code: 'HALF', recurring_amount_discounted: null, discount_cents: 0 });
  });

  it('suggests the seller’s country if the buyer’s is unknown', () => {
    const { billing, session } = openEmbedded();
    billing.seller = { countryCode: 'AT' };
    billing.world.amend(checkoutSessionAggregate, session.id, { customerCountryCode: null });
    expect(elementView(billing, session, null)).toMatchObject({ country: null, country_suggestion: 'AT' });
    expect(elementView(billing, session, 'BE')).toMatchObject({ country: 'BE', country_suggestion: 'BE' });
  });

  it.each([
    ['euros', 'EUR', 'NL', {}, ['creditcard', 'directdebit', 'ideal', 'applepay']],
    ['euros and a buyer in Belgium', 'EUR', 'BE', {}, ['creditcard', 'directdebit', 'applepay']],
    ['euros and a buyer in Canada', 'EUR', 'CA', {}, ['creditcard', 'applepay']],
    ['euros and an unknown country', 'EUR', null, {}, ['creditcard', 'directdebit', 'ideal', 'applepay']],
    ['dollars', 'USD', 'NL', {}, ['creditcard', 'applepay']],
    ['a price with cards and PayPal', 'EUR', 'NL', { paymentMethods: ['paypal', 'creditcard'] }, ['creditcard']],
  ] as const)('[ELM-26] offers only the methods that are available for %s', (_what, currency, country, price, methods) => {
    const { billing, session } = openEmbedded({ currency, ...price });
    expect(elementView(billing, session, country).methods).toEqual(methods);
  });

  it('offers only the method of the session, even if it is not available in the buyer’s country', () => {
    const { billing, session } = openEmbedded({}, { paymentMethod: 'ideal' });
    expect(elementView(billing, session, 'BE').methods).toEqual(['ideal']);
  });
});

describe('a promotion code', () => {
  const withCoupon = (terms: Partial<CreateCoupon> = {}) => {
    const { billing, session } = openEmbedded();
    const coupon = billing.coupon({ maxRedemptions: 1, ...terms });
    const uses = ({ id }: Coupon): number => billing.world.counter(usesCounter(id));
    billing.world.audits.length = 0;
    return { billing, session, coupon, uses };
  };

  it('[ELM-08] that is entered twice is applied once, with one reserved redemption and one audit entry', () => {
    const { billing, session, coupon, uses } = withCoupon();
    expect(enterCode(billing, session, coupon)).toMatchObject({ discount: { couponId: coupon.id } });
    expect(enterCode(billing, session, coupon)).toMatchObject({ discount: { couponId: coupon.id } });
    expect(uses(coupon)).toBe(1);
    expect(billing.world.audits).toEqual(['coupon.applied']);
  });

  it('[ELM-08] is removed, which releases its redemption', () => {
    const { billing, session, coupon, uses } = withCoupon();
    enterCode(billing, session, coupon);
    expect(enterCode(billing, session, null)).toMatchObject({ discount: null });
    expect(enterCode(billing, session, null)).toMatchObject({ discount: null });
    expect(uses(coupon)).toBe(0);
    expect(billing.world.audits).toEqual(['coupon.applied', 'coupon.removed']);
  });

  it('replaces the previous code and releases its redemption; the expiry of the session releases the redemption of the new code', () => {
    const { billing, session, coupon, uses } = withCoupon();
    enterCode(billing, session, coupon);
    const other = billing.coupon({ code: 'OTHER', maxRedemptions: 1 });
    expect(enterCode(billing, session, other)).toMatchObject({ discount: { couponId: other.id } });
    expect([uses(coupon), uses(other)]).toEqual([0, 1]);
    billing.world.now += 2 * DAY;
    billing.expire(session.id);
    expect(uses(other)).toBe(0);
  });

  it('is refused with a param and a reason, and then does not replace the code that was applied before', () => {
    const { billing, session, coupon } = withCoupon();
    const tryCode = (couponToEnter: Coupon, allowed = true) => enterCode(billing, session, couponToEnter, allowed);
    const other = billing.coupon({ code: 'OTHER', redeemBy: billing.world.now + DAY });
    enterCode(billing, session, other);
    const otherSession = billing.open({ uiMode: 'embedded' });
    enterCode(billing, otherSession, coupon);
    expect(tryCode(coupon)).toMatchObject({ code: 'parameter_invalid', param: 'code', reason: 'coupon_exhausted' });
    expect(tryCode(coupon, false)).toMatchObject({ code: 'parameter_invalid', param: 'code', reason: 'promotion_codes_not_allowed' });
    const expensive = billing.coupon({ code: 'EXPENSIVE', minAmountCents: 1001 });
    expect(tryCode(expensive)).toMatchObject({ code: 'parameter_invalid', param: 'code', reason: 'coupon_minimum_not_reached' });
    expect(billing.session(session.id).discount?.couponId).toBe(other.id);
  });

  it('cannot be removed while a payment is pending, nor applied after the session is completed', () => {
    const { billing, session, coupon } = withCoupon();
    enterCode(billing, session, coupon);
    const { payment } = billing.attempt(session.id);
    expect(enterCode(billing, session, null)).toMatchObject({ code: 'state_conflict', reason: 'payment_processing' });
    billing.failCheckout(session.id, payment.id);
    expect(enterCode(billing, session, null)).not.toBeInstanceOf(Refusal);
    const second = billing.attempt(session.id).payment;
    expect(second.amountCents).toBe(1000);
    billing.settleCheckout(session.id, second.id);
    expect(enterCode(billing, session, coupon)).toMatchObject({ code: 'state_conflict' });
  });
});
