import { createHash } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { relay, tenantEventOf } from '../../functions/workers/event-relay.ts';
import { BUS_BATCH } from '../../shared/ports/aws-bus.ts';
import { EVENTS_PER_ENVELOPE, envelopesOf } from '../../shared/ports/envelopes.ts';
import type { BusPort, Envelope, UsageCheckMessage } from '../../shared/ports/index.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { writeHeartbeat } from '../../shared/store/event-log/heartbeats.ts';
import { MAX_WAKE_UPS_WITHOUT_PROGRESS } from '../../shared/webhooks/drain.ts';
import { serve } from '../provider/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

const record = (index: number, fields: Partial<DynamoDBRecord> = {}, accountId = 'acct_1'): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: `seq-${index}`,
    NewImage: {
      pk: { S: `A#${accountId}#test#log` },
      sk: { S: String(index).padStart(12, '0') },
      t: { S: 'event' },
      event_id: { S: `evt_${index}` },
      event_type: { S: 'customer.created' },
    },
  },
  ...fields,
});

/** A stream record of an item that an earlier release wrote, with the event as a map. */
const earlierRecord = (index: number): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    NewImage: {
      pk: { S: 'A#acct_1#test#log' },
      t: { S: 'event' },
      event: { M: { id: { S: `evt_${index}` }, type: { S: 'customer.created' } } },
    },
  },
});

const busRefusing = (refuses: (eventId: string) => boolean) => {
  const published: Envelope[][] = [];
  const started: UsageCheckMessage[] = [];
  const bus: BusPort = {
    startChecks: async (checks) => void started.push(...checks),
    publish: async (envelopes) => {
      if (envelopes.some(({ events }) => events.some(({ id }) => refuses(id)))) throw new Error('refused');
      published.push([...envelopes]);
    },
  };
  return { bus, published, started };
};

