import { describe, expect, it } from 'vitest';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { markPending } from '../../../shared/domain/payable/unpaid.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { newBilling } from '../billing.ts';
import { DAY, START } from '../world.ts';

const urls = { successUrl: 'https://a.test', cancelUrl: 'https://a.test', hostedUrlOf: (id: string) => `https://pay.test/${id}` };

describe('opening a session', () => {
  it('[CHK-18] for an email address instead of a customer also creates the customer', () => {
    const { world, catalogue: shop } = newBilling();
    const command = { ...urls, priceId: shop.price.record.id, customerEmail: 'new@example.test', country: 'DE' };
    const { session, customer } = world.do(
      createCheckoutSession(command, { ...shop, customer: null, clock: null, coupon: null }, world.ctx()),
    );
    expect(world.takeEvents()).toEqual(['customer.created']);
    expect(world.view(checkoutSessionAggregate, session.id)).toMatchObject({
      customer_id: customer.id,
      customer_email: 'new@example.test',
      customer_country_code: 'DE',
      status: 'open',
      url: `https://pay.test/${session.id}`,
      subscription_id: null,
      metadata: {},
      expires_at: START + DAY,
    });
  });

  it('refuses unknown or archived prices, unknown customers and coupons, and methods that the price does not accept', () => {
    const { world, catalogue: shop } = newBilling({ paymentMethods: ['creditcard'] });
    const open = (command: object, state: object = {}) =>
      createCheckoutSession(
        { ...urls, priceId: shop.price.record.id, ...command },
        { price: shop.price, product: shop.product, customer: null, clock: null, coupon: null, ...state },
        world.ctx(),
      );
    const archived = { ...shop.price, record: { ...shop.price.record, active: false } };
    expect(open({}, { price: null })).toMatchObject({ code: 'resource_missing', param: 'price_id' });
    expect(open({}, { price: archived })).toMatchObject({ code: 'state_conflict', param: undefined });
    expect(open({ customerId: 'cus_x' })).toMatchObject({ code: 'resource_missing', param: 'customer_id' });
    const unknownCode = { coupon: { coupon: null, uses: 0 } };
    expect(open({}, unknownCode)).toMatchObject({ code: 'parameter_invalid', param: 'coupon_code', reason: 'coupon_not_found' });
    expect(open({ paymentMethod: 'ideal' })).toMatchObject({ code: 'parameter_invalid', param: 'payment_method' });
  });
});

describe('a payment attempt', () => {
  it('is started once if the request is repeated', () => {
    const billing = newBilling();
    const session = billing.open();
    const first = billing.attempt(session.id);
    const second = billing.attempt(session.id);
    expect(second).toMatchObject({ resumed: true, payment: { id: first.payment.id } });
    expect(first.payment).toMatchObject({ type: 'initial', status: 'pending', amountCents: 1000, idempotencyKey: `${session.id}-1` });
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is refused after the session has expired', () => {
    const billing = newBilling();
    const session = billing.open();
    billing.world.now += DAY;
    expect(() => billing.attempt(session.id)).toThrow('state_conflict');
  });

  it.each<[string, Partial<CreatePrice>, number | null]>([
    ['a trial', { trialDays: 10 }, null],
    ['a trial that only the session has', {}, 3],
    ['a metered price', { usageType: 'metered', unitAmountDecimal: '1' }, null],
    ['a price of zero', { amountCents: 0 }, null],
  ])('for %s is a verification charge of one cent', (_name, price, trialDaysOverride) => {
    const billing = newBilling(price);
    const { payment } = billing.attempt(billing.open({ trialDaysOverride }).id);
    expect(payment).toMatchObject({ amountCents: 1, verification: true, type: 'initial' });
  });

  it('charges the price at once if the session overrides the trial of the price with 0 days', () => {
    const billing = newBilling({ trialDays: 10 });
    expect(billing.attempt(billing.open({ trialDaysOverride: 0 }).id).payment.amountCents).toBe(1000);
  });
});

