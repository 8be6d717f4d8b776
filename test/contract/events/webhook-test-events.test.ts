import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { respondWith as answering, type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { EVENT_TYPES } from '../../../shared/domain/event-types.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;
let receiver: Receiver;
const receivers: Receiver[] = [];

beforeEach(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  receiver = await startReceiver();
  receivers.push(receiver);
});

afterAll(async () => {
  await Promise.all(receivers.map((each) => each.stop()));
});

const newEndpoint = (caller: Client): Promise<ApiObject> =>
  caller.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['coupon.created'] });
const sendTestEvent = (caller: Client, { id }: ApiObject, body: object = {}): Promise<ApiObject> =>
  caller.post(`/v1/webhook_endpoints/${id}/send_test_event`, body);
const tryTestEvent = (caller: Client, { id }: ApiObject, body: object = {}): Promise<Answer> =>
  caller.call('POST', `/v1/webhook_endpoints/${id}/send_test_event`, body);
const waitForDelivery = (caller: Client, { endpoint_id, id }: ApiObject, status: string): Promise<ApiObject> =>
  eventually(
    () => caller.get(`/v1/webhook_endpoints/${endpoint_id}/deliveries/${id}`),
    (delivery) => delivery.status === status,
  );

describe('a test event', () => {
  it('is delivered to an endpoint that is not subscribed to its type, and is not in the list of events', async () => {
    const endpoint = await newEndpoint(client);
    const sent = await sendTestEvent(client, endpoint, { event_type: 'invoice.paid' });
    expect(sent).toMatchObject({ object: 'webhook_delivery', status: 'pending', event_type: 'invoice.paid', attempt_count: 0, test: true });
    expect(await waitForDelivery(client, sent, 'delivered')).toMatchObject({ attempt_count: 1, test: true });
    const [request] = receiver.requests;
    expect(JSON.parse(request?.text ?? '')).toMatchObject({
      id: sent.event_id,
      object: 'event',
      type: 'invoice.paid',
      livemode: false,
      data: { object: 'invoice', status: 'paid' },
    });
    expect(request?.headers['service-event-id']).toBe(sent.event_id);
    const events = await client.list('/v1/events');
    expect(events.map(({ type }) => type)).toEqual(['webhook_endpoint.created']);
    expect(statusAndCode(await client.call('GET', `/v1/events/${sent.event_id}`))).toEqual([404, 'resource_missing']);
  });

  it('has the type webhook_endpoint.updated and the endpoint as data by default, in both modes', async () => {
    for (const caller of [client, live]) {
      const endpoint = await newEndpoint(caller);
      const sent = await sendTestEvent(caller, endpoint);
      const { secret: _hidden, ...shown } = endpoint;
      await waitForDelivery(caller, sent, 'delivered');
      const event = JSON.parse(receiver.requests.at(-1)?.text ?? '');
      expect(event).toMatchObject({ type: 'webhook_endpoint.updated', livemode: caller === live, data: shown, previous_attributes: null });
    }
  });

  it('of a type other than webhook_endpoint.updated is refused in live mode, because the objects in it do not exist', async () => {
    const endpoint = await newEndpoint(live);
    const answer = await tryTestEvent(live, endpoint, { event_type: 'invoice.paid' });
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'event_type']);
    expect(await live.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`)).toEqual([]);
  });

  it('can have each of the first 24 event types', async () => {
    const endpoint = await newEndpoint(client);
    const sent: ApiObject[] = [];
    // The rate limit allows 30 writes at once, fewer than there are event types.
    const types = EVENT_TYPES.slice(0, 24);
    for (const type of types) sent.push(await sendTestEvent(client, endpoint, { event_type: type }));
    await Promise.all(sent.map((delivery) => waitForDelivery(client, delivery, 'delivered')));
    const bodies = receiver.requests.map(({ text }) => JSON.parse(text));
    expect(bodies.map(({ type }) => type).sort()).toEqual([...types].sort());
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(types.length);
  });

  it('that fails has a next attempt, shows its request and can be redelivered', async () => {
    receiver.answer = answering(503);
    const endpoint = await newEndpoint(client);
    const sent = await sendTestEvent(client, endpoint, { event_type: 'payment.failed' });
    const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries/${sent.id}`;
    const failed = await eventually(
      () => client.get(path),
      ({ attempt_count: count }) => Number(count) > 0,
    );
    expect(failed).toMatchObject({ status: 'pending', last_response_code: 503, next_attempt_at: expect.any(Number) });
    const request = await client.get(`${path}/request`);
    expect(request).toMatchObject({ object: 'webhook_delivery_request', method: 'POST', url: endpoint.url });
    expect(request.body).toBe(receiver.requests[0]?.text);
    expect(request.headers).toMatchObject({ 'Service-Event-Id': sent.event_id, 'Service-Event-Type': 'payment.failed' });
    expect(JSON.stringify(request)).not.toMatch(/signature/i);
    receiver.answer = answering(200);
    await client.post(`${path}/redeliver`);
    await waitForDelivery(client, sent, 'delivered');
  });

  it('is refused for a disabled endpoint, an unknown type, and the endpoint of another account or mode', async () => {
    const endpoint = await newEndpoint(client);
    const unknown = await tryTestEvent(client, endpoint, { event_type: 'invoice.payed' });
    expect(fieldError(unknown)).toEqual([400, 'parameter_invalid', 'event_type']);
    const stranger = api.client((await createAccount()).testKey);
    for (const caller of [live, stranger]) expect(statusAndCode(await tryTestEvent(caller, endpoint))).toEqual([404, 'resource_missing']);
    await client.post(`/v1/webhook_endpoints/${endpoint.id}`, { status: 'disabled' });
    const disabled = await tryTestEvent(client, endpoint);
    expect([statusAndCode(disabled), disabled.error?.reason]).toEqual([[409, 'state_conflict'], 'webhook_endpoint_disabled']);
    expect(receiver.requests).toEqual([]);
  });

  it('is sent once for repeated requests with the same idempotency key, and recorded in one audit entry', async () => {
    const endpoint = await newEndpoint(client);
    const path = `/v1/webhook_endpoints/${endpoint.id}/send_test_event`;
    const headers = { 'idempotency-key': `test-${endpoint.id}` };
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call('POST', path, {}, headers)));
    const [first] = answers.map(({ body }) => body as ApiObject);
    expect(answers.map(({ status, body }) => [status, (body as ApiObject).id])).toEqual(Array(5).fill([200, first?.id]));
    expect(await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`)).toHaveLength(1);
    expect((await client.list('/v1/audit_logs?action=webhook_endpoint.test_event_sent')).map((entry) => entry.metadata)).toEqual([
      { event_type: 'webhook_endpoint.updated', delivery_id: first?.id },
    ]);
  });
});

describe('the request of a delivery', () => {
  it('[HTTP-40] is shown for a recorded event, only to its account and mode; the body of the request requires events:read', async () => {
    const endpoint = await newEndpoint(client);
    await client.post('/v1/coupons', { code: 'TEN', percent_off: 10, duration: 'once' });
    const deliveries = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const delivery = await eventually(
      async () => (await client.list(deliveries))[0],
      (row) => row?.status === 'delivered',
    );
    const request = await client.get(`${deliveries}/${delivery?.id}/request`);
    expect(request.body).toBe(receiver.requests[0]?.text);
    expect(delivery).not.toHaveProperty('test');
    const narrow = await clientWithScopes(api, client, 'webhook_endpoints:read');
    expect(await narrow.get(`${deliveries}/${delivery?.id}/request`)).toMatchObject({ body: null });
    const stranger = api.client((await createAccount()).testKey);
    for (const caller of [live, stranger])
      expect(statusAndCode(await caller.call('GET', `${deliveries}/${delivery?.id}/request`))).toEqual([404, 'resource_missing']);
  });
});
