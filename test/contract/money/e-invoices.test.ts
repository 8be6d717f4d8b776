import { describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { NO_BUYER_E_INVOICING, viewBuyerEInvoicing } from '../../../shared/domain/e-invoice/settings.ts';
import { service } from '../../support/service.ts';
import { advance, newPlan, setBehavior, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
const { baseUrl, createAccount } = service();
const PROFILE = '/v1/tenant/billing_profile';

const openAccount = async (): Promise<{ readonly live: Client; readonly test: Client }> => {
  const { liveKey, testKey } = await createAccount();
  return { live: apiOf(baseUrl).client(liveKey), test: apiOf(baseUrl).client(testKey) };
};

const CONTACT = { name: 'Anna Schmidt', phone: '+49 30 1234567', email: 'billing@example.com' };
const SELLER = {
  contact: CONTACT,
  electronic_address: { scheme: '9930', value: 'DE123456788' },
  iban: 'DE75512108001245126199',
  bic: 'INGBNL2A',
  exemption: { category: 'E', code: 'VATEX-EU-132', reason: 'Exempt' },
};
const BUYER = {
  ...viewBuyerEInvoicing(NO_BUYER_E_INVOICING),
  buyer_reference: '991-01234-44',
  purchase_order_reference: 'PO 17',
  electronic_address: { scheme: '0204', value: '991-01234-44' },
  format: 'xrechnung',
};

describe('settings for e-invoices', () => {
  it('of the billing profile are kept by other updates, replaced as a whole, and cleared by null', async () => {
    const { live } = await openAccount();
    expect(await live.get(PROFILE)).toMatchObject({ e_invoicing: null });
    expect((await live.post(PROFILE, { e_invoicing: { ...SELLER, iban: 'de75 5121 0800 1245 1261 99' } })).e_invoicing).toEqual(SELLER);
    expect((await live.post(PROFILE, { legal_name: 'Wolken GmbH' })).e_invoicing).toEqual(SELLER);
    expect((await live.post(PROFILE, { e_invoicing: { contact: { name: 'Billing' } } })).e_invoicing).toEqual({
      contact: { name: 'Billing', phone: null, email: null },
      electronic_address: null,
      iban: null,
      bic: null,
      exemption: null,
    });
    expect(await live.post(PROFILE, { e_invoicing: null })).toMatchObject({ e_invoicing: null });
  });

  it('of a customer are kept by other updates, replaced as a whole, and cleared by null', async () => {
    const { test } = await openAccount();
    const { id } = await test.post('/v1/customers', { name: 'Bundesamt', country_code: 'DE', e_invoicing: BUYER });
    const path = `/v1/customers/${id}`;
    expect((await test.get(path)).e_invoicing).toEqual(BUYER);
    expect((await test.post(path, { name: 'Amt' })).e_invoicing).toEqual(BUYER);
    expect((await test.post(path, { e_invoicing: {} })).e_invoicing).toEqual(viewBuyerEInvoicing(NO_BUYER_E_INVOICING));
    expect(await test.post(path, { e_invoicing: null })).toMatchObject({ e_invoicing: null });
  });

  it.each<[string, Json]>([
    ['e_invoicing.iban', { iban: 'DE75512108001245126198' }],
    ['e_invoicing.bic', { bic: 'INGB' }],
    ['e_invoicing.electronic_address.scheme', { electronic_address: { scheme: '1234', value: '1' } }],
    ['e_invoicing.electronic_address', { electronic_address: { scheme: '0208', value: '0403170702' } }],
    ['e_invoicing.electronic_address', { electronic_address: { scheme: '0106', value: '1234 5678' } }],
    ['e_invoicing.contact.email', { contact: { email: 'nobody' } }],
    ['e_invoicing.contact.name', { contact: { name: 'A\u0007' } }],
    ['e_invoicing.exemption.code', { exemption: { category: 'E', code: 'VATEX-EU-AE', reason: 'x' } }],
    ['e_invoicing.exemption.reason', { exemption: { category: 'E', reason: '' } }],
  ])('of the billing profile are refused with an invalid %s: %j', async (param, settings) => {
    const { live } = await openAccount();
    expect(fieldError(await live.call('POST', PROFILE, { e_invoicing: settings }))).toEqual([400, 'parameter_invalid', param]);
  });

  it.each<[string, Json]>([
    ['name', { name: 'A\u0000da' }],
    ['address.city', { address: { city: 'Delft\u000b' } }],
    ['address.line1', { address: { line1: '\u009b2J' } }],
    ['e_invoicing.format', { e_invoicing: { format: 'pdf' } }],
    ['e_invoicing.buyer_reference', { e_invoicing: { buyer_reference: '\uFFFE' } }],
  ])(
    'of a customer are refused with an unknown format, and any field with a control character or another one that XML forbids: %s',
    async (param, body) => {
      const { test } = await openAccount();
      expect(fieldError(await test.call('POST', '/v1/customers', body))).toEqual([400, 'parameter_invalid', param]);
    },
  );
});

describe('the e-invoice of an invoice', () => {
  it('says what is missing for the format of the customer', async () => {
    const { live, test } = await openAccount();
    await live.post(PROFILE, { legal_name: 'Wolken', country_code: 'DE', vat_id: 'DE123456789', e_invoicing: { contact: CONTACT } });
    await test.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'USt' });
    const customer = await test.post('/v1/customers', { name: 'Amt', email: 'a@example.com', country_code: 'DE', e_invoicing: BUYER });
    const { priceId } = await newPlan(test);
    await subscribe(test, priceId, { customer_id: customer.id });
    const [invoice] = await test.list('/v1/invoices');
    expect(invoice?.['e_invoice']).toMatchObject({
      status: 'incomplete',
      format: 'xrechnung_ubl',
      formats: ['ubl', 'cii', 'xrechnung_ubl', 'xrechnung_cii', 'facturx'],
    });
    expect(invoice).toHaveProperty('e_invoice.missing[2]', {
      field: 'customer.address.city',
      rule: 'BR-DE-8',
      message: 'Add the city to the address of the customer.',
    });
  });
});

