import { expect, it } from 'vitest';
import type { Client } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import type { Billing } from '../../shared/client/index.ts';
import { advance } from '../contract/support/objects.ts';
import { allOf, defined, expectListed, pdfHeaderOf } from './support.ts';

/** The clients of a test. `buyer` returns a client with a buyer's client secret or portal token. */
export interface Clients {
  readonly billing: Billing;
  readonly buyer: (clientSecret: string | null) => Billing;
  readonly sandbox: Client;
}

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
const SOLD_ON_CLOCK_AT = 1_800_000_000;
const MORE_THAN_A_MONTH = 32 * 86_400;

/** Creates a product with a price; returns the price. */
const createPrice = async ({ billing }: Clients) => {
  const product = await billing.products.create({ name: 'Plan', allow_promotion_codes: true });
  return billing.prices.create({ product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' });
};

/** Sells a subscription to a new customer; returns the ids of the sale. */
export const sellSubscription = async (clients: Clients, testClockId: string | null = null) => {
  const { billing } = clients;
  const price = await createPrice(clients);
  const clock = testClockId === null ? {} : { test_clock_id: testClockId };
  const customer = await billing.customers.create({ name: 'Ada', email: 'ada@example.com', ...clock });
  const session = await billing.checkoutSessions.create({ price_id: price.id, customer_id: customer.id, ...PAGES });
  const paid = await billing.sandbox.checkoutSessionPay(session.id);
  const query = { customer_id: customer.id };
  const payment = defined((await billing.payments.list(query)).data[0]);
  const invoice = defined((await billing.invoices.list(query)).data[0]);
  return { customerId: customer.id, subscriptionId: String(paid.subscription_id), paymentId: payment.id, invoiceId: invoice.id };
};

/** Defines the tests of operations for buyers and for payments, refunds, disputes and usage. */
export const testPayments = (clients: () => Clients): void => {
  it('calls the operations of the payment element and the wallet', async () => {
    const { billing, buyer } = clients();
    const price = await createPrice(clients());
    await billing.coupons.create({ code: 'HALF', percent_off: 50 });
    const sale = { price_id: price.id, customer_email: 'buyer@example.com', ui_mode: 'embedded' as const };
    const session = await billing.checkoutSessions.create({ ...sale, ...PAGES });
    const { checkoutElement: element, checkoutPaymentMethods: wallet } = buyer(session.client_secret);
    expect((await element.retrieve(session.id)).amount_due_now).toBe(1999);
    const discounted = await element.applyCoupon(session.id, { code: 'HALF' });
    // The discount of 999.5 cents is rounded to 1000.
    expect([discounted.amount_due_now, discounted.coupon_code]).toEqual([999, 'HALF']);
    const confirmed = await element.confirm(session.id, { method: 'creditcard' });
    expect([confirmed.session_id, confirmed.payment_status]).toEqual([session.id, 'pending']);
    await billing.sandbox.checkoutSessionPay(session.id);

    const before = await wallet.retrieve();
    expect(before.data.map(({ kind, is_default: isDefault }) => [kind, isDefault])).toEqual([['creditcard', true]]);
    const setup = await wallet.setup();
    const saved = await wallet.setupConfirm({ client_secret: setup.client_secret, method: 'creditcard', card_token: 'tkn_1' });
    expect([saved.setup_id, saved.status]).toEqual([setup.setup_id, 'succeeded']);
    const { data } = await wallet.retrieve();
    const oldDefault = defined(data.find(({ is_default: isDefault }) => isDefault));
    const added = defined(data.find(({ is_default: isDefault }) => !isDefault));
    const set = await wallet.setDefault(added.id);
    expect(set.data.filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id)).toEqual([added.id]);
    expect((await wallet.remove(oldDefault.id)).data.map(({ id }) => id)).toEqual([added.id]);
  });

  it('calls the operations of one-off payments', async () => {
    const { billing, buyer } = clients();
    const sale = { amount_cents: 15_000, currency: 'EUR', description: 'Workshop', customer_email: 'ada@example.com' } as const;
    const open = () => billing.oneShotPayments.create({ ...sale, ui_mode: 'embedded' });
    const [first, second] = [await open(), await open()];
    await expectListed(billing.oneShotPayments.list({ limit: 1 }), [first, second]);
    const confirmed = await buyer(first.client_secret).checkoutElement.confirmOneShot(first.id, { method: 'ideal' });
    expect([confirmed.session_id, confirmed.status]).toEqual([first.id, 'open']);
    await billing.sandbox.oneShotPay(first.id);
    const paid = await billing.oneShotPayments.retrieve(first.id);
    expect([paid.status, paid.payment_method, paid.amount_cents]).toEqual(['succeeded', 'ideal', 15_000]);
  });

  it('calls the operations of refunds, credit notes and disputes', async () => {
    const { billing } = clients();
    const { customerId, paymentId, invoiceId } = await sellSubscription(clients());
    const refund = (cents: number) => billing.refunds.create({ payment_id: paymentId, amount_cents: cents, reason: 'Too much' });
    const [first, second] = [await refund(100), await refund(200)];
    await expectListed(billing.refunds.list({ limit: 1 }), [first, second]);
    const settled = await eventually(
      () => billing.refunds.retrieve(second.id),
      ({ credit_note_id: id }) => id !== null,
    );
    const note = await billing.creditNotes.retrieve(String(settled.credit_note_id));
    expect([note.refund_id, note.invoice_id, note.total_cents]).toEqual([second.id, invoiceId, 200]);
    await expectListed(billing.creditNotes.list({ limit: 1 }), [note]);
    expect(await pdfHeaderOf(() => billing.creditNotes.pdf(note.id))).toBe('%PDF-');
    await expect(billing.creditNotes.eInvoice(note.id, { format: 'cii' })).rejects.toMatchObject({ reason: 'e_invoice_incomplete' });

    await billing.sandbox.customerBehavior(customerId, { refunds: 'pending' });
    const pending = await refund(300);
    expect((await billing.sandbox.refundOutcome(pending.id, { outcome: 'failed' })).status).toBe('failed');

    const { paymentId: disputedPaymentId } = await sellSubscription(clients());
    await billing.sandbox.paymentOutcome(disputedPaymentId, { outcome: 'charged_back' });
    const dispute = defined((await allOf(billing.disputes.list({ limit: 1 })))[0]);
    expect(await billing.disputes.retrieve(dispute.id)).toEqual(dispute);
    expect([dispute.payment_id, dispute.status]).toEqual([disputedPaymentId, 'open']);
  });

  it('calls the operations of usage records', async () => {
    const { billing } = clients();
    const product = await billing.products.create({ name: 'Requests' });
    const tiers = [
      { up_to: 10, flat_amount_cents: 100 },
      { up_to: null, unit_amount_decimal: '0.5' },
    ];
    const price = await billing.prices.create({ product_id: product.id, currency: 'EUR', interval: 'month', usage_type: 'metered', tiers });
    const session = await billing.checkoutSessions.create({ price_id: price.id, customer_email: 'buyer@example.com', ...PAGES });
    const subscriptionId = String((await billing.sandbox.checkoutSessionPay(session.id)).subscription_id);
    const use = (quantity: number) => billing.usageRecords.create(subscriptionId, { quantity });
    const records = [await use(4), await use(10)];
    await expectListed(billing.usageRecords.list(subscriptionId, { limit: 1 }), records);
    const summary = await billing.usageRecords.summary(subscriptionId);
    expect([summary.total_quantity, summary.record_count, summary.amount_cents]).toEqual([14, 2, 102]);
    expect(summary.tiers?.map(({ quantity }) => quantity)).toEqual([10, 4]);
  });

  it('calls the operations of usage events, and of limits and alerts on usage', async () => {
    const { billing } = clients();
    const meter = await billing.meters.create({ event_name: 'request', aggregation: 'sum' });
    const product = await billing.products.create({ name: 'Requests' });
    const price = await billing.prices.create({
      product_id: product.id,
      currency: 'EUR',
      interval: 'month',
      usage_type: 'metered',
      unit_amount_decimal: '2',
      meter_id: meter.id,
    });
    const session = await billing.checkoutSessions.create({ price_id: price.id, customer_email: 'buyer@example.com', ...PAGES });
    const subscriptionId = String((await billing.sandbox.checkoutSessionPay(session.id)).subscription_id);
    const event = { id: 'request_1', event_name: 'request', subscription_id: subscriptionId, value: '2.5' };
    const { recorded, duplicates, outcomes } = await billing.usageEvents.create({ events: [event, event, { ...event, value: '3' }] });
    expect([recorded, duplicates, outcomes.map(({ outcome }) => outcome)]).toEqual([1, 1, ['recorded', 'duplicate', 'refused']]);
    const listed = await billing.usageEvents.list({ subscription_id: subscriptionId });
    expect(listed.data.map(({ id, value, meter_id: meterId }) => [id, value, meterId])).toEqual([['request_1', '2.5', meter.id]]);
    expect((await billing.usageRecords.summary(subscriptionId)).total_quantity).toBe(2);
    expect((await billing.usageEvents.cancel('request_1')).status).toBe('canceled');
    expect((await billing.usageRecords.summary(subscriptionId)).total_quantity).toBe(0);
    expect((await billing.usageRecords.summary(subscriptionId, { interval: 'day' })).breakdown).toEqual([]);
    expect((await billing.subscriptions.update(subscriptionId, { max_amount_cents: 500 })).max_amount_cents).toBe(500);
    const alert = await billing.usageAlerts.create({ subscription_id: subscriptionId, meter_id: meter.id, quantity: 100 });
    expect((await billing.usageAlerts.list({ subscription_id: subscriptionId })).data).toEqual([alert]);
    expect((await billing.usageAlerts.delete(alert.id)).deleted).toBe(true);
  });

  it('retrieves the PDF of an invoice and the provider record of a payment, and voids an invoice', async () => {
    const { billing, sandbox } = clients();
    const clock = await billing.testClocks.create({ frozen_time: SOLD_ON_CLOCK_AT });
    const { customerId, paymentId, invoiceId } = await sellSubscription(clients(), clock.id);
    const record = await billing.payments.provider(paymentId);
    expect([record.object, record.payload.status]).toEqual(['payment.provider', 'paid']);
    expect(await pdfHeaderOf(() => billing.invoices.pdf(invoiceId))).toBe('%PDF-');
    await expect(billing.invoices.eInvoice(invoiceId)).rejects.toMatchObject({ reason: 'e_invoice_incomplete' });

    await billing.sandbox.customerBehavior(customerId, { charges: 'insufficient_funds' });
    await advance(sandbox, clock.id, SOLD_ON_CLOCK_AT + MORE_THAN_A_MONTH);
    const openInvoice = defined((await billing.invoices.list({ customer_id: customerId, status: ['open'] })).data[0]);
    const voided = await billing.invoices.void(openInvoice.id);
    expect([voided.id, voided.status]).toEqual([openInvoice.id, 'void']);
  });
};
