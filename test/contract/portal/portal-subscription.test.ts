import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, openPortal, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let productId: string;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ productId, priceId } = await newPlan(client));
});

interface Portal {
  readonly subscription: ApiObject;
  /** A client that authenticates with the portal token. */
  readonly portalClient: Client;
}

const newPortal = async (): Promise<Portal> => {
  const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', country_code: 'NL' });
  const subscription = await subscribe(client, priceId, { customer_id: customer.id });
  const { portal_token: token } = await openPortal(client, subscription.id);
  return { subscription, portalClient: api.client(String(token)) };
};

type Listed = { readonly data: readonly ApiObject[] };

describe('GET /portal/plans', () => {
  const TERMS = { currency: 'EUR', interval: 'month', amount_cents: 2999 };
  const createPrice = (fields: Readonly<Record<string, unknown>>) =>
    client.post('/v1/prices', { product_id: productId, ...TERMS, ...fields });

  it('[PRT-21] lists the other active prices of the product in the currency of the subscription', async () => {
    const { portalClient, subscription } = await newPortal();
    const monthly = await createPrice({});
    const yearly = await createPrice({ interval: 'year', amount_cents: 19_990 });
    const archived = await createPrice({});
    await client.post(`/v1/prices/${archived.id}`, { active: false });
    await createPrice({ currency: 'USD' });
    const otherProduct = await newPlan(client);
    const { data } = (await portalClient.call('GET', '/portal/plans')).body as unknown as Listed;
    expect(data.map(({ id }) => id)).toEqual([yearly.id, monthly.id]);
    expect(data.map(({ id }) => id)).not.toContain(otherProduct.priceId);
    expect(data[1]).toMatchObject({
      object: 'price.summary',
      amount_cents: 2999,
      product_name: (subscription.price as ApiObject).product_name,
    });
  });

  it('lists no prices of an archived product', async () => {
    const plan = await newPlan(client);
    const subscription = await subscribe(client, plan.priceId);
    await client.post('/v1/prices', { product_id: plan.productId, ...TERMS });
    const portal = api.client(String((await openPortal(client, subscription.id)).portal_token));
    expect(((await portal.call('GET', '/portal/plans')).body as unknown as Listed).data).toHaveLength(1);
    await client.post(`/v1/products/${plan.productId}`, { active: false });
    expect((await portal.call('GET', '/portal/plans')).body).toMatchObject({ object: 'portal.plans', data: [] });
  });
});

describe('credit notes in the portal', () => {
  it('[PRT-21] are listed with their invoice id, and have PDFs that only the portal of the same subscription returns', async () => {
    const [{ portalClient, subscription }, other] = [await newPortal(), await newPortal()];
    await client.post('/v1/refunds', { payment_id: subscription.last_payment_id, amount_cents: 100 });
    const [note] = await eventually(
      async () => (await portalClient.get('/portal/session')).credit_notes as readonly ApiObject[],
      (notes) => notes.length > 0,
    );
    const {
      id,
      number,
      total_cents: total,
      tax_cents: tax,
      invoice_id: invoiceId,
      currency,
      issued_at: issuedAt,
    } = await client.get(`/v1/credit_notes/${note?.id}`);
    expect(note).toEqual({ id, number, total_cents: total, tax_cents: tax, invoice_id: invoiceId, currency, issued_at: issuedAt });
    expect((await other.portalClient.get('/portal/session')).credit_notes).toEqual([]);
    const pdf = await eventually(
      () => portalClient.call('GET', `/portal/credit_notes/${note?.id}/pdf`),
      ({ status }) => status === 200,
    );
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    expect(statusAndCode(await other.portalClient.call('GET', `/portal/credit_notes/${note?.id}/pdf`))).toEqual([404, 'resource_missing']);
  });
});

describe('POST /portal/vat_number', () => {
  /** In test mode, `NL200` is an invalid VAT number, and `NL300` simulates an outage of the registry. */
  const setVatNumber = (portalClient: Client, vatNumber: unknown) =>
    portalClient.call('POST', '/portal/vat_number', { vat_number: vatNumber });

  it('[PRT-21] verifies, stores and clears the number like the API', async () => {
    const { portalClient, subscription } = await newPortal();
    const fetchCustomer = () => client.get(`/v1/customers/${String(subscription.customer_id)}`);
    expect((await setVatNumber(portalClient, 'NL 100')).body).toMatchObject({ object: 'portal.customer', vat_number: 'NL100' });
    expect(await fetchCustomer()).toMatchObject({ vat_number: 'NL100' });
    expect(fieldError(await setVatNumber(portalClient, 'NL200'))).toEqual([400, 'parameter_invalid', 'vat_number']);
    expect(fieldError(await setVatNumber(portalClient, 'nonsense'))).toEqual([400, 'parameter_invalid', 'vat_number']);
    expect(statusAndCode(await setVatNumber(portalClient, 'NL300'))).toEqual([503, 'at_capacity']);
    expect(await fetchCustomer()).toMatchObject({ vat_number: 'NL100' });
    expect((await setVatNumber(portalClient, null)).body).toMatchObject({ vat_number: null });
    expect(fieldError(await portalClient.call('POST', '/portal/vat_number', {}))).toEqual([400, 'parameter_missing', 'vat_number']);
  });
});

describe('POST /portal/subscription/cancel', () => {
  it('[PRT-21] stores the cancellation reason, and clears it on reactivation', async () => {
    const { portalClient, subscription } = await newPortal();
    expect(fieldError(await portalClient.call('POST', '/portal/subscription/cancel', { reason: 'bored' }))).toEqual([
      400,
      'parameter_invalid',
      'reason',
    ]);
    expect(await portalClient.post('/portal/subscription/cancel', { reason: 'too_expensive' })).toMatchObject({
      cancellation_reason: 'too_expensive',
    });
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toMatchObject({ cancellation_reason: 'too_expensive' });
    expect(await portalClient.post('/portal/subscription/reactivate')).toMatchObject({ cancellation_reason: null });
    expect(await portalClient.post('/portal/subscription/cancel')).toMatchObject({ cancellation_reason: 'requested' });
  });
});