/** Creates a German seller that charges VAT, and sells to a customer. Returns the invoice, and `download` for its e-invoice. */
const sellTo = async (buyer: Json, clock: Json | null = null) => {
  const { live, test } = await openAccount();
  const address = { line1: 'Torstraße 1', postal_code: '10119', city: 'Berlin' };
  const { exemption: _none, ...settings } = SELLER;
  await live.post(PROFILE, { legal_name: 'Wolken', country_code: 'DE', vat_id: 'DE123456788', address, e_invoicing: settings });
  await test.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'USt' });
  const clockId = clock === null ? null : (await test.post('/v1/test_clocks', clock)).id;
  const person = { name: 'Amt', email: 'a@example.com', country_code: 'DE', address, test_clock_id: clockId };
  const customer = await test.post('/v1/customers', { ...person, ...buyer });
  const { priceId } = await newPlan(test);
  const { last_payment_id: paymentId } = await subscribe(test, priceId, { customer_id: customer.id });
  const [invoice] = await test.list(`/v1/invoices?customer_id=${customer.id}`);
  if (invoice === undefined) throw new Error('There is no invoice.');
  const download = (query = '', path = `/v1/invoices/${invoice.id}/e_invoice`): Promise<Response> =>
    eventually(
      () => fetch(`${baseUrl}${path}${query}`, { headers: { authorization: `Bearer ${test.key}` } }),
      // Not rendered yet, rate limited, or at capacity.
      ({ status }) => ![501, 429, 503].includes(status),
    );
  return { test, customerId: customer.id, clockId, invoice, paymentId, download };
};

