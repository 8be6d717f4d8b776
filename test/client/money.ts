import { expect, it } from 'vitest';
import type { Client } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { advance, pay, payOneShot } from '../contract/support/shop.ts';
import { expectListed, got, type TypedClient } from './support.ts';

/** Who walks: the account by its test key, a buyer's browser by a client secret, and what the sandbox plays. */
export interface Walkers {
  readonly api: TypedClient;
  readonly buyer: (clientSecret: string | null) => TypedClient;
  readonly sandbox: Client;
}

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
const SOLD_ON_CLOCK_AT = 1_800_000_000;
const MONTH = 32 * 86_400;

/** The price of a new plan. */
export const onSale = async ({ api }: Walkers, amount_cents = 1999) => {
  const product = got(await api.POST('/v1/products', { body: { name: 'Plan', allow_promotion_codes: true } }));
  return got(await api.POST('/v1/prices', { body: { product_id: product.id, amount_cents, currency: 'EUR', interval: 'month' } }));
};

/** What a new customer bought and paid. */
export const sold = async (walkers: Walkers, testClockId: string | null = null) => {
  const { api, sandbox } = walkers;
  const price = await onSale(walkers);
  const customer = got(
    await api.POST('/v1/customers', {
      body: { name: 'Ada', email: 'ada@example.com', ...(testClockId === null ? {} : { test_clock_id: testClockId }) },
    }),
  );
  const session = got(await api.POST('/v1/checkout/sessions', { body: { price_id: price.id, customer_id: customer.id, ...PAGES } }));
  const paid = await pay(sandbox, session.id);
  const query = { customer_id: customer.id };
  const [payment] = got(await api.GET('/v1/payments', { params: { query } })).data;
  const [invoice] = got(await api.GET('/v1/invoices', { params: { query } })).data;
  if (payment === undefined || invoice === undefined) throw new Error('the sale left nothing');
  return { customerId: customer.id, subscriptionId: String(paid.subscription_id), paymentId: payment.id, invoiceId: invoice.id };
};

/** A document's first bytes, once it is rendered. */
export const pdfOf = async (read: () => Promise<{ readonly data?: Blob; readonly response: Response }>): Promise<string> => {
  const { data } = await eventually(read, ({ response }) => response.status !== 501);
  return (await data?.slice(0, 5).text()) ?? '';
};

