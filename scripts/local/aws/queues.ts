import { join } from 'node:path';
import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import { isObject } from '../files.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_CREDENTIALS, LOCAL_REGION } from '../settings.ts';
import { storeObjectsInFiles } from './buckets.ts';
import { openQueueJournal, type QueueJournal } from './queue-journal.ts';

/** The queues and buckets. Objects of buckets are stored as files, unfinished messages of queues in the journal. */
export interface Queues {
  /** `http://127.0.0.1:<port>`, of queues and buckets. */
  readonly origin: string;
  readonly client: SQSClient;
  urlOf(arn: string): string;
  /** Creates the declared queues and buckets with their stored messages and objects. */
  create(resources: readonly Resource[]): Promise<void>;
  send(arn: string, body: string): Promise<void>;
  stop(): Promise<void>;
}

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
  const journal: Journal = openQueueJournal(dataDirectory);
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION, stores });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = new SQSClient({ endpoint: origin, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: 3 });
  const urlOf = (arn: string): string => `${origin}/${LOCAL_ACCOUNT_ID}/${nameIn(arn)}`;
  return {
    origin,
    client,
    urlOf,
    create: async (resources) => {
      for (const queue of deadLettersFirst(ofType(resources, 'AWS::SQS::Queue'))) {
        const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: queue.name, Attributes: attributesOf(queue) }));
        if (QueueUrl !== urlOf(queue.arn))
          throw new Error(`The queue ${queue.name} has the URL ${QueueUrl}, not the one in the environment of the functions.`);
        journalMessages(stores, queue.name, journal);
      }
      for (const bucket of ofType(resources, 'AWS::S3::Bucket'))
        storeObjectsInFiles(stores.s3Store, bucket.name, join(dataDirectory, 'buckets'));
    },
    send: async (arn, body) => {
      await client.send(new SendMessageCommand({ QueueUrl: urlOf(arn), MessageBody: body }));
    },
    stop: async () => {
      client.destroy();
      app.server.closeAllConnections();
      await app.close();
      journal.close();
    },
  };
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
const journalMessages = (stores: Stores, name: string, journal: Journal): void => {
  const queue = stores.sqsStore.getQueueByName(name);
  if (queue === undefined) throw new Error(`The SQS fake has no queue ${name}.`);
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

/**
 * Creates the fake's stores, with queue URLs on the requested host: the default is a subdomain of `localhost`, which not every system
 * resolves. The package does not export the classes.
 */
const openStores = async (): Promise<Stores> => {
  const entry = import.meta.resolve('fauxqs');
  const load = async (file: string): Promise<Record<string, new () => unknown>> => import(new URL(file, entry).href);
  const [sqs, sns, s3] = await Promise.all([load('./sqs/sqsStore.js'), load('./sns/snsStore.js'), load('./s3/s3Store.js')]);
  const newStore = (module: Record<string, new () => unknown>, name: string): unknown => {
    const Store = module[name];
    if (Store === undefined) throw new Error(`fauxqs has no ${name}.`);
    return new Store();
  };
  const stores = { sqsStore: newStore(sqs, 'SqsStore'), snsStore: newStore(sns, 'SnsStore'), s3Store: newStore(s3, 'S3Store') } as Stores;
  stores.sqsStore.host = '';
  return stores;
};
