import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import {
  advance,
  clockAt,
  METERED,
  newPlan,
  openOneShot,
  openPortal,
  openSession,
  pay,
  payOneShot,
  setBehavior,
  subscribe,
  subscribeOnClock,
} from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
/** The middle of the first period. */
const MIDDLE = START + 14 * 86_400;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const VAT_ID = 'NL000099998B57';
const ATTENTION_KEY = 'reverse_charge_without_vat_number';

let client: Client;
let live: Client;

/** Creates a Dutch account with tax-inclusive prices and a German tax rate; sets `live` and `client`. */
const openAccount = async (vatId: string | null): Promise<void> => {
  const keys = await createAccount();
  [live, client] = [api.client(keys.liveKey), api.client(keys.testKey)];
  await live.post('/v1/tenant/billing_profile', { country_code: 'NL', ...(vatId === null ? {} : { vat_id: vatId }) });
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'USt.' });
};

/** Creates a German customer with a valid VAT number. */
const newBusiness = async (fields: Json = {}): Promise<string> => {
  const { id } = await client.post('/v1/customers', { name: 'Falk GmbH', country_code: 'DE', ...fields });
  await client.post(`/v1/customers/${id}/vat_number`, { vat_number: 'DE100' });
  return id;
};

const clearVatNumber = (customerId: string) => client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: null });
const lastInvoice = async (customerId: string): Promise<ApiObject | undefined> =>
  (await client.list(`/v1/invoices?customer_id=${customerId}`))[0];
/** Reports the newest payment, which must be pending, as paid. */
const settleLast = async (customerId: string): Promise<void> => {
  const [payment] = await client.list(`/v1/payments?customer_id=${customerId}`);
  expect(payment?.status).toBe('pending');
  await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
};

describe('an invoice for a buyer whose details change while the payment is pending', () => {
  beforeAll(() => openAccount(VAT_ID));

  const REVERSE_CHARGED = {
    reverse_charge: true,
    tax_cents: 0,
    buyer: { country_code: 'DE', vat_number: 'DE100' },
    seller: { vat_id: VAT_ID },
  };
  const TAXED = { reverse_charge: false, total_cents: 11_900, tax_cents: 1900, buyer: { country_code: 'DE', vat_number: null } };

  it('has the details that the buyer had when the checkout payment started', async () => {
    const { priceId } = await newPlan(client, { amount_cents: 11_900 });
    const customerId = await newBusiness();
    await pay(client, (await openSession(client, priceId, { customer_id: customerId })).id, { outcome: 'pending' });
    await clearVatNumber(customerId);
    await settleLast(customerId);
    expect(await lastInvoice(customerId)).toMatchObject({ ...REVERSE_CHARGED, total_cents: 10_000 });
    const [subscription] = await client.list(`/v1/subscriptions?customer_id=${customerId}`);
    expect(subscription?.next_charge_amount_cents).toBe(11_900);

    const { id } = await client.post('/v1/customers', { country_code: 'DE' });
    await pay(client, (await openSession(client, priceId, { customer_id: id })).id, { outcome: 'pending' });
    await client.post(`/v1/customers/${id}/vat_number`, { vat_number: 'DE100' });
    await client.post(`/v1/customers/${id}`, { country_code: 'FR', name: 'Moved' });
    await settleLast(id);
    expect(await lastInvoice(id)).toMatchObject({ ...TAXED, buyer: { ...TAXED.buyer, name: null } });
  });

  it('has the details that the buyer had when the one-off payment started', async () => {
    const customerId = await newBusiness();
    const oneShot = await openOneShot(client, { customer_id: customerId, amount_cents: 11_900 });
    await payOneShot(client, oneShot.id, { outcome: 'pending' });
    await clearVatNumber(customerId);
    await settleLast(customerId);
    expect(await lastInvoice(customerId)).toMatchObject({ ...REVERSE_CHARGED, total_cents: 10_000 });
  });

  it('has the details that the buyer had when the plan change started', async () => {
    const { priceId, productId } = await newPlan(client, { amount_cents: 11_900 });
    const higher = await client.post('/v1/prices', { product_id: productId, currency: 'EUR', interval: 'month', amount_cents: 35_700 });
    const customerId = await newBusiness();
    const { id } = await subscribe(client, priceId, { customer_id: customerId });
    await setBehavior(client, customerId, { charges: 'pending' });
    await client.post(`/v1/subscriptions/${id}/update`, { price_id: higher.id });
    await clearVatNumber(customerId);
    await settleLast(customerId);
    expect(await lastInvoice(customerId)).toMatchObject({ ...REVERSE_CHARGED, billing_reason: 'subscription_update' });
    expect((await client.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents).toBe(35_700);
  });
});

describe('an account without a VAT number', () => {
  beforeAll(() => openAccount(null));

  const attentionItem = async (caller: Client = client) =>
    ((await caller.get('/v1/account/attention')).data as Json[]).find(({ key }) => key === ATTENTION_KEY) ?? null;
  const nextCharge = async (id: string) => (await client.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents;

  it('charges tax instead of reverse charge, and `/v1/account/attention` lists the missing VAT number until it is saved', async () => {
    expect(await attentionItem()).toBeNull();
    const { priceId } = await newPlan(client, { amount_cents: 11_900 });
    const otherId = await newBusiness();
    const customerId = await newBusiness();
    const { id } = await subscribe(client, priceId, { customer_id: customerId });
    expect(await lastInvoice(customerId)).toMatchObject({ reverse_charge: false, total_cents: 11_900, tax_cents: 1900 });
    expect(await attentionItem()).toMatchObject({
      severity: 'warn',
      count: 2,
      title: '2 customers charged tax because your VAT number is missing',
      href: `${baseUrl}/v1/tenant/billing_profile`,
    });
    expect(await attentionItem(live)).toBeNull();
    await client.post(`/v1/customers/${otherId}`, { country_code: 'FR' });
    expect(await attentionItem()).toMatchObject({ count: 1 });

    expect(await nextCharge(id)).toBe(11_900);
    await live.post('/v1/tenant/billing_profile', { vat_id: VAT_ID });
    expect([await attentionItem(), await nextCharge(id)]).toEqual([null, 10_000]);
  });
});

describe('an invoice', () => {
  beforeAll(() => openAccount(VAT_ID));

  it('has unit prices without tax for usage under reverse charge', async () => {
    const { priceId } = await newPlan(client, { usage_type: 'metered', amount_cents: null, unit_amount_decimal: '119' });
    const clock = await clockAt(client, START);
    const customerId = await newBusiness({ test_clock_id: clock.id });
    const { id } = await subscribe(client, priceId, { customer_id: customerId });
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 1 });
    await advance(client, clock.id, FEB);
    const invoice = await lastInvoice(customerId);
    expect(invoice).toMatchObject({ reverse_charge: true, total_cents: 100 });
    expect(invoice?.lines).toMatchObject([{ quantity: '1', unit_amount_decimal: '100', amount_cents: 100 }]);
  });

  it('with two tax rates has a credit note with both rates', async () => {
    const { priceId, productId } = await newPlan(client, { amount_cents: 12_100, refund_window_days: 365 });
    const terms = { currency: 'EUR', interval: 'month', refund_window_days: 365 };
    const higher = await client.post('/v1/prices', { product_id: productId, ...terms, amount_cents: 24_200 });
    const rate = await client.post('/v1/tax_rates', { country_code: 'ES', rate_basis_points: 2100 });
    const { id, clockId, customerId } = await subscribeOnClock(client, priceId, START, {}, { country_code: 'ES' });
    await client.post(`/v1/tax_rates/${rate.id}`, { active: false });
    await client.post('/v1/tax_rates', { country_code: 'ES', rate_basis_points: 2500 });
    await advance(client, clockId, MIDDLE);
    await client.post(`/v1/subscriptions/${id}/update`, { price_id: higher.id });
    const invoice = await lastInvoice(customerId);
    // Half a period of the new plan: 121.00 EUR with 25% tax (24.20). Credit for the old plan: 60.50 EUR with 21% tax (10.50).
    expect(invoice).toMatchObject({ total_cents: 6050, tax_cents: 1370 });
    await client.post('/v1/refunds', { payment_id: String(invoice?.payment_id) });
    const [creditNote] = await eventually(
      () => client.list(`/v1/credit_notes?customer_id=${customerId}`),
      ({ length }) => length > 0,
    );
    expect(creditNote).toMatchObject({ total_cents: 6050, tax_cents: 1370, tax: invoice?.tax });
  });
});

