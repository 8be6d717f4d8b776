import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { type EventStream, openStream, type StreamRequest } from '../support/stream.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const PATH = '/v1/events/stream';
const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;
let stranger: Client;
const streams: EventStream[] = [];

beforeAll(async () => {
  const [account, otherAccount] = [await createAccount(), await createAccount()];
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  stranger = api.client(otherAccount.testKey);
});

afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

const open = async (request: Omit<StreamRequest, 'key'> & { readonly key?: string } = {}): Promise<EventStream> => {
  const stream = await openStream(baseUrl, { key: client.key, ...request });
  streams.push(stream);
  return stream;
};

const newKey = (...scopes: readonly string[]): Promise<ApiObject> => client.post('/v1/api_keys', { scopes });
const namesIn = (events: readonly ApiObject[]): readonly unknown[] => events.map(({ data }) => (data as ApiObject).name);

/** Creates customers one after the other, so that their events have this order. */
const addCustomers = async (creator: Client, ...names: readonly string[]): Promise<readonly ApiObject[]> => {
  const customers: ApiObject[] = [];
  for (const name of names) customers.push(await creator.post('/v1/customers', { name }));
  return customers;
};

/** Waits for one event of each object; returns the ids of the events, oldest first. */
const eventIdsOf = (creator: Client, objects: readonly ApiObject[]): Promise<readonly string[]> => {
  const objectIds = new Set(objects.map(({ id }) => id));
  return eventually(
    async () =>
      (await creator.list('/v1/events'))
        .filter(({ data }) => objectIds.has((data as ApiObject).id))
        .map(({ id }) => id)
        .reverse(),
    (ids) => ids.length === objects.length,
  );
};

