import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, openSession, pay, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const PROFILE = '/v1/tenant/billing_profile';
const VAT_ID = 'NL000099998B57';

/** Opens an account in the Netherlands with these settings. */
const openSeller = async (fields: Json): Promise<{ readonly live: Client; readonly client: Client }> => {
  const { liveKey, testKey } = await createAccount();
  const [live, client] = [apiOf(baseUrl).client(liveKey), apiOf(baseUrl).client(testKey)];
  await live.post(PROFILE, { country_code: 'NL', vat_id: VAT_ID, ...fields });
  return { live, client };
};

/** Sells to a new customer. Returns the customer, the subscription and its first invoice. */
const sellTo = async (client: Client, priceId: string, buyer: Json) => {
  const { id: customerId } = await client.post('/v1/customers', buyer);
  const { id } = await subscribe(client, priceId, { customer_id: customerId });
  const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
  return { customerId, id, invoice: invoice as ApiObject };
};

describe('the tax settings of the billing profile', () => {
  let live: Client;
  beforeAll(async () => {
    ({ live } = await openSeller({}));
  });

  it('are the mode `manual` and no registrations by default; mode and registrations can be changed together', async () => {
    expect(await live.get(PROFILE)).toMatchObject({ tax_mode: 'manual', registrations: [] });
    const settings = { tax_mode: 'eu_home', registrations: [{ country: 'GB', number: 'GB123456789', from: '2026-01-31' }] };
    expect(await live.post(PROFILE, settings)).toMatchObject(settings);
    expect(await live.post(PROFILE, { phone: '+31 20 1234567' })).toMatchObject(settings);
    expect(await live.post(PROFILE, { tax_mode: 'manual', registrations: [] })).toMatchObject({ tax_mode: 'manual', registrations: [] });
  });

  it.each([
    [{ tax_mode: 'us' }, 'tax_mode'],
    [{ tax_mode: null }, 'tax_mode'],
    [{ tax_mode: 'eu_oss', country_code: 'US' }, 'tax_mode'],
    // Las Palmas is in the Canary Islands, outside the VAT area of the EU.
    [{ tax_mode: 'eu_oss', country_code: 'ES', address: { line1: 'Calle 1', postal_code: '35001', city: 'Las Palmas' } }, 'tax_mode'],
    [{ registrations: null }, 'registrations'],
    [{ registrations: [{ country: 'US', number: '12345', from: '2026-01-01' }] }, 'registrations.0.country'],
    [{ registrations: [{ country: 'CH', number: '1', from: '2026-01-01' }] }, 'registrations.0.number'],
    [{ registrations: [{ country: 'CH', number: '12345', from: '2026-02-30' }] }, 'registrations.0.from'],
    [{ registrations: ['2026-01-01', '2027-01-01'].map((from) => ({ country: 'CH', number: '12345', from })) }, 'registrations'],
  ])('cannot be %j', async (fields, param) => {
    expect(fieldError(await live.call('POST', PROFILE, fields))).toEqual([400, 'parameter_invalid', param]);
  });

  it('must change from an EU mode to manual if the seller moves out of the EU', async () => {
    const { live: owner } = await openSeller({ tax_mode: 'eu_oss' });
    expect(fieldError(await owner.call('POST', PROFILE, { country_code: 'US' }))).toEqual([400, 'parameter_invalid', 'tax_mode']);
    expect(await owner.post(PROFILE, { country_code: 'US', tax_mode: 'manual' })).toMatchObject({ country_code: 'US' });
  });
});