describe('settling a checkout', () => {
  it('[CHK-29] [EVT-16] [EVT-18] [SUB-31] completes the session and creates the subscription, with events in order', () => {
    const billing = newBilling({}, 'live');
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    const { subscription } = billing.settleCheckout(session.id, payment.id);
    expect(billing.world.takeEvents()).toEqual([
      'checkout.session.completed',
      'subscription.created',
      'invoice.created',
      'invoice.paid',
      'payment.succeeded',
    ]);
    expect(billing.world.view(subscriptionAggregate, subscription?.id ?? null)).toMatchObject({
      status: 'active',
      renewal_state: 'scheduled',
      serves_customer: true,
      current_period_start: START,
      current_period_end: Date.UTC(2026, 1, 28, 12) / 1000,
      payment_count: 1,
      last_payment_id: payment.id,
      mrr_cents: 1000,
      next_charge_amount_cents: 1000,
      trial_end: null,
      discount: null,
      canceled_at: null,
      cancellation_reason: null,
      price: { object: 'price.summary', product_name: 'Hosting', amount_cents: 1000 },
    });
    expect(billing.session(session.id)).toMatchObject({ status: 'completed', paymentId: payment.id, subscriptionId: subscription?.id });
    const [invoice] = billing.world.all(invoiceAggregate);
    expect(billing.world.view(invoiceAggregate, invoice?.id ?? null)).toMatchObject({
      number: 'INV-000001',
      status: 'paid',
      billing_reason: 'subscription_create',
      total_cents: 1000,
      amount_paid_cents: 1000,
      amount_due_cents: 0,
      payment_id: payment.id,
      seller: { name: 'Seller', country_code: 'NL' },
      buyer: { name: 'Buyer', country_code: 'NL' },
      lines: [{ type: 'subscription', amount_cents: 1000, description: 'Hosting' }],
    });
  });

  it('has no effect if the payment is reported again', () => {
    const billing = newBilling();
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    billing.settleCheckout(session.id, payment.id);
    billing.world.takeEvents();
    expect(billing.settleCheckout(session.id, payment.id)).toMatchObject({ overpayment: false, subscription: null });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.all(subscriptionAggregate)).toHaveLength(1);
  });

  it('[EVT-24] with a trial starts the trial, creates no invoice and counts no payment', () => {
    const billing = newBilling({ trialDays: 10 });
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    const { subscription } = billing.settleCheckout(session.id, payment.id);
    expect(billing.world.takeEvents()).toEqual([
      'checkout.session.completed',
      'subscription.created',
      'subscription.trial_started',
      'payment.succeeded',
    ]);
    expect(subscription).toMatchObject({
      trialStart: START,
      trialEnd: START + 10 * DAY,
      currentPeriodEnd: START + 10 * DAY,
      anchor: START + 10 * DAY,
      paymentCount: 0,
      lastPaymentId: null,
      nextChargeAmountCents: 1000,
    });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
  });

  it('[CHK-35] [EVT-30] applies the coupon to the subscription', () => {
    const billing = newBilling();
    const session = billing.open({}, { coupon: billing.findCoupon(billing.coupon()) });
    const { payment } = billing.attempt(session.id);
    expect(payment.amountCents).toBe(500);
    const { subscription, invoice } = billing.settleCheckout(session.id, payment.id);
    expect(billing.world.takeEvents()).toContain('subscription.coupon_applied');
    expect(invoice).toMatchObject({ subtotalCents: 1000, discountCents: 500, totalCents: 500 });
    expect(subscription).toMatchObject({
      nextChargeAmountCents: 1000,
      mrrCents: 500,
      discount: { endsAt: subscription?.currentPeriodEnd },
    });
  });

  it('keeps the tax of the charge if the tax rate changes before the charge is paid', () => {
    const billing = newBilling();
    billing.taxBehavior = 'exclusive';
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'VAT' };
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    billing.taxRate = null;
    const { invoice } = billing.settleCheckout(session.id, payment.id);
    expect(payment.amountCents).toBe(1210);
    expect(invoice).toMatchObject({ totalCents: 1210, taxCents: 210, amountPaidCents: 1210 });
  });

  it('completes an expired session if the payment succeeds later', () => {
    const billing = newBilling();
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    billing.world.now += DAY;
    billing.expire(session.id);
    billing.failCheckout(session.id, payment.id, 'expired');
    const { subscription } = billing.settleCheckout(session.id, payment.id);
    expect(subscription?.status).toBe('active');
    expect(billing.session(session.id).status).toBe('completed');
  });

  it('[EVT-40] records and refunds a second paid attempt', () => {
    const billing = newBilling();
    const session = billing.open({ uiMode: 'embedded' });
    const first = billing.attempt(session.id).payment;
    billing.failCheckout(session.id, first.id);
    const second = billing.attempt(session.id).payment;
    billing.settleCheckout(session.id, second.id);
    billing.world.takeEvents();
    expect(billing.settleCheckout(session.id, first.id)).toMatchObject({
      overpayment: true,
      subscription: null,
      refund: { paymentId: first.id, amountCents: first.amountCents, status: 'pending' },
    });
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded', 'refund.created']);
    expect(billing.settleCheckout(session.id, first.id)).toMatchObject({ overpayment: true, refund: null });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.all(subscriptionAggregate)).toHaveLength(1);
  });
});