describe('the event stream', () => {
  it('[STR-01] [SCOPE-19] requires the scope events:read and answers with server-sent events', async () => {
    const key = await newKey('events:read', 'customers:write');
    const stream = await open({ key: String(key.secret) });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(stream.headers['x-ratelimit-limit']).toBe('500');
    expect(stream.headers['request-id']).toMatch(/^req_/);
    const otherKey = await newKey('customers:read');
    expect(statusAndCode(await api.sendWithRetry({ method: 'GET', path: PATH, key: String(otherKey.secret) }))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });

  it('[STR-02] accepts a key in the header only', async () => {
    expect(statusAndCode(await api.sendWithRetry({ method: 'GET', path: PATH }))).toEqual([401, 'authentication_required']);
    const { error } = await api.sendWithRetry({ method: 'GET', path: `${PATH}?key=${client.key}` });
    expect(error?.code).toBe('authentication_required');
  });

  it('[RATE-02] uses one token of the rate limit for reads per request', async () => {
    const { key } = api.client((await createAccount()).testKey);
    const startedMs = Date.now();
    const answers = await Promise.all(Array.from({ length: 250 }, () => api.send({ method: 'HEAD', path: PATH, key })));
    const refilled = Math.ceil(((Date.now() - startedMs) / 60_000) * 500);
    // The bucket contains 100 tokens and is refilled with 500 a minute.
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(250 - passed);
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(101 + refilled);
  });

  it('answers other methods and preflights like the rest of the API', async () => {
    const postAnswer = await client.call('POST', PATH, {});
    expect(statusAndCode(postAnswer)).toEqual([405, 'method_not_allowed']);
    expect(postAnswer.headers.allow).toBe('GET, HEAD');
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const preflight = await api.send({ method: 'OPTIONS', path: PATH, headers });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    const read = await open({ headers: { origin: 'https://shop.example' } });
    expect(read.headers['access-control-expose-headers']).toContain('Retry-After');
  });
});

describe('a message frame', () => {
  it('[STR-06] [STR-07] has three lines and the same body as the webhook', async () => {
    const receiver = await startReceiver();
    try {
      const endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.updated'] });
      const stream = await open({ query: '?type=customer.updated' });
      const [customer] = await addCustomers(client, 'Before');
      await client.post(`/v1/customers/${customer?.id}`, { name: 'Line 1\nLine 2 é', metadata: { key: 'id: x' } });
      const [event] = await stream.received(1);
      expect(event?.previous_attributes).toEqual({ name: 'Before', metadata: {} });
      const [delivery] = await eventually(
        async () => receiver.requests,
        ({ length }) => length > 0,
      );
      expect(stream.raw()).toBe(`id: ${event?.id}\nevent: message\ndata: ${delivery?.text}\n\n`);
      await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
    } finally {
      await receiver.stop();
    }
  });

  it('[STR-08] is followed by a comment after 15 seconds without an event', async () => {
    const account = api.client((await createAccount()).testKey);
    const stream = await open({ key: account.key });
    await addCustomers(account, 'Last event');
    await stream.received(1);
    const startMs = Date.now();
    await eventually(
      async () => stream.frames(),
      (frames) => frames.length > 1,
    );
    const waitedMs = Date.now() - startMs;
    expect(stream.raw().split('\n\n')[1]).toMatch(/^:/);
    expect(waitedMs).toBeGreaterThan(14_000);
    expect(waitedMs).toBeLessThan(25_000);
  });
});

describe('streamed events', () => {
  it('[STR-14] [STR-22] [STR-20] start at the time of the connection, are in order, and are not repeated on a new connection', async () => {
    await addCustomers(client, 'Older');
    const first = await open();
    const customers = await addCustomers(client, 'One', 'Two');
    await first.received(2);
    expect(first.ids()).toEqual(await eventIdsOf(client, customers));
    first.close();
    const second = await open();
    const [customer] = await addCustomers(client, 'Three');
    await second.received(1);
    expect(second.events().map(({ data }) => data)).toEqual([customer]);
  });

  it('[STR-15] [STR-18] start with the stored events after `starting_after`, followed by new events', async () => {
    const older = await addCustomers(client, 'A', 'B', 'C', 'D', 'E');
    const ids = await eventIdsOf(client, older);
    const stream = await open({ query: `?starting_after=${ids[1]}` });
    await stream.received(3);
    const newer = await addCustomers(client, 'F', 'G');
    await stream.received(5);
    expect(stream.ids()).toEqual([...ids.slice(2), ...(await eventIdsOf(client, newer))]);
    expect(namesIn(stream.events())).toEqual(['C', 'D', 'E', 'F', 'G']);
  });

  it('[STR-16] continue after Last-Event-ID, unless it is empty or starting_after is given', async () => {
    const ids = await eventIdsOf(client, await addCustomers(client, 'A', 'B', 'C'));
    const [resumed, withBoth] = [
      await open({ headers: { 'Last-Event-ID': String(ids[0]) } }),
      await open({ query: `?starting_after=${ids[1]}`, headers: { 'Last-Event-ID': 'not an id' } }),
    ];
    await resumed.received(2);
    await withBoth.received(1);
    expect(resumed.ids()).toEqual(ids.slice(1));
    expect(withBoth.ids()).toEqual(ids.slice(2));
    const withEmptyId = await open({ headers: { 'Last-Event-ID': '' } });
    const [next] = await addCustomers(client, 'D');
    expect((await withEmptyId.received(1)).map(({ data }) => data)).toEqual([next]);
  });

  it('[STR-03] [PAGE-29] [STR-17] are filtered by type; the cursor can be an event of another type', async () => {
    const stream = await open({ query: '?type=product.created,customer.updated' });
    const [customer] = await addCustomers(client, 'Filtered');
    const product = await client.post('/v1/products', { name: 'Filtered' });
    await client.post(`/v1/customers/${customer?.id}`, { name: 'Changed' });
    await stream.received(2);
    expect(stream.events().map(({ type }) => type)).toEqual(['product.created', 'customer.updated']);
    const [created] = await eventIdsOf(client, [product]);
    const resumed = await open({ query: `?type=customer.updated&starting_after=${created}` });
    expect((await resumed.received(1)).map(({ id }) => id)).toEqual(stream.ids().slice(1));
  });

  it('[HTTP-14] [HTTP-15] belong to the account and mode of the key', async () => {
    const allStreams = await Promise.all([open(), open({ key: live.key }), open({ key: stranger.key })]);
    await Promise.all([addCustomers(client, 'test', 'test'), addCustomers(live, 'live', 'live'), addCustomers(stranger, 'other', 'other')]);
    const names = await Promise.all(allStreams.map(async (stream) => namesIn(await stream.received(2))));
    expect(names).toEqual([
      ['test', 'test'],
      ['live', 'live'],
      ['other', 'other'],
    ]);
    expect(allStreams[1]?.events().every(({ livemode }) => livemode === true)).toBe(true);
  });

  it('[STR-20] are sent once and in the order of the list during concurrent writes', async () => {
    const account = api.client((await createAccount()).testKey);
    const stream = await open({ key: account.key });
    const first = await addCustomers(account, 'First');
    const [cursor] = await eventIdsOf(account, first);
    const writers = Array.from({ length: 25 }, (_, index) => account.post('/v1/customers', { name: `Writer ${index}` }));
    const resumed = await open({ key: account.key, query: `?starting_after=${cursor}` });
    const customers = [...first, ...(await Promise.all(writers))];
    await Promise.all([stream.received(26), resumed.received(25)]);
    const eventIds = await eventIdsOf(account, customers);
    expect(stream.ids()).toEqual(eventIds);
    expect(resumed.ids()).toEqual(eventIds.slice(1));
  });

  it('are sent when they are recorded, not at the next poll of the stream', async () => {
    const stream = await open({ query: '?type=product.created' });
    const startedMs = Date.now();
    for (let count = 1; count <= 4; count += 1) {
      await client.post('/v1/products', { name: 'Prompt' });
      await stream.received(count);
    }
    // Without the messages that report new events, each of the four events would wait for the next poll, up to five seconds.
    expect(Date.now() - startedMs).toBeLessThan(12_000);
  });

  it('are sent once to each of two hundred readers', async () => {
    const accounts = [api.client((await createAccount()).testKey), api.client((await createAccount()).testKey)];
    const readers = await Promise.all(accounts.map(({ key }) => Promise.all(Array.from({ length: 100 }, () => open({ key })))));
    const names = ['One', 'Two', 'Three'];
    await Promise.all(accounts.map((account) => addCustomers(account, ...names)));
    for (const stream of readers.flat()) expect(namesIn(await stream.received(3))).toEqual(names);
  });
});

describe('the stream rejects', () => {
  const faultOf = async (query: string, headers: Readonly<Record<string, string>> = {}) =>
    fieldError(await client.call('GET', `${PATH}${query}`, undefined, headers));

  it.each(['*', 'foo.bar', 'customer.*', 'customer.created,', ''])('[STR-04] [STR-05] the type "%s"', async (type) => {
    const [status, code, param] = await faultOf(`?type=${type}`);
    expect([status, code, param?.split('.')[0]]).toEqual([400, 'parameter_invalid', 'type']);
  });

  it('[VER-17] the unknown parameter `types`', async () => {
    expect(await faultOf('?types=customer.created')).toEqual([400, 'parameter_unknown', 'types']);
  });

  it('[STR-19] cursors that are invalid or belong to another account or mode, with the parameter in `param`', async () => {
    const [otherAccountEventId] = await eventIdsOf(stranger, await addCustomers(stranger, 'Other'));
    const [liveEventId] = await eventIdsOf(live, await addCustomers(live, 'Live'));
    const [validId] = await eventIdsOf(client, await addCustomers(client, 'Own'));
    const altered = `${String(validId).slice(0, -1)}${String(validId).endsWith('0') ? '1' : '0'}`;
    const customer = await client.post('/v1/customers', { name: 'No event' });
    for (const id of [otherAccountEventId, liveEventId, altered, customer.id, 'garbage', `evt_${'0'.repeat(26)}`, 'x'.repeat(129)]) {
      expect(await faultOf(`?starting_after=${id}`), id).toEqual([400, 'parameter_invalid', 'starting_after']);
      expect(await faultOf('', { 'Last-Event-ID': String(id) }), id).toEqual([400, 'parameter_invalid', 'Last-Event-ID']);
    }
    expect(await faultOf('?starting_after=', { 'Last-Event-ID': String(validId) })).toEqual([400, 'parameter_invalid', 'starting_after']);
  });
});

describe('a stream with a revoked key', () => {
  it('[STR-12] [LIM-11] gets an unauthorized frame within about 30 seconds and ends; streams with other keys continue', async () => {
    const key = await newKey('events:read');
    const [revokedStream, other] = [await open({ key: String(key.secret) }), await open()];
    await client.post(`/v1/api_keys/${key.id}/revoke`);
    const frame = await revokedStream.awaitFrame('unauthorized', 45_000);
    expect(JSON.parse(String(frame.data))).toEqual({ message: expect.stringMatching(/./) });
    expect(frame.id).toBeUndefined();
    await revokedStream.ended;
    const answer = await api.sendWithRetry({ method: 'GET', path: PATH, key: String(key.secret) });
    expect(statusAndCode(answer)).toEqual([401, 'revoked_api_key']);
    expect(other.isOpen()).toBe(true);
    await addCustomers(client, 'After revocation');
    await other.received(1);
  });
});
