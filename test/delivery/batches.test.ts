import type { Context, DynamoDBRecord, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { logPartition, objectKey } from '../../shared/store/core/keys.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';
import { type Call, type FaultyProxy, startProxy } from '../faults/proxy.ts';
import { serve } from '../provider/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

/*
 * The path of events from the DynamoDB stream to the stored deliveries (one row per event and endpoint). The relay publishes envelopes (up
 * to 100 events of a tenant). As on AWS, each envelope becomes a message of the fan-out queue. The fan-out worker gets up to ten messages
 * per batch.
 */

const RECEIVER_URL = 'http://127.0.0.1:9/';
/** Messages per batch of the fan-out queue. */
const BATCH = 10;
/** Calls to SQS per batch: receive and delete. AWS makes these calls; the tests only count them. */
const QUEUE_CALLS = 2;

let engine: TestEngine;
let proxy: FaultyProxy;
/** A fake EventBridge and SQS. */
let services: Awaited<ReturnType<typeof serve>>;
/** Bodies of the messages from the bus to the fan-out. */
let messages: string[] = [];
/** Number of calls of the workers to table, bus and queues. */
let calls = 0;
const originalEnv = { ...process.env };

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
  process.env = originalEnv;
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

/** Passes the records to the relay in batches of `batchSize`; returns the resulting messages. */
const relayRecords = async (records: readonly DynamoDBRecord[], batchSize: number): Promise<readonly string[]> => {
  const { handler } = await import('../../functions/workers/event-relay.ts');
  messages = [];
  for (let start = 0; start < records.length; start += batchSize)
    expect(await handler({ Records: records.slice(start, start + batchSize) })).toEqual({ batchItemFailures: [] });
  return messages;
};

const relayEvents = (account: TestAccount, events: readonly EventObject[], batchSize = 1): Promise<readonly string[]> =>
  relayRecords(
    events.map((event) => streamRecord(account, event)),
    batchSize,
  );

/** Passes the messages to the fan-out as one batch; returns the positions of the failed messages. */
const runFanOut = async (bodies: readonly string[]): Promise<readonly number[]> => {
  const { handler } = await import('../../functions/workers/webhook-fanout.ts');
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
  const { batchItemFailures }: SQSBatchResponse = await handler({ Records } as unknown as SQSEvent, context);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)).sort((one, other) => one - other);
};

/** Event ids of the endpoint's rows, sorted. */
const rowEventIds = async (account: TestAccount, endpoint: WebhookEndpoint): Promise<readonly string[]> => {
  const rows = (await account.deliveryStore.list(account.tenant(), endpoint.id, { limit: 1000 })).items;
  return rows.map(({ eventId }) => eventId).sort();
};

const idsOf = (events: readonly EventObject[]): readonly string[] => events.map(({ id }) => id).sort();

/** Repeats failed messages, as the queue does, until all succeed. */
const processAll = async (bodies: readonly string[]): Promise<void> => {
  let remaining = bodies;
  for (let attempt = 0; remaining.length > 0; attempt += 1) {
    if (attempt === 10) throw new Error(`${remaining.length} messages failed ten times and would be dead letters`);
    const failed = new Set<number>();
    for (let start = 0; start < remaining.length; start += BATCH)
      for (const index of await runFanOut(remaining.slice(start, start + BATCH))) failed.add(start + index);
    remaining = remaining.filter((_, index) => failed.has(index));
  }
};

const countCalls = async (work: () => Promise<void>): Promise<number> => {
  calls = 0;
  await work();
  return calls;
};

describe('concurrent events of one tenant with one endpoint', () => {
  const EVENTS = 100;

  it.each([
    { batchSize: EVENTS, maxCalls: 0.2 },
    { batchSize: 10, maxCalls: 0.5 },
    { batchSize: 1, maxCalls: 3 },
  ])('cost at most $maxCalls calls per event from stream to delivery, in stream batches of $batchSize', async ({ batchSize, maxCalls }) => {
    const account = newAccount();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const events = await recordEvents(account, EVENTS);
    let batches = 0;
    const callCount = await countCalls(async () => {
      const bodies = await relayEvents(account, events, batchSize);
      batches = Math.ceil(bodies.length / BATCH);
      for (let start = 0; start < bodies.length; start += BATCH) expect(await runFanOut(bodies.slice(start, start + BATCH))).toEqual([]);
    });
    expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
    expect(callCount).toBeGreaterThan(0);
    expect((callCount + batches * QUEUE_CALLS) / EVENTS).toBeLessThanOrEqual(maxCalls);
  });

  it('cost one read per batch if no endpoint is subscribed to them', async () => {
    const account = newAccount();
    await account.endpoint(RECEIVER_URL, { enabledEvents: ['product.created'] });
    const bodies = await relayEvents(account, await recordEvents(account, BATCH));
    const withoutEndpoint = newAccount();
    const otherBodies = await relayEvents(withoutEndpoint, await recordEvents(withoutEndpoint, BATCH));
    for (const batch of [bodies, otherBodies]) {
      const callCount = await countCalls(async () => {
        expect(await runFanOut(batch)).toEqual([]);
      });
      expect(callCount).toBe(1);
    }
  });

  it('are relayed in the order of the log', async () => {
    const account = newAccount();
    const events = await recordEvents(account, 30);
    const bodies = await relayEvents(account, events, 30);
    const ids = bodies.flatMap((body) => (JSON.parse(body).detail.events as readonly { readonly id: string }[]).map(({ id }) => id));
    expect(ids).toEqual(events.map(({ id }) => id));
  });
});