const eventIds = (envelopes: readonly Envelope[]): readonly string[] => envelopes.flatMap(({ events }) => events.map(({ id }) => id));
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('the event relay', () => {
  it('logs the age of a heartbeat after the events of its batch are published, and logs no age if the bus refuses them', async () => {
    const items: Record<string, unknown>[] = [];
    await writeHeartbeat({ put: async ({ Item = {} }) => void items.push(Item) } as Partial<Table> as Table, Date.now() - 5000);
    const heartbeat = { eventName: 'INSERT', dynamodb: { NewImage: marshall(items[0] ?? {}) } } as DynamoDBRecord;
    const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const linesOf = async (bus: BusPort): Promise<readonly unknown[]> => {
      log.mockClear();
      await relay([record(1), heartbeat], bus);
      return log.mock.calls.map(([text]) => JSON.parse(String(text)));
    };
    const working = busRefusing(() => false);
    expect(await linesOf(working.bus)).toEqual([expect.objectContaining({ kind: 'relay_heartbeat', lagSeconds: expect.closeTo(5, 0) })]);
    expect(eventIds(working.published.flat())).toEqual(['evt_1']);
    const refusing = await linesOf(busRefusing(() => true).bus);
    expect(refusing.map((line) => (line as { readonly kind: string }).kind)).toEqual(['fault']);
    log.mockRestore();
  });

  it('returns the event of an inserted event item, and null for all other records', () => {
    const tenant = { accountId: 'acct_1', mode: 'test' };
    expect(tenantEventOf(record(7))).toEqual({ tenant, event: { id: 'evt_7', type: 'customer.created' } });
    expect(tenantEventOf(earlierRecord(7))).toEqual(tenantEventOf(record(7)));
    expect(tenantEventOf(record(7, { eventName: 'MODIFY' }))).toBeNull();
    expect(tenantEventOf(record(7, { dynamodb: { NewImage: { t: { S: 'tombstone' } } } }))).toBeNull();
    expect(tenantEventOf({ eventName: 'INSERT' })).toBeNull();
  });

  it('publishes the events of a tenant together and in order, up to the limit of an envelope', async () => {
    const { bus, published } = busRefusing(() => false);
    const records = numbers(EVENTS_PER_ENVELOPE + 23).map((index) => record(index));
    expect(await relay([...records, record(999, {}, 'acct_2')], bus)).toEqual({ batchItemFailures: [] });
    const [call = []] = published;
    expect(published).toHaveLength(1);
    expect(call.map(({ accountId, events }) => [accountId, events.length])).toEqual([
      ['acct_1', EVENTS_PER_ENVELOPE],
      ['acct_1', 23],
      ['acct_2', 1],
    ]);
    expect(eventIds(call)).toEqual([...records.map((_, index) => `evt_${index}`), 'evt_999']);
  });

  it('publishes ten envelopes per call, and reports the record from which the stream must repeat after a refusal', async () => {
    const { bus, published } = busRefusing((eventId) => eventId === 'evt_14');
    const records = numbers(23).map((index) => record(index, {}, `acct_${index}`));
    expect(await relay(records, bus)).toEqual({ batchItemFailures: [{ itemIdentifier: 'seq-10' }] });
    expect(published.map((call) => call.length)).toEqual([10]);
  });

  it('omits no event after a refusal, even if the events of several tenants alternate', async () => {
    // Three events of each of eleven tenants: the envelope of the eleventh tenant is refused.
    const records = numbers(33).map((index) => record(index, {}, `acct_${index % 11}`));
    const { bus, published } = busRefusing((eventId) => eventId === 'evt_10');
    const { batchItemFailures } = await relay(records, bus);
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'seq-10' }]);
    const sent = new Set(eventIds(published.flat()));
    const repeated = records.slice(10).map((_, index) => `evt_${index + 10}`);
    expect(
      numbers(33)
        .map((index) => `evt_${index}`)
        .filter((id) => !sent.has(id) && !repeated.includes(id)),
    ).toEqual([]);
  });

  /** A stream record of a usage counter. `isWatched`: the subscription has a maximum amount or an alert. */
  const counterRecord = (sk: string, accountId = 'acct_1', isWatched = true): DynamoDBRecord => ({
    eventName: 'MODIFY',
    dynamodb: {
      SequenceNumber: `seq-${sk}`,
      NewImage: { pk: { S: `A#${accountId}#live#usage-counter` }, sk: { S: sk }, ...(isWatched ? { usage_check: { BOOL: true } } : {}) },
    },
  });

  it('starts one check of usage limits for each subscription', async () => {
    const { bus, started } = busRefusing(() => false);
    const records = [
      counterRecord('sub_1#0'),
      counterRecord('sub_1#3'),
      counterRecord('sub_2'),
      counterRecord('sub_1#1', 'acct_2'),
      counterRecord('sub_3#0', 'acct_1', false),
    ];
    expect(await relay([...records, record(1)], bus)).toEqual({ batchItemFailures: [] });
    const message = { mode: 'live', kind: 'usage_check' };
    expect(started).toEqual([
      { accountId: 'acct_1', ...message, id: 'sub_1' },
      { accountId: 'acct_1', ...message, id: 'sub_2' },
      { accountId: 'acct_2', ...message, id: 'sub_1' },
    ]);
  });

  it('starts the checks of the records before a refused event, because the stream does not repeat these records', async () => {
    const { bus, started } = busRefusing(() => true);
    expect(await relay([counterRecord('sub_1#0'), record(1), counterRecord('sub_2#0')], bus)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'seq-1' }],
    });
    expect(started).toEqual([{ accountId: 'acct_1', mode: 'live', kind: 'usage_check', id: 'sub_1' }]);
  });

  it('lets the stream repeat the batch if the bus refuses a check', async () => {
    const { bus } = busRefusing(() => false);
    const refusing = { ...bus, startChecks: () => Promise.reject(new Error('refused')) };
    expect(await relay([record(1), counterRecord('sub_1#0')], refusing)).toEqual({ batchItemFailures: [{ itemIdentifier: 'seq-1' }] });
    expect(await relay([record(1)], refusing)).toEqual({ batchItemFailures: [] });
  });

  it('keeps every call within the size limit of the bus', () => {
    const longest = { id: `evt_${'Z'.repeat(26)}`, type: 'webhook_endpoint.something_of_a_long_name' };
    const tenants = numbers(BUS_BATCH).map((index) => ({ accountId: `acct_${'Z'.repeat(26)}${index}`, mode: 'test' as const }));
    const envelopes = envelopesOf(tenants.flatMap((tenant) => numbers(EVENTS_PER_ENVELOPE).map(() => ({ tenant, event: longest }))));
    expect(envelopes).toHaveLength(BUS_BATCH);
    expect(JSON.stringify(envelopes).length).toBeLessThan(256 * 1024);
  });
});

