import type { Context, DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envelopeOf, relay } from '../../functions/workers/event-relay.ts';
import type { BusEntry, BusPort } from '../../shared/ports/index.ts';
import type { Table } from '../../shared/store/table.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn, Workspace } from './support/workspace.ts';

const record = (index: number, given: Partial<DynamoDBRecord> = {}): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: `seq-${index}`,
    NewImage: {
      pk: { S: 'A#acct_1#test#log' },
      sk: { S: String(index).padStart(12, '0') },
      t: { S: 'event' },
      event: { M: { id: { S: `evt_${index}` }, type: { S: 'customer.created' } } },
    },
  },
  ...given,
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

describe('fan-out worker', () => {
  let engine: TestEngine;
  let table: Table;
  const before = { ...process.env };
  beforeAll(async () => {
    engine = await startEngine();
    table = tableIn(engine);
    Object.assign(process.env, engine.env, {
      WEBHOOK_DELIVERY_QUEUE_URL: 'http://127.0.0.1:9/queue/webhook-delivery',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9',
      AWS_MAX_ATTEMPTS: '1',
    });
  });
  afterAll(async () => {
    process.env = before;
    await engine.stop();
  });

  it('reports each message that failed on its own, and those whose wake-up could not be sent', async () => {
    const { handler } = await import('../../functions/workers/webhook-fanout.ts');
    const listening = new Workspace(table);
    const endpoint = await listening.endpoint('http://127.0.0.1:9/');
    const silent = new Workspace(table);
    const message = (messageId: string, detail: unknown) => ({ messageId, body: JSON.stringify({ detail }) });
    const envelope = async (workspace: Workspace) => {
      const event = await workspace.record('customer.created');
      return { ...workspace.tenant(), eventId: event.id, type: event.type };
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
});
