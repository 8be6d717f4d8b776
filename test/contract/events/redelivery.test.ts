import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { respondWith as answering, type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';

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

interface Attempted {
  readonly receiver: Receiver;
  readonly endpoint: ApiObject;
  /** The path of the delivery. */
  readonly path: string;
  /** The delivery after its attempts. */
  readonly row: ApiObject;
}

/** Creates a delivery whose receiver answers with `status`; waits for the number of attempts. */
const newDelivery = async (status: number, attempts = 1): Promise<Attempted> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer = answering(status);
  const endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
  await client.post('/v1/customers');
  const deliveries = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
  const row = await eventually(
    async () => (await client.list(deliveries))[0],
    (delivery) => delivery?.attempt_count === attempts,
  );
  if (row === undefined) throw new Error('The delivery is missing.');
  return { receiver, endpoint, path: `${deliveries}/${row.id}`, row };
};

const auditEntries = async ({ row }: Attempted): Promise<readonly ApiObject[]> => client.list(`/v1/audit_logs?resource_id=${row.id}`);

const waitUntilDelivered = (path: string): Promise<ApiObject> =>
  eventually(
    () => client.get(path),
    ({ status }) => status === 'delivered',
  );

describe('a redelivery', () => {
  it('[WHE-11] [WHD-25] [WHD-27] attempts a failed delivery immediately, before its retry, and increments the attempt count', async () => {
    const failed = await newDelivery(500, 2);
    failed.receiver.answer = answering(200);
    const requested = await client.post(`${failed.path}/redeliver`);
    expect(requested).toEqual({ ...failed.row, status: 'pending', next_attempt_at: expect.any(Number) });
    expect(requested.next_attempt_at).toBeLessThan(Number(failed.row.next_attempt_at));
    expect(await waitUntilDelivered(failed.path)).toMatchObject({ attempt_count: 3, last_response_code: 200, next_attempt_at: null });
    // The delivery arrived more than five seconds before the time of the scheduled retry.
    expect(Date.now() / 1000).toBeLessThan(Number(failed.row.next_attempt_at) - 5);
    expect(failed.receiver.requests.map(({ headers }) => headers['service-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(failed.receiver.requests.map(({ headers }) => headers['service-event-id']))).toEqual(new Set([failed.row.event_id]));
    const [entry, ...others] = await auditEntries(failed);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'webhook_delivery.redelivered',
      actor_type: 'api_key',
      resource_type: 'webhook_delivery',
      metadata: { endpoint_id: failed.endpoint.id },
    });
  });

  it('[WHD-26] [WHD-27] [AUD-06] returns a delivered delivery unchanged, without an attempt or audit entry', async () => {
    const delivery = await newDelivery(200);
    expect(await client.post(`${delivery.path}/redeliver`)).toEqual(delivery.row);
    // If the delivery were sent again, it would arrive before a later delivery of the endpoint.
    const customer = await client.post('/v1/customers');
    await eventually(
      async () => delivery.receiver.requests.some(({ text }) => text.includes(customer.id)),
      (hasArrived) => hasArrived,
    );
    expect(delivery.receiver.requests).toHaveLength(2);
    expect(await client.get(delivery.path)).toEqual(delivery.row);
    expect(await auditEntries(delivery)).toEqual([]);
  });

  it('to a disabled endpoint is sent after the endpoint is enabled', async () => {
    const failed = await newDelivery(500);
    const endpoint = `/v1/webhook_endpoints/${failed.endpoint.id}`;
    await client.post(endpoint, { status: 'disabled' });
    failed.receiver.answer = answering(200);
    // On a slow machine the first retry may already be done.
    const attempts = Number((await client.post(`${failed.path}/redeliver`)).attempt_count);
    // If the redelivery were sent, it would arrive before a later delivery to another endpoint.
    const laterDelivery = await newDelivery(200);
    expect(laterDelivery.receiver.requests).toHaveLength(1);
    expect(await client.get(failed.path)).toMatchObject({ status: 'pending', attempt_count: attempts });
    expect(failed.receiver.requests).toHaveLength(attempts);
    await client.post(endpoint, { status: 'enabled' });
    expect(await waitUntilDelivered(failed.path)).toMatchObject({ attempt_count: attempts + 1 });
  });

  it('[IDEM-01] happens once for repeated requests with the same idempotency key', async () => {
    const failed = await newDelivery(500, 2);
    failed.receiver.answer = answering(200);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.call('POST', `${failed.path}/redeliver`, {}, headers);
    const delivery = await waitUntilDelivered(failed.path);
    const second = await client.call('POST', `${failed.path}/redeliver`, {}, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(await client.get(failed.path)).toEqual(delivery);
    expect(await auditEntries(failed)).toHaveLength(1);
  });

  it('is attempted once for concurrent requests', async () => {
    const failed = await newDelivery(500, 2);
    failed.receiver.answer = answering(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call('POST', `${failed.path}/redeliver`, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await waitUntilDelivered(failed.path)).toMatchObject({ attempt_count: 3 });
    expect(failed.receiver.requests).toHaveLength(3);
  });

  it('[HTTP-40] does not find deliveries of another endpoint, mode or account', async () => {
    const [delivery, other] = [await newDelivery(200), await newDelivery(200)];
    const stranger = api.client((await createAccount()).testKey);
    const crossedPath = `/v1/webhook_endpoints/${other.endpoint.id}/deliveries/${delivery.row.id}/redeliver`;
    for (const [caller, path] of [
      [client, crossedPath],
      [stranger, `${delivery.path}/redeliver`],
      [live, `${delivery.path}/redeliver`],
    ] as const) {
      expect(statusAndCode(await caller.call('POST', path, {}))).toEqual([404, 'resource_missing']);
    }
    await client.remove(`/v1/webhook_endpoints/${delivery.endpoint.id}`);
    expect(statusAndCode(await client.call('POST', `${delivery.path}/redeliver`, {}))).toEqual([404, 'resource_missing']);
  });
});
