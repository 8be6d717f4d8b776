import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ensureTable } from '../../scripts/local/prepare/table.ts';
import { TABLE_DEFINITION } from '../../scripts/local/prepare/table-definition.ts';
import { startEngine } from '../support/engine.ts';

describe('the engine of tests', () => {
  it.each(['dynoxide', 'dynamodb-local'] as const)(
    'stores an item: %s',
    async (kind) => {
      const engine = await startEngine(kind);
      const client = new DynamoDBClient(engine.config);
      try {
        await client.send(new PutItemCommand({ TableName: engine.tableName, Item: { pk: { S: 'a' }, sk: { S: 'b' } } }));
        const { Item } = await client.send(new GetItemCommand({ TableName: engine.tableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }));
        expect(Item?.['sk']?.S).toBe('b');
      } finally {
        client.destroy();
        await engine.stop();
      }
    },
    180_000,
  );

  it.each(['dynoxide', 'dynamodb-local'] as const)(
    'adds missing indexes to a table of an earlier release; the indexes contain its existing items: %s',
    async (kind) => {
      const engine = await startEngine(kind);
      const client = new DynamoDBClient(engine.config);
      const { GlobalSecondaryIndexes = [], AttributeDefinitions = [], ...rest } = TABLE_DEFINITION;
      const missingIndexes = ['by-filter', 'by-parent'];
      const missingAttributes = ['fpk', 'fsk', 'ppk', 'psk'];
      const earlierDefinition = {
        ...rest,
        TableName: 'earlier',
        GlobalSecondaryIndexes: GlobalSecondaryIndexes.filter(({ IndexName = '' }) => !missingIndexes.includes(IndexName)),
        AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName = '' }) => !missingAttributes.includes(AttributeName)),
      };
      try {
        await ensureTable(client, earlierDefinition, null);
        const Item = { pk: { S: 'a' }, sk: { S: 'b' }, fpk: { S: 'f' }, fsk: { S: 'b' } };
        await client.send(new PutItemCommand({ TableName: 'earlier', Item }));
        await ensureTable(client, { ...TABLE_DEFINITION, TableName: 'earlier' }, null);
        const { Items } = await client.send(
          new QueryCommand({
            TableName: 'earlier',
            IndexName: 'by-filter',
            KeyConditionExpression: 'fpk = :f',
            ExpressionAttributeValues: { ':f': { S: 'f' } },
          }),
        );
        expect(Items?.map(({ sk }) => sk?.S)).toEqual(['b']);
      } finally {
        client.destroy();
        await engine.stop();
      }
    },
    180_000,
  );

  it('has a separate endpoint for each call of startEngine', async () => {
    const engines = await Promise.all([startEngine(), startEngine(), startEngine()]);
    expect(new Set(engines.map((engine) => engine.endpoint)).size).toBe(3);
    await Promise.all(engines.map((engine) => engine.stop()));
  });
});
