import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { isObject, objects } from './files.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_CREDENTIALS, LOCAL_REGION } from './settings.ts';
import { ofType, type Resource } from './template.ts';

/** The queues and buckets, in the memory of this process. */
export interface Queues {
  /** `http://127.0.0.1:<port>`; also where buckets are. */
  readonly origin: string;
  readonly client: SQSClient;
  urlOf(arn: string): string;
  /** Creates the declared queues. Throws when a queue wants what the stand-in does not know. */
  create(resources: readonly Resource[]): Promise<void>;
  /** Answers the message's id. */
  send(arn: string, body: string): Promise<string>;
  /** Ids of all messages of a queue that nobody has finished: waiting, delayed or in work. */
  unfinished(arn: string): Promise<ReadonlySet<string>>;
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

/** Starts the empty service on a free port of the loopback interface. */
export const startQueues = async (): Promise<Queues> => {
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION });
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
        if (QueueUrl !== urlOf(queue.arn)) throw new Error(`The queue ${queue.name} has the address ${QueueUrl}, not the one that functions are told.`);
      }
    },
    send: async (arn, body) => {
      const { MessageId } = await client.send(new SendMessageCommand({ QueueUrl: urlOf(arn), MessageBody: body }));
      if (MessageId === undefined) throw new Error(`A message to ${arn} was not taken.`);
      return MessageId;
    },
    unfinished: async (arn) => messageIds(await (await fetch(`${origin}/_fauxqs/queues/${nameIn(arn)}`)).json()),
    stop: async () => {
      client.destroy();
      app.server.closeAllConnections();
      await app.close();
    },
  };
};

const nameIn = (arn: string): string => arn.split(':').at(-1) ?? arn;

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

const messageIds = (inspection: unknown): ReadonlySet<string> => {
  const messages = isObject(inspection) && isObject(inspection['messages']) ? inspection['messages'] : {};
  const { ready, delayed, inflight } = messages;
  const all = [...objects(ready), ...objects(delayed), ...objects(inflight).map((entry) => (isObject(entry['message']) ? entry['message'] : {}))];
  return new Set(all.map((message) => String(message['messageId'])));
};
