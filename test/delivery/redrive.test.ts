import { type DeleteObjectCommandInput, type GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { GetQueueUrlCommandInput, Message, SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { redriveMessages, redriveRecords } from '../../scripts/events/redrive.ts';
import type { BusPort, Envelope, UsageCheckMessage } from '../../shared/ports/index.ts';

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: unknown;
}

const DEAD_LETTERS = 'http://queues/undelivered';

/** A message in the format of EventBridge's dead-letter queues. `target`: name of the queue that it did not reach. */
const deadLetter = (id: string, target: string | null): Message => ({
  MessageId: id,
  ReceiptHandle: `receipt-${id}`,
  Body: JSON.stringify({ detail: id }),
  MessageAttributes: {
    ERROR_CODE: { DataType: 'String', StringValue: 'NO_PERMISSIONS' },
    ...(target === null ? {} : { TARGET_ARN: { DataType: 'String', StringValue: `arn:aws:sqs:eu-west-1:111111111111:${target}` } }),
  },
});

/** Queues that return these messages once. A queue with the name `gone` does not exist. */
const queuesWith = (messages: readonly Message[]) => {
  const remaining = [...messages];
  const sent: (readonly [queue: string | undefined, body: string | undefined])[] = [];
  const deleted: unknown[] = [];
  const answers: Readonly<Record<string, (input: never) => unknown>> = {
    ReceiveMessageCommand: () => ({ Messages: remaining.splice(0, 2) }),
    GetQueueUrlCommand: ({ QueueName, QueueOwnerAWSAccountId }: GetQueueUrlCommandInput) => {
      if (QueueName === 'gone') throw new Error('The queue does not exist.');
      return { QueueUrl: `http://queues/${QueueOwnerAWSAccountId}/${QueueName}` };
    },
    SendMessageCommand: ({ QueueUrl, MessageBody }: SendMessageCommandInput) => sent.push([QueueUrl, MessageBody]),
    DeleteMessageCommand: (input: unknown) => deleted.push(input),
  };
  const client = { send: async ({ constructor: { name }, input }: Command) => answers[name]?.(input as never) } as unknown as SQSClient;
  return { client, sent, deleted };
};

describe('redrive of undelivered messages', () => {
  it('sends each message to the queue that it did not reach and deletes the message; a message that names no queue stays', async () => {
    const { client, sent, deleted } = queuesWith([
      deadLetter('event', 'WebhookFanout'),
      deadLetter('check', 'DueWork'),
      deadLetter('bounce', 'MailFeedback'),
      deadLetter('other', null),
    ]);
    expect(await redriveMessages(client, DEAD_LETTERS)).toEqual({ sent: 3, left: 1 });
    expect(sent).toEqual([
      ['http://queues/111111111111/WebhookFanout', '{"detail":"event"}'],
      ['http://queues/111111111111/DueWork', '{"detail":"check"}'],
      ['http://queues/111111111111/MailFeedback', '{"detail":"bounce"}'],
    ]);
    expect(deleted).toEqual(['event', 'check', 'bounce'].map((id) => ({ QueueUrl: DEAD_LETTERS, ReceiptHandle: `receipt-${id}` })));
  });

  it('deletes no message that it could not send', async () => {
    const { client, sent, deleted } = queuesWith([deadLetter('event', 'gone')]);
    await expect(redriveMessages(client, DEAD_LETTERS)).rejects.toThrow('The queue does not exist.');
    expect([sent, deleted]).toEqual([[], []]);
  });
});

const PARTITION = 'A#acct_1#test';
const EVENT_RECORD = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { pk: { S: `${PARTITION}#log` }, t: { S: 'event' }, event_id: { S: 'evt_1' }, event_type: { S: 'invoice.paid' } } },
};
const CHECK_RECORD = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { pk: { S: `${PARTITION}#usage` }, sk: { S: 'sub_1#0' }, usage_check: { BOOL: true } } },
};

/** A bucket with these objects. */
const bucketWith = (objects: Readonly<Record<string, unknown>>) => {
  const deleted: string[] = [];
  const answers: Readonly<Record<string, (input: never) => unknown>> = {
    ListObjectsV2Command: () => ({ Contents: Object.keys(objects).map((Key) => ({ Key })) }),
    GetObjectCommand: ({ Key = '' }: GetObjectCommandInput) => ({
      Body: { transformToString: async () => JSON.stringify(objects[Key]) },
    }),
    DeleteObjectCommand: ({ Key = '' }: DeleteObjectCommandInput) => deleted.push(Key),
  };
  const client = Object.assign(new S3Client({ region: 'eu-west-1' }), {
    send: async ({ constructor: { name }, input }: Command) => answers[name]?.(input as never),
  });
  return { client, deleted };
};

const recordingBus = (failure: Error | null = null) => {
  const envelopes: Envelope[] = [];
  const checks: UsageCheckMessage[] = [];
  const bus: BusPort = {
    publish: async (each) => {
      envelopes.push(...each);
    },
    startChecks: async (each) => {
      if (failure !== null) throw failure;
      checks.push(...each);
    },
  };
  return { bus, envelopes, checks };
};

describe('redrive of stream records', () => {
  const stored = { DDBStreamBatchInfo: { batchSize: 2 }, payload: JSON.stringify({ Records: [EVENT_RECORD, CHECK_RECORD] }) };

  it('publishes their events and usage checks, and deletes their objects in the bucket; objects without records stay', async () => {
    const { client, deleted } = bucketWith({ first: stored, positions: { DDBStreamBatchInfo: { batchSize: 1 } } });
    const { bus, envelopes, checks } = recordingBus();
    expect(await redriveRecords(client, 'bucket', bus)).toEqual({ sent: 2, left: 1 });
    expect(envelopes).toEqual([{ accountId: 'acct_1', mode: 'test', events: [{ id: 'evt_1', type: 'invoice.paid' }] }]);
    expect(checks).toEqual([{ accountId: 'acct_1', mode: 'test', kind: 'usage_check', id: 'sub_1' }]);
    expect(deleted).toEqual(['first']);
  });

  it('deletes no object whose records it could not publish', async () => {
    const { client, deleted } = bucketWith({ first: stored });
    const { bus } = recordingBus(new Error('The bus refused entries.'));
    await expect(redriveRecords(client, 'bucket', bus)).rejects.toThrow('The bus refused entries.');
    expect(deleted).toEqual([]);
  });
});
