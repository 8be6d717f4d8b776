import { setTimeout as pause } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';

/** Creates the table, or adds missing indexes to a table of an older release. `streamArn`: the ARN of the table's stream. */
export const ensureTable = async (
  client: DynamoDBClient,
  definition: CreateTableCommandInput & { readonly TableName: string },
  ttlAttribute: string | null,
): Promise<{ readonly streamArn: string | null; readonly created: boolean }> => {
  const existing = await describe(client, definition.TableName);
  if (existing !== null) {
    await addIndexes(client, definition, new Set(existing.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)));
    return { streamArn: existing.LatestStreamArn ?? null, created: false };
  }
  await client.send(new CreateTableCommand(definition));
  if (ttlAttribute !== null) {
    const specification = { Enabled: true, AttributeName: ttlAttribute };
    await client.send(new UpdateTimeToLiveCommand({ TableName: definition.TableName, TimeToLiveSpecification: specification }));
  }
  const table = await describe(client, definition.TableName);
  return { streamArn: table?.LatestStreamArn ?? null, created: true };
};

/** Adds indexes one at a time, as DynamoDB requires; waits until each index is active and contains the existing items. */
const addIndexes = async (
  client: DynamoDBClient,
  { TableName, AttributeDefinitions, GlobalSecondaryIndexes = [] }: CreateTableCommandInput & { readonly TableName: string },
  present: ReadonlySet<string | undefined>,
): Promise<void> => {
  for (const Create of GlobalSecondaryIndexes.filter(({ IndexName }) => !present.has(IndexName))) {
    await client.send(new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] }));
    await untilReady(client, TableName);
  }
};

const READY_WITHIN_MS = 60_000;

const untilReady = async (client: DynamoDBClient, tableName: string): Promise<void> => {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const table = await describe(client, tableName);
    const statuses = [table?.TableStatus, ...(table?.GlobalSecondaryIndexes ?? []).map(({ IndexStatus }) => IndexStatus)];
    if (statuses.every((status) => status === 'ACTIVE')) return;
    if (Date.now() > deadlineMs) throw new Error(`The table ${tableName} is not ready: ${statuses.join(', ')}.`);
    await pause(100);
  }
};

const describe = async (client: DynamoDBClient, tableName: string) => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
};
