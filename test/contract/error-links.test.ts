import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { clientWithScopes, newPlan, setBehavior, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let reader: Client;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  reader = await clientWithScopes(api, client, 'products:read');
});

const helpAt = (anchor: string): string => `<${baseUrl}/docs/errors#${anchor}>; rel="help"`;

/** Requests that are refused, by the anchor that their response links to. */
const REFUSED: Readonly<Record<string, () => Promise<Answer>>> = {
  authentication_required: () => api.send({ method: 'GET', path: '/v1/customers' }),
  invalid_api_key: () => api.send({ method: 'GET', path: '/v1/customers', key: `svc_test_${'x'.repeat(42)}` }),
  insufficient_scope: () => reader.call('GET', '/v1/customers'),
  parameter_unknown: () => client.call('POST', '/v1/customers', { nam: 'Ada' }),
  resource_missing: () => client.call('GET', `/v1/customers/cus_${'0'.repeat(26)}`),
  route_not_found: () => client.call('GET', '/v1/nothing_here'),
  method_not_allowed: () => client.call('PUT', '/v1/customers', {}),
  idempotency_key_blank: () => client.call('POST', '/v1/customers', { name: 'Ada' }, { 'idempotency-key': ' ' }),
};

describe('the response of a refused request', () => {
  it.each(Object.keys(REFUSED))('links to the documentation of its reason or code: %s', async (anchor) => {
    const answer = await REFUSED[anchor]?.();
    expect(answer?.error?.reason ?? answer?.error?.code).toBe(anchor);
    expect(answer?.headers.link).toBe(helpAt(anchor));
    expect(await (await fetch(`${baseUrl}/docs/errors`)).text()).toContain(`id="${anchor}"`);
  });

  it('links to the documentation also without a body', async () => {
    const answer = await client.call('HEAD', '/v1/nothing_here');
    expect([answer.status, answer.text, answer.headers.link]).toEqual([404, '', helpAt('route_not_found')]);
  });

  it('links to the documentation also when it is replayed', async () => {
    const { priceId } = await newPlan(client);
    const subscription = await subscribe(client, priceId);
    await setBehavior(client, subscription.customer_id, { refunds: 'refused' });
    const body = { payment_id: subscription.last_payment_id };
    const refund = () => client.call('POST', '/v1/refunds', body, { 'idempotency-key': 'again' });
    const [first, replay] = [await refund(), await refund()];
    expect([first.status, replay.status, replay.headers['idempotent-replayed']]).toEqual([402, 402, 'true']);
    const anchor = first.error?.reason ?? first.error?.code ?? '';
    expect([first.headers.link, replay.headers.link]).toEqual([helpAt(anchor), helpAt(anchor)]);
  });

  it('has a link and a request id that pages of other origins can read', async () => {
    const answer = await api.send({ method: 'GET', path: '/v1/customers', headers: { origin: 'https://shop.example' } });
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(['link', 'request-id']));
  });
});

describe('the response of a successful request', () => {
  it('has no link', async () => {
    expect((await client.call('GET', '/v1/customers')).headers.link).toBeUndefined();
  });
});

describe('/', () => {
  it('[HTTP-37] answers 404 to API clients', async () => {
    for (const accept of ['application/json', '*/*']) {
      const answer = await api.send({ method: 'GET', path: '/', headers: { accept } });
      expect([answer.status, answer.error?.code]).toEqual([404, 'route_not_found']);
    }
    expect((await api.send({ method: 'POST', path: '/', headers: { accept: 'text/html' } })).error?.code).toBe('route_not_found');
  });

  it('shows browsers a page that links to the documentation', async () => {
    const response = await fetch(`${baseUrl}/`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toMatch(/href="(\.\/)?docs/);
  });
});
