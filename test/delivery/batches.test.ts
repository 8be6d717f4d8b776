import type { Context, DynamoDBRecord, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { logPartition, objectKey } from '../../shared/store/core/keys.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';
import { type Call, type FaultyProxy, startProxy } from '../faults/proxy.ts';
import { serve } from '../provider/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

/**
 * The way of events from the stream to the ledger, worker by worker, as AWS runs it: what the relay publishes becomes a message
 * each, and the fan-out takes up to ten of these at once.
 */

const URL = 'http://127.0.0.1:9/';
const BATCH = 10;
/** For a batch of a queue: it is received and deleted. */
const QUEUE_CALLS = 2;

let engine: TestEngine;
let proxy: FaultyProxy;
let services: Awaited<ReturnType<typeof serve>>;
/** Bodies of the messages that the bus has for the fan-out. */
let messages: string[] = [];
/** What the workers asked of table, bus and queues. */
let calls = 0;
const before = { ...process.env };

const entriesIn = (body: string): readonly Readonly<Record<string, unknown>>[] => JSON.parse(body).Entries;

beforeAll(async () => {
  engine = await startEngine();
  proxy = await startProxy(engine.endpoint, ({ input }) => {
    calls += 1;
    return input;
  });
  services = await serve(async (request, response) => {
    calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const entries = entriesIn(Buffer.concat(chunks).toString('utf8'));
    for (const { Detail } of entries) if (Detail !== undefined) messages.push(`{"detail":${String(Detail)}}`);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ FailedEntryCount: 0, Entries: entries.map(() => ({ EventId: '1' })), Successful: [], Failed: [] }));
  });
  Object.assign(process.env, engine.env, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: services.url,
    AWS_ENDPOINT_URL_SQS: services.url,
    AWS_MAX_ATTEMPTS: '1',
    BUS_NAME: 'bus',
    WEBHOOK_DELIVERY_QUEUE_URL: `${services.url}/queue/webhook-delivery`,
  });
});
afterAll(async () => {
  process.env = before;
  await services.close();
  await proxy.stop();
  await engine.stop();
});

const newAccount = (): TestAccount => new TestAccount(tableIn(engine));

const recordEvents = async (account: TestAccount, count: number): Promise<readonly EventObject[]> => {
  const events: EventObject[] = [];
  for (let index = 0; index < count; index += 1) events.push(await account.record('customer.created'));
  return events;
};

const streamRecord = (account: TestAccount, { id, type }: EventObject): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: id,
    NewImage: { pk: { S: logPartition(account.tenant()) }, t: { S: 'event' }, event_id: { S: id }, event_type: { S: type } },
  },
});

/** Hands over the records, so many at a time; answers the messages that come of it. */
const relayed = async (records: readonly DynamoDBRecord[], atOnce: number): Promise<readonly string[]> => {
  const { handler } = await import('../../functions/workers/event-relay.ts');
  messages = [];
  for (let start = 0; start < records.length; start += atOnce)
    expect(await handler({ Records: records.slice(start, start + atOnce) })).toEqual({ batchItemFailures: [] });
  return messages;
};

const relayedOf = (account: TestAccount, events: readonly EventObject[], atOnce = 1): Promise<readonly string[]> =>
  relayed(
    events.map((event) => streamRecord(account, event)),
    atOnce,
  );

/** Processes the messages as one batch; answers the positions of those returned. */
const fannedOut = async (bodies: readonly string[]): Promise<readonly number[]> => {
  const { handler } = await import('../../functions/workers/webhook-fanout.ts');
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
  const { batchItemFailures }: SQSBatchResponse = await handler({ Records } as unknown as SQSEvent, context);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)).sort((one, other) => one - other);
};

/** The events with a row, each as often as it has one, in the order of their log. */
const inLedger = async (account: TestAccount, endpoint: WebhookEndpoint): Promise<readonly string[]> => {
  const rows = (await account.ledger.list(account.tenant(), endpoint.id, { limit: 1000 })).items;
  return rows.map(({ eventId }) => eventId).sort();
};

const idsOf = (events: readonly EventObject[]): readonly string[] => events.map(({ id }) => id).sort();

/** Works whatever is returned again, as the queue does, until nothing is. */
const workAll = async (bodies: readonly string[]): Promise<void> => {
  let left = bodies;
  for (let round = 0; left.length > 0; round += 1) {
    if (round === BATCH) throw new Error(`${left.length} messages would be dead letters`);
    const again = new Set<number>();
    for (let start = 0; start < left.length; start += BATCH)
      for (const index of await fannedOut(left.slice(start, start + BATCH))) again.add(start + index);
    left = left.filter((_, index) => again.has(index));
  }
};

/** How many calls the work makes. */
const callsOf = async (work: () => Promise<void>): Promise<number> => {
  calls = 0;
  await work();
  return calls;
};

