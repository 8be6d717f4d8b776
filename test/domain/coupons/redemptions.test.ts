import { describe, expect, it } from 'vitest';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import type { CreateCoupon } from '../../../shared/domain/coupon/create.ts';
import { couponProblem } from '../../../shared/domain/coupon/eligibility.ts';
import { couponAggregate } from '../../../shared/domain/coupon/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { abandonPayable } from '../../../shared/domain/payable/unpaid.ts';
import { newBilling } from '../billing.ts';
import { runRenewals } from '../renewals.ts';
import { DAY, migrate, START } from '../world.ts';

describe('the redemptions of a coupon', () => {
  const setup = (command: Partial<CreateCoupon> = { maxRedemptions: 1 }) => {
    const billing = newBilling();
    const { world } = billing;
    const coupon = billing.coupon(command);
    world.takeEvents();
    const open = (foundCoupon = billing.findCoupon(coupon)) => billing.open({ uiMode: 'hosted' }, { coupon: foundCoupon });
    const timesRedeemed = () => world.get(couponAggregate, coupon.id).record.timesRedeemed;
    const isUsable = () =>
      couponProblem(billing.findCoupon(coupon), { priceId: null, currency: 'EUR', amountCents: null }, world.now) === null;
    return { world, billing, coupon, open, timesRedeemed, isUsable };
  };

  it('[EVT-69] are counted and audited without an event when the checkout is paid', () => {
    const { world, billing, open, timesRedeemed } = setup();
    const session = open();
    expect(timesRedeemed()).toBe(0);
    billing.settleCheckout(session.id, billing.attempt(session.id).payment.id);
    expect(timesRedeemed()).toBe(1);
    expect(world.audits).toContain('coupon.redeemed');
    expect(world.takeEvents().filter((type) => type.startsWith('coupon.'))).toEqual([]);
  });

  it.each([
    ['of the coupon', { maxRedemptions: 1, maxRedemptionsPerCustomer: null }, 'coupon_exhausted'],
    ['of the customer', { maxRedemptionsPerCustomer: 1 }, 'coupon_already_redeemed'],
  ])('include open sessions: at the maximum %s, a session is refused, also if it opens at the same time as another session', (...row) => {
    const [, limits, reason] = row;
    const { billing, coupon, open, isUsable } = setup(limits);
    const readEarlier = billing.findCoupon(coupon);
    open();
    expect(isUsable()).toBe(false);
    const { price, product, customer } = billing.catalogue;
    const urls = { successUrl: 'https://a.test', cancelUrl: 'https://a.test', hostedUrlOf: () => '' };
    const concurrent = createCheckoutSession(
      { ...urls, priceId: price.record.id, customerId: customer.record.id },
      { price, product, customer, clock: null, coupon: readEarlier },
      billing.world.ctx(),
    );
    expect(billing.world.apply(concurrent)).toMatchObject({ code: 'parameter_invalid', param: 'coupon_code', reason });
  });

  it('are limited to one per customer if an earlier release created the coupon without that limit', () => {
    expect(migrate(couponAggregate, { id: 'cpn_1', created: START })).toMatchObject({ id: 'cpn_1', maxRedemptionsPerCustomer: 1 });
  });

  it.each(['failed', 'canceled', 'expired'] as const)('are released once if a hosted session’s payment is reported %s twice', (outcome) => {
    const { billing, coupon, open, timesRedeemed, isUsable } = setup();
    const session = open();
    const { payment } = billing.attempt(session.id);
    for (let report = 0; report < 2; report += 1) billing.failCheckout(session.id, payment.id, outcome);
    expect([isUsable(), timesRedeemed(), billing.findCoupon(coupon).uses]).toEqual([true, 0, 0]);
  });

  it('are released only once if the expiry or the cancellation of the session is processed twice', () => {
    const { world, billing, coupon, open } = setup({ maxRedemptions: 2, maxRedemptionsPerCustomer: null });
    const [expiring, abandoned] = [open(), open()];
    const state = (id: string) => ({ payable: world.get(checkoutSessionAggregate, id), payment: null });
    for (let attempt = 0; attempt < 2; attempt += 1)
      world.do(abandonPayable(checkoutSessionKind, { withdrawnId: null }, state(abandoned.id)));
    expect(billing.findCoupon(coupon).uses).toBe(1);
    world.now += DAY;
    for (let attempt = 0; attempt < 2; attempt += 1) billing.expire(expiring.id);
    expect(billing.findCoupon(coupon).uses).toBe(0);
  });

  it('stay reserved by an embedded session whose payment failed', () => {
    const { billing, coupon, isUsable } = setup();
    const session = billing.open({ uiMode: 'embedded' }, { coupon: billing.findCoupon(coupon) });
    billing.failCheckout(session.id, billing.attempt(session.id).payment.id);
    expect(isUsable()).toBe(false);
  });

  it('exceed the maximum if a session is paid after its expiry, and another session has used the last redemption in the meantime', () => {
    const { world, billing, coupon, open, timesRedeemed } = setup();
    const late = open();
    const { payment } = billing.attempt(late.id);
    world.now += DAY;
    billing.expire(late.id);
    const other = open();
    billing.settleCheckout(other.id, billing.attempt(other.id).payment.id);
    const { invoice } = billing.settleCheckout(late.id, payment.id);
    expect(invoice).toMatchObject({ discountCents: 500, totalCents: 500, amountPaidCents: 500 });
    expect([timesRedeemed(), billing.findCoupon(coupon).uses]).toEqual([2, 2]);
  });
});

describe('a discount', () => {
  it.each<[string, Partial<CreateCoupon>, number[]]>([
    ['once', {}, [500, 1000, 1000]],
    ['for two months', { duration: 'repeating', durationInMonths: 2 }, [500, 500, 1000]],
    ['forever', { duration: 'forever' }, [500, 500, 500]],
    ['as a fixed amount for one month', { amountOffCents: 999, duration: 'repeating', durationInMonths: 1 }, [1, 1000, 1000]],
  ])('that applies %s reduces the first charge and the renewals that it covers', (_name, command, expected) => {
    const billing = newBilling();
    const { world } = billing;
    const { id, discount } = billing.subscribeWithCoupon(command);
    expect(discount).toMatchObject({ code: 'HALF', duration: command.duration ?? 'once' });
    runRenewals(billing, id, expected.length - 1);
    expect(world.all(invoiceAggregate).map(({ totalCents }) => totalCents)).toEqual(expected);
    const ended = expected.at(-1) === 1000;
    expect(world.takeEvents().filter((type) => type === 'subscription.coupon_expired')).toHaveLength(ended ? 1 : 0);
    expect(billing.subscription(id).discount === null).toBe(ended);
  });
});
