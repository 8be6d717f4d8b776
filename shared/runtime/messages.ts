import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { logError, trackOutcome } from '../platform/log-lines.ts';
import { meansOverload } from '../platform/overload.ts';

/** Runs `work` for each record of a batch; returns only the failed records to the queue. */
export const eachRecord = async (event: SQSEvent, work: (record: SQSRecord) => Promise<void>): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  let faults = 0;
  await Promise.all(
    event.Records.map(async (record) => {
      try {
        await work(record);
      } catch (error) {
        logError(error, { messageId: record.messageId });
        if (!meansOverload(error)) faults += 1;
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }),
  );
  // A batch that failed only because of too much load is not tracked: it does not show whether the code works.
  if (faults > 0 || batchItemFailures.length < event.Records.length) trackBatchOutcome(event, batchItemFailures);
  return { batchItemFailures };
};

/** Tracks the outcome of an invocation (`trackOutcome`): failed if all records of the batch failed. */
export const trackBatchOutcome = ({ Records: records }: { readonly Records: readonly unknown[] }, failures: readonly unknown[]): void =>
  trackOutcome(failures.length < records.length ? 'succeeded' : 'failed', { worker: process.env.AWS_LAMBDA_FUNCTION_NAME ?? '' });

/** Like `eachRecord`, but parses the body of each record from JSON. */
export const eachMessage = <T>(event: SQSEvent, work: (message: T, record: SQSRecord) => Promise<void>): Promise<SQSBatchResponse> =>
  eachRecord(event, (record) => work(JSON.parse(record.body) as T, record));
