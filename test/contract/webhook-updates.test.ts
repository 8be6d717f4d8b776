import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json } from '../../scripts/support/api.ts';
import { status as answering, type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { eventsAbout, quietEndpoint } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
const receivers: Receiver[] = [];

beforeEach(async () => {
  client = api.client((await createAccount()).testKey);
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

const listening = async (status = 200): Promise<Receiver> => {
  const receiver = await startReceiver();
  receiver.answer = answering(status);
  receivers.push(receiver);
  return receiver;
};

const register = (url: string, enabled_events: readonly string[]): Promise<ApiObject> =>
  client.post('/v1/webhook_endpoints', { url, enabled_events });

const change = (endpoint: ApiObject, body: Json): Promise<ApiObject> => client.post(`/v1/webhook_endpoints/${endpoint.id}`, body);

const arrived = (receiver: Receiver, about: string) =>
  eventually(
    async () => receiver.requests.filter(({ text }) => text.includes(about)).length,
    (count) => count > 0,
  );

const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 12);

const isAbout =
  (id: string) =>
  ({ text }: { readonly text: string }): boolean =>
    text.includes(id);

describe('a change of an endpoint', () => {
  it('[WHE-04] [EVT-61] [PAGE-14] [PAGE-22] replaces what it names, keeps the rest, and is reported and listed', async () => {
    const { secret, ...endpoint } = await client.post('/v1/webhook_endpoints', { ...quietEndpoint(baseUrl), description: 'First' });
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    const events = { enabled_events: ['price.updated', 'price.archived'] };
    expect(await client.post(path, events)).toEqual({ ...endpoint, ...events });
    expect(await client.post(path, { description: null })).toEqual({ ...endpoint, ...events, description: null });
    const url = `${String(endpoint.url)}/elsewhere`;
    expect(await client.post(path, { url })).toEqual({ ...endpoint, ...events, description: null, url });
    expect(await client.post(path, {})).toEqual(await client.get(path));
    const recorded = await eventsAbout(client, endpoint.id, 4);
    expect(recorded.map(({ type }) => type)).toEqual(['webhook_endpoint.created', ...Array(3).fill('webhook_endpoint.updated')]);
    expect(recorded.at(-1)?.previous_attributes).toEqual({ url: endpoint.url });
    expect(JSON.stringify(recorded)).not.toContain(String(secret));
  });

  it.each<[string, unknown]>([
    ['url', 'https://10.0.0.1/'],
    ['url', 'nonsense'],
    ['url', null],
    ['enabled_events', ['foo.bar']],
    ['enabled_events', []],
    ['enabled_events', null],
    ['status', 'paused'],
    ['status', null],
    ['description', 'x'.repeat(256)],
  ])('[WHE-24] [PAGE-11] refuses %s as %j', async (field, value) => {
    const { secret: _, ...endpoint } = await client.post('/v1/webhook_endpoints', quietEndpoint(baseUrl));
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    expect(fault(await client.call('POST', path, { [field]: value }))).toEqual([400, 'parameter_invalid', field]);
    expect(fault(await client.call('POST', path, { secret: 'x' }))).toEqual([400, 'parameter_unknown', 'secret']);
    expect(await client.get(path)).toEqual(endpoint);
  });

  it('[WHE-12] [WHE-17] [WHE-18] of its secret shows the new one once, and is not reported', async () => {
    const { secret, ...endpoint } = await client.post('/v1/webhook_endpoints', quietEndpoint(baseUrl));
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    const { secret: next, ...rotated } = await client.post(`${path}/rotate_secret`);
    expect(next).toMatch(/^svcwhsec_/);
    expect(next).not.toBe(secret);
    expect(rotated).toEqual({ ...endpoint, secret_fingerprint: fingerprintOf(String(next)) });
    expect(await client.get(path)).toEqual(rotated);
    await client.post(path, { description: 'Reported' });
    expect((await eventsAbout(client, endpoint.id, 2)).map(({ type }) => type)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.updated',
    ]);
  });

  it('leads later deliveries to the new url, of the new types', async () => {
    const [former, latter] = [await listening(), await listening()];
    const endpoint = await register(former.url, ['customer.created']);
    const first = await client.post('/v1/customers');
    await arrived(former, first.id);
    await change(endpoint, { url: latter.url, enabled_events: ['product.created'] });
    await client.post('/v1/customers');
    const product = await client.post('/v1/products', { name: 'Plan' });
    await arrived(latter, product.id);
    expect([former.requests.length, latter.requests.length]).toEqual([1, 1]);
  });
});

describe('a disabled endpoint', () => {
  it('[WHE-21] [WHE-22] [WHE-23] is sent nothing of what happens in the meantime, and hears of the rest again once enabled', async () => {
    const receiver = await listening();
    const endpoint = await register(receiver.url, ['customer.created']);
    const before = await client.post('/v1/customers');
    await arrived(receiver, before.id);
    const deliveries = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const [first] = await eventually(
      () => client.list(deliveries),
      ([row]) => row?.status === 'delivered',
    );
    expect(await change(endpoint, { status: 'disabled' })).toMatchObject({
      status: 'disabled',
      secret_fingerprint: endpoint.secret_fingerprint,
    });
    const concurrently = await client.post('/v1/customers');
    expect(await client.list(deliveries)).toEqual([first]);
    await change(endpoint, { status: 'enabled' });
    const after = await client.post('/v1/customers');
    await arrived(receiver, after.id);
    expect(receiver.requests.filter(isAbout(concurrently.id))).toEqual([]);
    expect((await client.list(deliveries)).map(({ id }) => id)).toEqual([expect.any(String), first?.id]);
  });

  it('[WHE-22] continues with the deliveries that were waiting', async () => {
    const receiver = await listening(500);
    const endpoint = await register(receiver.url, ['customer.created']);
    const customer = await client.post('/v1/customers');
    const row = async () => (await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`))[0];
    await eventually(row, (seen) => seen?.last_response_code === 500);
    await change(endpoint, { status: 'disabled' });
    receiver.answer = answering(200);
    const waiting = await row();
    // Another endpoint's delivery well after the retry's moment shows that the drainer passed this one by.
    const witness = await listening();
    await register(witness.url, ['customer.created']);
    const due = Math.max(Number(waiting?.next_attempt_at) * 1000 + 1000 - Date.now(), 0);
    const end = Date.now() + due;
    await eventually(
      async () => Date.now(),
      (now) => now > end,
    );
    const other = await client.post('/v1/customers');
    await arrived(witness, other.id);
    const seenSoFar = receiver.requests.length;
    expect((await row())?.status).toBe('pending');
    await change(endpoint, { status: 'enabled' });
    const done = await eventually(row, (seen) => seen?.status === 'delivered');
    expect(done).toMatchObject({ id: waiting?.id, last_response_code: 200 });
    expect(receiver.requests.length).toBe(seenSoFar + 1);
    expect(receiver.requests.filter(isAbout(customer.id)).length).toBe(seenSoFar + 1);
    expect(receiver.requests.filter(isAbout(other.id))).toEqual([]);
  });
});
