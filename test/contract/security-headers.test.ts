import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, openPortal, openSession, subscribe } from './support/objects.ts';

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
  portalUrl = String(
    (await client.post('/v1/billing_portal/sessions', { subscription_id: subscription.id, return_url: 'https://shop.example' })).url,
  );
  await openPortal(client, subscription.id);
});

const authorized = () => ({ authorization: `Bearer ${key}` });

describe('the security headers', () => {
  it.each<readonly [string, number, () => Promise<Response>]>([
    ['an object', 200, () => fetch(`${baseUrl}/v1/customers`, { headers: authorized() })],
    ['an error', 401, () => fetch(`${baseUrl}/v1/customers`)],
    ['an unknown path', 404, () => fetch(`${baseUrl}/v1/nothing`)],
    ['a method that is not allowed', 405, () => fetch(`${baseUrl}/v1/customers`, { method: 'PUT' })],
    ['the OpenAPI document', 200, () => fetch(`${baseUrl}/openapi.json`)],
    ['the documentation', 200, () => fetch(`${baseUrl}/docs`)],
    ['a checkout page', 200, () => fetch(pageUrl)],
    ['the portal', 200, () => fetch(portalUrl)],
    ['the console', 200, () => fetch(`${baseUrl}/console`)],
    ['a provider webhook', 200, () => fetch(`${baseUrl}/provider-webhooks/x`, { method: 'POST' })],
    ['the event stream', 401, () => fetch(`${baseUrl}/v1/events/stream`)],
    ['the export', 401, () => fetch(`${baseUrl}/v1/tenant/export`)],
  ])('are sent with %s', async (_name, _status, send) => {
    const { status, headers } = await send();
    expect(status).toBeLessThan(500);
    expect([headers.get('strict-transport-security'), headers.get('x-content-type-options')]).toEqual(['max-age=31536000', 'nosniff']);
  });
});
