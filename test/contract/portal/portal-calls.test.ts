import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { auditEntriesBy } from '../support/element.ts';
import { eventsAbout, newPlan, openPortal, subscribe } from '../support/objects.ts';
import { addCard, type SavedPaymentMethod, subscribedBuyer } from '../support/wallet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let productId: string;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ productId, priceId } = await newPlan(client));
  await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
});

interface Portal {
  readonly subscription: ApiObject;
  readonly sessionId: string;
  /** A client that authenticates with the portal token. */
  readonly portalClient: Client;
}

const openPortalOf = async (subscription: ApiObject): Promise<Portal> => {
  const { session_id: sessionId, portal_token: token } = await openPortal(client, subscription.id);
  return { subscription, sessionId: String(sessionId), portalClient: api.client(String(token)) };
};

const newPortal = async (fields: Json = {}): Promise<Portal> => {
  const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', ...fields });
  return openPortalOf(await subscribe(client, priceId, { customer_id: customer.id }));
};

const newCoupon = (fields: Json = {}): Promise<ApiObject> =>
  client.post('/v1/coupons', { code: `CODE-${randomUUID()}`, percent_off: 50, ...fields });

describe('a subscription in the portal', () => {
  it('[PRT-21] [AUD-12] [AUD-18] can be canceled and reactivated by its customer, with the same result as through the API', async () => {
    const { portalClient, subscription, sessionId } = await newPortal();
    const canceled = await portalClient.post('/portal/subscription/cancel');
    expect(canceled).toMatchObject({ id: subscription.id, cancel_at_period_end: true, renewal_state: 'ending' });
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(canceled);
    const reactivated = await portalClient.post('/portal/subscription/reactivate');
    expect(reactivated).toMatchObject({ cancel_at_period_end: false, renewal_state: 'scheduled' });
    expect(await auditEntriesBy(client, sessionId)).toEqual([
      ['subscription.canceled', 'portal_session', subscription.id],
      ['subscription.reactivated', 'portal_session', subscription.id],
    ]);
    const types = (await eventsAbout(client, subscription.id, 4)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['subscription.updated', 'subscription.updated', 'subscription.reactivated']);
  });

  it('is canceled once by concurrent requests, and reactivated once by requests with the same idempotency key', async () => {
    const { portalClient, subscription } = await newPortal();
    const answers = await Promise.all(Array.from({ length: 8 }, () => portalClient.call('POST', '/portal/subscription/cancel')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await client.list(`/v1/audit_logs?resource_id=${subscription.id}&action=subscription.canceled`)).toHaveLength(1);
    const headers = { 'idempotency-key': randomUUID() };
    const reactivate = () => portalClient.call('POST', '/portal/subscription/reactivate', undefined, headers);
    const [first, second] = [await reactivate(), await reactivate()];
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });
});

describe('POST /portal/customer', () => {
  it('[PRT-21] [AUD-12] updates the customer’s details and rejects other fields', async () => {
    const { portalClient, subscription, sessionId } = await newPortal();
    const fields = { name: 'Grace', country_code: 'DE', language: 'de', address: { line1: 'Weg 1', postal_code: '10115', city: 'Berlin' } };
    const changed = await portalClient.post('/portal/customer', fields);
    expect(changed).toMatchObject({ object: 'portal.customer', ...fields, address: { ...fields.address, line2: null } });
    expect(await client.get(`/v1/customers/${String(subscription.customer_id)}`)).toMatchObject(fields);
    expect(await auditEntriesBy(client, sessionId)).toEqual([['customer.updated', 'portal_session', subscription.customer_id]]);
    for (const name of ['metadata', 'test_clock_id', 'vat_number']) {
      expect(fieldError(await portalClient.call('POST', '/portal/customer', { [name]: null }))).toEqual([400, 'parameter_unknown', name]);
    }
  });

  it('[CUS-20] records an audit entry, and a purge redacts the IP address and user agent of the entry', async () => {
    const { portalClient, subscription, sessionId } = await newPortal();
    await portalClient.post('/portal/customer', { name: 'Grace' });
    const listEntries = () => client.list(`/v1/audit_logs?actor_id=${sessionId}`);
    expect((await listEntries())[0]?.ip_address).toMatch(/./);
    await client.post('/v1/refunds', { payment_id: subscription.last_payment_id });
    await eventually(
      () => client.get(`/v1/subscriptions/${subscription.id}`),
      ({ status }) => status === 'canceled',
    );
    await client.post(`/v1/customers/${String(subscription.customer_id)}/purge`);
    await eventually(listEntries, ([entry]) => entry?.ip_address === null);
    for (const entry of await listEntries()) expect(entry).toMatchObject({ ip_address: null, user_agent: null });
  });
});

describe('POST /portal/coupon', () => {
  const apply = (portal: Portal, code: unknown): Promise<Answer> => portal.portalClient.call('POST', '/portal/coupon', { code });

  it('[PRT-21] [AUD-12] applies a code to future charges', async () => {
    const portal = await newPortal();
    const coupon = await newCoupon({ duration: 'repeating', duration_in_months: 3 });
    const { body } = await apply(portal, coupon.code);
    expect(body).toMatchObject({ discount: { coupon_id: coupon.id }, next_charge_amount_cents: 999 });
    expect(await client.get(`/v1/subscriptions/${portal.subscription.id}`)).toEqual(body);
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toMatchObject({ times_redeemed: 1 });
    expect((await apply(portal, coupon.code)).status).toBe(200);
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toMatchObject({ times_redeemed: 1 });
    expect(await auditEntriesBy(client, portal.sessionId)).toEqual([['coupon.redeemed', 'portal_session', coupon.id]]);
    const types = (await eventsAbout(client, portal.subscription.id, 3)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['subscription.updated', 'subscription.coupon_applied']);
  });

  it('rejects codes that cannot be used, with the reason in the error, and every code once a cancellation is scheduled', async () => {
    const portal = await newPortal();
    const inactive = await newCoupon();
    await client.post(`/v1/coupons/${inactive.id}`, { active: false });
    for (const [code, reason] of [
      ['NOTHING', 'coupon_not_found'],
      [inactive.code, 'coupon_inactive'],
    ]) {
      const answer = await apply(portal, code);
      expect([...fieldError(answer), answer.error?.reason]).toEqual([400, 'parameter_invalid', 'code', reason]);
    }
    await portal.portalClient.post('/portal/subscription/cancel');
    expect(statusAndCode(await apply(portal, (await newCoupon()).code))).toEqual([409, 'state_conflict']);
  });

  it('gives the last redemption to one of several concurrent customers', async () => {
    const coupon = await newCoupon({ max_redemptions: 1 });
    const portals = await Promise.all(Array.from({ length: 4 }, () => newPortal()));
    const answers = await Promise.all(portals.map((portal) => apply(portal, coupon.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toMatchObject({ times_redeemed: 1 });
  });

  it('[RATE-21] limits a customer to five wrong codes a minute', async () => {
    const portal = await newPortal();
    const guess = vi.fn(() => api.send({ method: 'POST', path: '/portal/coupon', key: portal.portalClient.key, body: { code: 'GUESS' } }));
    // The test repeats requests that the limit of the IP address refuses. Such a request may already have taken a token of the code limit.
    // Only four codes are certain to pass: the fifth is refused if its request read the clock before the request with the first token.
    const passedIpLimit = ({ status, headers }: Answer): boolean => status !== 429 || headers['x-ratelimit-limit'] === '5';
    const answers = await Promise.all(Array.from({ length: 7 }, () => eventually(guess, passedIpLimit)));
    const refused = answers.filter(({ status, error }) => status === 429 && error?.code === 'rate_limited');
    expect(answers.filter(({ status }) => status === 400).length).toBe(7 - refused.length);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeLessThanOrEqual(guess.mock.calls.length - 4);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // Other requests of the customer and codes of other customers are not limited.
    const other = await newPortal();
    expect((await eventually(() => portal.portalClient.call('GET', '/portal/session'), passedIpLimit)).status).toBe(200);
    expect((await eventually(() => apply(other, 'GUESS'), passedIpLimit)).status).toBe(400);
  });
});

describe('the portal', () => {
  it('[PRT-12] returns the PDFs of the subscription’s invoices only', async () => {
    const [portal, other] = [await newPortal(), await newPortal()];
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${portal.subscription.id}`);
    const [otherInvoice] = await client.list(`/v1/invoices?subscription_id=${other.subscription.id}`);
    const pdf = await eventually(
      () => portal.portalClient.call('GET', `/portal/invoices/${String(invoice?.id)}/pdf`),
      ({ status }) => status === 200,
    );
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(statusAndCode(await portal.portalClient.call('GET', `/portal/invoices/${String(otherInvoice?.id)}/pdf`))).toEqual([
      404,
      'resource_missing',
    ]);
  });

  it('[PRT-12] shows the payment method of its subscription, and moves the subscription to the default method on request', async () => {
    const first = await subscribe(client, priceId);
    const second = await subscribe(client, priceId, { customer_id: first.customer_id });
    const portal = await openPortalOf(second);
    const methodIds = async () => {
      const { charged_method_id: charged, payment_methods: methods } = await portal.portalClient.get('/portal/session');
      const { data } = methods as { readonly data: readonly SavedPaymentMethod[] };
      return { charged, chosen: data.find(({ is_default: isDefault }) => isDefault)?.id, count: data.length };
    };
    const before = await methodIds();
    expect(before.count).toBe(2);
    expect(before.charged).not.toBe(before.chosen);
    await portal.portalClient.post(`/portal/payment_methods/${String(before.chosen)}/default`);
    expect(await methodIds()).toMatchObject({ charged: before.chosen, chosen: before.chosen });
    expect((await auditEntriesBy(client, portal.sessionId)).map(([action]) => action)).toEqual(['payment_method.set_as_default']);
  });

  it('[PRT-12] changes the default payment method and removes payment methods, of the same customer only', async () => {
    const buyer = await subscribedBuyer(api, client, priceId);
    const card = await addCard(buyer);
    const portal = await openPortalOf(await client.get(`/v1/subscriptions/${buyer.subscriptionId}`));
    const stranger = await newPortal();
    for (const [method, path] of [
      ['POST', `/portal/payment_methods/${card.id}/default`],
      ['DELETE', `/portal/payment_methods/${card.id}`],
    ] as const)
      expect(statusAndCode(await stranger.portalClient.call(method, path))).toEqual([404, 'resource_missing']);
    const before = await client.get(`/v1/subscriptions/${buyer.subscriptionId}`);
    const { data } = await portal.portalClient.post(`/portal/payment_methods/${card.id}/default`);
    const oldDefault = (data as readonly SavedPaymentMethod[]).find((method) => !method.is_default);
    expect(await client.get(`/v1/subscriptions/${buyer.subscriptionId}`)).not.toEqual(before);
    const removed = await portal.portalClient.call('DELETE', `/portal/payment_methods/${String(oldDefault?.id)}`);
    expect((removed.body.data as readonly Json[]).map(({ id }) => id)).toEqual([card.id]);
    expect((await auditEntriesBy(client, portal.sessionId)).map(([action, type]) => [action, type])).toEqual([
      ['payment_method.set_as_default', 'portal_session'],
      ['payment_method.removed', 'portal_session'],
    ]);
    const inUse = await portal.portalClient.call('DELETE', `/portal/payment_methods/${card.id}`);
    expect([...statusAndCode(inUse), inUse.error?.reason]).toEqual([409, 'state_conflict', 'payment_method_in_use']);
  });
});

describe('POST /portal/payment_methods', () => {
  const add = (portal: Portal, body: Json, headers?: Readonly<Record<string, string>>): Promise<Answer> =>
    portal.portalClient.call('POST', '/portal/payment_methods', body, headers);
  const methodsOf = async ({ portalClient }: Portal) =>
    ((await portalClient.get('/portal/session')).payment_methods as { readonly data: readonly Json[] }).data;

  it('[PRT-21] [AUD-12] adds a card once per idempotency key, and does not make the card the default', async () => {
    const portal = await newPortal();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { method: 'creditcard', card_token: 'tkn_1' };
    const answers = [await add(portal, body, headers), await add(portal, body, headers)];
    expect(answers[0]?.body).toMatchObject({ object: 'checkout_setup_confirmation', status: 'succeeded', redirect_url: null });
    expect([answers[1]?.text, answers[1]?.headers['idempotent-replayed']]).toEqual([answers[0]?.text, 'true']);
    const methods = await methodsOf(portal);
    expect(methods.map(({ is_default: isDefault }) => isDefault)).toEqual([false, true]);
    const payments = await client.list(`/v1/payments?customer_id=${String(portal.subscription.customer_id)}`);
    expect(payments.filter(({ type }) => type === 'setup')).toHaveLength(1);
    expect((await auditEntriesBy(client, portal.sessionId)).map(([, type]) => type)).toContain('portal_session');
  });

  it('creates one setup for concurrent requests with the same idempotency key', async () => {
    const portal = await newPortal();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(portal, { method: 'creditcard', card_token: 'tkn_1' }, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.setup_id)}`)).size).toBe(1);
    const payments = await client.list(`/v1/payments?customer_id=${String(portal.subscription.customer_id)}`);
    expect(payments.filter(({ type }) => type === 'setup')).toHaveLength(1);
  });

  it('returns a redirect to the bank for iDEAL, and refuses bank transfers', async () => {
    const portal = await newPortal({ country_code: 'NL' });
    const { body } = await add(portal, { method: 'ideal' });
    expect(body).toMatchObject({ status: 'requires_action', redirect_url: expect.stringContaining('http') });
    expect(fieldError(await add(portal, { method: 'banktransfer' }))).toEqual([400, 'parameter_invalid', 'method']);
  });
});
