import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ensureTable } from '../../scripts/local/table.ts';
import { TABLE_DEFINITION } from '../../scripts/local/table-definition.ts';
import { startEngine } from '../support/engine.ts';

describe('test engine', () => {
  it.each(['dynoxide', 'dynamodb-local'] as const)(
    '%s stores an item in its table',
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
    '%s adds missing indexes to a table of an older release and fills them',
    async (kind) => {
      const engine = await startEngine(kind);
      const client = new DynamoDBClient(engine.config);
      const { GlobalSecondaryIndexes = [], AttributeDefinitions = [], ...rest } = TABLE_DEFINITION;
      const isNew = (name = ''): boolean => name === 'by-filter' || name === 'by-parent';
      const older = {
        ...rest,
        TableName: 'older',
        GlobalSecondaryIndexes: GlobalSecondaryIndexes.filter(({ IndexName }) => !isNew(IndexName)),
        AttributeDefinitions: AttributeDefinitions.filter(
          ({ AttributeName = '' }) => !/^[fp]?[ps]k$/.test(AttributeName) || /^[ps]k$/.test(AttributeName),
        ),
      };
      try {
        await ensureTable(client, older, null);
        const Item = { pk: { S: 'a' }, sk: { S: 'b' }, fpk: { S: 'f' }, fsk: { S: 'b' } };
        await client.send(new PutItemCommand({ TableName: 'older', Item }));
        await ensureTable(client, { ...TABLE_DEFINITION, TableName: 'older' }, null);
        const { Items } = await client.send(
          new QueryCommand({
            TableName: 'older',
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

  it('starts a separate engine for each caller', async () => {
    const engines = await Promise.all([startEngine(), startEngine(), startEngine()]);
    expect(new Set(engines.map((engine) => engine.endpoint)).size).toBe(3);
    await Promise.all(engines.map((engine) => engine.stop()));
  }, 120_000);
});