describe('events of one tenant with one endpoint, at once', () => {
  const EVENTS = 100;

  it.each([
    { atOnce: EVENTS, each: 0.2 },
    { atOnce: 10, each: 0.5 },
    { atOnce: 1, each: 3 },
  ])(
    'cost at most $each calls each from the stream to the ledger where the stream hands them over by $atOnce',
    async ({ atOnce, each }) => {
      const account = newAccount();
      const endpoint = await account.endpoint(URL);
      const events = await recordEvents(account, EVENTS);
      let batches = 0;
      const made = await callsOf(async () => {
        const bodies = await relayedOf(account, events, atOnce);
        batches = Math.ceil(bodies.length / BATCH);
        for (let start = 0; start < bodies.length; start += BATCH) expect(await fannedOut(bodies.slice(start, start + BATCH))).toEqual([]);
      });
      expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
      expect(made).toBeGreaterThan(0);
      expect((made + batches * QUEUE_CALLS) / EVENTS).toBeLessThanOrEqual(each);
    },
  );

  it('cost one read a batch where nobody listens', async () => {
    const account = newAccount();
    await account.endpoint(URL, { enabledEvents: ['product.created'] });
    const bodies = await relayedOf(account, await recordEvents(account, BATCH));
    const silent = newAccount();
    const silentBodies = await relayedOf(silent, await recordEvents(silent, BATCH));
    for (const batch of [bodies, silentBodies]) {
      const made = await callsOf(async () => {
        expect(await fannedOut(batch)).toEqual([]);
      });
      expect(made).toBe(1);
    }
  });

  it('come in the order of the log', async () => {
    const account = newAccount();
    const events = await recordEvents(account, 30);
    const bodies = await relayedOf(account, events, 30);
    const ids = bodies.flatMap((body) => (JSON.parse(body).detail.events as readonly { readonly id: string }[]).map(({ id }) => id));
    expect(ids).toEqual(events.map(({ id }) => id));
  });
});

describe('a batch in trouble', () => {
  const rowWrites = ({ input }: Call): boolean => JSON.stringify(input).includes('delivery-queue');

  it('returns a broken message alone, and processes the rest', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(URL);
    const events = await recordEvents(account, 4);
    const [first = '', ...rest] = await relayedOf(account, events);
    expect(await fannedOut([first, '{', ...rest, '{"detail":{}}'])).toEqual([1, 5]);
    expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
  });

  it('returns an event whose text cannot be read, and works those next to it in the same envelope', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(URL);
    const bad = await account.record('webhook_endpoint.updated', { id: 'we_other' });
    await account.table.update({
      Key: { pk: logPartition(account.tenant()), sk: '000000000001' },
      UpdateExpression: 'SET json = :json',
      ExpressionAttributeValues: { ':json': '{' },
    });
    const events = await recordEvents(account, 3);
    expect(await fannedOut(await relayedOf(account, [bad, ...events], 4))).toEqual([0]);
    expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
  });

  it('writes no row for an endpoint that was deleted in the meantime, and all for the other', async () => {
    const account = newAccount();
    const [gone, other] = [await account.endpoint(URL), await account.endpoint(URL)];
    const events = await recordEvents(account, 5);
    const bodies = await relayedOf(account, events);
    await fannedOut(bodies.slice(0, 2));
    await account.removeEndpoint(gone);
    const removal = await account.record('webhook_endpoint.deleted', { id: gone.id, object: 'webhook_endpoint' });
    await workAll([...bodies.slice(2), ...(await relayedOf(account, [removal]))]);
    expect(await account.table.get(objectKey(webhookEndpointAggregate, account.tenant(), gone.id))).toBeNull();
    expect(await inLedger(account, gone)).toEqual([]);
    expect(await inLedger(account, other)).toEqual(idsOf([...events, removal]));
  });

  it('leaves the rows that exist as they are, and writes those next to them', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(URL);
    const events = await recordEvents(account, 6);
    const bodies = await relayedOf(account, events);
    await fannedOut(bodies.slice(2, 4));
    const known = await account.rows(endpoint);
    account.advance(1000);
    expect(await fannedOut(bodies)).toEqual([]);
    expect(await account.rows(endpoint)).toEqual(expect.arrayContaining([...known]));
    expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
    expect(await account.queued()).toHaveLength(6);
  });

  it('works an event once that comes twice in a batch', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(URL);
    const events = await recordEvents(account, 3);
    const bodies = await relayedOf(account, events);
    expect(await fannedOut([...bodies, ...bodies, ...(await relayedOf(account, events, 3))])).toEqual([]);
    expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
  });

  it.each(['throttled', 'reset_before', 'reset_after', 'conflict'] as const)(
    'loses nothing and writes nothing twice when the second of its transactions meets: %s',
    async (fault) => {
      const account = newAccount();
      const endpoint = await account.endpoint(URL);
      const events = await recordEvents(account, 120);
      const bodies = await relayedOf(account, events, 120);
      const plan = proxy.plan('TransactWriteItems', { faults: ['pass', fault], when: rowWrites });
      await workAll(bodies);
      expect(plan.outstanding()).toBe(0);
      proxy.heal();
      expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
      expect(await account.queued()).toHaveLength(events.length);
    },
  );

  it('is processed to its end by who comes after a process that died half-way, and by two at once', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(URL);
    const events = await recordEvents(account, 120);
    const bodies = await relayedOf(account, events, 120);
    // Its second transaction is done and never answered: what the process would have done next is not.
    const plan = proxy.plan('TransactWriteItems', { faults: ['pass', 'stall'], when: rowWrites });
    const dead = fannedOut(bodies);
    dead.catch(() => undefined);
    await expect.poll(plan.outstanding, { timeout: 10_000 }).toBe(0);
    proxy.heal();
    await Promise.all([workAll(bodies), workAll(bodies)]);
    expect(await inLedger(account, endpoint)).toEqual(idsOf(events));
    expect(await account.queued()).toHaveLength(events.length);
    expect(await account.sweptAt()).not.toBeNull();
  });
});