/** Walks what a buyer's browser calls, and what comes of money that was taken. */
export const walkMoney = (walkers: () => Walkers): void => {
  it('walks the payment element and the wallet', async () => {
    const { api, buyer, sandbox } = walkers();
    const price = await onSale(walkers());
    got(await api.POST('/v1/coupons', { body: { code: 'HALF', percent_off: 50 } }));
    const body = { price_id: price.id, customer_email: 'buyer@example.com', ui_mode: 'embedded' as const };
    const session = got(await api.POST('/v1/checkout/sessions', { body: { ...body, ...PAGES } }));
    const element = buyer(session.client_secret);
    const path = { checkout_id: session.id };
    expect(got(await element.GET('/v1/checkout/sessions/{checkout_id}/element', { params: { path } })).amount_due_now).toBe(1999);
    const halved = got(await element.POST('/v1/checkout/sessions/{checkout_id}/coupon', { params: { path }, body: { code: 'HALF' } }));
    expect([halved.amount_due_now, halved.coupon_code]).toEqual([999, 'HALF']);
    const confirmed = got(
      await element.POST('/v1/checkout/sessions/{checkout_id}/confirm', { params: { path }, body: { method: 'creditcard' } }),
    );
    expect([confirmed.session_id, confirmed.payment_status]).toEqual([session.id, 'pending']);
    await pay(sandbox, session.id);

    const wallet = got(await element.GET('/v1/checkout/payment-methods'));
    expect(wallet.data.map(({ kind, is_default: isDefault }) => [kind, isDefault])).toEqual([['creditcard', true]]);
    const setup = got(await element.POST('/v1/checkout/payment-methods/setup'));
    const card = { client_secret: setup.client_secret, method: 'creditcard', card_token: 'tkn_1' } as const;
    const saved = got(await element.POST('/v1/checkout/payment-methods/setup/confirm', { body: card }));
    expect([saved.setup_id, saved.status]).toEqual([setup.setup_id, 'succeeded']);
    const [first, second] = got(await element.GET('/v1/checkout/payment-methods')).data;
    if (first === undefined || second === undefined) throw new Error('the card was not saved');
    const [former, added] = first.is_default ? [first, second] : [second, first];
    const set = got(
      await element.POST('/v1/checkout/payment-methods/{payment_method_id}/default', { params: { path: { payment_method_id: added.id } } }),
    );
    expect(set.data.filter(({ is_default: isDefault }) => isDefault).map(({ id }) => id)).toEqual([added.id]);
    const left = got(
      await element.DELETE('/v1/checkout/payment-methods/{payment_method_id}', { params: { path: { payment_method_id: former.id } } }),
    );
    expect(left.data.map(({ id }) => id)).toEqual([added.id]);
  });

  it('walks one-off payments', async () => {
    const { api, buyer, sandbox } = walkers();
    const body = { amount_cents: 15_000, currency: 'EUR', description: 'Workshop', customer_email: 'ada@example.com' } as const;
    const open = async () => got(await api.POST('/v1/checkout/one_shot', { body: { ...body, ui_mode: 'embedded' } }));
    const [one, other] = [await open(), await open()];
    const path = { one_shot_id: one.id };
    await expectListed(async (query) => got(await api.GET('/v1/checkout/one_shot', { params: { query } })), [one, other]);
    const confirmed = got(
      await buyer(one.client_secret).POST('/v1/checkout/one_shot/{one_shot_id}/confirm', { params: { path }, body: { method: 'ideal' } }),
    );
    expect([confirmed.session_id, confirmed.status]).toEqual([one.id, 'open']);
    await payOneShot(sandbox, one.id);
    const paid = got(await api.GET('/v1/checkout/one_shot/{one_shot_id}', { params: { path } }));
    expect([paid.status, paid.payment_method, paid.amount_cents]).toEqual(['succeeded', 'ideal', 15_000]);
  });

  it('walks money that goes back: refunds, credit notes and disputes', async () => {
    const { api, sandbox } = walkers();
    const { paymentId, invoiceId } = await sold(walkers());
    const refund = async (cents: number) =>
      got(await api.POST('/v1/refunds', { body: { payment_id: paymentId, amount_cents: cents, reason: 'Too much' } }));
    const [one, other] = [await refund(100), await refund(200)];
    await expectListed(async (query) => got(await api.GET('/v1/refunds', { params: { query } })), [one, other]);
    const settled = await eventually(
      async () => got(await api.GET('/v1/refunds/{refund_id}', { params: { path: { refund_id: other.id } } })),
      ({ credit_note_id: id }) => id !== null,
    );
    const path = { credit_note_id: String(settled.credit_note_id) };
    const note = got(await api.GET('/v1/credit_notes/{credit_note_id}', { params: { path } }));
    expect([note.refund_id, note.invoice_id, note.total_cents]).toEqual([other.id, invoiceId, 200]);
    await expectListed(async (query) => got(await api.GET('/v1/credit_notes', { params: { query } })), [note]);
    expect(await pdfOf(() => api.GET('/v1/credit_notes/{credit_note_id}/pdf', { params: { path }, parseAs: 'blob' }))).toBe('%PDF-');

    const { paymentId: disputed } = await sold(walkers());
    await sandbox.post(`/sandbox/payments/${disputed}/outcome`, { outcome: 'charged_back' });
    const [dispute] = await expectListed(async (query) => got(await api.GET('/v1/disputes', { params: { query } })), []);
    if (dispute === undefined) throw new Error('nothing is disputed');
    expect(got(await api.GET('/v1/disputes/{dispute_id}', { params: { path: { dispute_id: dispute.id } } }))).toEqual(dispute);
    expect([dispute.payment_id, dispute.status]).toEqual([disputed, 'open']);
  });

  it('walks usage', async () => {
    const { api, sandbox } = walkers();
    const product = got(await api.POST('/v1/products', { body: { name: 'Requests' } }));
    const tiers = [
      { up_to: 10, flat_amount_cents: 100 },
      { up_to: null, unit_amount_decimal: '0.5' },
    ];
    const terms = { product_id: product.id, currency: 'EUR', interval: 'month' as const, usage_type: 'metered' as const };
    const price = got(await api.POST('/v1/prices', { body: { ...terms, tiers } }));
    const session = got(
      await api.POST('/v1/checkout/sessions', { body: { price_id: price.id, customer_email: 'buyer@example.com', ...PAGES } }),
    );
    const paid = await pay(sandbox, session.id);
    const path = { subscription_id: String(paid.subscription_id) };
    const use = async (quantity: number) =>
      got(await api.POST('/v1/subscriptions/{subscription_id}/usage_records', { params: { path }, body: { quantity } }));
    const records = [await use(4), await use(10)];
    await expectListed(
      async (query) => got(await api.GET('/v1/subscriptions/{subscription_id}/usage_records', { params: { path, query } })),
      records,
    );
    const summary = got(await api.GET('/v1/subscriptions/{subscription_id}/usage_summary', { params: { path } }));
    expect([summary.total_quantity, summary.record_count, summary.amount_cents]).toEqual([14, 2, 102]);
    expect(summary.tiers?.map(({ quantity }) => quantity)).toEqual([10, 4]);
  });

  it('walks what an invoice and a payment have besides', async () => {
    const { api, sandbox } = walkers();
    const clock = got(await api.POST('/v1/test_clocks', { body: { frozen_time: SOLD_ON_CLOCK_AT } }));
    const { customerId, paymentId, invoiceId } = await sold(walkers(), clock.id);
    const record = got(await api.GET('/v1/payments/{payment_id}/provider', { params: { path: { payment_id: paymentId } } }));
    expect([record.object, record.payload.status]).toEqual(['payment.provider', 'paid']);
    const path = { invoice_id: invoiceId };
    expect(await pdfOf(() => api.GET('/v1/invoices/{invoice_id}/pdf', { params: { path }, parseAs: 'blob' }))).toBe('%PDF-');

    await sandbox.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    await advance(sandbox, clock.id, SOLD_ON_CLOCK_AT + MONTH);
    const query = { customer_id: customerId, status: ['open' as const] };
    const [owed] = got(await api.GET('/v1/invoices', { params: { query } })).data;
    if (owed === undefined) throw new Error('no invoice is open');
    const voided = got(await api.POST('/v1/invoices/{invoice_id}/void', { params: { path: { invoice_id: owed.id } } }));
    expect([voided.id, voided.status]).toEqual([owed.id, 'void']);
  });
};
