import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { type ApiObject, apiOf, type Client } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { openTable } from '../../shared/runtime/services.ts';
import { deliveryStoreOf } from '../../shared/store/deliveries/delivery-store.ts';
import { replayEvents, runCommand, startHost, type TestHost } from '../support/host.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

let host: TestHost;
let receiver: Receiver;
let client: Client;
let endpoint: ApiObject;

beforeAll(async () => {
  [host, receiver] = await Promise.all([startHost(), startReceiver()]);
  client = apiOf(host.baseUrl).client(host.testKey);
  endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
});

afterAll(async () => {
  await host.stop();
  await receiver.stop();
});

const eventIds = (): readonly string[] => receiver.requests.map(({ headers }) => String(headers['service-event-id']));
const listDeliveries = (): Promise<readonly ApiObject[]> => client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`);
const replay = (...args: readonly string[]) => replayEvents({ DATA_DIR: host.dataDir }, ['--account', host.accountId, ...args]);

/** Deletes a delivery, as if EventBridge had lost its event. */
const deleteDelivery = async ({ id }: ApiObject): Promise<void> => {
  Object.assign(process.env, environmentOfHost(host.dataDir));
  const deliveryStore = deliveryStoreOf(openTable(), Date.now);
  const tenant = { accountId: host.accountId, mode: 'test' as const };
  const stored = await deliveryStore.find(tenant, endpoint.id, id);
  if (stored === null) throw new Error(`No delivery ${id}.`);
  await deliveryStore.remove(tenant, stored);
};

describe('npm run events -- replay', () => {
  it('delivers an event that has no delivery, and does not repeat existing deliveries', async () => {
    for (const name of ['First', 'Second', 'Third']) await client.post('/v1/customers', { name });
    const areDelivered = (listed: readonly ApiObject[]) => listed.length === 3 && listed.every(({ status }) => status === 'delivered');
    const before = await eventually(listDeliveries, areDelivered);
    const lostDelivery = before[0] as ApiObject;
    await deleteDelivery(lostDelivery);
    const report = await replay('--from', '2020-01-01T00:00:00Z');
    expect(report).toEqual({
      account_id: host.accountId,
      live_events: expect.any(Number),
      test_events: (await client.list('/v1/events')).length,
    });
    const after = await eventually(listDeliveries, areDelivered);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    // The receiver got the event of the deleted delivery twice: before the deletion, and by the replay.
    const counts = before.map(({ event_id }) => eventIds().filter((id) => id === event_id).length);
    expect(counts).toEqual(before.map(({ id }) => (id === lostDelivery.id ? 2 : 1)));
  });

  it('replays only the events of a range of ids or times, and of one mode', async () => {
    const events = (await client.list('/v1/events')).toReversed();
    const [first, second] = [events.at(-2)?.id ?? '', events.at(-1)?.id ?? ''];
    expect(await replay('--mode', 'test', '--from', first)).toEqual({ account_id: host.accountId, test_events: 2 });
    expect(await replay('--mode', 'test', '--from', first, '--to', first)).toEqual({ account_id: host.accountId, test_events: 1 });
    expect(await replay('--mode', 'test', '--from', '0', '--to', second)).toEqual({
      account_id: host.accountId,
      test_events: events.length,
    });
    const later = String(Math.ceil(Date.now() / 1000) + 60);
    expect(await replay('--mode', 'test', '--from', later)).toEqual({ account_id: host.accountId, test_events: 0 });
    expect(await replay('--mode', 'test', '--from', '0', '--to', '1')).toEqual({ account_id: host.accountId, test_events: 0 });
  });

  it('refuses invalid ranges', async () => {
    await expect(replay('--from', 'evt_1')).rejects.toThrow('--mode');
    await expect(replay('--mode', 'test', '--from', `evt_${'0'.repeat(26)}`)).rejects.toThrow('has no event');
    await expect(replay('--from', 'yesterday')).rejects.toThrow('must be an event id or a time');
    await expect(replay('--mode', 'both', '--from', '0')).rejects.toThrow('live or test');
  });
});

describe('operator commands', () => {
  it('refuse to replay events of an unknown account', async () => {
    const unknown = replayEvents({ DATA_DIR: host.dataDir }, ['--account', 'acct_unknown', '--from', '0']);
    await expect(unknown).rejects.toThrow('No account `acct_unknown`.');
  });

  it('show the last document numbers, and set the number after which numbering continues', async () => {
    const env = { DATA_DIR: host.dataDir };
    const { accountId } = await host.createAccount();
    const numbering = (...args: readonly string[]) => runCommand(env, ['numbering', ...args, '--id', accountId]);
    const live = ['--mode', 'live', '--document', 'invoice'];
    const unused = ['live invoice 0', 'live credit_note 0', 'test invoice 0', 'test credit_note 0'];
    expect(await numbering('show')).toEqual({ account_id: accountId, last_numbers: unused });
    const continued = ['live invoice 1250', ...unused.slice(1)];
    expect(await numbering('continue', ...live, '--after', '1250')).toEqual({ account_id: accountId, last_numbers: continued });
    await expect(numbering('continue', ...live, '--after', '1249')).rejects.toThrow(
      '--after must not be below the last number in use, 1250',
    );
    for (const invalid of ['-1', '1.5', 'many'])
      await expect(numbering('continue', ...live, `--after=${invalid}`)).rejects.toThrow('Usage:');
    await expect(numbering('continue', '--mode', 'live', '--document', 'quote', '--after', '1')).rejects.toThrow('Usage:');
    await expect(runCommand(env, ['numbering', 'show', '--id', 'acct_unknown'])).rejects.toThrow('No account');
    expect(await numbering('show')).toEqual({ account_id: accountId, last_numbers: continued });
  });

  it('list the accounts, and warn about a second account with the same owner', async () => {
    const env = { DATA_DIR: host.dataDir };
    const create = () => runCommand(env, ['create', '--name', 'Twice', '--email', 'twice@example.com']);
    const first = await create();
    const second = await create();
    expect(first).not.toHaveProperty('warning');
    expect(second.warning).toBe(`twice@example.com is a member of another account, too: ${String(first.account_id)}`);
    await runCommand(env, ['suspend', '--id', String(second.account_id)]);
    const { accounts } = await runCommand(env, ['list']);
    expect((accounts as readonly string[]).slice(-2)).toEqual([
      `${String(first.account_id)}  Twice  twice@example.com`,
      `${String(second.account_id)}  Twice  twice@example.com  suspended`,
    ]);
  });
});
