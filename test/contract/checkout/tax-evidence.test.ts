import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, embeddedCheckout, newPlan, openOneShot, openSession, pay, payOneShot } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

/** Opens a Dutch account with a plan. */
const openSeller = async (profile: Json): Promise<{ readonly client: Client; readonly priceId: string }> => {
  const { liveKey, testKey } = await createAccount();
  await api.client(liveKey).post('/v1/tenant/billing_profile', { country_code: 'NL', vat_id: 'NL000099998B57', ...profile });
  const client = api.client(testKey);
  return { client, priceId: (await newPlan(client)).priceId };
};

let client: Client;
let priceId: string;
beforeAll(async () => {
  ({ client, priceId } = await openSeller({ tax_mode: 'eu_oss' }));
});

/** Sells to a new customer, who pays with iDEAL: the sandbox provider reports a Dutch bank account. Returns the path of the invoice. */
const sellTo = async (buyer: Json, seller = { client, priceId }): Promise<string> => {
  const { id: customerId } = await seller.client.post('/v1/customers', buyer);
  const session = await openSession(seller.client, seller.priceId, { customer_id: customerId });
  await pay(seller.client, session.id, { method: 'ideal' });
  const [invoice] = await seller.client.list(`/v1/invoices?customer_id=${customerId}`);
  return `/v1/invoices/${String(invoice?.id)}`;
};

const evidenceOf = async (path: string, caller: Client = client): Promise<unknown> =>
  (await caller.get(`${path}?expand=tax_evidence`)).tax_evidence;

describe('the tax evidence of an invoice', () => {
  it.each([
    ['NL', 'sufficient'],
    ['DE', 'contradicted'],
    ['US', 'contradicted'],
  ])('of a consumer in %s who pays from a Dutch bank account is %s', async (country, status) => {
    expect(await evidenceOf(await sellTo({ country_code: country }))).toEqual({
      status,
      billing_country_code: country,
      ip_country_code: null,
      payment_country_code: 'NL',
      country_confirmed: false,
    });
  });

  it('of a consumer without a country is sufficient with the bank account alone if the seller has few cross-border sales', async () => {
    expect(await evidenceOf(await sellTo({}))).toMatchObject({
      status: 'sufficient',
      billing_country_code: null,
      payment_country_code: 'NL',
    });
  });

  it('is null for a buyer in the Canary Islands, which are outside the VAT area, and in the tax mode `manual`', async () => {
    const canaryIslands = { country_code: 'ES', address: { postal_code: '35001' } };
    expect(await evidenceOf(await sellTo(canaryIslands))).toBeNull();
    const manual = await openSeller({});
    expect(await evidenceOf(await sellTo({ country_code: 'DE' }, manual), manual.client)).toBeNull();
  });

  it('is absent from the invoice, lists and events unless it is expanded', async () => {
    const path = await sellTo({ country_code: 'NL' });
    const invoice = await client.get(path);
    expect(invoice).not.toHaveProperty('tax_evidence');
    const others = await Promise.all(
      [`/v1/payments/${String(invoice.payment_id)}`, `/v1/subscriptions/${String(invoice.subscription_id)}`].map((each) =>
        client.get(each),
      ),
    );
    const listed = await client.list(`/v1/invoices?customer_id=${String(invoice.customer_id)}`);
    const events: readonly ApiObject[] = await client.list('/v1/events');
    expect(JSON.stringify([others, listed, events])).not.toMatch(/tax_evidence|ip_country|payment_country|"location"/);
  });

  it('can be read with the scope invoices:read; another name in `expand` is rejected', async () => {
    const path = await sellTo({ country_code: 'NL' });
    const reader = await clientWithScopes(api, client, 'invoices:read');
    expect(await evidenceOf(path, reader)).toMatchObject({ status: 'sufficient' });
    expect(fieldError(await client.call('GET', `${path}?expand=payment`))).toEqual([400, 'parameter_invalid', 'expand']);
  });

  it('of a one-off payment survives a purge of the customer', async () => {
    const { id: customerId } = await client.post('/v1/customers', { country_code: 'NL', name: 'Ada', email: 'ada@example.com' });
    const { id } = await openOneShot(client, { customer_id: customerId, payment_method: 'ideal' });
    await payOneShot(client, id, { method: 'ideal' });
    const [invoice] = await client.list(`/v1/invoices?customer_id=${customerId}`);
    const path = `/v1/invoices/${String(invoice?.id)}`;
    const evidence = await evidenceOf(path);
    expect(evidence).toMatchObject({ status: 'sufficient', payment_country_code: 'NL' });
    expect(await client.post(`/v1/customers/${customerId}/purge`, {})).toMatchObject({ purged: true });
    expect(await evidenceOf(path)).toEqual(evidence);
  });
});

describe('the country header of CloudFront', () => {
  it('is ignored in requests that do not come through CloudFront', async () => {
    const { id: customerId } = await client.post('/v1/customers', { country_code: 'NL' });
    const session = await openSession(client, priceId, { customer_id: customerId });
    const headers = { 'cloudfront-viewer-country': 'FR', 'x-origin-secret': 'guessed' };
    const body = new URLSearchParams({ method: 'ideal' });
    const paid = await fetch(`${String(session.url)}/pay`, { method: 'POST', body, headers, redirect: 'manual' });
    expect(paid.status).toBe(303);
    await pay(client, session.id, { method: 'ideal' });
    const [invoice] = await client.list(`/v1/invoices?customer_id=${customerId}`);
    expect(await evidenceOf(`/v1/invoices/${String(invoice?.id)}`)).toMatchObject({ ip_country_code: null });
  });
});

describe('the confirmation of the country in the element', () => {
  it('is stored, and must be a boolean', async () => {
    const { id: customerId } = await client.post('/v1/customers', { country_code: 'NL' });
    const checkout = await embeddedCheckout(client, priceId, { customer_id: customerId });
    const id = String(checkout.embedded_checkout_id);
    const buyer = api.client(String(checkout.embedded_checkout_id_secret));
    const confirm = (fields: Json) => buyer.call('POST', `/v1/checkout/sessions/${id}/confirm`, { method: 'ideal', ...fields });
    expect(fieldError(await confirm({ country_confirmed: 'NL' }))).toEqual([400, 'parameter_invalid', 'country_confirmed']);
    expect((await confirm({ country_confirmed: true })).status).toBe(200);
    await pay(client, id);
    const [invoice] = await client.list(`/v1/invoices?customer_id=${customerId}`);
    expect(await evidenceOf(`/v1/invoices/${String(invoice?.id)}`)).toMatchObject({ status: 'sufficient', country_confirmed: true });
  });
});