describe('a batch with failures', () => {
  const isRowWrite = ({ input }: Call): boolean => JSON.stringify(input).includes('delivery-queue');

  it('reports only broken messages as failed, and processes the rest', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const events = await recordEvents(account, 4);
    const [first = '', ...rest] = await relayEvents(account, events);
    expect(await runFanOut([first, '{', ...rest, '{"detail":{}}'])).toEqual([1, 5]);
    expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
  });

  it('reports a message with an invalid event as failed, and processes the other events of the envelope', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const bad = await account.record('webhook_endpoint.updated', { id: 'we_other' });
    await account.table.update({
      Key: { pk: logPartition(account.tenant()), sk: '000000000001' },
      UpdateExpression: 'SET packed = :packed',
      ExpressionAttributeValues: { ':packed': new Uint8Array([1, 2, 3]) },
    });
    const events = await recordEvents(account, 3);
    expect(await runFanOut(await relayEvents(account, [bad, ...events], 4))).toEqual([0]);
    expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
  });

  it('writes no row for an endpoint that was deleted in the meantime, and writes all rows of the other endpoint', async () => {
    const account = newAccount();
    const [deletedEndpoint, other] = [await account.endpoint(RECEIVER_URL), await account.endpoint(RECEIVER_URL)];
    const events = await recordEvents(account, 5);
    const bodies = await relayEvents(account, events);
    await runFanOut(bodies.slice(0, 2));
    await account.removeEndpoint(deletedEndpoint);
    const removal = await account.record('webhook_endpoint.deleted', { id: deletedEndpoint.id, object: 'webhook_endpoint' });
    await processAll([...bodies.slice(2), ...(await relayEvents(account, [removal]))]);
    expect(await account.table.get(objectKey(webhookEndpointAggregate, account.tenant(), deletedEndpoint.id))).toBeNull();
    expect(await rowEventIds(account, deletedEndpoint)).toEqual([]);
    expect(await rowEventIds(account, other)).toEqual(idsOf([...events, removal]));
  });

  it('leaves existing rows unchanged, and writes the missing rows', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const events = await recordEvents(account, 6);
    const bodies = await relayEvents(account, events);
    await runFanOut(bodies.slice(2, 4));
    const existingRows = await account.rows(endpoint);
    account.advance(1000);
    expect(await runFanOut(bodies)).toEqual([]);
    expect(await account.rows(endpoint)).toEqual(expect.arrayContaining([...existingRows]));
    expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
    expect(await account.queued()).toHaveLength(6);
  });

  it('processes an event once, even if several messages of the batch contain the event', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const events = await recordEvents(account, 3);
    const bodies = await relayEvents(account, events);
    expect(await runFanOut([...bodies, ...bodies, ...(await relayEvents(account, events, 3))])).toEqual([]);
    expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
  });

  it.each(['throttled', 'reset_before', 'reset_after', 'conflict'] as const)(
    'writes each row once when the second transaction fails with %s',
    async (fault) => {
      const account = newAccount();
      const endpoint = await account.endpoint(RECEIVER_URL);
      const events = await recordEvents(account, 120);
      const bodies = await relayEvents(account, events, 120);
      const plan = proxy.plan('TransactWriteItems', { faults: ['pass', fault], when: isRowWrite });
      await processAll(bodies);
      expect(plan.outstanding()).toBe(0);
      proxy.clearFaults();
      expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
      expect(await account.queued()).toHaveLength(events.length);
    },
  );

  it('is completed by two concurrent processes after another process crashed', async () => {
    const account = newAccount();
    const endpoint = await account.endpoint(RECEIVER_URL);
    const events = await recordEvents(account, 120);
    const bodies = await relayEvents(account, events, 120);
    // The second transaction is written but gets no response, so that the process does nothing further.
    const plan = proxy.plan('TransactWriteItems', { faults: ['pass', 'stall'], when: isRowWrite });
    const crashed = runFanOut(bodies);
    crashed.catch(() => undefined);
    await expect.poll(plan.outstanding, { timeout: 10_000 }).toBe(0);
    proxy.clearFaults();
    await Promise.all([processAll(bodies), processAll(bodies)]);
    expect(await rowEventIds(account, endpoint)).toEqual(idsOf(events));
    expect(await account.queued()).toHaveLength(events.length);
    expect(await account.sweepDueAt()).not.toBeNull();
  });
});
