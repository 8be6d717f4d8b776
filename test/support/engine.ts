import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { defaultEngine, spawnEngine } from '../../scripts/local/prepare/engine.ts';
import type { EngineKind } from '../../scripts/local/prepare/engine-choice.ts';
import { ensureTable } from '../../scripts/local/prepare/table.ts';
import { TABLE_DEFINITION, TTL_ATTRIBUTE } from '../../scripts/local/prepare/table-definition.ts';

/** Engines for tests of the store, from `TEST_ENGINES`, for example `dynoxide,dynamodb-local`. Default: the engine of the local host. */
export const ENGINES: readonly EngineKind[] = process.env['TEST_ENGINES']?.split(',').map(asEngine) ?? [defaultEngine()];

function asEngine(name: string): EngineKind {
  if (name !== 'dynoxide' && name !== 'dynamodb-local') throw new Error(`TEST_ENGINES contains '${name}': use dynoxide or dynamodb-local.`);
  return name;
}

/** A DynamoDB engine with the service's empty table, for one test file. */
export interface TestEngine {
  readonly kind: EngineKind;
  readonly endpoint: string;
  readonly tableName: string;
  readonly streamArn: string;
  readonly config: DynamoDBClientConfig & { readonly endpoint: string; readonly region: string };
  /** Environment variables that make the service use this engine. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const REGION = 'eu-central-1';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Starts an engine on a free port, in memory, with the table created. Stop it in `afterAll`. */
export const startEngine = async (kind: EngineKind = defaultEngine()): Promise<TestEngine> => {
  const engine = await spawnEngine(kind, null);
  const config = { endpoint: engine.endpoint, region: REGION, credentials: CREDENTIALS };
  const client = new DynamoDBClient(config);
  const tableName = 'billing';
  try {
    const { streamArn } = await ensureTable(client, { ...TABLE_DEFINITION, TableName: tableName }, TTL_ATTRIBUTE);
    if (streamArn === null) throw new Error('The engine created the table without its stream.');
    const env = {
      TABLE_NAME: tableName,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    };
    return { kind: engine.kind, endpoint: engine.endpoint, tableName, streamArn, config, env, stop: () => engine.stop() };
  } catch (error) {
    await engine.stop();
    throw error;
  } finally {
    client.destroy();
  }
};
