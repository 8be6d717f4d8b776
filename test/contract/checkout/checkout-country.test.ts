import { describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

/** A Dutch seller whose prices include tax, with tax rates for two countries and a product that accepts promotion codes. */
const openSeller = async (profile: Json = {}) => {
  const account = await createAccount();
  const client = apiOf(baseUrl).client(account.testKey);
  const live = apiOf(baseUrl).client(account.liveKey);
  await live.post('/v1/tenant/billing_profile', { legal_name: 'Shop', country_code: 'NL', ...profile });
  for (const [country, rate] of [
    ['NL', 2100],
    ['DE', 1900],
  ] as const) {
    await client.post('/v1/tax_rates', { country_code: country, rate_basis_points: rate, display_name: 'VAT' });
  }
  const { id } = await client.post('/v1/products', { name: 'Plan', allow_promotion_codes: true });
  const price = await client.post('/v1/prices', { product_id: id, amount_cents: 10_000, currency: 'EUR', interval: 'month' });
  return { client, priceId: price.id };
};

const post = async (url: string, form: Readonly<Record<string, string>>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: answer.status, location: String(answer.headers.get('location')), text: await answer.text() };
};

const pageOf = async ({ url }: ApiObject): Promise<string> => (await fetch(String(url))).text();

const VAT_ID = { vat_id: 'NL000099998B57' };

describe('the country of a new buyer', () => {
  it('is required even if the Enter key submits the form without validation by the browser', async () => {
    const { client, priceId } = await openSeller(VAT_ID);
    const session = await openSession(client, priceId);
    expect(await pageOf(session)).toMatch(/<select id="country"[^>]* required/);
    const form = { enter: '1', amount: '10000', method: 'creditcard', email: 'ada@example.com' };
    const pressed = await post(`${String(session.url)}/code`, form);
    expect(pressed).toMatchObject({ status: 307, location: `${String(session.url)}/pay` });
    const { status, text } = await post(pressed.location, form);
    expect([status, text.includes('<a href="#country">Select your country.</a>')]).toEqual([400, true]);
    expect(text).toContain('value="ada@example.com"');
    expect(await client.get(`/v1/customers/${String(session.customer_id)}`)).toMatchObject({ email: null, country_code: null });
    expect((await post(pressed.location, { ...form, country: 'DE' })).status).toBe(303);
  });

  it('is required even if the page was opened when prices still included tax', async () => {
    const { client, priceId } = await openSeller({ tax_behavior: 'exclusive' });
    const session = await openSession(client, priceId);
    const { status, text } = await post(`${String(session.url)}/pay`, { amount: '10000', method: 'creditcard' });
    expect([status, text.includes('<a href="#country">Select your country.</a>')]).toEqual([400, true]);
  });

  it('is optional if the VAT does not depend on it', async () => {
    const { client, priceId } = await openSeller();
    const session = await openSession(client, priceId);
    expect((await post(`${String(session.url)}/pay`, { amount: '10000', method: 'creditcard' })).status).toBe(303);
  });
});

describe('the country of a checkout session whose customer has no country', () => {
  it('decides the tax and the payment methods of the hosted page', async () => {
    const { client, priceId } = await openSeller(VAT_ID);
    const { id } = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const session = await openSession(client, priceId, { customer_id: id, country: 'DE' });
    const page = await pageOf(session);
    expect(page).not.toContain('id="country"');
    expect(page).not.toContain('value="ideal"');
    const started = await post(`${String(session.url)}/pay`, { amount: '10000', method: 'creditcard', country: 'FR' });
    expect(started.status).toBe(303);
    await pay(client, session.id);
    expect(await client.get(`/v1/customers/${id}`)).toMatchObject({ country_code: 'DE' });
    const [invoice] = await client.list(`/v1/invoices?customer_id=${id}`);
    expect(invoice).toMatchObject({ buyer: { country_code: 'DE' }, tax_cents: 1597 });
  });

  it('decides the tax of a payment in the sandbox', async () => {
    const { client, priceId } = await openSeller();
    const { id } = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const session = await openSession(client, priceId, { customer_id: id, country: 'DE' });
    await pay(client, session.id);
    expect(await client.get(`/v1/customers/${id}`)).toMatchObject({ country_code: 'DE' });
    const [invoice] = await client.list(`/v1/invoices?customer_id=${id}`);
    expect(invoice).toMatchObject({ tax_cents: 1597 });
  });
});