describe('the portal of a buyer under reverse charge', () => {
  beforeAll(() => openAccount(VAT_ID));

  it('shows the current usage without tax, with the same amount as the invoice', async () => {
    const { priceId } = await newPlan(client, METERED);
    const { subscription, clockId } = await subscribeOnClock(client, priceId, START);
    await client.post(`/v1/customers/${subscription.customer_id}`, { country_code: 'DE' });
    await client.post(`/v1/customers/${subscription.customer_id}/vat_number`, { vat_number: 'DE100' });
    await client.post(`/v1/subscriptions/${subscription.id}/usage_records`, { quantity: 1000 });
    const { portal_token: token } = await openPortal(client, subscription.id);
    const { charged_price: charged, usage_summary: usage } = await api.client(String(token)).get('/portal/session');
    expect(charged).toEqual({ amount_cents: null, unit_amount_decimal: '2.100840336134' });
    expect(usage).toMatchObject({ amount_cents: 2101, breakdown: [{ amount_cents: 2101 }] });
    await advance(client, clockId, FEB);
    expect(await lastInvoice(String(subscription.customer_id))).toMatchObject({ reverse_charge: true, total_cents: 2101 });
  });

  it('shows each plan with the same amount as the preview of a change to that plan', async () => {
    const { productId, priceId } = await newPlan(client, { amount_cents: 11_900 });
    const { id } = await client.post('/v1/prices', { product_id: productId, amount_cents: 23_800, currency: 'EUR', interval: 'month' });
    const subscription = await subscribe(client, priceId, { customer_id: await newBusiness() });
    const portal = api.client(String((await openPortal(client, subscription.id)).portal_token));
    const { data } = await portal.get('/portal/plans');
    expect(data).toMatchObject([{ id, amount_cents: 23_800, charged_price: { amount_cents: 20_000 }, tax: { reverse_charge: true } }]);
    const { next_charge_amount_cents: next } = await portal.post('/portal/subscription/preview_update', { price_id: id });
    expect(next).toBe(20_000);
  });
});