describe('workers behind queues', () => {
  let engine: TestEngine;
  let table: Table;
  const envBefore = { ...process.env };
  beforeAll(async () => {
    engine = await startEngine();
    table = tableIn(engine);
    // Queue and key service are unreachable: port 9 is closed.
    Object.assign(process.env, engine.env, {
      WEBHOOK_DELIVERY_QUEUE_URL: 'http://127.0.0.1:9/queue/webhook-delivery',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9',
      AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:9',
      CIPHER_KEY_ID: 'alias/none',
      AWS_MAX_ATTEMPTS: '1',
    });
  });
  afterAll(async () => {
    process.env = envBefore;
    await engine.stop();
  });

  it('fan-out: only invalid messages and messages whose wake-up could not be sent are reported as failed', async () => {
    const { handler } = await import('../../functions/workers/webhook-fanout.ts');
    const subscribed = new TestAccount(table);
    const endpoint = await subscribed.endpoint('http://127.0.0.1:9/');
    const withoutEndpoint = new TestAccount(table);
    const message = (messageId: string, detail: unknown) => ({ messageId, body: JSON.stringify({ detail }) });
    const envelope = async (account: TestAccount) => {
      const event = await account.record('customer.created');
      return { ...account.tenant(), events: [{ id: event.id, type: event.type }] };
    };
    const earlierEvent = await subscribed.record('customer.created');
    const Records = [
      message('wakes', await envelope(subscribed)),
      message('without an endpoint', await envelope(withoutEndpoint)),
      message('unknown', { ...withoutEndpoint.tenant(), events: [{ id: 'evt_nonsense', type: 'x' }] }),
      message('of an earlier release', { ...subscribed.tenant(), eventId: earlierEvent.id, type: earlierEvent.type }),
      message('empty', {}),
      message('invalid', { ...subscribed.tenant(), events: [{ id: 7 }] }),
      { messageId: 'broken', body: '{' },
    ];
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, context);
    // The queue is unreachable: the messages `wakes` and `of an earlier release` fail after their rows are written.
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual([
      'broken',
      'empty',
      'invalid',
      'of an earlier release',
      'wakes',
    ]);
    expect(await subscribed.rows(endpoint)).toHaveLength(2);
  });

  it('delivery: writes a log line for a delivery that could not be processed, and a log line for each error', async () => {
    const { handler } = await import('../../functions/workers/webhook-delivery.ts');
    const account = new TestAccount(table);
    const endpoint = await account.endpoint('http://127.0.0.1:9/');
    await account.publish();
    const { id } = await account.row(endpoint);
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const Records = [{ messageId: 'failing', body: JSON.stringify({ accountId: account.accountId }) }];
    const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
    const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, context);
    const lines = written.mock.calls.map(([text]) => JSON.parse(String(text)) as Readonly<Record<string, unknown>>);
    written.mockRestore();
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'failing' }]);
    expect(lines.filter(({ kind }) => kind === 'webhook_delivery')).toEqual([
      expect.objectContaining({ level: 'info', account: account.accountId, delivery: id, outcome: 'skipped', reason: 'fault' }),
    ]);
    // The error of the delivery, and the `AggregateError` of the run.
    expect(lines.filter(({ kind }) => kind === 'fault')).toHaveLength(2);
  });

  it('delivery: counts consecutive wake-ups without progress, and sends no further wake-up after the maximum', async () => {
    const { handler } = await import('../../functions/workers/webhook-delivery.ts');
    const sent: unknown[] = [];
    const queue = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { MessageBody } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { readonly MessageBody: string };
      sent.push(JSON.parse(MessageBody));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ MessageId: '1', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') }));
    });
    Object.assign(process.env, { WEBHOOK_DELIVERY_QUEUE_URL: `${queue.url}/queue/webhook-delivery`, AWS_ENDPOINT_URL_SQS: queue.url });
    const { accountId } = new TestAccount(table);
    const context = { getRemainingTimeInMillis: () => 1000 } as Context;
    const wake = (message: unknown) =>
      handler({ Records: [{ messageId: '1', body: JSON.stringify(message) }] } as unknown as SQSEvent, context);
    await wake({ accountId });
    await wake(sent[0]);
    await wake({ accountId, wakeUpsWithoutProgress: MAX_WAKE_UPS_WITHOUT_PROGRESS });
    await queue.close();
    expect(sent).toEqual([
      { accountId, wakeUpsWithoutProgress: 1 },
      { accountId, wakeUpsWithoutProgress: 2 },
    ]);
  });
});
