import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;

beforeAll(async () => {
  const account = await createAccount();
  [client, live] = [api.client(account.testKey), api.client(account.liveKey)];
});

/** Waits for at least `count` log entries with a matching path; returns these entries, newest first. */
const waitForEntries = async (path: RegExp, count: number, query = '', caller: Client = client): Promise<readonly ApiObject[]> =>
  eventually(
    async () => (await caller.list(`/v1/request_logs${query}`)).filter((entry) => path.test(String(entry.path))),
    (entries) => entries.length >= count,
  );

describe('the request log', () => {
  it('contains the path, status, key and duration of each request, but no part of its body and no malformed id', async () => {
    const customer = await client.post('/v1/customers', { name: 'Grace Hopper', email: 'grace@example.com' });
    const missing = await client.call('GET', '/v1/customers/cus_00000000000000000000000000?expand=nothing');
    await client.call('GET', '/v1/customers/grace@example.com');
    const entries = await waitForEntries(/^\/v1\/customers/, 3);
    expect(entries.map(({ id: _id, created: _created, duration_ms: _ms, ...entry }) => entry)).toMatchObject([
      { method: 'GET', path: '/v1/customers/{customer_id}', status: 404, error_code: 'resource_missing' },
      { method: 'GET', path: '/v1/customers/cus_00000000000000000000000000', status: missing.status, error_code: missing.error?.code },
      {
        object: 'request_log',
        livemode: false,
        method: 'POST',
        path: '/v1/customers',
        operation: 'customers.create',
        status: 200,
        error_code: null,
        api_key_id: expect.stringMatching(/^ak_/),
        request_id: expect.stringMatching(/^req_/),
      },
    ]);
    expect(entries[1]?.request_id).toBe(missing.headers['request-id']);
    expect(entries.every(({ duration_ms: ms, created }) => Number(ms) >= 0 && Math.abs(Date.now() / 1000 - Number(created)) < 120)).toBe(
      true,
    );
    expect(JSON.stringify(entries)).not.toMatch(/grace|Grace/);
    expect(JSON.stringify(entries)).not.toContain(String(customer.id));
  });

  it('is filtered by failure, key and time, and is paginated', async () => {
    const { id: keyId, secret } = await client.post('/v1/api_keys', { label: 'narrow', scopes: ['products:read'] });
    const narrow = api.client(String(secret));
    await narrow.list('/v1/products');
    await narrow.call('GET', '/v1/customers');
    await waitForEntries(/./, 2, `?api_key_id=${keyId}`);
    const [failed, succeeded] = await client.list(`/v1/request_logs?api_key_id=${keyId}`);
    expect([failed, succeeded]).toMatchObject([
      { path: '/v1/customers', status: 403, error_code: 'insufficient_scope' },
      { path: '/v1/products', status: 200 },
    ]);
    expect(await client.list(`/v1/request_logs?api_key_id=${keyId}&status=failed`)).toEqual([failed]);
    expect((await client.list('/v1/request_logs?status=failed')).every(({ status }) => Number(status) >= 400)).toBe(true);
    const page = await client.get(`/v1/request_logs?api_key_id=${keyId}&limit=1`);
    expect(page).toMatchObject({ data: [failed], has_more: true });
    const next = await client.get(`/v1/request_logs?api_key_id=${keyId}&limit=1&starting_after=${failed?.id}`);
    expect(next).toMatchObject({ data: [succeeded], has_more: false });
    const created = Number(succeeded?.created);
    expect(await client.list(`/v1/request_logs?api_key_id=${keyId}&created[lt]=${created}`)).toEqual([]);
    expect(await client.list(`/v1/request_logs?api_key_id=${keyId}&created[gt]=${Number(failed?.created)}`)).toEqual([]);
    expect(await client.list(`/v1/request_logs?api_key_id=${keyId}&created[gte]=${created}`)).toEqual([failed, succeeded]);
    expect(await client.list('/v1/request_logs?created[lt]=0')).toEqual([]);
  });

  it('is separate for test mode, live mode and each account', async () => {
    await live.call('GET', '/v1/coupons');
    expect(await waitForEntries(/coupons/, 1, '', live)).toMatchObject([{ livemode: true }]);
    expect((await client.list('/v1/request_logs')).filter(({ path }) => path === '/v1/coupons')).toEqual([]);
    const stranger = api.client((await createAccount()).testKey);
    expect((await stranger.list('/v1/request_logs')).filter(({ path }) => path !== '/v1/request_logs')).toEqual([]);
  });

  it('requires `audit_logs:read`, and names an invalid parameter in the error', async () => {
    const { secret } = await client.post('/v1/api_keys', { label: 'narrow', scopes: ['products:read'] });
    expect(statusAndCode(await api.client(String(secret)).call('GET', '/v1/request_logs'))).toEqual([403, 'insufficient_scope']);
    for (const [param, query] of [
      ['status', 'status=500'],
      ['starting_after', 'starting_after=cus_1'],
      ['created[gte]', 'created[gte]=today'],
    ])
      expect(fieldError(await client.call('GET', `/v1/request_logs?${query}`))).toEqual([400, 'parameter_invalid', param]);
  });
});