describe('the file of an e-invoice', () => {
  it('has the format of the customer or the requested format, and the number of the document as its name', async () => {
    const { invoice, download } = await sellTo({ e_invoicing: BUYER });
    const number = String(invoice.number);
    expect(invoice['e_invoice']).toMatchObject({ status: 'ready', format: 'xrechnung_ubl', missing: [] });
    const xml = await download();
    expect(xml.headers.get('content-type')).toBe('application/xml');
    expect(xml.headers.get('content-disposition')).toBe(`attachment; filename="${number}.xml"`);
    const text = await xml.text();
    expect(text).toContain(`<cbc:ID>${number}</cbc:ID>`);
    expect(text).toContain('<cbc:BuyerReference>991-01234-44</cbc:BuyerReference>');
    expect(await (await download('?format=cii')).text()).toContain('CrossIndustryInvoice');
    const pdf = await download('?format=facturx');
    expect(pdf.headers.get('content-disposition')).toBe(`inline; filename="${number}.pdf"`);
    const bytes = Buffer.from(await pdf.arrayBuffer());
    expect(bytes.includes('factur-x.xml')).toBe(true);
    const original = await download('', `/v1/invoices/${invoice.id}/pdf`);
    expect(bytes.equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
  });

  it('is the same for many requests at once', async () => {
    const { download } = await sellTo({ e_invoicing: BUYER });
    const texts = await Promise.all(Array.from({ length: 40 }, async () => (await download('?format=ubl')).text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('<Invoice');
  });

  it('is refused with an error that names the missing field, and rendered once the field is added', async () => {
    const { test, customerId, invoice, download } = await sellTo({ e_invoicing: { ...BUYER, buyer_reference: null } });
    expect(invoice['e_invoice']).toMatchObject({ status: 'incomplete' });
    const refused = await test.call('GET', `/v1/invoices/${invoice.id}/e_invoice`);
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([409, 'state_conflict', 'e_invoice_incomplete']);
    expect(refused.error?.message).toContain('`customer.e_invoicing.buyer_reference` (BR-DE-15)');
    await test.post(`/v1/customers/${customerId}`, { e_invoicing: BUYER });
    expect(await (await download()).text()).toContain('<cbc:BuyerReference>991-01234-44</cbc:BuyerReference>');
  });

  it('exists for a credit note, which names the corrected invoice', async () => {
    const { test, invoice, paymentId, download } = await sellTo({});
    expect(invoice['e_invoice']).toMatchObject({ status: 'ready', format: 'facturx' });
    await test.post('/v1/refunds', { payment_id: String(paymentId), amount_cents: 119 });
    const [note] = await eventually(
      () => test.list('/v1/credit_notes'),
      ({ length }) => length > 0,
    );
    const text = await (await download('?format=ubl', `/v1/credit_notes/${String(note?.id)}/e_invoice`)).text();
    expect(text).toContain('<CreditNote');
    expect(text).toContain(`<cbc:ID>${String(invoice.number)}</cbc:ID>`);
  });

  it('stays the same after the customer is purged', async () => {
    const { test, customerId, invoice, paymentId, download } = await sellTo({ e_invoicing: BUYER });
    const before = await (await download()).text();
    // A full refund ends the subscription; customers with a subscription cannot be purged.
    await test.post('/v1/refunds', { payment_id: String(paymentId) });
    await eventually(
      () => test.get(`/v1/subscriptions/${String(invoice['subscription_id'])}`),
      ({ status }) => status === 'canceled',
    );
    expect((await test.post(`/v1/customers/${customerId}/purge`, {}))['purged']).toBe(true);
    expect(await (await download()).text()).toBe(before);
    // This format is rendered only now. The invoice keeps the customer data that the law requires.
    const later = await (await download('?format=ubl')).text();
    expect(later).toContain('<cbc:BuyerReference>991-01234-44</cbc:BuyerReference>');
    expect(later).toContain('<cbc:RegistrationName>Amt</cbc:RegistrationName>');
  });

  it('stays the same after the invoice is voided', async () => {
    const { test, customerId, clockId, download } = await sellTo({ e_invoicing: BUYER }, { frozen_time: Date.UTC(2027, 0, 31) / 1000 });
    await setBehavior(test, customerId, { charges: 'insufficient_funds' });
    await advance(test, String(clockId), Date.UTC(2027, 1, 28, 1) / 1000);
    const [open] = await test.list(`/v1/invoices?customer_id=${customerId}&status=open`);
    const path = `/v1/invoices/${String(open?.id)}/e_invoice`;
    const before = await (await download('', path)).text();
    expect(before).toContain('<cbc:Note>Due on receipt.</cbc:Note>');
    expect((await test.post(`/v1/invoices/${String(open?.id)}/void`))['status']).toBe('void');
    expect(await (await download('', path)).text()).toBe(before);
  });

  it('is refused in a format that does not apply to the document, and in an unknown format', async () => {
    const { test, invoice } = await sellTo({});
    const path = `/v1/invoices/${invoice.id}/e_invoice`;
    const answer = await test.call('GET', `${path}?format=peppol`);
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'format']);
    expect(answer.error?.message).toContain('`xrechnung_ubl`');
    expect(fieldError(await test.call('GET', `${path}?format=docx`))).toEqual([400, 'parameter_invalid', 'format']);
  });
});
