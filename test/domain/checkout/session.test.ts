import { describe, expect, it } from 'vitest';
import { applyCoupon } from '../../../shared/domain/checkout-session/apply-coupon.ts';
import { firstPeriodTotals, taxPointOfSession } from '../../../shared/domain/checkout-session/charge.ts';
import { type CreateCheckoutSession, createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { type CheckoutSession, checkoutSessionAggregate, isCheckoutSession } from '../../../shared/domain/checkout-session/record.ts';
import type { CouponLookup } from '../../../shared/domain/coupon/eligibility.ts';
import { taxOf } from '../../../shared/domain/parties.ts';
import { periodAt } from '../../../shared/domain/periods.ts';
import { type Billing, newBilling } from '../billing.ts';
import { METERED } from '../usage.ts';
import { DAY, migrate, START } from '../world.ts';

const open = (billing: Billing, command: Partial<CreateCheckoutSession>, state: object = {}) => {
  const { price, product, customer } = billing.catalogue;
  const urls = { successUrl: 'https://shop.test/ok', cancelUrl: 'https://shop.test/no', hostedUrlOf: () => 'https://pay.test' };
  const loaded = { price, product, customer, clock: null, coupon: null, ...state };
  const withDefaults = { ...urls, priceId: price.record.id, customerId: customer.record.id, ...command };
  return billing.world.apply(createCheckoutSession(withDefaults, loaded, billing.world.ctx()));
};

describe('a new session', () => {
  it('has an audit entry, the email of the request or of its customer, and the country of its customer, which decides the tax', () => {
    const billing = newBilling();
    const viewOf = (command: Partial<CreateCheckoutSession>) => billing.world.view(checkoutSessionAggregate, billing.open(command).id);
    expect(viewOf({})).toMatchObject({ customer_email: 'buyer@example.test', customer_country_code: 'NL' });
    expect(viewOf({ customerEmail: 'other@example.test', country: 'BE' })).toMatchObject({
      customer_email: 'other@example.test',
      customer_country_code: 'NL',
    });
    expect(billing.world.audits.at(-1)).toBe('checkout_session.created');
    const { customer } = billing.catalogue;
    const withoutCountry = { ...customer, record: { ...customer.record, countryCode: null } };
    expect(open(billing, { country: 'BE' }, { customer: withoutCountry })).toMatchObject({ session: { customerCountryCode: 'BE' } });
  });

  it('shows its coupon, and a payment link or maximum amount only if it has one', () => {
    const billing = newBilling(METERED);
    const coupon = billing.coupon();
    const plain = billing.open();
    const full = billing.open(
      { maxAmountCents: 5000, paymentLink: { id: 'plink_1', isCounted: false } },
      { coupon: billing.findCoupon(coupon) },
    );
    const viewOf = ({ id }: CheckoutSession) => billing.world.view(checkoutSessionAggregate, id);
    expect(viewOf(full)).toMatchObject({ coupon_id: coupon.id, payment_link_id: 'plink_1', max_amount_cents: 5000 });
    expect(viewOf(plain)).toMatchObject({ coupon_id: null });
    for (const field of ['payment_link_id', 'max_amount_cents', 'recovered_from']) expect(viewOf(plain)).not.toHaveProperty(field);
    for (const field of ['paymentLink', 'maxAmountCents']) expect(Object.keys(plain)).not.toContain(field);
  });

  it('can be restricted to a method that the payment element does not support, but only if the session is hosted', () => {
    const billing = newBilling();
    expect(open(billing, { uiMode: 'embedded', paymentMethod: 'paypal' })).toMatchObject({
      code: 'parameter_invalid',
      param: 'payment_method',
    });
    expect(open(billing, { uiMode: 'hosted', paymentMethod: 'paypal' })).toMatchObject({ session: { paymentMethod: 'paypal' } });
    expect(open(billing, { uiMode: 'embedded', paymentMethod: 'ideal' })).toMatchObject({ session: { paymentMethod: 'ideal' } });
  });

  it('is refused for a price whose product does not exist', () => {
    expect(open(newBilling(), {}, { product: null })).toMatchObject({ code: 'resource_missing', param: 'price_id' });
  });
});

describe('the due time of a session', () => {
  const dueOf = (patch: Partial<CheckoutSession>) => checkoutSessionAggregate.dueOf?.({ ...newBilling().open(), ...patch });

  it('is the expiry of the open session, in real time or in the time of its test clock', () => {
    expect(dueOf({})).toEqual({ at: START + DAY, kind: 'checkout_expiry', clockId: null });
    expect(dueOf({ clockId: 'clock_1' })).toEqual({ at: START + DAY, kind: 'checkout_expiry', clockId: 'clock_1' });
  });

  it('with a pending payment is its expiry on a test clock (the payment is polled then), and `null` without a test clock', () => {
    const due = { at: START + DAY, kind: 'checkout_payment_poll', clockId: 'clock_1' };
    expect(dueOf({ status: 'processing', clockId: 'clock_1' })).toEqual(due);
    expect(dueOf({ status: 'processing' })).toBeNull();
  });

  it('does not exist when the session has ended', () => {
    for (const status of ['completed', 'expired'] as const) expect(dueOf({ status, clockId: 'clock_1' })).toBeNull();
  });
});

describe('the first paid period of a session', () => {
  it('starts immediately or, with a trial, when the trial ends; it has no totals for a metered price', () => {
    const billing = newBilling();
    const linePeriod = (session: CheckoutSession) =>
      firstPeriodTotals(session, taxOf(billing.parties())(taxPointOfSession(session, START)), START)?.lines.map(
        ({ periodStart: start, periodEnd: end }) => ({ start, end }),
      );
    expect(linePeriod(billing.open())).toEqual([periodAt(START, 'month', 0)]);
    expect(linePeriod(billing.open({ trialDaysOverride: 14 }))).toEqual([periodAt(START + 14 * DAY, 'month', 0)]);
    const metered = newBilling(METERED);
    const session = metered.open();
    expect(firstPeriodTotals(session, taxOf(metered.parties())(taxPointOfSession(session, START)), START)).toBeNull();
  });
});

describe('a promotion code of a session', () => {
  const setup = () => {
    const billing = newBilling();
    const coupon = billing.coupon({ code: 'FIRST', maxRedemptions: 1 });
    const product = { ...billing.catalogue.product.record, allowPromotionCodes: true };
    const session = billing.open();
    const enter = (couponLookup: CouponLookup | null, stored = billing.world.find(checkoutSessionAggregate, session.id)) =>
      applyCoupon(null, { session: stored, payment: null, product, couponLookup, clock: null }, billing.world.ctx());
    return { billing, coupon, session, enter };
  };

  it('is recorded in the audit log when it is entered or removed, with the session and any coupon that it replaces', () => {
    const { billing, coupon, session, enter } = setup();
    const other = billing.coupon({ code: 'OTHER' });
    const sessionMetadata = { checkout_session_id: session.id };
    const first = enter(billing.findCoupon(coupon));
    expect(first).toMatchObject({ audit: { action: 'coupon.applied', resourceId: coupon.id } });
    expect('audit' in first && first.audit).toHaveProperty('metadata', sessionMetadata);
    billing.world.apply(first);
    expect(enter(billing.findCoupon(other))).toHaveProperty('audit.metadata', { ...sessionMetadata, replaced_coupon_id: coupon.id });
    const removal = enter(null);
    expect(removal).toMatchObject({ audit: { action: 'coupon.removed', resourceId: coupon.id } });
    expect(removal).toHaveProperty('audit.metadata', sessionMetadata);
  });

  it('is refused if another session takes the last redemption at the same time', () => {
    const { billing, coupon, enter } = setup();
    const readEarlier = billing.findCoupon(coupon);
    billing.open({}, { coupon: readEarlier });
    expect(billing.world.apply(enter(readEarlier))).toMatchObject({ param: 'code', reason: 'coupon_exhausted' });
  });

  it('is refused if the session does not exist', () => {
    expect(setup().enter(null, null)).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a session as a payable', () => {
  it('refuses a method that its price does not accept', () => {
    const billing = newBilling({ paymentMethods: ['creditcard'] });
    const session = billing.open();
    expect(isCheckoutSession(session)).toBe(true);
    expect(checkoutSessionKind.refuseMethod(session, 'ideal')).toMatchObject({ code: 'parameter_invalid', param: 'method' });
    expect(checkoutSessionKind.refuseMethod(session, 'creditcard')).toBeNull();
  });

  it('takes its country from the request of its first attempt only if its country is unknown', () => {
    const session = newBilling().open();
    expect(checkoutSessionKind.withStartedAttempt(session, 'FR').customerCountryCode).toBe('NL');
    expect(checkoutSessionKind.withStartedAttempt({ ...session, customerCountryCode: null }, 'FR').customerCountryCode).toBe('FR');
  });

  it('has the same terms after it is reopened', () => {
    const session = newBilling().open();
    expect(checkoutSessionKind.reopened({ ...session, status: 'processing' })).toEqual(session);
  });
});

describe('a paid session', () => {
  it('starts a subscription, and its charge counts as the first payment unless it was a verification charge', () => {
    const paid = newBilling();
    const { lastPaymentId, ...subscription } = paid.subscribe();
    expect(subscription).toMatchObject({ lastPaymentAt: START, paymentCount: 1 });
    expect(lastPaymentId).toMatch(/^pay_/);
    expect(newBilling({ trialDays: 14 }).subscribe()).toMatchObject({ lastPaymentAt: null, lastPaymentId: null, paymentCount: 0 });
  });

  it('gives a consumer the right to withdraw, unless the contract was concluded before its import', () => {
    const billing = newBilling();
    billing.seller = { withdrawal: { enabled: true, partialRefund: false } };
    const sell = (firstChargeAt: number | null) => {
      const { id } = billing.open();
      billing.world.amend(checkoutSessionAggregate, id, { firstChargeAt });
      return billing.settleCheckout(id, billing.attempt(id).payment.id).subscription;
    };
    expect(sell(null)).toMatchObject({ withdrawal: { declared: null } });
    expect(sell(START + DAY)).not.toHaveProperty('withdrawal');
  });
});

describe('an imported session whose verification charge is paid after the date of its first charge', () => {
  const payLate = (price: Parameters<typeof newBilling>[0]) => {
    const billing = newBilling(price);
    const { id } = billing.open();
    billing.world.amend(checkoutSessionAggregate, id, { firstChargeAt: START + DAY });
    const { payment } = billing.attempt(id);
    expect(payment.verification).toBe(true);
    billing.world.now = START + DAY + 3600;
    const { subscription } = billing.settleCheckout(id, payment.id);
    if (subscription === null) throw new Error('The checkout created no subscription.');
    return { billing, subscription };
  };

  it('starts a subscription whose first period is charged at once', () => {
    const { billing, subscription } = payLate({ amountCents: 12_000 });
    const now = START + DAY + 3600;
    expect(subscription).toMatchObject({ billedThrough: null, trialEnd: now, currentPeriodEnd: now, paymentCount: 0 });
    expect(billing.renew(subscription.id)).toMatchObject({ payment: { amountCents: 12_000 }, invoice: { periodStart: now } });
  });

  it('reports neither the start nor the end of a trial', () => {
    const { billing, subscription } = payLate({ amountCents: 12_000 });
    billing.renew(subscription.id);
    expect(billing.world.takeEvents().filter((type) => type.includes('trial'))).toEqual([]);
  });

  it('starts no trial for a metered price, which is charged after the period', () => {
    expect(payLate(METERED).subscription).toMatchObject({ trialEnd: null, billedThrough: null });
  });
});

describe('a session of an earlier release', () => {
  const migrateWith = (attempt: object | null) => {
    const session = { id: 'cs_1', created: START, attempt };
    return migrate(checkoutSessionAggregate, session);
  };

  it('gets `null` as its `firstChargeAt` (not imported) and as the `choice` of its attempt', () => {
    expect(migrateWith({ paymentId: 'pay_1' })).toEqual({
      id: 'cs_1',
      created: START,
      attempt: { paymentId: 'pay_1', choice: null },
      firstChargeAt: null,
    });
    expect(migrateWith(null)).toMatchObject({ attempt: null });
  });
});
