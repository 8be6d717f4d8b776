import { setTimeout as pause } from 'node:timers/promises';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { isObject, numberOrUndefined, objectsIn, text } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from '../settings.ts';
import type { Functions } from './functions.ts';
import type { Queues, ReceivedMessage } from './queues.ts';

/** An event source mapping from a queue to a function. */
interface Source {
  readonly queueArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly reportsFailures: boolean;
}

const PAUSE_AFTER_ERROR_MS = 500;
/** A failed message is retried after 1, 2, 4 ... seconds, at most after this time. The visibility timeout would be much longer. */
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
      queues.endWaits();
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
        batchSize: numberOrUndefined(properties['BatchSize']) ?? 10,
        concurrency: numberOrUndefined(scaling['MaximumConcurrency']) ?? 5,
        reportsFailures: Array.isArray(types) && types.includes('ReportBatchItemFailures'),
      },
    ];
  });

/** Returns the ARN of the function that an event source mapping identifies by name or ARN. */
export const functionArnOf = (resources: readonly Resource[], nameOrArn: string): string => {
  const declaration = ofType(resources, 'AWS::Lambda::Function').find((item) => item.name === nameOrArn || item.arn === nameOrArn);
  if (declaration === undefined) throw new Error(`An event source mapping targets the function ${nameOrArn}, which no template declares.`);
  return declaration.arn;
};

const poll = async (source: Source, queues: Queues, functions: Functions, log: Log, stopping: AbortSignal): Promise<void> => {
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    while (running.size >= source.concurrency) await Promise.race(running);
    if (stopping.aborted) break;
    try {
      const messages = await queues.receive(source.queueArn, source.batchSize);
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

const processBatch = async (
  source: Source,
  messages: readonly ReceivedMessage[],
  queues: Queues,
  functions: Functions,
  log: Log,
): Promise<void> => {
  const failed = await invokeForFailedIds(source, messages, functions, log);
  try {
    for (const { id, receiptHandle, receiveCount } of messages) {
      if (failed.has(id)) queues.retryAfter(source.queueArn, receiptHandle, retrySeconds(receiveCount));
      else queues.deleteMessage(source.queueArn, receiptHandle);
    }
  } catch (error) {
    // The queue's file could not be written, for example because the disk is full. The messages become visible again later.
    log.problem(source.queueArn, error);
  }
};

const retrySeconds = (receiveCount: number): number => Math.min(2 ** (receiveCount - 1), MAX_RETRY_SECONDS);

/**
 * Invokes the function with the messages. Returns the ids of the messages to retry: all ids if the function throws or reports an id that is
 * not in the batch.
 */
const invokeForFailedIds = async (
  source: Source,
  messages: readonly ReceivedMessage[],
  functions: Functions,
  log: Log,
): Promise<ReadonlySet<string>> => {
  const all = new Set(messages.map(({ id }) => id));
  try {
    const result = await functions.invoke(source.functionArn, eventOf(source, messages));
    if (!source.reportsFailures || !isObject(result)) return new Set();
    const reportedIds = objectsIn(result['batchItemFailures']).map((item) => String(item['itemIdentifier']));
    return reportedIds.every((id) => all.has(id)) ? new Set(reportedIds) : all;
  } catch (error) {
    log.problem(source.functionArn, error);
    return all;
  }
};

const eventOf = (source: Source, messages: readonly ReceivedMessage[]): SQSEvent => ({
  Records: messages.map(
    ({ id, receiptHandle, body, bodyMd5, receiveCount, sentMs, firstReceivedMs }): SQSRecord => ({
      messageId: id,
      receiptHandle,
      body,
      attributes: {
        ApproximateReceiveCount: String(receiveCount),
        SentTimestamp: String(sentMs),
        SenderId: LOCAL_ACCOUNT_ID,
        ApproximateFirstReceiveTimestamp: String(firstReceivedMs),
      },
      messageAttributes: {},
      md5OfBody: bodyMd5,
      eventSource: 'aws:sqs',
      eventSourceARN: source.queueArn,
      awsRegion: LOCAL_REGION,
    }),
  ),
});
