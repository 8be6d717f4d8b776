import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, openSession, portalBody, quietEndpoint, sessionBody, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const testService = service();
const { baseUrl, createAccount } = testService;
const api = apiOf(baseUrl);

let client: Client;
let accountId: string;
let priceId: string;
beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  client = api.client(account.testKey);
  ({ priceId } = await newPlan(client));
});

const HSTS = 'max-age=31536000';

describe('the security headers', () => {
  it('are sent for API requests, preflights, scripts, streams and exports', async () => {
    const authorization = `Bearer ${client.key}`;
    const page = await (await fetch(`${baseUrl}/portal`)).text();
    const [script] = /assets\/[^"')]+\.js/.exec(page) ?? [];
    const requests: readonly (readonly [string, RequestInit])[] = [
      ['/v1/customers', { headers: { authorization } }],
      [`/${String(script)}`, {}],
      ['/v1/customers', { method: 'OPTIONS', headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' } }],
      ['/v1/events/stream', { headers: { authorization } }],
      ['/v1/tenant/export', { headers: { authorization } }],
    ];
    for (const [path, init] of requests) {
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

describe('a provider webhook', () => {
  const post = (payment: string, body = 'id=tr_unknown') =>
    fetch(`${baseUrl}/provider/webhooks/${accountId}/test/${payment}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  it('is accepted 30 times for one payment, then answered with 429; webhooks of other payments are still accepted', async () => {
    const payment = 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    // The test sends twice as many webhooks as the limit, because on a slow machine the limit refills during the requests.
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(payment)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) {
      expect(((await answer.json()) as { readonly error: { readonly code: string } }).error.code).toBe('rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await post('pay_01ARZ3NDEKTSV4RRFFQ69G5FAW')).status).toBe(200);
  });
});

describe('a URL in a request', () => {
  const SENT = 'HTTPS://Shop.Example:443/a/../done?x={y}&z=ü#top';
  const NORMALIZED = new URL(SENT).href;

  it('is stored and returned in normalized form', async () => {
    const session = await openSession(client, priceId, { success_url: SENT, cancel_url: 'https:\\\\shop.example\\no' });
    expect(session).toMatchObject({ success_url: NORMALIZED, cancel_url: 'https://shop.example/no' });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ success_url: NORMALIZED });
    const { id } = await subscribe(client, priceId);
    const portal = await client.post('/v1/billing_portal/sessions', portalBody(id, { return_url: SENT }));
    expect(portal.return_url).toBe(NORMALIZED);
    const portalSession = await api.client(String(portal.token)).get('/portal/session');
    expect(portalSession.return_url).toBe(NORMALIZED);
    const endpoint = quietEndpoint(baseUrl);
    const url = String(endpoint.url);
    const created = await client.post('/v1/webhook_endpoints', { ...endpoint, url: url.replace('http:', 'HTTP:').concat('/x/../') });
    expect(created.url).toBe(`${url}/`);
  });

  it('is rejected if its normalized form is too long', async () => {
    const long = `https://shop.example/${'ü'.repeat(1000)}`;
    const answer = await client.call('POST', '/v1/checkout/sessions', sessionBody(priceId, { success_url: long }));
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'success_url']);
  });
});
