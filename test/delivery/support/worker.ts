import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { tableOf } from '../../../shared/store/core/table.ts';
import { TestAccount } from './account.ts';

/**
 * Sends an account's due deliveries until the process is killed, and reports its concurrent posts to the parent process. The clock starts
 * at `START_MS`; posts time out after `DEADLINE_MS`.
 */
const { ACCOUNT_ID, START_MS, DEADLINE_MS, TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;

const table = tableOf(new DynamoDBClient({ endpoint: String(endpoint) }), String(TABLE_NAME), newCapacityCounter());
const account = new TestAccount(table, {
  accountId: String(ACCOUNT_ID),
  startMs: Number(START_MS),
  deadlineMs: Number(DEADLINE_MS),
  onPosts: (posts) => void process.send?.(posts),
});
for (;;) {
  await account.drain();
  await pause(20);
}
