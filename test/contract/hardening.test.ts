import { randomUUID } from 'node:crypto';
import { request as openRequest } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fault } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { signIn } from './support/console.ts';
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
  it.each([
    ['GET', '/v1/ping', 200],
    ['HEAD', '/v1/ping', 200],
    ['GET', '/v1/customers', 401],
    ['GET', '/v1/nothing', 404],
    ['PUT', '/v1/customers', 405],
    ['GET', '/nothing', 404],
    ['GET', '/portal', 200],
    ['GET', '/console', 200],
    ['GET', '/docs', 200],
    ['GET', '/docs/swagger-ui.css', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/element.js', 200],
    ['GET', '/checkout/acct_01ARZ3NDEKTSV4RRFFQ69G5FAV/test/cs_01ARZ3NDEKTSV4RRFFQ69G5FAV', 404],
    ['GET', '/v1/events/stream', 401],
    ['GET', '/v1/tenant/export', 401],
    ['GET', '/console/api/test/v1/customers', 401],
  ] as const)('of %s %s (%i) asks for HTTPS and for no guesses of its type', async (method, path, status) => {
    const answer = await fetch(`${baseUrl}${path}`, { method, redirect: 'manual' });
    await answer.arrayBuffer();
    const { headers } = answer;
    expect([answer.status, headers.get('strict-transport-security'), headers.get('x-content-type-options')]).toEqual([
      status,
      HSTS,
      'nosniff',
    ]);
  });

  it('does so with a key, to a preflight, for a script, a stream and an export', async () => {
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

describe('a call-back of a provider', () => {
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

describe('the console’s calls of the API', () => {
  it('find no route where there is none', async () => {
    const owner = await signIn(served, accountId, 'test@example.com');
    for (const path of [
      'api/test/v1/nothing',
      'api/test/v2/customers',
      'api/live/nothing',
      'api/other/v1/customers',
      'api/test/v1/events/stream',
    ]) {
      const { status, error } = await owner.call({ path });
      expect([path, status, error?.code]).toEqual([path, 404, 'route_not_found']);
    }
    const { status, error } = await owner.call({ path: 'api/test/v1/customers/cus_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
    expect([status, error?.code]).toEqual([404, 'resource_missing']);
  });
});

describe.runIf(new URL(baseUrl).hostname === '127.0.0.1')('the local host', () => {
  const askAs = (host: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = openRequest(`${baseUrl}${path}`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.once('error', reject).end();
    });

  it('answers nothing under the name of another site', async () => {
    const { port } = new URL(baseUrl);
    for (const path of ['/_local/mail', '/v1/ping', '/v1/events/stream']) {
      expect([path, await askAs(`evil-${randomUUID()}.example:${port}`, path)]).toEqual([path, 421]);
    }
    expect(await askAs(`localhost:${port}`, '/_local/mail')).toBe(200);
    expect(await askAs(`[::1]:${port}`, '/_local/mail')).toBe(200);
  });
});
