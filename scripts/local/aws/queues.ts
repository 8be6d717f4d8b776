import { join } from 'node:path';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import { isObject } from '../files.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_CREDENTIALS, LOCAL_REGION } from '../settings.ts';
import { storeObjectsInFiles } from './buckets.ts';
import { openQueueJournal, type QueueJournal } from './queue-journal.ts';

/**
 * The queues and buckets. Objects of buckets are stored as files, unfinished messages of queues in the journal. Functions call the queues
 * over HTTP; the host, which does what AWS does between a queue and a function, calls them directly.
 */
export interface Queues {
  /** `http://127.0.0.1:<port>`, of queues and buckets. */
  readonly origin: string;
  /** Creates the declared queues and buckets with their stored messages and objects. */
  create(resources: readonly Resource[]): Promise<void>;
  send(arn: string, body: string): void;
  /** Receives up to `limit` messages, at most 10. Waits up to 20 s if there are none. */
  receive(arn: string, limit: number): Promise<readonly ReceivedMessage[]>;
  deleteMessage(arn: string, receiptHandle: string): void;
  /** Makes a received message visible again after this time. */
  retryAfter(arn: string, receiptHandle: string, seconds: number): void;
  /** Ends every wait of `receive`. */
  endWaits(): void;
  stop(): Promise<void>;
}

/** A message, and how often and when it was received so far. */
export interface ReceivedMessage {
  readonly id: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly bodyMd5: string;
  readonly receiveCount: number;
  readonly sentMs: number;
  readonly firstReceivedMs: number;
}

const WAIT_SECONDS = 20;

const ATTRIBUTES = [
  'ContentBasedDeduplication',
  'DelaySeconds',
  'FifoQueue',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];

/** Starts the SQS and S3 fake, without queues, on a free port of the loopback interface. */
export const startQueues = async (dataDirectory: string): Promise<Queues> => {
  const stores = await openStores();
  const sendMessage = await loadFromFake<SendMessage>('./sqs/actions/sendMessage.js', 'sendMessage');
  const journal: Journal = openQueueJournal(dataDirectory);
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION, stores });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const queueOf = (arn: string): Queue => queueIn(stores, nameIn(arn));
  const dequeue = (arn: string, limit: number) => {
    const queue = queueOf(arn);
    const messages = queue.dequeue(limit, undefined, (deadLetterArn) => stores.sqsStore.getQueueByArn(deadLetterArn));
    return messages.map((message) => receivedFrom(queue, message));
  };
  return {
    origin,
    create: async (resources) => {
      const declared = ofType(resources, 'AWS::SQS::Queue');
      await createQueues(origin, declared);
      for (const { name } of declared) journalMessages(queueIn(stores, name), journal);
      for (const bucket of ofType(resources, 'AWS::S3::Bucket'))
        storeObjectsInFiles(stores.s3Store, bucket.name, join(dataDirectory, 'buckets'));
    },
    send: (arn, body) => {
      sendMessage({ QueueUrl: queueOf(arn).url, MessageBody: body }, stores.sqsStore);
    },
    receive: async (arn, limit) => {
      const messages = dequeue(arn, limit);
      if (messages.length > 0) return messages;
      await queueOf(arn).waitForMessages(WAIT_SECONDS);
      return dequeue(arn, limit);
    },
    deleteMessage: (arn, receiptHandle) => {
      queueOf(arn).deleteMessage(receiptHandle);
    },
    retryAfter: (arn, receiptHandle, seconds) => queueOf(arn).changeVisibility(receiptHandle, seconds),
    endWaits: () => {
      for (const queue of stores.sqsStore.listQueues()) queue.cancelWaiters();
    },
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      journal.close();
    },
  };
};

const createQueues = async (origin: string, declared: readonly Resource[]): Promise<void> => {
  const client = new SQSClient({ endpoint: origin, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  for (const queue of deadLettersFirst(declared)) {
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: queue.name, Attributes: attributesOf(queue) }));
    if (QueueUrl !== `${origin}/${LOCAL_ACCOUNT_ID}/${queue.name}`)
      throw new Error(`The queue ${queue.name} has the URL ${QueueUrl}, not the one in the environment of the functions.`);
  }
  client.destroy();
};

