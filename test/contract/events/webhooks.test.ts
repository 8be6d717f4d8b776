import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { respondWith as answering, type Received, type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { quietEndpointBody } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const { webhooks } = new Stripe('unused');

let client: Client;
let live: Client;
const receivers: Receiver[] = [];

beforeAll(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

/** Creates a receiver and an endpoint for it. */
const newEndpoint = async (
  events: readonly string[],
  status = 200,
): Promise<{ readonly receiver: Receiver; readonly endpoint: ApiObject }> => {
  const receiver = await startReceiver();
  receiver.answer = answering(status, 'seen');
  receivers.push(receiver);
  return { receiver, endpoint: await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: events }) };
};

const waitForRequest = async (receiver: Receiver, objectId: string): Promise<Received> => {
  const request = await eventually(
    async () => receiver.requests.find(({ text }) => text.includes(objectId)),
    (request) => request !== undefined,
  );
  if (request === undefined) throw new Error('The request is missing.');
  return request;
};

describe('a delivery', () => {
  it('[WHD-03] [WHD-04] [WHD-06] [WHE-09] [WHE-10] [HTTP-20] contains the event with a valid signature, and is listed', async () => {
    const { receiver, endpoint } = await newEndpoint(['customer.created']);
    const customer = await client.post('/v1/customers', { name: 'Delivered' });
    const { headers, text } = await waitForRequest(receiver, customer.id);
    const event = webhooks.constructEvent(text, String(headers['service-signature']), String(endpoint.secret));
    expect(event).toEqual(await client.get(`/v1/events/${event.id}`));
    expect(event).toMatchObject({ type: 'customer.created', data: customer });
    expect(() => webhooks.constructEvent(`${text} `, String(headers['service-signature']), String(endpoint.secret))).toThrow();
    expect(headers).toMatchObject({
      'service-event-id': event.id,
      'service-event-type': 'customer.created',
      'service-delivery-attempt': '1',
      'content-type': expect.stringContaining('application/json'),
    });
    const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const [row] = await eventually(
      () => client.list(path),
      ([first]) => first?.status === 'delivered',
    );
    expect(row).toMatchObject({
      id: expect.stringMatching(/^whd_[0-9a-f]{32}$/),
      event_id: event.id,
      attempt_count: 1,
      last_response_code: 200,
    });
    expect(await client.get(`${path}/${row?.id}`)).toEqual(row);
  });

  it('is sent only to endpoints of the same mode that receive its event type', async () => {
    const { receiver } = await newEndpoint(['product.created']);
    const other = await startReceiver();
    receivers.push(other);
    await live.post('/v1/webhook_endpoints', { url: other.url });
    await client.post('/v1/customers', { name: 'Not subscribed' });
    const product = await client.post('/v1/products', { name: 'Subscribed' });
    await waitForRequest(receiver, product.id);
    expect(receiver.requests.map(({ headers }) => headers['service-event-type'])).toEqual(['product.created']);
    const customer = await live.post('/v1/customers', { name: 'Live' });
    await waitForRequest(other, customer.id);
    expect(other.requests.filter(({ text }) => text.includes('"livemode":false'))).toEqual([]);
  });

  it('does not wait for hanging receivers of other accounts', async () => {
    const hanging = await startReceiver(() => undefined);
    receivers.push(hanging);
    const otherClients = await Promise.all(Array.from({ length: 6 }, async () => api.client((await createAccount()).testKey)));
    for (const other of otherClients) {
      for (const path of ['a', 'b', 'c'])
        await other.post('/v1/webhook_endpoints', { url: `${hanging.url}/${path}`, enabled_events: ['customer.created'] });
    }
    await Promise.all(otherClients.flatMap((other) => [1, 2, 3].map(() => other.post('/v1/customers', { name: 'Never reported' }))));
    await eventually(
      // '' counts the open requests of all paths.
      () => hanging.open.get('') ?? 0,
      (open) => open >= otherClients.length,
    );
    const { receiver } = await newEndpoint(['customer.created']);
    const { id } = await client.post('/v1/customers', { name: 'Reported at once' });
    const sentMs = Date.now();
    const { atMs } = await waitForRequest(receiver, id);
    // In a shared queue the delivery would wait ten seconds for each hanging receiver.
    expect(atMs - sentMs).toBeLessThan(25_000);
  });

  it('that fails is listed with the response of the receiver and the time of the next attempt', async () => {
    const { receiver, endpoint } = await newEndpoint(['customer.created'], 500);
    const customer = await client.post('/v1/customers', { name: 'Refused' });
    await waitForRequest(receiver, customer.id);
    const [row] = await eventually(
      () => client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`),
      ([first]) => first?.last_response_code === 500,
    );
    expect(row).toMatchObject({ attempt_count: 1, last_response_body_excerpt: 'seen' });
    expect(row?.next_attempt_at).toBeGreaterThan(Date.now() / 1000 - 60);
    await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
  });

  it("[EVT-62] [WHE-07] of an endpoint's deletion is sent to the other endpoints only", async () => {
    const { receiver: deleted, endpoint } = await newEndpoint(['*']);
    const { receiver: other } = await newEndpoint(['webhook_endpoint.deleted']);
    await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
    await waitForRequest(other, endpoint.id);
    expect(deleted.requests.filter(({ headers }) => headers['service-event-type'] === 'webhook_endpoint.deleted')).toEqual([]);
    expect(statusAndCode(await client.call('GET', `/v1/webhook_endpoints/${endpoint.id}/deliveries`))).toEqual([404, 'resource_missing']);
  });
});

describe('an endpoint', () => {
  it('[WHE-01] [WHE-02] [WHE-03] [WHE-14] [WHE-15] [WHE-16] [WHE-17] [WHE-18] returns its secret only when it is created', async () => {
    const { enabled_events: _events, ...quietFields } = quietEndpointBody(baseUrl);
    const { secret, ...endpoint } = await client.post('/v1/webhook_endpoints', { ...quietFields, description: null });
    expect(secret).toMatch(/^svcwhsec_/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^we_/),
      object: 'webhook_endpoint',
      created: expect.any(Number),
      livemode: false,
      url: quietFields.url,
      enabled_events: ['*'],
      description: null,
      status: 'enabled',
      secret_fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(await client.get(`/v1/webhook_endpoints/${endpoint.id}`)).toEqual(endpoint);
    expect((await client.list('/v1/webhook_endpoints')).find(({ id }) => id === endpoint.id)).toEqual(endpoint);
    await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
  });

  it.each([
    'ftp://example.com/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://192.168.1.1/',
    'https://0.0.0.0/',
    'https://[::ffff:10.0.0.1]/',
    'https://user:pass@example.com/',
    'nonsense',
  ])('[WHE-19] is rejected for %s', async (url) => {
    expect(fieldError(await client.call('POST', '/v1/webhook_endpoints', { url }))).toEqual([400, 'parameter_invalid', 'url']);
  });

  it('[WHE-20] is rejected for an unknown event type', async () => {
    const answer = await client.call('POST', '/v1/webhook_endpoints', { ...quietEndpointBody(baseUrl), enabled_events: ['foo.bar'] });
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'enabled_events']);
  });

  it('[WHE-13] [EVT-65] has 48 event types to choose from', async () => {
    const { data } = await client.get('/v1/webhook_endpoints/event_types');
    expect(new Set((data as readonly { readonly type: string }[]).map(({ type }) => type)).size).toBe(48);
  });
});
