import { describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import type { CouponLookup } from '../../../shared/domain/coupon/eligibility.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type CreatePaymentLink, createPaymentLink } from '../../../shared/domain/payment-link/create.ts';
import { type LinkState, openLinkSession } from '../../../shared/domain/payment-link/open-session.ts';
import { paymentLinkAggregate, salesCounter } from '../../../shared/domain/payment-link/record.ts';
import { updatePaymentLink } from '../../../shared/domain/payment-link/update.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { newBilling } from '../billing.ts';
import { DAY } from '../world.ts';

const urlOf = (id: string): string => `https://pay.test/pay/${id}`;
const hostedUrlOf = (id: string): string => `https://pay.test/checkout/${id}`;

const setup = () => {
  const billing = newBilling();
  const { world, catalogue } = billing;
  const { price, product } = catalogue;
  const offer = (coupon: CouponLookup | null = null) => ({ price, product, coupon });
  const decideCreation = (command: Partial<CreatePaymentLink> = {}, coupon: CouponLookup | null = null) =>
    createPaymentLink({ priceId: price.record.id, urlOf, ...command }, offer(coupon), world.ctx());
  const create = (command: Partial<CreatePaymentLink> = {}, coupon: CouponLookup | null = null) =>
    world.do(decideCreation(command, coupon));
  const stateOf = (linkId: string, state: Partial<LinkState> = {}): LinkState => ({
    link: world.get(paymentLinkAggregate, linkId),
    ...offer(),
    account: billing.parties().account,
    isProviderConnected: true,
    sales: world.counter(salesCounter(linkId)),
    ...state,
  });
  const decideOpening = (linkId: string, state: Partial<LinkState> = {}) =>
    openLinkSession({ hostedUrlOf }, stateOf(linkId, state), world.ctx());
  const open = (linkId: string, state: Partial<LinkState> = {}) => world.do(decideOpening(linkId, state)).session;
  return { billing, world, catalogue, decideCreation, create, decideOpening, open };
};

const STATE_CONFLICT = { code: 'state_conflict' };

describe('a payment link', () => {
  it('is created active, with an audit entry and without an event', () => {
    const { world, create } = setup();
    world.takeEvents();
    const link = create({ trialDaysOverride: 7, metadata: { campaign: 'spring' } });
    expect(link).toMatchObject({ active: true, url: urlOf(link.id), couponCode: null, maxSales: null, trialDaysOverride: 7 });
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([[], 'payment_link.created']);
  });

  it('is refused for an unknown or archived price, for a method that the price does not accept and for an expired coupon', () => {
    const { catalogue, decideCreation, world, billing } = setup();
    const { price, product } = catalogue;
    const archived = { ...price, record: { ...price.record, active: false } };
    const create = (offer: Partial<LinkState>) =>
      createPaymentLink({ priceId: price.record.id, urlOf }, { price, product, coupon: null, ...offer }, world.ctx());
    expect(create({ price: null, product: null })).toMatchObject({ code: 'resource_missing', param: 'price_id' });
    expect(create({ price: archived })).toMatchObject(STATE_CONFLICT);
    expect(create({ product: { ...product, record: { ...product.record, active: false } } })).toMatchObject(STATE_CONFLICT);
    expect(decideCreation({ paymentMethod: 'banktransfer' })).toMatchObject({ code: 'parameter_invalid', param: 'payment_method' });
    const expired = billing.coupon({ redeemBy: world.now + DAY });
    world.now += 2 * DAY;
    expect(decideCreation({ couponCode: expired.code }, billing.findCoupon(expired))).toMatchObject({
      param: 'coupon_code',
      reason: 'coupon_expired',
    });
  });

  it('creates a session with its terms and a customer for each buyer', () => {
    const { world, create, open, billing } = setup();
    const coupon = billing.coupon({});
    const metadata = { campaign: 'spring' };
    const link = create(
      { couponCode: coupon.code, trialDaysOverride: 3, paymentMethod: 'creditcard', metadata },
      billing.findCoupon(coupon),
    );
    world.takeEvents();
    const session = open(link.id, { coupon: billing.findCoupon(coupon) });
    expect(session).toMatchObject({
      price: { id: link.priceId },
      trialDaysOverride: 3,
      paymentMethod: 'creditcard',
      metadata,
      discount: { couponId: coupon.id },
      paymentLink: { id: link.id, isCounted: false },
      url: hostedUrlOf(session.id),
      successUrl: hostedUrlOf(session.id),
      cancelUrl: link.url,
    });
    expect(world.get(customerAggregate, session.customerId).record).toMatchObject({ email: null, testClockId: null });
    expect(open(link.id, { coupon: billing.findCoupon(coupon) }).customerId).not.toBe(session.customerId);
    expect(world.takeEvents()).toEqual(['customer.created', 'customer.created']);
  });

  it('returns buyers to its success and cancel URLs', () => {
    const { create, open } = setup();
    const urls = { successUrl: 'https://shop.test/thanks', cancelUrl: 'https://shop.test' };
    expect(open(create(urls).id)).toMatchObject(urls);
  });

  it('sells at the full price while its coupon cannot be used', () => {
    const { world, create, open, billing } = setup();
    const coupon = billing.coupon({ maxRedemptions: 1 });
    const link = create({ couponCode: coupon.code }, billing.findCoupon(coupon));
    expect(open(link.id, { coupon: billing.findCoupon(coupon) }).discount).not.toBeNull();
    const session = open(link.id, { coupon: billing.findCoupon(coupon) });
    expect(world.get(checkoutSessionAggregate, session.id).record.discount).toBeNull();
  });

  it.each<[string, (state: ReturnType<typeof setup>) => Partial<LinkState>]>([
    ['its price is archived', ({ catalogue: { price } }) => ({ price: { ...price, record: { ...price.record, active: false } } })],
    [
      'its product is archived',
      ({ catalogue: { product } }) => ({ product: { ...product, record: { ...product.record, active: false } } }),
    ],
    ['its price does not exist', () => ({ price: null, product: null })],
    ['the account is suspended', ({ billing, world }) => ({ account: { ...billing.parties().account, suspendedAt: world.now } })],
    ['the account has no payment provider', () => ({ isProviderConnected: false })],
  ])('sells nothing while %s', (_name, change) => {
    const state = setup();
    const link = state.create();
    expect(state.decideOpening(link.id, change(state))).toMatchObject(STATE_CONFLICT);
    expect(state.open(link.id).status).toBe('open');
  });

  it('sells nothing while it is inactive, or if it does not exist', () => {
    const { world, create, decideOpening, open } = setup();
    const link = create();
    const update = (active: boolean) =>
      world.do(updatePaymentLink({ active }, { link: world.get(paymentLinkAggregate, link.id) }, world.ctx()));
    expect(update(false).active).toBe(false);
    expect(decideOpening(link.id)).toMatchObject(STATE_CONFLICT);
    update(true);
    expect(open(link.id).status).toBe('open');
    expect(decideOpening(link.id, { link: null })).toMatchObject({ code: 'resource_missing' });
  });
});

describe('the maximum number of sales of a payment link', () => {
  it('limits open and completed sessions, also if two concurrent requests read the same count', () => {
    const { world, create, open, decideOpening, billing } = setup();
    const link = create({ maxSales: 2 });
    const first = open(link.id);
    billing.settleCheckout(first.id, billing.attempt(first.id).payment.id);
    const readEarlier = decideOpening(link.id);
    open(link.id);
    expect(decideOpening(link.id)).toMatchObject(STATE_CONFLICT);
    expect(world.apply(readEarlier)).toBeInstanceOf(Refusal);
  });

  it('no longer counts a session that expired, and counts it again if it is paid after that', () => {
    const { world, create, open, decideOpening, billing } = setup();
    const link = create({ maxSales: 1 });
    const session = open(link.id);
    const { payment } = billing.attempt(session.id);
    world.now += 2 * DAY;
    for (let report = 0; report < 2; report += 1) billing.failCheckout(session.id, payment.id, 'expired');
    expect(world.counter(salesCounter(link.id))).toBe(0);
    billing.settleCheckout(session.id, payment.id);
    expect(world.counter(salesCounter(link.id))).toBe(1);
    expect(decideOpening(link.id)).toMatchObject(STATE_CONFLICT);
  });

  it('can be raised, but not added later', () => {
    const { world, create, open, decideOpening } = setup();
    const [limited, unlimited] = [create({ maxSales: 1 }), create()];
    const update = (id: string, maxSales: number) =>
      updatePaymentLink({ maxSales }, { link: world.get(paymentLinkAggregate, id) }, world.ctx());
    open(limited.id);
    expect(decideOpening(limited.id)).toMatchObject(STATE_CONFLICT);
    world.do(update(limited.id, 2));
    expect(open(limited.id).status).toBe('open');
    expect(update(unlimited.id, 2)).toMatchObject({ code: 'parameter_invalid', param: 'max_sales' });
  });

  it('has no counter if the link has no maximum, so that concurrent buyers do not conflict', () => {
    const { world, create, open } = setup();
    const link = create();
    open(link.id);
    expect(world.counter(salesCounter(link.id))).toBe(0);
  });
});

describe('an update of a payment link', () => {
  it('changes only the given fields, clears a field with null, and records an audit entry only if something changes', () => {
    const { world, create } = setup();
    const link = create({ successUrl: 'https://shop.test/thanks', metadata: { a: '1' } });
    const update = (command: Parameters<typeof updatePaymentLink>[0]) =>
      world.do(updatePaymentLink(command, { link: world.get(paymentLinkAggregate, link.id) }, world.ctx()));
    expect(update({ successUrl: null })).toEqual({ ...link, successUrl: null });
    expect(world.audits.at(-1)).toBe('payment_link.updated');
    const entries = world.audits.length;
    update({ successUrl: null, active: true });
    expect(world.audits).toHaveLength(entries);
  });

  it('is refused for an unknown link', () => {
    expect(updatePaymentLink({}, { link: null }, setup().world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});
