import { describe, expect, it } from 'vitest';
import { type CheckoutSession, checkoutSessionAggregate, purchaseIdOf } from '../../../shared/domain/checkout-session/record.ts';
import { isRecoverable, type RecoverState, recoverSession, saleClaim } from '../../../shared/domain/checkout-session/recover.ts';
import type { Coupon } from '../../../shared/domain/coupon/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { createPaymentLink } from '../../../shared/domain/payment-link/create.ts';
import { paymentLinkAggregate, salesCounter, sessionLinkOf } from '../../../shared/domain/payment-link/record.ts';
import { type Billing, newBilling } from '../billing.ts';
import { refusalOf } from '../renewals.ts';
import { METERED } from '../usage.ts';
import { DAY, START } from '../world.ts';

const hostedUrlOf = (id: string): string => `https://pay.test/${id}`;
const NOT_RECOVERABLE = ['state_conflict', undefined];

/** Opens a hosted session and ends its first payment, by default as declined. */
const openAndFail = (
  billing: Billing,
  command: Parameters<Billing['open']>[0] = {},
  state: Parameters<Billing['open']>[1] = {},
  outcome: Parameters<Billing['failCheckout']>[2] = 'failed',
) => {
  const session = billing.open(command, state);
  billing.failCheckout(session.id, billing.attempt(session.id).payment.id, outcome);
  billing.world.takeEvents();
  return session;
};

/** Creates the session that replaces the ended one, or returns the refusal. */
const recover = (billing: Billing, id: string, state: Partial<RecoverState> = {}) => {
  const { world, catalogue } = billing;
  const session = world.get(checkoutSessionAggregate, id);
  const loaded: RecoverState = {
    session,
    payment: world.find(paymentAggregate, session.record.attempt?.paymentId),
    price: catalogue.price,
    product: catalogue.product,
    coupon: null,
    link: null,
    customer: world.get(customerAggregate, session.record.customerId),
    clock: null,
    group: { claim: saleClaim(session.record.id), soldBy: null },
    ...state,
  };
  return world.apply(recoverSession({ hostedUrlOf }, loaded, world.ctx()));
};

const recoverOrThrow = (billing: Billing, id: string, state: Partial<RecoverState> = {}): CheckoutSession => {
  const result = recover(billing, id, state);
  if (!('status' in result)) throw new Error(`refused: ${result.code}`);
  return result;
};

describe('a session whose payment was refused', () => {
  it('is replaced by an open session with the same terms, without an event', () => {
    const billing = newBilling(METERED);
    const { id } = openAndFail(billing, {
      trialDaysOverride: 7,
      maxAmountCents: 5000,
      customerEmail: 'other@example.test',
      country: 'BE',
      metadata: { order: '7' },
      paymentMethod: 'creditcard',
    });
    const before = billing.session(id);
    billing.world.now += DAY;
    const after = recoverOrThrow(billing, id);
    expect(after).toEqual({
      ...before,
      id: after.id,
      created: START + DAY,
      expiresAt: START + 2 * DAY,
      url: hostedUrlOf(after.id),
      status: 'open',
      attempt: null,
      recoveredFromId: id,
      firstId: id,
      recoverableUntil: START + 7 * DAY,
    });
    expect(after).not.toHaveProperty('paymentLink');
    expect(billing.session(after.id)).toEqual(after);
    expect(billing.world.view(checkoutSessionAggregate, after.id)).toMatchObject({ recovered_from: id, max_amount_cents: 5000 });
    expect([billing.world.takeEvents(), billing.world.audits.at(-1)]).toEqual([[], 'checkout_session.created']);
  });

  it('is replaced by a session without a maximum amount if it has none', () => {
    const billing = newBilling();
    const after = recoverOrThrow(billing, openAndFail(billing).id);
    expect(after).not.toHaveProperty('maxAmountCents');
    expect(after).toMatchObject({ successUrl: 'https://shop.test/ok', cancelUrl: 'https://shop.test/no', discount: null });
  });

  it('without a success URL is replaced by a session whose success URL is the page of the new session', () => {
    const billing = newBilling();
    const { id, url, successUrl } = openAndFail(billing, { successUrl: null });
    expect(successUrl).toBe(url);
    const after = recoverOrThrow(billing, id);
    expect(after.successUrl).toBe(hostedUrlOf(after.id));
  });

  it('is replaced only once', () => {
    const billing = newBilling();
    const { id } = openAndFail(billing);
    recoverOrThrow(billing, id);
    expect(refusalOf(recover(billing, id))).toEqual(NOT_RECOVERABLE);
  });

  it('can be replaced again after the payment of the new session was refused, too', () => {
    const billing = newBilling();
    const second = recoverOrThrow(billing, openAndFail(billing).id);
    billing.failCheckout(second.id, billing.attempt(second.id).payment.id);
    const third = recoverOrThrow(billing, second.id);
    expect(third).toMatchObject({ status: 'open', recoveredFromId: second.id });
    const first = String(second.recoveredFromId);
    expect([billing.session(first), second, third].map(purchaseIdOf)).toEqual([first, first, first]);
    const { firstId: _, ...formerRelease } = second;
    expect(purchaseIdOf(formerRelease)).toBe(first);
  });

  it.each<[string, (billing: Billing) => Partial<RecoverState>]>([
    ['does not exist', () => ({ session: null })],
    ['has no price any more', () => ({ price: null })],
    ['has no product any more', () => ({ product: null })],
    ['has no payment', () => ({ payment: null })],
    ['has an archived price', ({ catalogue: { price } }) => ({ price: { ...price, record: { ...price.record, active: false } } })],
    [
      'has an archived product',
      ({ catalogue: { product } }) => ({ product: { ...product, record: { ...product.record, active: false } } }),
    ],
  ])('is not replaced if it %s', (_name, stateOf) => {
    const billing = newBilling();
    const { id } = openAndFail(billing);
    expect(refusalOf(recover(billing, id, stateOf(billing)))).toEqual(NOT_RECOVERABLE);
  });

  it('is not replaced if another session of the same group of replacements was paid, before or at the same time', () => {
    const billing = newBilling();
    const { id } = openAndFail(billing);
    const claim = saleClaim('cs_first');
    expect(refusalOf(recover(billing, id, { group: { claim, soldBy: 'cs_first' } }))).toEqual(NOT_RECOVERABLE);
    billing.world.owners.set(claim, 'cs_first');
    expect(refusalOf(recover(billing, id, { group: { claim, soldBy: null } }))).toEqual(NOT_RECOVERABLE);
  });

  it('is not replaced for a customer who no longer exists', () => {
    const billing = newBilling();
    expect(recover(billing, openAndFail(billing).id, { customer: null })).toMatchObject({ code: 'resource_missing', param: 'customer_id' });
  });
});

