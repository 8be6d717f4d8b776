import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { auditEntriesBy } from '../support/element.ts';
import { openOneShot, openSession, pay } from '../support/objects.ts';

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
const send = async (payable: ApiObject, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => {
  const body = new URLSearchParams(form);
  const answer = await fetch(`${String(payable.url)}/pay`, { method: 'POST', body, headers, redirect: 'manual' });
  return { status: answer.status, location: String(answer.headers.get('location')), text: await answer.text() };
};

const pageOf = async (payable: ApiObject): Promise<string> => (await fetch(String(payable.url))).text();

const buyerOf = async (payable: ApiObject): Promise<ApiObject> => client.get(`/v1/customers/${String(payable.customer_id)}`);

const updateEventsOf = async ({ customer_id: customerId }: ApiObject): Promise<readonly ApiObject[]> =>
  (await client.list('/v1/events')).filter(({ type, data }) => type === 'customer.updated' && (data as ApiObject).id === customerId);

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', country: 'DE' };

describe('a new buyer', () => {
  it('who is a business enters the details for e-invoices; the error for an invalid value links to the field', async () => {
    const session = await openSession(client, priceId);
    const business = { ...ADA, country: 'BE', line1: 'Meir 10', postal_code: '2000', city: 'Antwerpen', buyer_reference: 'afdeling IT' };
    const invalidAddress = await send(session, { review: '1', ...business, electronic_address: '9999:1' });
    expect([invalidAddress.status, invalidAddress.text]).toEqual([400, expect.stringContaining('<a href="#electronic_address">')]);
    const invalidReference = await send(session, { review: '1', ...business, buyer_reference: 'a\u0001b' });
    expect([invalidReference.status, invalidReference.text]).toEqual([400, expect.stringContaining('<a href="#buyer_reference">')]);
    const reviewed = await send(session, { review: '1', ...business, electronic_address: '0208:0876543270' });
    for (const value of ['Meir 10', '2000', 'Antwerpen', 'afdeling IT', '0208:0876543270']) expect(reviewed.text).toContain(value);
    const amount = /name="amount" value="(\d+)"/.exec(reviewed.text)?.[1] ?? '';
    const details = { ...business, electronic_address: '0208:0876543270' };
    expect((await send(session, { ...details, method: 'creditcard', amount })).status).toBe(303);
    expect(await buyerOf(session)).toMatchObject({
      address: { line1: 'Meir 10', line2: null, postal_code: '2000', city: 'Antwerpen' },
      e_invoicing: {
        buyer_reference: 'afdeling IT',
        electronic_address: { scheme: '0208', value: '0876543270' },
        format: 'auto',
      },
    });
  });

  it('gets the language of the browser, also for invoices, if the hosted pages support this language', async () => {
    const form = { method: 'creditcard', amount: '11900', reviewed: '1', ...ADA };
    for (const [header, language, title] of [
      ['de-AT,de;q=0.9,en;q=0.5', 'de-AT', 'Rechnung'],
      ['sv', null, 'Invoice'],
      ['*', null, 'Invoice'],
    ] as const) {
      const session = await openSession(client, priceId);
      expect((await send(session, form, { 'accept-language': header })).status).toBe(303);
      expect((await buyerOf(session))['language']).toBe(language);
      await pay(client, session.id);
      const [invoice] = await client.list(`/v1/invoices?customer_id=${String(session.customer_id)}`);
      expect(await client.get(`/v1/invoices/${invoice?.id}?expand=document`)).toMatchObject({ document: { title } });
    }
  });

  it('gets the language of the browser, too, if the shop has sent all details', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', country_code: 'DE' });
    const session = await openSession(client, priceId, { customer_id: customer.id });
    const pressPay = () => send(session, { method: 'creditcard', amount: '11900', reviewed: '1' }, { 'accept-language': 'de-DE' });
    expect((await pressPay()).status).toBe(303);
    expect((await buyerOf(session))['language']).toBe('de-DE');
    const updates = async () => (await client.list(`/v1/events?customer_id=${customer.id}&type=customer.updated`)).length;
    expect([(await pressPay()).status, await updates()]).toEqual([303, 1]);
    const dutch = await client.post('/v1/customers', { name: 'Bo', country_code: 'DE', language: 'nl' });
    const other = await openSession(client, priceId, { customer_id: dutch.id });
    await send(other, { method: 'creditcard', amount: '11900', reviewed: '1' }, { 'accept-language': 'de-DE' });
    expect((await buyerOf(other))['language']).toBe('nl');
  });

  it('enters details on the hosted page, and sees and pays the tax of the entered country', async () => {
    const session = await openSession(client, priceId);
    const page = await pageOf(session);
    expect(page).toContain('€100.00 per month plus VAT, depending on your country');
    expect(page).toContain('<input type="hidden" name="review" value="1">');
    const reviewed = await send(session, { review: '1', ...ADA });
    expect(reviewed.status).toBe(200);
    expect(reviewed.text).toContain('We added 19% VAT. New total: €119.00.');
    expect(reviewed.text).toContain('<input type="hidden" name="amount" value="11900">');
    expect(reviewed.text).toContain('Not available in your country (Germany): iDEAL');
    expect(await buyerOf(session)).toMatchObject({ email: null, name: null, country_code: null });
    const redirect = await send(session, { method: 'creditcard', amount: '11900', reviewed: '1', ...ADA });
    expect([redirect.status, redirect.location]).toEqual([303, expect.stringContaining('outcome-page')]);
    expect(await buyerOf(session)).toMatchObject({ email: ADA.email, name: ADA.name, country_code: 'DE' });
    await pay(client, session.id);
    const { payment_id: paymentId } = await client.get(`/v1/checkout/sessions/${session.id}`);
    expect((await client.get(`/v1/payments/${String(paymentId)}`)).amount_cents).toBe(11_900);
    expect(await auditEntriesBy(client, session.id)).toContainEqual(['customer.updated', 'checkout_session', session.customer_id]);
    expect(await updateEventsOf(session)).toHaveLength(1);
  });

  it('can correct details until the payment; the payment stores the corrected details', async () => {
    const session = await openSession(client, priceId);
    expect((await send(session, { review: '1', ...ADA })).text).toContain('<span>Germany</span>');
    const fields = await send(session, { edit: '1', ...ADA });
    expect(fields.status).toBe(200);
    expect(fields.text).toContain(`value="${ADA.email}"`);
    expect(fields.text).toContain('<option value="DE" selected>');
    const corrected = await send(session, { review: '1', ...ADA, email: 'ada@lovelace.example', country: 'NL' });
    expect(corrected.text).toContain('We added 21% VAT. New total: €121.00.');
    await send(session, { method: 'creditcard', amount: '12100', ...ADA, email: 'ada@lovelace.example', country: 'NL' });
    expect(await buyerOf(session)).toMatchObject({ email: 'ada@lovelace.example', country_code: 'NL' });
  });

  it('sees all invalid fields at once', async () => {
    const session = await openSession(client, priceId);
    const { status, text } = await send(session, { review: '1', ...ADA, email: 'ada', vat_number: 'NL1' });
    expect(status).toBe(400);
    for (const field of ['email', 'vat_number']) {
      expect(text).toContain(`<a href="#${field}">`);
      expect(text).toContain(`aria-invalid="true" aria-describedby="${field}-mistake"`);
    }
    expect(text).toContain('<details class="business" open>');
  });

  it('must choose a country before the button Continue shows the total', async () => {
    const session = await openSession(client, priceId);
    const { status, text } = await send(session, { review: '1', email: ADA.email });
    expect([status, text.includes('<a href="#country">Select your country.</a>')]).toEqual([400, true]);
  });

  it('is not charged an amount that the page did not show, and sees the new total in a notice instead of an error', async () => {
    const session = await openSession(client, priceId);
    const changed = await send(session, { method: 'creditcard', amount: '10000', ...ADA });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('We added 19% VAT. New total: €119.00.');
    expect(changed.text).toContain('value="creditcard" required checked>');
    expect(changed.text).not.toContain('role="alert"');
    expect(await buyerOf(session)).toMatchObject({ email: null, country_code: null });
  });

  it('sees an error if the chosen payment method is not available in the country', async () => {
    const session = await openSession(client, priceId);
    const { status, text } = await send(session, { method: 'ideal', amount: '11900', ...ADA });
    expect(status).toBe(400);
    expect(text).toContain('Not available in your country (Germany): iDEAL');
    expect(text).toContain('id="method-mistake"');
  });

  it('sees the amount of the first payment before a trial starts', async () => {
    const { id } = await client.post('/v1/products', { name: 'Trial plan' });
    const price = { product_id: id, amount_cents: 10_000, currency: 'EUR', interval: 'month', trial_days: 14 };
    const session = await openSession(client, (await client.post('/v1/prices', price)).id);
    const reviewed = await send(session, { review: '1', ...ADA });
    expect(reviewed.text).toContain('We added 19% VAT. First payment: €119.00 on ');
    expect(reviewed.text).toContain('<input type="hidden" name="first_payment" value="11900">');
    expect((await send(session, { method: 'creditcard', amount: '1', first_payment: '10000', ...ADA })).status).toBe(409);
  });

  it('enters a promotion code while the total is shown, and keeps the details', async () => {
    const { id } = await client.post('/v1/products', { name: 'Plan with codes', allow_promotion_codes: true });
    const price = await client.post('/v1/prices', { product_id: id, amount_cents: 10_000, currency: 'EUR', interval: 'month' });
    await client.post('/v1/coupons', { code: 'HALF', percent_off: 50, duration: 'once' });
    const session = await openSession(client, price.id);
    const answer = await fetch(`${String(session.url)}/code`, {
      method: 'POST',
      body: new URLSearchParams({ code: 'half', reviewed: '1', method: 'creditcard', ...ADA }),
    });
    const text = await answer.text();
    expect([answer.status, text.includes('Promotion code applied: −€50.00. New total: €59.50.')]).toEqual([200, true]);
    expect(text).toContain(`<input type="hidden" name="email" value="${ADA.email}">`);
    expect(text).toContain('value="creditcard" required checked>');
  });

  it('enters a VAT number, which is verified immediately, and pays without tax under reverse charge', async () => {
    const session = await openSession(client, priceId);
    // In test mode, the number 200 after the country prefix is invalid, and 300 simulates an outage of the VAT registry.
    for (const [number, message] of [
      ['DE200', 'This VAT number isn’t valid.'],
      ['nonsense', 'This VAT number isn’t valid.'],
      ['DE300', 'We can’t check VAT numbers right now.'],
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

  it('can submit the payment form with all details empty except the country', async () => {
    const session = await openSession(client, priceId);
    const redirect = await send(session, { method: 'creditcard', amount: '11900', email: ' ', name: '', country: 'DE' });
    expect(redirect.status).toBe(303);
    expect(await buyerOf(session)).toMatchObject({ email: null, name: null, country_code: 'DE' });
  });

  it.each([
    ['an invalid email address', 'email', 'nobody', 'Enter a valid email address'],
    ['a name that is too long', 'name', 'x'.repeat(256), 'This name is too long.'],
    ['an unknown country', 'country', 'EU', 'Select your country.'],
    ['a lower-case country', 'country', 'nl', 'Select your country.'],
  ])('sees an error for %s, and nothing is stored', async (_what, field, value, message) => {
    const session = await openSession(client, priceId);
    const { status, text } = await send(session, { method: 'creditcard', ...ADA, [field]: value });
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(text).toContain(`aria-describedby="${field}-mistake"`);
    expect(await buyerOf(session)).toMatchObject({ email: null, name: null, country_code: null });
  });

  it('has the details of one of ten concurrent submissions, stored once', async () => {
    const session = await openSession(client, priceId);
    const names = Array.from({ length: 10 }, (_, index) => `Ada ${index}`);
    const answers = await Promise.all(names.map((name) => send(session, { ...ADA, method: 'creditcard', name })));
    for (const { status } of answers) expect(status).toBe(303);
    const { name } = await buyerOf(session);
    expect(names).toContain(name);
    expect(await updateEventsOf(session)).toHaveLength(1);
  });

  it('enters details on the page of a one-off payment, too', async () => {
    const oneShot = await openOneShot(client);
    const changed = await send(oneShot, { method: 'creditcard', amount: '15000', ...ADA });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('€178.50');
    expect((await send(oneShot, { method: 'creditcard', amount: '17850', ...ADA })).status).toBe(303);
    expect(await buyerOf(oneShot)).toMatchObject({ email: ADA.email, country_code: 'DE' });
  });
});

describe('a buyer whose details are already stored', () => {
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
    expect(before).toContain('plus VAT, depending on your country');
    await client.post(`/v1/customers/${String(session.customer_id)}`, { country_code: 'NL' });
    const outdated = await send(session, { method: 'creditcard', amount: '10000' });
    expect([outdated.status, outdated.text.includes('The total has changed. New total: €121.00.')]).toEqual([409, true]);
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
