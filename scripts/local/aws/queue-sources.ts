import { setTimeout as pause } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  type MessageSystemAttributeName,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { isObject, number, objects, text } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_REGION } from '../settings.ts';
import type { Functions } from './functions.ts';
import type { Queues } from './queues.ts';

/** An event source mapping from a queue to a function. */
interface Source {
  readonly queueArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly reportsFailures: boolean;
}

const POLL_SECONDS = 20;
const PAUSE_AFTER_ERROR_MS = 500;
/** Maximum delay of a failed message, which is retried after 1, 2, 4 ... seconds instead of the much longer visibility timeout. */
const MAX_RETRY_SECONDS = 30;

/** Runs every declared event source mapping of a queue until `stop`, which waits for running batches. */
export const startQueueSources = (
  resources: readonly Resource[],
  queues: Queues,
  functions: Functions,
  log: Log,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const loops = declaredSources(resources).map((source) => poll(source, queues, functions, log, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
};

const declaredSources = (resources: readonly Resource[]): readonly Source[] =>
  ofType(resources, 'AWS::Lambda::EventSourceMapping').flatMap(({ properties }) => {
    const queueArn = text(properties['EventSourceArn']) ?? '';
    if (!queueArn.startsWith('arn:aws:sqs:')) return [];
    const scaling = isObject(properties['ScalingConfig']) ? properties['ScalingConfig'] : {};
    const types = properties['FunctionResponseTypes'];
    return [
      {
        queueArn,
        functionArn: functionArnOf(resources, String(properties['FunctionName'])),
        batchSize: number(properties['BatchSize']) ?? 10,
        concurrency: number(scaling['MaximumConcurrency']) ?? 5,
        reportsFailures: Array.isArray(types) && types.includes('ReportBatchItemFailures'),
      },
    ];
  });

/** Returns the ARN of a mapping's function, which the mapping names by name or ARN. */
export const functionArnOf = (resources: readonly Resource[], nameOrArn: string): string => {
  const declaration = ofType(resources, 'AWS::Lambda::Function').find((item) => item.name === nameOrArn || item.arn === nameOrArn);
  if (declaration === undefined) throw new Error(`An event source mapping targets the function ${nameOrArn}, which no template declares.`);
  return declaration.arn;
};

const poll = async (source: Source, queues: Queues, functions: Functions, log: Log, stopping: AbortSignal): Promise<void> => {
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    while (running.size >= source.concurrency) await Promise.race(running);
    try {
      const messages = await receive(source, queues, stopping);
      if (messages.length === 0) continue;
      const batch = processBatch(source, messages, queues, functions, log).finally(() => running.delete(batch));
      running.add(batch);
    } catch (error) {
      if (stopping.aborted) break;
      log.problem(source.queueArn, error);
      await pause(PAUSE_AFTER_ERROR_MS);
    }
  }
  await Promise.all(running);
};

const receive = async (source: Source, queues: Queues, stopping: AbortSignal): Promise<readonly Message[]> => {
  const all: MessageSystemAttributeName[] = ['All'];
  const command = new ReceiveMessageCommand({
    QueueUrl: queues.urlOf(source.queueArn),
    MaxNumberOfMessages: Math.min(source.batchSize, 10),
    WaitTimeSeconds: POLL_SECONDS,
    MessageSystemAttributeNames: all,
    MessageAttributeNames: ['All'],
  });
  return (await queues.client.send(command, { abortSignal: stopping })).Messages ?? [];
};

const processBatch = async (
  source: Source,
  messages: readonly Message[],
  queues: Queues,
  functions: Functions,
  log: Log,
): Promise<void> => {
  const failed = await failuresOf(source, messages, functions, log);
  const QueueUrl = queues.urlOf(source.queueArn);
  const entry = (message: Message) => ({ Id: message.MessageId ?? '', ReceiptHandle: message.ReceiptHandle ?? '' });
  const processed = messages.filter((message) => !failed.has(message.MessageId ?? '')).map(entry);
  const retried = messages
    .filter((message) => failed.has(message.MessageId ?? ''))
    .map((message) => ({ ...entry(message), VisibilityTimeout: retrySeconds(message) }));
  try {
    if (processed.length > 0) await queues.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: processed }));
    if (retried.length > 0) await queues.client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: retried }));
  } catch (error) {
    log.problem(source.queueArn, error);
  }
};

const retrySeconds = (message: Message): number =>
  Math.min(2 ** (Number(message.Attributes?.ApproximateReceiveCount ?? '1') - 1), MAX_RETRY_SECONDS);

/** Returns the ids of the messages to retry: all ids if the function throws or reports an id that is not in the batch. */
const failuresOf = async (source: Source, messages: readonly Message[], functions: Functions, log: Log): Promise<ReadonlySet<string>> => {
  const all = new Set(messages.map((message) => message.MessageId ?? ''));
  try {
    const result = await functions.invoke(source.functionArn, eventOf(source, messages));
    if (!source.reportsFailures || !isObject(result)) return new Set();
    const reportedIds = objects(result['batchItemFailures']).map((item) => String(item['itemIdentifier']));
    return reportedIds.every((id) => all.has(id)) ? new Set(reportedIds) : all;
  } catch (error) {
    log.problem(source.functionArn, error);
    return all;
  }
};

const eventOf = (source: Source, messages: readonly Message[]): SQSEvent => ({
  Records: messages.map(
    (message): SQSRecord => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: {
        ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? '1',
        SentTimestamp: message.Attributes?.SentTimestamp ?? '',
        SenderId: message.Attributes?.SenderId ?? '',
        ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? '',
      },
      messageAttributes: {},
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: source.queueArn,
      awsRegion: LOCAL_REGION,
    }),
  ),
});
