import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type CapacityCounter, newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { type Table, tableOf } from '../../shared/store/core/table.ts';
import { defaultEngine, spawnEngine } from '../local/prepare/engine.ts';
import { ensureTable } from '../local/prepare/table.ts';
import { TABLE_DEFINITION, TTL_ATTRIBUTE } from '../local/prepare/table-definition.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../local/settings.ts';

const TABLE_NAME = 'billing';

/** The service's table in a separate database engine, used without the service. */
export interface EngineTable {
  readonly tableName: string;
  readonly client: DynamoDBClient;
  readonly table: Table;
  /** Returns a client of the same table that adds its calls and capacity units to `capacity`. */
  readonly tableWith: (capacity: CapacityCounter) => Table;
  readonly close: () => Promise<void>;
}

/** Starts a database engine with the service's table, in memory if `directory` is `null`. Writes are twice as fast without a stream. */
export const openEngineTable = async (directory: string | null, stream: 'with stream' | 'without stream'): Promise<EngineTable> => {
  const engine = await spawnEngine(defaultEngine(), directory);
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const definition = stream === 'with stream' ? TABLE_DEFINITION : { ...TABLE_DEFINITION, StreamSpecification: { StreamEnabled: false } };
  await ensureTable(client, { ...definition, TableName: TABLE_NAME }, TTL_ATTRIBUTE);
  return {
    tableName: TABLE_NAME,
    client,
    table: tableOf(client, TABLE_NAME, newCapacityCounter()),
    tableWith: (capacity) => tableOf(client, TABLE_NAME, capacity),
    close: async () => {
      client.destroy();
      await engine.stop();
    },
  };
};