describe('a session whose payment page timed out', () => {
  it('is replaced until it was to expire, and keeps its earlier end if the replacement times out, too', () => {
    const billing = newBilling();
    const first = openAndFail(billing, {}, {}, 'expired');
    billing.world.now += 3600;
    const second = recoverOrThrow(billing, first.id);
    expect(second).toMatchObject({ status: 'open', attempt: null, recoveredFromId: first.id, recoverableUntil: first.expiresAt });
    billing.failCheckout(second.id, billing.attempt(second.id).payment.id, 'expired');
    billing.world.now = first.expiresAt;
    expect(refusalOf(recover(billing, second.id))).toEqual(NOT_RECOVERABLE);
  });
});

describe('a session that cannot be replaced', () => {
  it('is open, is paid, or has a payment that the buyer canceled', () => {
    const billing = newBilling();
    const open = billing.open();
    expect(refusalOf(recover(billing, open.id))).toEqual(NOT_RECOVERABLE);
    billing.settleCheckout(open.id, billing.attempt(open.id).payment.id);
    expect(refusalOf(recover(billing, open.id))).toEqual(NOT_RECOVERABLE);
    const canceled = billing.open();
    billing.failCheckout(canceled.id, billing.attempt(canceled.id).payment.id, 'canceled');
    expect(refusalOf(recover(billing, canceled.id))).toEqual(NOT_RECOVERABLE);
  });

  it('has a payment that timed out, but was to expire by now', () => {
    const billing = newBilling();
    const { id, expiresAt } = openAndFail(billing, {}, {}, 'expired');
    billing.world.now = expiresAt - 1;
    const payment = billing.world.get(paymentAggregate, billing.session(id).attempt?.paymentId).record;
    expect(isRecoverable(billing.session(id), payment, expiresAt - 1)).toBe(true);
    expect(isRecoverable(billing.session(id), payment, expiresAt)).toBe(false);
  });

  it('has a refused payment, but is embedded or has not ended', () => {
    const billing = newBilling();
    const { id } = openAndFail(billing);
    const payment = billing.world.get(paymentAggregate, billing.session(id).attempt?.paymentId).record;
    const ended = billing.session(id);
    expect(isRecoverable(ended, payment, payment.created)).toBe(true);
    expect(isRecoverable({ ...ended, uiMode: 'embedded' }, payment, payment.created)).toBe(false);
    expect(isRecoverable({ ...ended, status: 'open' }, payment, payment.created)).toBe(false);
  });
});

