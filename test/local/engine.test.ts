import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { startEngine } from '../support/engine.ts';

describe('test engine', () => {
  it.each(['dynoxide', 'dynamodb-local'] as const)(
    '%s keeps an item in its own table',
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

  it('gives each caller an engine of its own', async () => {
    const engines = await Promise.all([startEngine(), startEngine(), startEngine()]);
    expect(new Set(engines.map((engine) => engine.endpoint)).size).toBe(3);
    await Promise.all(engines.map((engine) => engine.stop()));
  }, 120_000);
});
