import { createHash } from 'node:crypto';
import type { Context, DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { envelopeOf, relay } from '../../functions/workers/event-relay.ts';
import type { BusEntry, BusPort } from '../../shared/ports/index.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { MAX_IDLE_HOPS } from '../../shared/webhooks/drain.ts';
import { serve } from '../provider/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

const record = (index: number, given: Partial<DynamoDBRecord> = {}): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: `seq-${index}`,
    NewImage: {
      pk: { S: 'A#acct_1#test#log' },
      sk: { S: String(index).padStart(12, '0') },
      t: { S: 'event' },
      event_id: { S: `evt_${index}` },
      event_type: { S: 'customer.created' },
    },
  },
  ...given,
});

/** As a former release wrote it: the event is a map. */
const asFormerly = (index: number): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    NewImage: {
      pk: { S: 'A#acct_1#test#log' },
      t: { S: 'event' },
      event: { M: { id: { S: `evt_${index}` }, type: { S: 'customer.created' } } },
    },
  },
});

const busThat = (refuses: (entry: BusEntry) => boolean) => {
  const published: string[][] = [];
  const bus: BusPort = {
    publish: async (entries) => {
      if (entries.some(refuses)) throw new Error('refused');
      published.push(entries.map(({ eventId }) => eventId));
    },
  };
  return { bus, published };
};

describe('relay', () => {
  it('makes the envelope of an inserted public event, and of nothing else', () => {
    expect(envelopeOf(record(7))).toEqual({ accountId: 'acct_1', mode: 'test', eventId: 'evt_7', type: 'customer.created' });
    expect(envelopeOf(asFormerly(7))).toEqual(envelopeOf(record(7)));
    expect(envelopeOf(record(7, { eventName: 'MODIFY' }))).toBeNull();
    expect(envelopeOf(record(7, { dynamodb: { NewImage: { t: { S: 'tombstone' } } } }))).toBeNull();
    expect(envelopeOf({ eventName: 'INSERT' })).toBeNull();
  });

  it('publishes a batch in tens, in order', async () => {
    const { bus, published } = busThat(() => false);
    const records = Array.from({ length: 23 }, (_, index) => record(index));
    expect(await relay(records, bus)).toEqual({ batchItemFailures: [] });
    expect(published.map((batch) => batch.length)).toEqual([10, 10, 3]);
    expect(published.flat()).toEqual(records.map((_, index) => `evt_${index}`));
  });

  it('reports from where the stream is to repeat when the bus refuses', async () => {
    const { bus, published } = busThat(({ eventId }) => eventId === 'evt_14');
    const records = Array.from({ length: 23 }, (_, index) => record(index));
    expect(await relay(records, bus)).toEqual({ batchItemFailures: [{ itemIdentifier: 'seq-10' }] });
    expect(published).toHaveLength(1);
  });
});

describe('workers behind queues', () => {
  let engine: TestEngine;
  let table: Table;
  const before = { ...process.env };
  beforeAll(async () => {
    engine = await startEngine();
    table = tableIn(engine);
    Object.assign(process.env, engine.env, {
      WEBHOOK_DELIVERY_QUEUE_URL: 'http://127.0.0.1:9/queue/webhook-delivery',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9',
      AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:9',
      CIPHER_KEY_ID: 'alias/none',
      AWS_MAX_ATTEMPTS: '1',
    });
  });
  afterAll(async () => {
    process.env = before;
    await engine.stop();
  });

  it('fan-out: report each message that failed on its own, and those whose wake-up could not be sent', async () => {
    const { handler } = await import('../../functions/workers/webhook-fanout.ts');
    const listening = new TestAccount(table);
    const endpoint = await listening.endpoint('http://127.0.0.1:9/');
    const silent = new TestAccount(table);
    const message = (messageId: string, detail: unknown) => ({ messageId, body: JSON.stringify({ detail }) });
    const envelope = async (account: TestAccount) => {
      const event = await account.record('customer.created');
      return { ...account.tenant(), eventId: event.id, type: event.type };
    };
    const Records = [
      message('wakes', await envelope(listening)),
      message('silent', await envelope(silent)),
      message('unknown', { ...silent.tenant(), eventId: 'evt_nonsense', type: 'x' }),
      { messageId: 'broken', body: '{' },
    ];
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, context);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['broken', 'wakes']);
    expect(await listening.rows(endpoint)).toHaveLength(1);
  });

  it('delivery: write a line for each delivery and for each fault behind it', async () => {
    const { handler } = await import('../../functions/workers/webhook-delivery.ts');
    const account = new TestAccount(table);
    const endpoint = await account.endpoint('http://127.0.0.1:9/');
    await account.publish();
    const { id } = await account.row(endpoint);
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const Records = [{ messageId: 'sealed', body: JSON.stringify({ accountId: account.accountId }) }];
    const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
    const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, context);
    const lines = written.mock.calls.map(([text]) => JSON.parse(String(text)) as Readonly<Record<string, unknown>>);
    written.mockRestore();
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'sealed' }]);
    expect(lines.filter(({ kind }) => kind === 'webhook_delivery')).toEqual([
      expect.objectContaining({ level: 'info', account: account.accountId, delivery: id, outcome: 'skipped', reason: 'fault' }),
    ]);
    expect(lines.filter(({ kind }) => kind === 'fault')).toHaveLength(2);
  });

  it('delivery: count the wake-ups in a row that had nothing to do', async () => {
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
    await wake({ accountId, idleHops: MAX_IDLE_HOPS });
    await queue.close();
    expect(sent).toEqual([
      { accountId, idleHops: 1 },
      { accountId, idleHops: 2 },
    ]);
  });
});
