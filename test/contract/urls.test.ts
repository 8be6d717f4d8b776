import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, openSession, portalBody, quietEndpointBody, sessionBody, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
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
    const endpoint = quietEndpointBody(baseUrl);
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