const queueIn = (stores: Stores, name: string): Queue => {
  const queue = stores.sqsStore.getQueueByName(name);
  if (queue === undefined) throw new Error(`No template declares the queue ${name}.`);
  return queue;
};

const receivedFrom = (
  { inflightMessages }: Queue,
  { MessageId: id, ReceiptHandle: receiptHandle, Body: body, MD5OfBody: bodyMd5 }: ReturnType<Queue['dequeue']>[number],
): ReceivedMessage => {
  const stored = inflightMessages.get(receiptHandle)?.message;
  if (stored === undefined) throw new Error(`The message ${id} is not in its queue.`);
  const { approximateReceiveCount: receiveCount, sentTimestamp: sentMs } = stored;
  return { id, receiptHandle, body, bodyMd5, receiveCount, sentMs, firstReceivedMs: stored.approximateFirstReceiveTimestamp ?? sentMs };
};

const nameIn = (arn: string): string => arn.split(':').at(-1) ?? arn;

/** Sorts queues so that a dead-letter queue exists before the queue that refers to it. */
const deadLettersFirst = (queues: readonly Resource[]): readonly Resource[] =>
  [...queues].sort((one, other) => Number('RedrivePolicy' in one.properties) - Number('RedrivePolicy' in other.properties));

const attributesOf = (queue: Resource): Record<string, string> =>
  Object.fromEntries(
    ATTRIBUTES.flatMap((name) => {
      const value = queue.properties[name];
      if (value === undefined) return [];
      return [[name, isObject(value) ? JSON.stringify(value) : String(value)] as const];
    }),
  );

type Stores = NonNullable<BuildAppOptions['stores']>;
type Queue = NonNullable<ReturnType<Stores['sqsStore']['getQueueByName']>>;
type Journal = QueueJournal<Parameters<Queue['enqueue']>[0]>;

/** Fills a new queue with the messages of the journal, and records all later changes in the journal. */
const journalMessages = (queue: Queue, journal: Journal): void => {
  const { name } = queue;
  const enqueue = queue.enqueue.bind(queue);
  const deleteMessage = queue.deleteMessage.bind(queue);
  for (const message of journal.unfinishedIn(name)) enqueue(message);
  queue.enqueue = (message) => {
    journal.put(name, message);
    enqueue(message);
  };
  queue.deleteMessage = (receiptHandle) => {
    const message = queue.inflightMessages.get(receiptHandle)?.message;
    if (message !== undefined) journal.done(message.messageId);
    return deleteMessage(receiptHandle);
  };
};

type SendMessage = (input: { readonly QueueUrl: string; readonly MessageBody: string }, store: Stores['sqsStore']) => unknown;

/** Loads what a file of the fake exports. The package itself does not export it. */
const loadFromFake = async <Exported>(file: string, name: string): Promise<Exported> => {
  const module: Readonly<Record<string, unknown>> = await import(new URL(file, import.meta.resolve('fauxqs')).href);
  if (module[name] === undefined) throw new Error(`fauxqs has no ${name}.`);
  return module[name] as Exported;
};

/**
 * Creates the fake's stores, with queue URLs on the requested host: the default is a subdomain of `localhost`, which not every system
 * resolves.
 */
const openStores = async (): Promise<Stores> => {
  const newStore = async <Store>(file: string, name: string): Promise<Store> => new (await loadFromFake<new () => Store>(file, name))();
  const stores: Stores = {
    sqsStore: await newStore('./sqs/sqsStore.js', 'SqsStore'),
    snsStore: await newStore('./sns/snsStore.js', 'SnsStore'),
    s3Store: await newStore('./s3/s3Store.js', 'S3Store'),
  };
  stores.sqsStore.host = '';
  return stores;
};