describe('a checkout that is not paid', () => {
  it('[CHK-30] [EVT-17] [EVT-67] [PAY-08] expires with its first declined charge if it is hosted', () => {
    const billing = newBilling();
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    // The provider can report a failure twice.
    for (let report = 0; report < 2; report += 1) billing.failCheckout(session.id, payment.id);
    expect(billing.world.takeEvents()).toEqual(['checkout.session.expired', 'payment.failed']);
    expect(billing.session(session.id).status).toBe('expired');
    const view = billing.world.view(paymentAggregate, payment.id);
    expect(view).toMatchObject({ type: 'initial', status: 'failed', failure_code: 'card_declined' });
    expect(view).not.toHaveProperty('subscription_id');
  });

  it.each(['canceled', 'expired'] as const)('[CHK-32] [EVT-68] emits no payment.failed if the payment is %s', (outcome) => {
    const billing = newBilling();
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    billing.failCheckout(session.id, payment.id, outcome);
    expect(billing.world.takeEvents()).toEqual(['checkout.session.expired']);
    expect(billing.world.get(paymentAggregate, payment.id).record.status).toBe('canceled');
  });

  it('[CHK-33] stays open for another attempt if it is embedded', () => {
    const billing = newBilling();
    const session = billing.open({ uiMode: 'embedded' });
    const first = billing.attempt(session.id).payment;
    billing.failCheckout(session.id, first.id);
    expect(billing.session(session.id).status).toBe('open');
    const second = billing.attempt(session.id);
    expect(second).toMatchObject({ resumed: false, payment: { idempotencyKey: `${session.id}-2` } });
    expect(billing.settleCheckout(session.id, second.payment.id).subscription?.status).toBe('active');
  });

  it('[CHK-31] [CHK-34] expires after exactly 24 hours', () => {
    const billing = newBilling();
    const session = billing.open();
    billing.world.now = START + DAY - 1;
    expect(billing.expire(session.id).status).toBe('open');
    billing.world.now = START + DAY;
    expect(billing.expire(session.id).status).toBe('expired');
    billing.expire(session.id);
    expect(billing.world.takeEvents()).toEqual(['checkout.session.expired']);
    expect(checkoutSessionAggregate.dueOf?.(billing.session(session.id))).toBeNull();
  });

  it('stays in processing without expiring while a bank payment is pending', () => {
    const billing = newBilling();
    const { world } = billing;
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    const state = () => ({ payable: world.get(checkoutSessionAggregate, session.id), payment: world.get(paymentAggregate, payment.id) });
    world.do(markPending(checkoutSessionKind, { providerPaymentId: 'tr_1', transfer: null }, state()));
    expect(markPending(checkoutSessionKind, { providerPaymentId: 'tr_1', transfer: null }, state())).toMatchObject({ changes: [] });
    world.now += 3 * DAY;
    billing.expire(session.id);
    expect(billing.session(session.id).status).toBe('processing');
    expect(billing.settleCheckout(session.id, payment.id).payable.status).toBe('completed');
  });
});
