import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { auditEntriesBy } from './support/element.ts';
import { openOneShot, openSession, pay } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;

/** A Dutch seller with tax-exclusive prices and tax rates for two countries. */
beforeAll(async () => {
  const account = await createAccount();
  client = apiOf(baseUrl).client(account.testKey);
  const live = apiOf(baseUrl).client(account.liveKey);
  await live.post('/v1/tenant/billing_profile', {
    legal_name: 'Shop',
    country_code: 'NL',
    vat_id: 'NL000099998B57',
    tax_behavior: 'exclusive',
  });
  for (const [country, rate] of [
    ['NL', 2100],
    ['DE', 1900],
  ] as const) {
    await client.post('/v1/tax_rates', { country_code: country, rate_basis_points: rate, display_name: 'VAT' });
  }
  const { id } = await client.post('/v1/products', { name: 'Plan' });
  priceId = (await client.post('/v1/prices', { product_id: id, amount_cents: 10_000, currency: 'EUR', interval: 'month' })).id;
});

/** Submits the payment form of a session or a one-off payment. */
const send = async (payable: ApiObject, form: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${String(payable.url)}/pay`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: answer.status, location: String(answer.headers.get('location')), text: await answer.text() };
};

const pageOf = async (payable: ApiObject): Promise<string> => (await fetch(String(payable.url))).text();

const buyerOf = async (payable: ApiObject): Promise<ApiObject> => client.get(`/v1/customers/${String(payable.customer_id)}`);

const updatesOf = async ({ customer_id: customerId }: ApiObject): Promise<readonly ApiObject[]> =>
  (await client.list('/v1/events')).filter(({ type, data }) => type === 'customer.updated' && (data as ApiObject).id === customerId);

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', country: 'DE' };

describe('a new buyer', () => {
  it('enters details on the hosted page, and sees and pays the tax of the entered country', async () => {
    const session = await openSession(client, priceId);
    expect(await pageOf(session)).toContain('<input type="hidden" name="amount" value="10000">');
    const changed = await send(session, { method: 'creditcard', amount: '10000', ...ADA });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('What is due today is €119.00 now. Check it and pay again.');
    expect(changed.text).toContain('value="creditcard" required checked>');
    expect(changed.text).toContain('<input type="hidden" name="amount" value="11900">');
    expect(changed.text).not.toContain('name="email"');
    expect(await buyerOf(session)).toMatchObject({ email: ADA.email, name: ADA.name, country_code: 'DE' });
    const redirect = await send(session, { method: 'creditcard', amount: '11900' });
    expect([redirect.status, redirect.location]).toEqual([303, expect.stringContaining('outcome-page')]);
    await pay(client, session.id);
    const { payment_id: paymentId } = await client.get(`/v1/checkout/sessions/${session.id}`);
    expect((await client.get(`/v1/payments/${String(paymentId)}`)).amount_cents).toBe(11_900);
    expect(await auditEntriesBy(client, session.id)).toContainEqual(['customer.updated', 'checkout_session', session.customer_id]);
    expect(await updatesOf(session)).toHaveLength(1);
  });

  it('enters a VAT number, which is verified immediately, and pays without tax under reverse charge', async () => {
    const session = await openSession(client, priceId);
    // In test mode 200 after the prefix is invalid, and 300 simulates an outage of the registry.
    for (const [number, message] of [
      ['DE200', 'This VAT number is not valid.'],
      ['nonsense', 'This VAT number is not valid.'],
      ['DE300', 'VAT numbers cannot be checked right now.'],
    ] as const) {
      const refused = await send(session, { method: 'creditcard', amount: '10000', ...ADA, vat_number: number });
      expect([number, refused.status]).toEqual([number, 400]);
      expect(refused.text).toContain(message);
      expect(refused.text).toContain('aria-describedby="vat_number-mistake"');
    }
    expect(await buyerOf(session)).toMatchObject({ email: null, vat_number: null });
    const redirect = await send(session, { method: 'creditcard', amount: '10000', ...ADA, vat_number: 'de 100' });
    expect([redirect.status, redirect.location]).toEqual([303, expect.stringContaining('outcome-page')]);
    expect(await buyerOf(session)).toMatchObject({ country_code: 'DE', vat_number: 'DE100' });
    await pay(client, session.id);
    const [invoice] = await client.list(`/v1/invoices?customer_id=${String(session.customer_id)}`);
    expect(invoice).toMatchObject({ total_cents: 10_000, tax_cents: 0 });
  });

  it('may leave all details empty', async () => {
    const session = await openSession(client, priceId);
    const redirect = await send(session, { method: 'creditcard', amount: '10000', email: ' ', name: '', country: '' });
    expect(redirect.status).toBe(303);
    expect(await buyerOf(session)).toMatchObject({ email: null, name: null, country_code: null });
  });

  it.each([
    ['an invalid email address', 'email', 'nobody', 'Enter an e-mail address'],
    ['a name that is too long', 'name', 'x'.repeat(256), 'This name is too long.'],
    ['an unknown country', 'country', 'EU', 'Choose your country from the list.'],
    ['a lower-case country', 'country', 'nl', 'Choose your country from the list.'],
  ])('is shown what is wrong with %s, and nothing is stored', async (_what, field, value, message) => {
    const session = await openSession(client, priceId);
    const { status, text } = await send(session, { method: 'creditcard', ...ADA, [field]: value });
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).toContain(`aria-describedby="${field}-mistake"`);
    expect(await buyerOf(session)).toMatchObject({ email: null, name: null, country_code: null });
  });

  it('keeps the details of only one of ten concurrent submissions, the first that is stored', async () => {
    const session = await openSession(client, priceId);
    const names = Array.from({ length: 10 }, (_, index) => `Ada ${index}`);
    const answers = await Promise.all(names.map((name) => send(session, { method: 'creditcard', name })));
    for (const { status } of answers) expect(status).toBe(303);
    const { name } = await buyerOf(session);
    expect(names).toContain(name);
    expect(await updatesOf(session)).toHaveLength(1);
  });

  it('enters details on the page of a one-off payment, too', async () => {
    const oneShot = await openOneShot(client);
    const changed = await send(oneShot, { method: 'creditcard', amount: '15000', ...ADA });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('€178.50');
    expect(await buyerOf(oneShot)).toMatchObject({ email: ADA.email, country_code: 'DE' });
  });
});

describe('a buyer with details', () => {
  const sessionOfCustomer = async (fields: Json): Promise<ApiObject> => {
    const customer = await client.post('/v1/customers', fields);
    return openSession(client, priceId, { customer_id: customer.id });
  };

  it('sees no details form, and submitted details are ignored', async () => {
    const session = await sessionOfCustomer({ name: 'Grace', email: 'grace@example.com', country_code: 'NL' });
    expect(await pageOf(session)).not.toContain('Your details');
    expect((await send(session, { method: 'creditcard', ...ADA })).status).toBe(303);
    expect(await buyerOf(session)).toMatchObject({ name: 'Grace', email: 'grace@example.com', country_code: 'NL' });
  });

  it('sees a changed amount before the payment', async () => {
    const session = await sessionOfCustomer({ name: 'Grace', email: 'grace@example.com' });
    const before = await pageOf(session);
    expect(before).toContain('name="amount" value="10000"');
    await client.post(`/v1/customers/${String(session.customer_id)}`, { country_code: 'NL' });
    const outdated = await send(session, { method: 'creditcard', amount: '10000' });
    expect([outdated.status, outdated.text.includes('€121.00 now')]).toEqual([409, true]);
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).status).toBe('open');
  });

  it('is offered the payment methods of their country', async () => {
    const session = await sessionOfCustomer({ name: 'Erika', email: 'erika@example.com', country_code: 'DE' });
    const page = await pageOf(session);
    expect(page).toContain('value="directdebit"');
    expect(page).not.toContain('value="ideal"');
    expect(await pageOf(await sessionOfCustomer({ name: 'Jan', country_code: 'NL' }))).toContain('value="ideal"');
  });
});