describe('a sale in the tax mode eu_oss', () => {
  let client: Client;
  let priceId: string;
  beforeAll(async () => {
    ({ client } = await openSeller({ tax_mode: 'eu_oss' }));
    ({ priceId } = await newPlan(client, { amount_cents: 11_900 }));
  });

  it('has the VAT of the buyer’s country, by category of the product', async () => {
    expect((await sellTo(client, priceId, { country_code: 'DE' })).invoice).toMatchObject({
      total_cents: 11_900,
      tax: [{ rate_basis_points: 1900, display_name: null, taxable_cents: 10_000, tax_cents: 1900 }],
    });
    const product = await client.post('/v1/products', { name: 'Book', tax_category: 'e_book' });
    expect(product.tax_category).toBe('e_book');
    const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 10_700, currency: 'EUR', interval: 'year' });
    expect((await sellTo(client, price.id, { country_code: 'DE' })).invoice).toMatchObject({ tax: [{ rate_basis_points: 700 }] });
    expect(await client.post(`/v1/products/${product.id}`, { tax_category: 'news' })).toMatchObject({ tax_category: 'news' });
    expect(fieldError(await client.call('POST', `/v1/products/${product.id}`, { tax_category: 'food' }))).toEqual([
      400,
      'parameter_invalid',
      'tax_category',
    ]);
  });

  it('is no longer under reverse charge once the buyer moves to a territory outside the VAT area', async () => {
    const { customerId, id } = await sellTo(client, priceId, { country_code: 'DE' });
    await client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: 'DE100' });
    expect((await client.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents).toBe(10_000);
    // Helgoland belongs to Germany, but not to the VAT area.
    await client.post(`/v1/customers/${customerId}`, { address: { line1: 'Lung Wai 1', postal_code: '27498', city: 'Helgoland' } });
    expect((await client.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents).toBe(11_900);
  });

  it('has VAT while the VAT number cannot be verified, and reverse charge once it is verified', async () => {
    const { id: customerId } = await client.post('/v1/customers', { country_code: 'DE' });
    const unavailable = await client.call('POST', `/v1/customers/${customerId}/vat_number`, { vat_number: 'DE300' });
    expect([unavailable.status, unavailable.error?.reason]).toEqual([503, 'vat_service_unavailable']);
    const session = await openSession(client, priceId, { customer_id: customerId });
    await pay(client, session.id);
    await client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: 'DE100' });
    const later = await openSession(client, priceId, { customer_id: customerId });
    await pay(client, later.id);
    expect(await client.list(`/v1/invoices?customer_id=${customerId}`)).toMatchObject([
      { reverse_charge: true, total_cents: 10_000, tax_cents: 0 },
      { reverse_charge: false, total_cents: 11_900, tax_cents: 1900 },
    ]);
  });

  it('has the tax rate of the account if the account has one for the country', async () => {
    await client.post('/v1/tax_rates', { country_code: 'LV', rate_basis_points: 1200, display_name: 'PVN' });
    expect((await sellTo(client, priceId, { country_code: 'LV' })).invoice).toMatchObject({
      tax: [{ rate_basis_points: 1200, display_name: 'PVN' }],
    });
  });
});

describe('the tax mode manual', () => {
  it('does not tax a country without a rate, as `/v1/account/attention` reports; the mode eu_home taxes the country', async () => {
    const { live, client } = await openSeller({ tax_behavior: 'exclusive' });
    const { priceId } = await newPlan(client, { amount_cents: 1000 });
    const { id, invoice } = await sellTo(client, priceId, { country_code: 'DE' });
    expect(invoice).toMatchObject({ tax: [], total_cents: 1000 });
    const fetchAttentionItem = async () =>
      ((await client.get('/v1/account/attention')).data as Json[]).find(({ key }) => key === 'tax_rate_missing') ?? null;
    expect(await fetchAttentionItem()).toMatchObject({ severity: 'warn', count: 1, href: `${baseUrl}/v1/tax_rates` });
    await live.post(PROFILE, { tax_mode: 'eu_home' });
    expect([await fetchAttentionItem(), (await client.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents]).toEqual([null, 1210]);
    const { invoice: homeRateInvoice } = await sellTo(client, priceId, { country_code: 'DE' });
    expect(homeRateInvoice).toMatchObject({ tax_cents: 210, total_cents: 1210, buyer: { country_code: 'DE' } });
    const today = new Date().toISOString().slice(0, 10);
    expect((await client.get(`/v1/reports/vat?from=${today}&to=${today}`)).rows).toMatchObject([
      { country_code: 'DE', treatment: 'untaxed', net_cents: 1000 },
      { country_code: 'NL', treatment: 'taxed', rate_basis_points: 2100, net_cents: 1000, tax_cents: 210 },
    ]);
  });
});