describe('a session whose payment was refused earlier', () => {
  it('can be replaced within seven days after the start of the payment', () => {
    const billing = newBilling();
    const { id } = openAndFail(billing);
    billing.world.now += 7 * DAY;
    expect(refusalOf(recover(billing, id))).toEqual(NOT_RECOVERABLE);
    billing.world.now -= 1;
    expect(recoverOrThrow(billing, id)).toMatchObject({ status: 'open' });
  });

  it('cannot be replaced later because it has been replaced before', () => {
    const billing = newBilling();
    let { id } = openAndFail(billing);
    for (let days = 0; days < 6; days += 1) {
      billing.world.now += DAY;
      ({ id } = recoverOrThrow(billing, id));
      billing.failCheckout(id, billing.attempt(id).payment.id);
    }
    billing.world.now += DAY - 1;
    const last = recoverOrThrow(billing, id);
    billing.failCheckout(last.id, billing.attempt(last.id).payment.id);
    billing.world.now += 1;
    expect(refusalOf(recover(billing, last.id))).toEqual(NOT_RECOVERABLE);
  });

  it('can be replaced until its original expiry, if that is later than seven days after the payment', () => {
    const billing = newBilling();
    const { id } = openAndFail(billing);
    const session = billing.world.get(checkoutSessionAggregate, id);
    const expiresAt = billing.world.now + 30 * DAY;
    const withLateExpiry = { session: { ...session, record: { ...session.record, expiresAt } } };
    billing.world.now = expiresAt;
    expect(refusalOf(recover(billing, id, withLateExpiry))).toEqual(NOT_RECOVERABLE);
    billing.world.now -= 1;
    expect(refusalOf(recover(billing, id, withLateExpiry))).not.toEqual(NOT_RECOVERABLE);
  });
});

describe('the coupon of a session whose payment was refused', () => {
  const setup = () => {
    const billing = newBilling();
    const coupon = billing.coupon({ maxRedemptions: 1 });
    const { id } = openAndFail(billing, {}, { coupon: billing.findCoupon(coupon) });
    const uses = () => billing.findCoupon(coupon).uses;
    return { billing, coupon, id, uses };
  };

  const recoverWithCoupon = ({ billing, coupon, id }: { billing: Billing; coupon: Coupon; id: string }) =>
    recoverOrThrow(billing, id, { coupon: billing.findCoupon(coupon) });

  it('applies to the new session, which reserves the released redemption again', () => {
    const state = setup();
    expect(state.uses()).toBe(0);
    expect(recoverWithCoupon(state)).toMatchObject({ discount: { couponId: state.coupon.id } });
    expect(state.uses()).toBe(1);
  });

  it('no longer applies if another buyer has used the last redemption: the new session has the full price', () => {
    const state = setup();
    state.billing.open({}, { coupon: state.billing.findCoupon(state.coupon) });
    expect(recoverWithCoupon(state)).toMatchObject({ discount: null });
    expect(state.uses()).toBe(1);
  });

  it('is refused if another buyer uses the last redemption at the same time', () => {
    const { billing, coupon, id } = setup();
    const readEarlier = billing.findCoupon(coupon);
    billing.open({}, { coupon: readEarlier });
    expect(recover(billing, id, { coupon: readEarlier })).toMatchObject({ param: 'coupon_code', reason: 'coupon_exhausted' });
  });
});

describe('a session that was opened with a payment link, and whose payment was refused,', () => {
  const setup = () => {
    const billing = newBilling();
    const { world, catalogue } = billing;
    const command = { priceId: catalogue.price.record.id, urlOf: hostedUrlOf, maxSales: 1 };
    const { id: linkId } = world.do(createPaymentLink(command, { ...catalogue, coupon: null }, world.ctx()));
    const link = world.get(paymentLinkAggregate, linkId);
    const { id } = openAndFail(billing, { paymentLink: sessionLinkOf(link.record) });
    return { billing, id, link, sales: () => world.counter(salesCounter(linkId)) };
  };

  it('is replaced by a session that counts as a sale of the same link', () => {
    const { billing, id, link, sales } = setup();
    const before = sales();
    expect(recoverOrThrow(billing, id, { link })).toMatchObject({ paymentLink: { id: link.record.id, isCounted: true } });
    expect(sales()).toBe(before + 1);
  });

  it('is not replaced if the link is inactive or no longer exists', () => {
    const { billing, id, link } = setup();
    const inactive = { ...link, record: { ...link.record, active: false } };
    expect(refusalOf(recover(billing, id, { link: inactive }))).toEqual(NOT_RECOVERABLE);
    expect(refusalOf(recover(billing, id, { link: null }))).toEqual(NOT_RECOVERABLE);
  });
});
