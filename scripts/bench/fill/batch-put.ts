import { setTimeout as pause } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TransactItem } from '../../../shared/store/core/table.ts';

/** Maximum number of items per `BatchWriteItem` call. */
export const MAX_BATCH_ITEMS = 25;
const PAUSE_MS = 25;

/** Puts at most `MAX_BATCH_ITEMS` items, without their conditions; retries unprocessed items. */
export const batchPut = async (client: DynamoDBClient, tableName: string, writes: readonly TransactItem[]): Promise<void> => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  let rest = writes.map(({ Put }) => ({ PutRequest: { Item: Put?.Item } }));
  while (rest.length > 0) {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: rest } }));
    rest = (UnprocessedItems?.[tableName] ?? []) as typeof rest;
    if (rest.length > 0) await pause(PAUSE_MS);
  }
};
