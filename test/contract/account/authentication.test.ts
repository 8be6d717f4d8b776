import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { quietEndpointBody } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let test: Client;
let live: Client;

beforeAll(async () => {
  const account = await createAccount();
  test = api.client(account.testKey);
  live = api.client(account.liveKey);
});

const withHeader = (authorization: string, path = '/v1/customers') =>
  api.sendWithRetry({ method: 'GET', path, headers: { authorization } });

describe('an API key', () => {
  it('[AUTH-01] [AUTH-02] [AUTH-03] [HTTP-13] [HTTP-25] authenticates as a Bearer token, and its prefix names the mode', async () => {
    expect(test.key).toMatch(/^svc_test_/);
    expect(live.key).toMatch(/^svc_live_/);
    expect(await test.post('/v1/customers', { name: 'Ada' })).toMatchObject({ object: 'customer', livemode: false });
    expect(await live.post('/v1/customers', { name: 'Ada' })).toMatchObject({ object: 'customer', livemode: true });
    expect(String((await live.post('/v1/api_keys')).secret)).toMatch(/^svc_live_/);
  });

  it('[AUTH-01] is rejected in the query and in basic authentication', async () => {
    const basic = Buffer.from(`${test.key}:`).toString('base64');
    expect(statusAndCode(await withHeader(`Basic ${basic}`))).toEqual([401, 'invalid_api_key']);
    expect((await api.sendWithRetry({ method: 'GET', path: `/v1/products?api_key=${test.key}` })).status).toBe(401);
  });

  it('[AUTH-06] [AUTH-12] is required: a request without a key gets authentication_required', async () => {
    const answer = await api.sendWithRetry({ method: 'GET', path: '/v1/prices' });
    expect(statusAndCode(answer)).toEqual([401, 'authentication_required']);
    expect(Object.keys(answer.error ?? {}).sort()).toEqual(['code', 'message', 'request_id', 'type']);
    expect(answer.error?.type).toBe('authentication_error');
  });

  it.each([
    ['another scheme', 'Token x'],
    ['nothing after the scheme', 'Bearer'],
    ['no scheme', 'svc_test_x'],
    ['two tokens', 'Bearer a b'],
    ['no known prefix', 'Bearer sk_test_abc'],
    ['an unknown key', `Bearer svc_test_${'x'.repeat(42)}`],
    ['a very long key', `Bearer svc_test_${'x'.repeat(4000)}`],
  ])('[AUTH-07] is rejected in an Authorization header with %s', async (_case, header) => {
    expect(statusAndCode(await withHeader(header, '/v1/subscriptions'))).toEqual([401, 'invalid_api_key']);
  });

  it('[AUTH-04] is rejected with the prefix of the other mode', async () => {
    const swappedKeys = [test.key.replace('svc_test_', 'svc_live_'), live.key.replace('svc_live_', 'svc_test_')];
    for (const key of swappedKeys)
      expect(statusAndCode(await withHeader(`Bearer ${key}`, '/v1/payments'))).toEqual([401, 'invalid_api_key']);
  });

  it('[HTTP-21] is not found by its id without the prefix', async () => {
    const { id } = await test.post('/v1/api_keys', { label: 'kept' });
    const bareId = id.replace('ak_', '');
    expect(statusAndCode(await test.call('GET', `/v1/api_keys/${bareId}`))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await test.call('POST', `/v1/api_keys/${bareId}/revoke`))).toEqual([404, 'resource_missing']);
    expect(await test.get(`/v1/api_keys/${id}`)).toMatchObject({ revoked_at: null });
  });

  it('[AUTH-08] [AUTH-18] [KEY-04] [KEY-14] works in parallel with its replacement until the old key is revoked', async () => {
    const oldKey = await test.post('/v1/api_keys', { label: 'old' });
    const replacement = await test.post('/v1/api_keys', { label: 'new' });
    const status = async (secret: unknown) => (await withHeader(`Bearer ${String(secret)}`, '/v1/invoices')).status;
    expect([await status(oldKey.secret), await status(replacement.secret)]).toEqual([200, 200]);
    const revoked = await test.post(`/v1/api_keys/${oldKey.id}/revoke`);
    expect(revoked.revoked_at).toEqual(expect.any(Number));
    expect(statusAndCode(await withHeader(`Bearer ${String(oldKey.secret)}`, '/v1/invoices'))).toEqual([401, 'revoked_api_key']);
    expect(await status(replacement.secret)).toBe(200);
    expect(await test.get(`/v1/api_keys/${oldKey.id}`)).toMatchObject({ id: oldKey.id, revoked_at: revoked.revoked_at });
  });

  it('[AUTH-08] is rejected after revocation, also by operations with an optional key', async () => {
    const key = await test.post('/v1/api_keys');
    await test.post(`/v1/api_keys/${key.id}/revoke`);
    expect(statusAndCode(await withHeader(`Bearer ${String(key.secret)}`, '/v1/ping'))).toEqual([401, 'revoked_api_key']);
  });

  it('[AUTH-17] cannot be replaced by a webhook signing secret, which is rejected with 401', async () => {
    const { secret } = await test.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    expect(secret).toMatch(/^svcwhsec_/);
    expect((await withHeader(`Bearer ${String(secret)}`, '/v1/events')).status).toBe(401);
  });
});

describe('the mode of a key', () => {
  it('[AUTH-11] [CLK-07] must be test for operations on test clocks', async () => {
    expect(statusAndCode(await live.call('GET', '/v1/test_clocks'))).toEqual([403, 'mode_mismatch']);
    const answer = await live.call('POST', '/v1/test_clocks', { frozen_time: 1_800_000_000 });
    expect(statusAndCode(answer)).toEqual([403, 'mode_mismatch']);
    expect(Object.keys(answer.error ?? {}).sort()).toEqual(['code', 'message', 'request_id', 'type']);
  });

  it('[HTTP-14] [HTTP-15] limits access to data of the same mode', async () => {
    const customer = await test.post('/v1/customers', { name: 'Grace' });
    expect(statusAndCode(await live.call('GET', `/v1/customers/${customer.id}`))).toEqual([404, 'resource_missing']);
    expect((await live.list('/v1/customers')).map(({ id }) => id)).not.toContain(customer.id);
    const endpoint = await test.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    expect((await live.list('/v1/webhook_endpoints')).map(({ id }) => id)).not.toContain(endpoint.id);
    const [event] = await test.list('/v1/events');
    expect((await live.list('/v1/events')).map(({ id }) => id)).not.toContain(event?.id);
    expect(statusAndCode(await live.call('GET', `/v1/events/${event?.id}`))).toEqual([404, 'resource_missing']);
  });
});
