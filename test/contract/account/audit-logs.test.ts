import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, newPlan, quietEndpointBody, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const DAY_SECONDS = 86_400;

let test: Client;
let live: Client;

beforeAll(async () => {
  const account = await createAccount();
  test = api.client(account.testKey);
  live = api.client(account.liveKey);
});

const entriesAbout = (client: Client, resourceId: string): Promise<readonly ApiObject[]> =>
  client.list(`/v1/audit_logs?resource_id=${resourceId}`);
const actionsAbout = async (client: Client, resourceId: string): Promise<readonly unknown[]> =>
  (await entriesAbout(client, resourceId)).map(({ action }) => action);
/** Creates a customer, and returns the id of the client's API key from the audit entry of the customer. */
const keyIdOf = async (client: Client): Promise<string> => {
  const customer = await client.post('/v1/customers');
  return String((await entriesAbout(client, customer.id))[0]?.actor_id);
};
const newKey = async (client: Client, scopes: readonly string[]): Promise<{ readonly id: string; readonly client: Client }> => {
  const { id, secret } = await client.post('/v1/api_keys', { scopes });
  return { id, client: api.client(String(secret)) };
};

describe('an audit log entry', () => {
  it('[AUD-03] [AUD-04] [AUD-05] [AUD-10] [HTTP-19] contains actor, action, resource, time, IP address and user agent', async () => {
    const headers = { 'user-agent': 'audited/1.0' };
    const answer = await test.call('POST', '/v1/customers', { name: 'Ada' }, headers);
    const { id } = answer.body as ApiObject;
    const [entry, ...others] = await entriesAbout(test, id);
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id: expect.stringMatching(/^al_[0-9a-f]{32}$/),
      object: 'audit_log',
      created: expect.any(Number),
      livemode: false,
      actor_type: 'api_key',
      actor_id: expect.stringMatching(/^ak_[0-9a-f]{32}$/),
      action: 'customer.created',
      resource_type: 'customer',
      resource_id: id,
      metadata: {},
      ip_address: expect.stringMatching(/^[0-9a-f.:]+$/),
      user_agent: 'audited/1.0',
    });
    expect(Math.abs(Number(entry?.created) - Date.now() / 1000)).toBeLessThan(60);
    expect(await test.get(`/v1/audit_logs/${entry?.id}`)).toEqual(entry);
    const { data } = await test.get('/v1/api_keys?limit=100');
    expect((data as readonly ApiObject[]).map((key) => key.id)).toContain(entry?.actor_id);
  });

  it('[AUD-06] is written for each change through the API, and not for requests that change nothing', async () => {
    const customer = await test.post('/v1/customers', { name: 'Ada' });
    await test.post(`/v1/customers/${customer.id}`, { name: 'Grace' });
    await test.post(`/v1/customers/${customer.id}`, { name: 'Grace' });
    expect(await actionsAbout(test, customer.id)).toEqual(['customer.updated', 'customer.created']);
    const { productId, priceId } = await newPlan(test);
    expect(await actionsAbout(test, productId)).toEqual(['product.created']);
    expect(await actionsAbout(test, priceId)).toEqual(['price.created']);
    const endpoint = await test.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    await test.remove(`/v1/webhook_endpoints/${endpoint.id}`);
    expect(await actionsAbout(test, endpoint.id)).toEqual(['webhook_endpoint.deleted', 'webhook_endpoint.created']);
    const clock = await clockAt(test, 1_800_000_000);
    expect(await actionsAbout(test, clock.id)).toEqual(['test_clock.created']);
    const refused = await test.call('POST', `/v1/customers/${customer.id}`, { email: 'nonsense' });
    expect(refused.status).toBe(400);
    expect(await entriesAbout(test, customer.id)).toHaveLength(2);
  });

  it('[AUD-06] is written once for a request that is repeated with its idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await test.call('POST', '/v1/customers', { name: 'Once' }, headers),
      await test.call('POST', '/v1/customers', { name: 'Once' }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(await entriesAbout(test, String(first.body.id))).toHaveLength(1);
  });

  it('[AUD-08] is not written for automatic renewals', async () => {
    const { testKey } = await createAccount();
    const client = api.client(testKey);
    const { priceId } = await newPlan(client);
    const start = 1_800_000_000;
    const { id, clockId } = await subscribeOnClock(client, priceId, start);
    const listActionNames = async (): Promise<readonly string[]> =>
      (await client.list('/v1/audit_logs')).map(({ action }) => String(action)).filter((action) => action !== 'api_key.used');
    const before = await listActionNames();
    await advance(client, clockId, start + 32 * DAY_SECONDS);
    expect((await client.list(`/v1/payments?subscription_id=${id}`)).map(({ type }) => type)).toContain('renewal');
    expect(await listActionNames()).toEqual(['test_clock.advanced', ...before]);
  });

  it('[AUD-17] [EVT-70] is written for created and revoked keys and rotated secrets, for which there are no events', async () => {
    const key = await test.post('/v1/api_keys', { label: 'short-lived' });
    await test.post(`/v1/api_keys/${key.id}/revoke`);
    await test.post(`/v1/api_keys/${key.id}/revoke`);
    const endpoint = await test.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    await test.post(`/v1/webhook_endpoints/${endpoint.id}/rotate_secret`);
    expect(await actionsAbout(test, key.id)).toEqual(['api_key.revoked', 'api_key.created']);
    expect(await actionsAbout(test, endpoint.id)).toEqual(['webhook_endpoint.secret_rotated', 'webhook_endpoint.created']);
    // Events become visible in their order: if the keys and secrets had events, those would be visible before the event of this customer.
    const customer = await test.post('/v1/customers');
    const events = await eventually(
      () => test.list('/v1/events'),
      (listed) => listed.some(({ data }) => (data as ApiObject).id === customer.id),
    );
    const typesAbout = (id: string): readonly unknown[] =>
      events.filter(({ data }) => (data as ApiObject).id === id).map(({ type }) => type);
    expect(typesAbout(key.id)).toEqual([]);
    expect(typesAbout(endpoint.id)).toEqual(['webhook_endpoint.created']);
  });

  it('[AUD-25] [HTTP-14] is visible in its mode only, unless its action concerns the whole account', async () => {
    const customer = await test.post('/v1/customers');
    const [entry] = await entriesAbout(test, customer.id);
    expect(await entriesAbout(live, customer.id)).toEqual([]);
    expect(statusAndCode(await live.call('GET', `/v1/audit_logs/${entry?.id}`))).toEqual([404, 'resource_missing']);
    const [inTest, inLive] = await Promise.all([test, live].map((client) => client.list('/v1/audit_logs?action=account.created')));
    expect(inTest).toEqual([expect.objectContaining({ livemode: true, actor_type: 'operator', resource_type: 'account' })]);
    expect(inLive).toEqual(inTest);
    const path = `/v1/audit_logs/${inTest?.[0]?.id}`;
    expect([await test.get(path), await live.get(path)]).toEqual([inTest?.[0], inTest?.[0]]);
    // The oldest entry, on the last page of the list, is the creation of the account.
    expect((await test.list('/v1/audit_logs', 3)).at(-1)?.livemode).toBe(true);
    const stranger = api.client((await createAccount()).testKey);
    expect(statusAndCode(await stranger.call('GET', path))).toEqual([404, 'resource_missing']);
  });

  it('[HTTP-22] is not found by its id without the prefix, nor by a UUID; it cannot be changed or deleted', async () => {
    const [entry] = await test.list('/v1/audit_logs');
    const hexId = String(entry?.id).slice('al_'.length);
    const uuid = hexId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    for (const id of [hexId, uuid])
      expect(statusAndCode(await test.call('GET', `/v1/audit_logs/${id}`))).toEqual([404, 'resource_missing']);
    for (const cursor of [hexId, uuid])
      expect(fieldError(await test.call('GET', `/v1/audit_logs?starting_after=${cursor}`))).toEqual([
        400,
        'parameter_invalid',
        'starting_after',
      ]);
    for (const method of ['POST', 'DELETE'])
      expect(statusAndCode(await test.call(method, `/v1/audit_logs/${entry?.id}`, {}))).toEqual([405, 'method_not_allowed']);
  });
});

