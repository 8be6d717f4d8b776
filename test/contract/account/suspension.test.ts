import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand } = service();
const api = apiOf(baseUrl);

let accountId: string;
let test: Client;
let live: Client;

beforeAll(async () => {
  const account = await createAccount();
  accountId = account.accountId;
  test = api.client(account.testKey);
  live = api.client(account.liveKey);
});

const refusalOf = ({ status, error }: Answer) => [status, error?.code, error?.reason];
const SUSPENDED = [401, 'invalid_api_key', 'account_suspended'];

describe('a suspended account', () => {
  it('rejects all requests with its keys, except ping, until it is resumed, and writes nothing', async () => {
    const scopedClient = await clientWithScopes(api, test, 'customers:read');
    const headers = { 'idempotency-key': 'kept' };
    const first = await test.call('POST', '/v1/customers', { name: 'Before' }, headers);
    const before = await test.list('/v1/customers');
    await runCommand('suspend', accountId);
    for (const caller of [test, live, scopedClient]) expect(refusalOf(await caller.call('GET', '/v1/customers'))).toEqual(SUSPENDED);
    expect(refusalOf(await test.call('POST', '/v1/customers', { name: 'Never' }))).toEqual(SUSPENDED);
    expect(refusalOf(await test.call('POST', '/v1/customers', { name: 'Before' }, headers))).toEqual(SUSPENDED);
    expect(refusalOf(await test.call('POST', '/v1/customers', { nonsense: 1 }))).toEqual(SUSPENDED);
    expect(refusalOf(await test.call('GET', '/v1/customers/cus_00000000000000000000000000'))).toEqual(SUSPENDED);
    expect(refusalOf(await test.call('POST', `/sandbox/customers/${before[0]?.id}/behavior`, { charges: 'pending' }))).toEqual(SUSPENDED);
    expect((await test.call('GET', '/v1/ping')).status).toBe(200);
    await runCommand('resume', accountId);
    expect(await test.list('/v1/customers')).toEqual(before);
    expect((await test.call('POST', '/v1/customers', { name: 'Before' }, headers)).body).toEqual(first.body);
  });

  it('[AUD-25] has one audit entry for each suspension and resumption, visible in both modes', async () => {
    const account = await createAccount();
    const [testClient, liveClient] = [api.client(account.testKey), api.client(account.liveKey)];
    for (const command of ['suspend', 'suspend', 'resume', 'resume'] as const) await runCommand(command, account.accountId);
    for (const client of [testClient, liveClient]) {
      const entries = await client.list(`/v1/audit_logs?resource_id=${account.accountId}`);
      expect(entries.map(({ action, actor_type }) => [action, actor_type])).toEqual([
        ['account.resumed', 'operator'],
        ['account.suspended', 'operator'],
        ['account.created', 'operator'],
      ]);
    }
    await expect(runCommand('suspend', 'acct_unknown')).rejects.toThrow('No account `acct_unknown`.');
  });

  it('[RATE-10] has its requests limited like requests with invalid credentials', async () => {
    const account = await createAccount();
    const client = api.client(account.testKey);
    await runCommand('suspend', account.accountId);
    const first = await client.call('GET', '/v1/coupons');
    expect(refusalOf(first)).toEqual(SUSPENDED);
    expect(first.headers['x-ratelimit-limit']).toBe('60');
    // Concurrent requests, because the bucket may refill faster than sequential requests use the tokens.
    const send = () => api.send({ method: 'GET', path: '/v1/coupons', key: account.testKey });
    const answers = await eventually(
      () => Promise.all(Array.from({ length: 10 }, send)),
      (received) => received.some(({ status }) => status === 429),
    );
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers['retry-after']).toMatch(/^[0-9]+$/);
  });
});
