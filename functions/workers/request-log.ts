import { gunzipSync } from 'node:zlib';
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from 'aws-lambda';
import { openTable } from '../../shared/runtime/services.ts';
import { loggedStep } from '../../shared/runtime/step.ts';
import { parseRequestLine, recordRequests } from '../../shared/store/requests/request-log.ts';

/** Reads API requests from log lines, and records them in the request log of their accounts. CloudWatch retries a failed batch. */
export const handler = loggedStep('request-log', async ({ awslogs }: CloudWatchLogsEvent): Promise<void> => {
  const { logEvents } = JSON.parse(gunzipSync(Buffer.from(awslogs.data, 'base64')).toString()) as CloudWatchLogsDecodedData;
  const requests = logEvents.flatMap(({ message, timestamp }) => parseRequestLine(message, timestamp) ?? []);
  await recordRequests(openTable(), requests);
});
