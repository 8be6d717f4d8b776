import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, openSession, portalBody, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let key: string;
let client: Client;
let pageUrl: string;
let portalUrl: string;
beforeAll(async () => {
  key = (await createAccount()).testKey;
  client = api.client(key);
  const { priceId } = await newPlan(client);
  pageUrl = String((await openSession(client, priceId)).url);
  const subscription = await subscribe(client, priceId);
  portalUrl = String((await client.post('/v1/billing_portal/sessions', portalBody(subscription.id))).url);
});

const HSTS = 'max-age=31536000';
const authorized = () => ({ authorization: `Bearer ${key}` });

describe('the security headers', () => {
  it.each<readonly [string, () => Promise<Response>]>([
    ['an object', () => fetch(`${baseUrl}/v1/customers`, { headers: authorized() })],
    ['an error', () => fetch(`${baseUrl}/v1/customers`)],
    ['an unknown path', () => fetch(`${baseUrl}/v1/nothing`)],
    ['a method that is not allowed', () => fetch(`${baseUrl}/v1/customers`, { method: 'PUT' })],
    ['the OpenAPI document', () => fetch(`${baseUrl}/openapi.json`)],
    ['the AsyncAPI document', () => fetch(`${baseUrl}/asyncapi.json`)],
    ['the documentation', () => fetch(`${baseUrl}/docs`)],
    ['a checkout page', () => fetch(pageUrl)],
    ['the portal', () => fetch(portalUrl)],
    ['the console', () => fetch(`${baseUrl}/console`)],
    [
      'a webhook of the provider',
      () => fetch(`${baseUrl}/provider/webhooks/acct_01M8KK8GTNDXHCBBT46R5GC3EN/test/pay_01M8KK8GTNDXHCBBT46R5GC3EN`, { method: 'POST' }),
    ],
    ['the event stream', () => fetch(`${baseUrl}/v1/events/stream`)],
    ['the export', () => fetch(`${baseUrl}/v1/tenant/export`)],
  ])('are sent with %s', async (_name, send) => {
    const { status, headers } = await send();
    expect(status).toBeLessThan(500);
    expect([headers.get('strict-transport-security'), headers.get('x-content-type-options')]).toEqual([HSTS, 'nosniff']);
  });

  it('are sent with successful responses to API requests, preflights, scripts, streams and exports', async () => {
    const page = await (await fetch(`${baseUrl}/portal`)).text();
    const [script] = /assets\/[^"')]+\.js/.exec(page) ?? [];
    const requests: readonly (readonly [string, RequestInit])[] = [
      ['/v1/customers', { headers: authorized() }],
      [`/${String(script)}`, {}],
      ['/v1/customers', { method: 'OPTIONS', headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' } }],
      ['/v1/events/stream', { headers: authorized() }],
      ['/v1/tenant/export', { headers: authorized() }],
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
