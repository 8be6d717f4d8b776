import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logError } from '../platform/log-lines.ts';

/** Runs `work` for each message of a batch; returns only the failed messages to the queue. */
export const eachMessage = async <T>(event: SQSEvent, work: (message: T) => Promise<void>): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  await Promise.all(
    event.Records.map(async ({ messageId, body }) => {
      try {
        await work(JSON.parse(body) as T);
      } catch (error) {
        logError(error, { messageId });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }),
  );
  return { batchItemFailures };
};