describe('the list of audit logs', () => {
  it('[AUD-01] [SCOPE-22] requires the scope audit_logs:read and is paginated', async () => {
    const reader = await newKey(test, ['audit_logs:read']);
    const other = await newKey(test, ['events:read', 'api_keys:read']);
    for (let index = 0; index < 3; index += 1) await test.post('/v1/products', { name: `Plan ${index}` });
    const [entry] = await reader.client.list('/v1/audit_logs?resource_type=product');
    for (const path of ['/v1/audit_logs', `/v1/audit_logs/${entry?.id}`]) {
      expect((await reader.client.call('GET', path)).status).toBe(200);
      expect(statusAndCode(await other.client.call('GET', path))).toEqual([403, 'insufficient_scope']);
    }
    const page = await reader.client.get('/v1/audit_logs?resource_type=product&limit=2');
    expect(page).toMatchObject({ object: 'list', has_more: true });
    const allEntries = await reader.client.list('/v1/audit_logs?resource_type=product');
    expect(await reader.client.list('/v1/audit_logs?resource_type=product', 1)).toEqual(allEntries);
    expect(allEntries.length).toBeGreaterThanOrEqual(3);
    expect(allEntries.map(({ id }) => id)).toEqual(
      allEntries
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it('[AUD-02] filters by exact action, resource type, resource id and actor id, alone and combined', async () => {
    const writer = await newKey(test, ['*']);
    const customer = await writer.client.post('/v1/customers');
    await writer.client.post('/v1/products', { name: 'Plan' });
    await test.post(`/v1/customers/${customer.id}`, { name: 'Grace' });
    const filters = { action: 'customer.created', resource_type: 'customer', resource_id: customer.id, actor_id: writer.id };
    for (const [name, value] of Object.entries(filters)) {
      const matches = await test.list(`/v1/audit_logs?${name}=${value}`);
      expect(matches.length).toBeGreaterThan(0);
      expect(new Set(matches.map((entry) => entry[name]))).toEqual(new Set([value]));
      for (const nearMiss of [value.slice(0, -1), `${value}x`, value.toUpperCase(), '%25'])
        expect(await test.list(`/v1/audit_logs?${name}=${nearMiss}`)).toEqual([]);
    }
    const query = new URLSearchParams(filters);
    expect((await test.list(`/v1/audit_logs?${query}`)).map(({ resource_id: id }) => id)).toEqual([customer.id]);
    expect(await test.list(`/v1/audit_logs?action=customer.updated&actor_id=${writer.id}`)).toEqual([]);
    expect(await actionsAbout(test, customer.id)).toEqual(['customer.updated', 'customer.created']);
  });

  it.each(['action', 'resource_type', 'resource_id', 'actor_id'])('[AUD-02] rejects an empty, very long or repeated %s', async (name) => {
    for (const value of ['', 'x'.repeat(200)])
      expect(fieldError(await test.call('GET', `/v1/audit_logs?${name}=${value}`))).toEqual([400, 'parameter_invalid', name]);
    expect(fieldError(await test.call('GET', `/v1/audit_logs?${name}=a&${name}=b`))).toEqual([400, 'parameter_invalid', name]);
  });
});

describe('sampled audit log entries', () => {
  /** The entries of one action whose actor is the key. */
  const entriesOf = (action: string, keyId: string): Promise<readonly ApiObject[]> =>
    test.list(`/v1/audit_logs?action=${action}&actor_id=${keyId}`);

  /** Runs `act`. Returns true if it took less than a minute: a slower run may write more than one entry. */
  const runWithinMinute = async (act: () => Promise<void>): Promise<boolean> => {
    const start = Date.now();
    await act();
    return Date.now() - start < 60_000;
  };

  it('[AUD-22] record the use of a key once a minute, also for concurrent requests', async () => {
    const { id, client } = await newKey(test, ['customers:read']);
    const fast = await runWithinMinute(async () => {
      await Promise.all(Array.from({ length: 10 }, () => client.call('GET', '/v1/customers')));
      await client.list('/v1/customers');
    });
    const entries = await entriesOf('api_key.used', id);
    if (fast) expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ resource_type: 'api_key', resource_id: id, metadata: { operation: 'customers.list' } });
    expect((await test.get(`/v1/api_keys/${id}`)).last_used_at).toEqual(expect.any(Number));
  });

  it('[AUD-23] record a missing scope once a minute, also if only an expansion requires the scope', async () => {
    const { id, client } = await newKey(test, ['events:read']);
    const fast = await runWithinMinute(async () => {
      const answers = await Promise.all([
        ...Array.from({ length: 9 }, () => client.call('GET', '/v1/customers')),
        client.call('GET', '/v1/events?expand=customer'),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    });
    const entries = await entriesOf('api_key.insufficient_scope', id);
    if (fast) expect(entries).toHaveLength(1);
    expect(entries.length).toBeGreaterThan(0);
    const expanding = await newKey(test, ['events:read']);
    expect((await expanding.client.call('GET', '/v1/events?expand=customer')).status).toBe(403);
    expect(await entriesOf('api_key.insufficient_scope', expanding.id)).toHaveLength(1);
  });

  it('[AUD-24] record an exceeded rate limit once a minute for each key', async () => {
    const { testKey } = await createAccount();
    const owner = api.client(testKey);
    const keyId = await keyIdOf(owner);
    const fast = await runWithinMinute(async () => {
      const statuses: number[] = [];
      while (statuses.filter((status) => status === 429).length < 10) {
        const write = { method: 'POST', path: '/v1/products', key: testKey, body: { name: 7 } };
        const answers = await Promise.all(Array.from({ length: 40 }, () => api.send(write)));
        statuses.push(...answers.map(({ status }) => status));
      }
    });
    const entries = await owner.list('/v1/audit_logs?action=rate_limit.exceeded');
    if (fast) expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor_type: 'api_key', actor_id: keyId, metadata: { operation: 'products.create' } });
  });
});
