import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { respondWith as answering, type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { eventsAbout, quietEndpointBody } from '../support/objects.ts';

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

const newReceiver = async (status = 200): Promise<Receiver> => {
  const receiver = await startReceiver();
  receiver.answer = answering(status);
  receivers.push(receiver);
  return receiver;
};

const createEndpoint = (url: string, enabled_events: readonly string[]): Promise<ApiObject> =>
  client.post('/v1/webhook_endpoints', { url, enabled_events });

const updateEndpoint = (endpoint: ApiObject, body: Json): Promise<ApiObject> => client.post(`/v1/webhook_endpoints/${endpoint.id}`, body);

const waitForRequest = (receiver: Receiver, objectId: string) =>
  eventually(
    async () => receiver.requests.filter(({ text }) => text.includes(objectId)).length,
    (count) => count > 0,
  );

const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 12);

const isAbout =
  (id: string) =>
  ({ text }: { readonly text: string }): boolean =>
    text.includes(id);

describe('updating an endpoint', () => {
  it('[WHE-04] [EVT-61] [PAGE-14] [PAGE-22] replaces sent fields, keeps the rest and records an event', async () => {
    const { secret, ...endpoint } = await client.post('/v1/webhook_endpoints', { ...quietEndpointBody(baseUrl), description: 'First' });
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    const eventTypes = { enabled_events: ['price.updated', 'price.archived'] };
    expect(await client.post(path, eventTypes)).toEqual({ ...endpoint, ...eventTypes });
    expect(await client.post(path, { description: null })).toEqual({ ...endpoint, ...eventTypes, description: null });
    const url = `${String(endpoint.url)}/elsewhere`;
    expect(await client.post(path, { url })).toEqual({ ...endpoint, ...eventTypes, description: null, url });
    expect(await client.post(path, {})).toEqual(await client.get(path));
    const allEvents = await eventsAbout(client, endpoint.id, 4);
    expect(allEvents.map(({ type }) => type)).toEqual(['webhook_endpoint.created', ...Array(3).fill('webhook_endpoint.updated')]);
    expect(allEvents.at(-1)?.previous_attributes).toEqual({ url: endpoint.url });
    expect(JSON.stringify(allEvents)).not.toContain(String(secret));
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
  ])('[WHE-24] [PAGE-11] rejects %s with the value %j', async (field, value) => {
    const { secret: _, ...endpoint } = await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    expect(fieldError(await client.call('POST', path, { [field]: value }))).toEqual([400, 'parameter_invalid', field]);
    expect(fieldError(await client.call('POST', path, { secret: 'x' }))).toEqual([400, 'parameter_unknown', 'secret']);
    expect(await client.get(path)).toEqual(endpoint);
  });

  it('[WHE-12] [WHE-17] [WHE-18] with rotate_secret returns the new secret once and records no event', async () => {
    const { secret, ...endpoint } = await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    const { secret: newSecret, ...rotated } = await client.post(`${path}/rotate_secret`);
    expect(newSecret).toMatch(/^svcwhsec_/);
    expect(newSecret).not.toBe(secret);
    expect(rotated).toEqual({ ...endpoint, secret_fingerprint: fingerprintOf(String(newSecret)) });
    expect(await client.get(path)).toEqual(rotated);
    // Events become visible in their order: an event of the rotation would be visible before the event of this update.
    await client.post(path, { description: 'Reported' });
    expect((await eventsAbout(client, endpoint.id, 2)).map(({ type }) => type)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.updated',
    ]);
  });

  it('sends later deliveries of the new types to the new URL', async () => {
    const [before, after] = [await newReceiver(), await newReceiver()];
    const endpoint = await createEndpoint(before.url, ['customer.created']);
    const first = await client.post('/v1/customers');
    await waitForRequest(before, first.id);
    await updateEndpoint(endpoint, { url: after.url, enabled_events: ['product.created'] });
    await client.post('/v1/customers');
    const product = await client.post('/v1/products', { name: 'Plan' });
    await waitForRequest(after, product.id);
    expect([before.requests.length, after.requests.length]).toEqual([1, 1]);
  });
});

describe('a disabled endpoint', () => {
  it('[WHE-21] [WHE-22] [WHE-23] gets no events while disabled, and gets later events after it is enabled', async () => {
    const receiver = await newReceiver();
    const endpoint = await createEndpoint(receiver.url, ['customer.created']);
    const firstCustomer = await client.post('/v1/customers');
    await waitForRequest(receiver, firstCustomer.id);
    const deliveries = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const [first] = await eventually(
      () => client.list(deliveries),
      ([delivery]) => delivery?.status === 'delivered',
    );
    expect(await updateEndpoint(endpoint, { status: 'disabled' })).toMatchObject({
      status: 'disabled',
      secret_fingerprint: endpoint.secret_fingerprint,
    });
    const whileDisabled = await client.post('/v1/customers');
    expect(await client.list(deliveries)).toEqual([first]);
    await updateEndpoint(endpoint, { status: 'enabled' });
    const lastCustomer = await client.post('/v1/customers');
    await waitForRequest(receiver, lastCustomer.id);
    expect(receiver.requests.filter(isAbout(whileDisabled.id))).toEqual([]);
    expect((await client.list(deliveries)).map(({ id }) => id)).toEqual([expect.any(String), first?.id]);
  });

  it('[WHE-22] gets its pending deliveries after it is enabled', async () => {
    const receiver = await newReceiver(500);
    const endpoint = await createEndpoint(receiver.url, ['customer.created']);
    const customer = await client.post('/v1/customers');
    const fetchDelivery = async () => (await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`))[0];
    await eventually(fetchDelivery, (delivery) => delivery?.last_response_code === 500);
    await updateEndpoint(endpoint, { status: 'disabled' });
    receiver.answer = answering(200);
    const pending = await fetchDelivery();
    // After the retry is due, an event is delivered to another endpoint. If the retry were sent, it would arrive before that delivery.
    const otherReceiver = await newReceiver();
    await createEndpoint(otherReceiver.url, ['customer.created']);
    await pause(Math.max(Number(pending?.next_attempt_at) * 1000 + 1000 - Date.now(), 0));
    const other = await client.post('/v1/customers');
    await waitForRequest(otherReceiver, other.id);
    const requestCount = receiver.requests.length;
    expect((await fetchDelivery())?.status).toBe('pending');
    await updateEndpoint(endpoint, { status: 'enabled' });
    const delivered = await eventually(fetchDelivery, (delivery) => delivery?.status === 'delivered');
    expect(delivered).toMatchObject({ id: pending?.id, last_response_code: 200 });
    expect(receiver.requests.length).toBe(requestCount + 1);
    expect(receiver.requests.filter(isAbout(customer.id)).length).toBe(requestCount + 1);
    expect(receiver.requests.filter(isAbout(other.id))).toEqual([]);
  });
});
