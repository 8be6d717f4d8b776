import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, refusal } from '../../scripts/support/api.ts';
import { status as answering, type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;
const receivers: Receiver[] = [];

beforeEach(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

/** A delivery that its receiver answered with `status` so far. */
interface Attempted {
  readonly receiver: Receiver;
  readonly endpoint: ApiObject;
  /** Of the ledger row. */
  readonly path: string;
  readonly row: ApiObject;
}

const attempted = async (status: number, attempts = 1): Promise<Attempted> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer = answering(status);
  const endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
  await client.post('/v1/customers');
  const ledger = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
  const row = await eventually(
    async () => (await client.list(ledger))[0],
    (seen) => seen?.attempt_count === attempts,
  );
  if (row === undefined) throw new Error('looked for until it was there');
  return { receiver, endpoint, path: `${ledger}/${row.id}`, row };
};

const audited = async ({ row }: Attempted): Promise<readonly ApiObject[]> => client.list(`/v1/audit_logs?resource_id=${row.id}`);

const delivered = (path: string): Promise<ApiObject> =>
  eventually(
    () => client.get(path),
    ({ status }) => status === 'delivered',
  );

describe('a redelivery', () => {
  it('[WHE-11] [WHD-25] [WHD-27] attempts a row that failed at once, long before its retry is due, and counts on', async () => {
    const failed = await attempted(500, 2);
    failed.receiver.answer = answering(200);
    const asked = await client.post(`${failed.path}/redeliver`);
    expect(asked).toEqual({ ...failed.row, status: 'pending', next_attempt_at: expect.any(Number) });
    expect(asked.next_attempt_at).toBeLessThan(Number(failed.row.next_attempt_at));
    expect(await delivered(failed.path)).toMatchObject({ attempt_count: 3, last_response_code: 200, next_attempt_at: null });
    // The wake-up for that retry comes within the second before it.
    expect(Date.now() / 1000).toBeLessThan(Number(failed.row.next_attempt_at) - 5);
    expect(failed.receiver.requests.map(({ headers }) => headers['service-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(failed.receiver.requests.map(({ headers }) => headers['service-event-id']))).toEqual(new Set([failed.row.event_id]));
    const [entry, ...others] = await audited(failed);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'webhook_delivery.redelivered',
      actor_type: 'api_key',
      resource_type: 'webhook_delivery',
      metadata: { endpoint_id: failed.endpoint.id },
    });
  });

  it('[WHD-26] [WHD-27] [AUD-06] answers a delivered row unchanged, and posts and audits nothing', async () => {
    const done = await attempted(200);
    expect(await client.post(`${done.path}/redeliver`)).toEqual(done.row);
    // A later delivery of the same endpoint shows that its drainer had nothing else to do.
    const later = await client.post('/v1/customers');
    await eventually(
      async () => done.receiver.requests.some(({ text }) => text.includes(later.id)),
      (arrived) => arrived,
    );
    expect(done.receiver.requests).toHaveLength(2);
    expect(await client.get(done.path)).toEqual(done.row);
    expect(await audited(done)).toEqual([]);
  });

  it('of a disabled endpoint waits until it is enabled', async () => {
    const failed = await attempted(500);
    const endpoint = `/v1/webhook_endpoints/${failed.endpoint.id}`;
    await client.post(endpoint, { status: 'disabled' });
    failed.receiver.answer = answering(200);
    // On a slow machine the first retry may have come before.
    const made = Number((await client.post(`${failed.path}/redeliver`)).attempt_count);
    // Another endpoint's delivery, asked for later, shows that the drainer passed this one by.
    const witness = await attempted(200);
    expect(witness.receiver.requests).toHaveLength(1);
    expect(await client.get(failed.path)).toMatchObject({ status: 'pending', attempt_count: made });
    expect(failed.receiver.requests).toHaveLength(made);
    await client.post(endpoint, { status: 'enabled' });
    expect(await delivered(failed.path)).toMatchObject({ attempt_count: made + 1 });
  });

  it('[IDEM-01] under the same key happens once', async () => {
    const failed = await attempted(500, 2);
    failed.receiver.answer = answering(200);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.call('POST', `${failed.path}/redeliver`, {}, headers);
    const done = await delivered(failed.path);
    const second = await client.call('POST', `${failed.path}/redeliver`, {}, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(await client.get(failed.path)).toEqual(done);
    expect(await audited(failed)).toHaveLength(1);
  });

  it('asked for many times at once is one attempt for each that was still needed', async () => {
    const failed = await attempted(500, 2);
    failed.receiver.answer = answering(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call('POST', `${failed.path}/redeliver`, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await delivered(failed.path)).toMatchObject({ attempt_count: 3 });
    expect(failed.receiver.requests).toHaveLength(3);
  });

  it('[HTTP-40] finds no row of another endpoint, mode or account', async () => {
    const [one, other] = [await attempted(200), await attempted(200)];
    const [stranger, mine] = [api.client((await createAccount()).testKey), client];
    const crossed = `/v1/webhook_endpoints/${other.endpoint.id}/deliveries/${one.row.id}/redeliver`;
    for (const [caller, path] of [
      [mine, crossed],
      [stranger, `${one.path}/redeliver`],
      [live, `${one.path}/redeliver`],
    ] as const) {
      expect(refusal(await caller.call('POST', path, {}))).toEqual([404, 'resource_missing']);
    }
    await client.remove(`/v1/webhook_endpoints/${one.endpoint.id}`);
    expect(refusal(await client.call('POST', `${one.path}/redeliver`, {}))).toEqual([404, 'resource_missing']);
  });
});
