import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fault } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { openSession, openShop, quietEndpoint, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const served = service();
const { baseUrl, createAccount } = served;
const api = apiOf(baseUrl);

let client: Client;
let accountId: string;
let priceId: string;
beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  client = api.client(account.testKey);
  ({ priceId } = await openShop(client));
});

const HSTS = 'max-age=31536000';

describe('every answer', () => {
  it('asks for HTTPS and for no guesses of its type, also to a preflight, of a script, a stream and an export', async () => {
    const authorization = `Bearer ${client.key}`;
    const page = await (await fetch(`${baseUrl}/portal`)).text();
    const [script] = /assets\/[^"']+/.exec(page) ?? [];
    const asks: readonly (readonly [string, RequestInit])[] = [
      ['/v1/customers', { headers: { authorization } }],
      [`/${String(script)}`, {}],
      ['/v1/customers', { method: 'OPTIONS', headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' } }],
      ['/v1/events/stream', { headers: { authorization } }],
      ['/v1/tenant/export', { headers: { authorization } }],
    ];
    for (const [path, init] of asks) {
      const controller = new AbortController();
      const answer = await fetch(`${baseUrl}${path}`, { ...init, signal: controller.signal });
      expect([
        path,
        answer.status < 300,
        answer.headers.get('strict-transport-security'),
        answer.headers.get('x-content-type-options'),
      ]).toEqual([path, true, HSTS, 'nosniff']);
      controller.abort();
    }
  });
});

describe('a provider webhook of a provider', () => {
  const post = (payment: string, body = 'id=tr_unknown') =>
    fetch(`${baseUrl}/provider/webhooks/${accountId}/test/${payment}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  it('is taken 30 times at once about one payment, then answered 429, and never for another', async () => {
    const payment = 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) statuses.push((await post(payment)).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    const limited = await post(payment);
    expect([limited.status, ((await limited.json()) as { readonly error: { readonly code: string } }).error.code]).toEqual([
      429,
      'rate_limited',
    ]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('pay_01ARZ3NDEKTSV4RRFFQ69G5FAW')).status).toBe(200);
  });
});

describe('an address that is given', () => {
  const GIVEN = 'HTTPS://Shop.Example:443/a/../done?x={y}&z=ü#top';
  const READ = new URL(GIVEN).href;

  it('is stored and shown as it is read', async () => {
    const session = await openSession(client, priceId, { success_url: GIVEN, cancel_url: 'https:\\\\shop.example\\no' });
    expect(session).toMatchObject({ success_url: READ, cancel_url: 'https://shop.example/no' });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ success_url: READ });
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const portal = await client.post('/v1/billing_portal/sessions', { subscription_id: subscription.id, return_url: GIVEN });
    expect(portal.return_url).toBe(READ);
    const shown = await api.client(String(portal.token)).get('/portal/session');
    expect(shown.return_url).toBe(READ);
    const endpoint = quietEndpoint(baseUrl);
    const url = String(endpoint.url);
    const made = await client.post('/v1/webhook_endpoints', { ...endpoint, url: url.replace('http:', 'HTTP:').concat('/x/../') });
    expect(made.url).toBe(`${url}/`);
  });

  it('is refused where it is too long as it is read', async () => {
    const long = `https://shop.example/${'ü'.repeat(1000)}`;
    const answer = await client.call('POST', '/v1/checkout/sessions', {
      customer_id: (await client.post('/v1/customers', { name: 'Ada' })).id,
      price_id: priceId,
      success_url: long,
      cancel_url: 'https://shop.example/no',
    });
    expect(fault(answer)).toEqual([400, 'parameter_invalid', 'success_url']);
  });
});
