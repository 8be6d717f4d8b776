import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openEngineTable } from '../../scripts/bench/engine-table.ts';
import { newCustomerId, writeOfCustomer } from '../../scripts/bench/items.ts';
import { processTree } from '../../scripts/bench/process-tree.ts';
import { openPosition } from '../../scripts/local/aws/stream-position.ts';
import { deleteProcessedRecords, indexStreamRecords } from '../../scripts/local/aws/stream-records.ts';
import { startStreamSource } from '../../scripts/local/aws/stream-source.ts';
import { isObject, objectsIn } from '../../scripts/local/files.ts';
import { defaultEngine, type EngineProcess, spawnEngine, tableFile } from '../../scripts/local/prepare/engine.ts';
import { ensureTable } from '../../scripts/local/prepare/table.ts';
import { TABLE_DEFINITION } from '../../scripts/local/prepare/table-definition.ts';
import type { Resource } from '../../scripts/local/prepare/template.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../../scripts/local/settings.ts';
import { until } from '../../scripts/support/waiting.ts';

const TIMEOUT_MS = 120_000;
const DAY_MS = 86_400_000;
const TABLE = 'billing';
const SHARD = `shardId-00000001-${TABLE}`;

/** Queries that the engine runs: the highest sequence number, the records after a number, the first and last number of a shard. */
const QUERIES = [
  'SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?',
  `SELECT new_image FROM _stream_records WHERE table_name = ? AND shard_id = '${SHARD}' AND CAST(sequence_number AS INTEGER) > 5
   ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 1000`,
  `SELECT MIN(sequence_number), MAX(sequence_number) FROM _stream_records WHERE table_name = ? AND shard_id = '${SHARD}'`,
];

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'billing-records-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs `work` on the engine's database file, without the engine. */
const withDatabase = <T>(work: (database: Libsql.Database) => T): T => {
  const database = new Libsql(tableFile(directory));
  try {
    return work(database);
  } finally {
    database.close();
  }
};

const query = (sql: string, ...values: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] =>
  withDatabase((database) => objectsIn(database.prepare(sql).all(...values)));

const indexes = (): readonly unknown[] =>
  query("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '_stream_records'").map(({ sql }) => sql);

/** Returns SQLite's plan of each query. */
const queryPlans = (): readonly string[] =>
  QUERIES.map((engineQuery) => String(query(`EXPLAIN QUERY PLAN ${engineQuery}`, TABLE)[0]?.['detail']));

const records = () => query('SELECT sequence_number, new_image FROM _stream_records ORDER BY id');

const execute = (sql: string): void => {
  withDatabase((database) => database.exec(sql));
};

/** Drops the index, as in a file of an older release. */
const dropIndex = (): void => execute('DROP INDEX stream_records_by_sequence');

const linksOf = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return [];
    }
  });

interface RunningEngine {
  readonly engine: EngineProcess;
  readonly streamArn: string;
  readonly put: (...names: readonly string[]) => Promise<void>;
  readonly scan: () => Promise<readonly unknown[]>;
  readonly stop: () => Promise<void>;
}

const runEngine = async (): Promise<RunningEngine> => {
  const engine = await spawnEngine('dynoxide', directory);
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const stop = async (): Promise<void> => {
    client.destroy();
    await engine.stop();
  };
  onTestFinished(stop);
  const { streamArn } = await ensureTable(client, { ...TABLE_DEFINITION, TableName: TABLE }, null);
  return {
    engine,
    streamArn: streamArn ?? '',
    put: async (...names) => {
      for (const name of names) await client.send(new PutItemCommand({ TableName: TABLE, Item: { pk: { S: 'a' }, sk: { S: name } } }));
    },
    scan: async () => (await client.send(new ScanCommand({ TableName: TABLE }))).Items ?? [],
    stop,
  };
};

const resource = (logicalId: string, type: string, properties: Resource['properties']): Resource => ({
  stack: 'events',
  logicalId,
  type,
  properties,
  metadata: {},
  name: logicalId,
  arn: `arn:aws:lambda:eu-central-1:000000000000:function:${logicalId}`,
});

const RELAY = [
  resource('relay', 'AWS::Lambda::Function', {}),
  resource('mapping', 'AWS::Lambda::EventSourceMapping', { EventSourceArn: 'arn:aws:dynamodb:x', FunctionName: 'relay', BatchSize: 2 }),
];

const nameIn = ({ dynamodb }: Readonly<Record<string, unknown>>): string => {
  const keys: unknown = isObject(dynamodb) ? dynamodb['Keys'] : null;
  return isObject(keys) && isObject(keys['sk']) ? String(keys['sk']['S']) : 'no name';
};

/** Reads the stream until `count` records arrived; returns the sort keys of their items. */
const readStream = async ({ engine, streamArn }: RunningEngine, count: number): Promise<readonly string[]> => {
  const names: string[] = [];
  const client = new DynamoDBStreamsClient({ endpoint: engine.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const source = startStreamSource(RELAY, {
    client,
    streamArn,
    position: openPosition(directory, streamArn),
    functions: {
      has: () => true,
      timeoutMs: () => TIMEOUT_MS,
      invoke: async (_arn, event) => {
        names.push(...objectsIn(isObject(event) ? event['Records'] : []).map(nameIn));
      },
      idle: async () => undefined,
      reload: async () => undefined,
      stop: async () => undefined,
    },
    log: { problem: (_where, error) => expect.fail(String(error)), close: async () => undefined },
  });
  await until(() => names.length >= count, TIMEOUT_MS);
  await source.stop();
  client.destroy();
  return names;
};

const NAMES = Array.from({ length: 12 }, (_, index) => `n${String(index).padStart(2, '0')}`);

describe.runIf(defaultEngine() === 'dynoxide')('the stream records of the native engine', () => {
  it('have an index after the first start; in a directory of an older release, they get it at the next start', async () => {
    const first = await runEngine();
    expect(first.engine.slowdownReason).toBeNull();
    await first.put(...NAMES);
    const [items, firstRecords] = [await first.scan(), records()];
    expect(firstRecords).toHaveLength(NAMES.length);
    await first.stop();
    dropIndex();
    expect(queryPlans().join()).not.toContain('INDEX');
    const second = await runEngine();
    expect(second.engine.slowdownReason).toBeNull();
    expect(queryPlans()).toEqual([
      expect.stringMatching(/^SEARCH .* COVERING INDEX stream_records_by_sequence/),
      expect.stringMatching(/^SEARCH .* INDEX stream_records_by_sequence \(table_name=\? AND <expr>>\?\)/),
      expect.stringMatching(/^SEARCH .* COVERING INDEX stream_records_by_sequence/),
    ]);
    expect(await second.scan()).toEqual(items);
    expect(records()).toEqual(firstRecords);
  });

  it('have one index after several starts', async () => {
    await (await runEngine()).stop();
    const initialIndexes = indexes();
    expect(initialIndexes).toHaveLength(1);
    await (await runEngine()).stop();
    expect(indexes()).toEqual(initialIndexes);
  });

  it.runIf(process.platform !== 'win32')('get their index after a kill of the engine, without loss of changes', async () => {
    const killed = await runEngine();
    dropIndex();
    await killed.put(...NAMES);
    for (const { pid, command } of processTree(killed.engine.pid ?? 0)) if (command.includes(' serve ')) process.kill(pid, 'SIGKILL');
    await killed.engine.ended;
    const next = await runEngine();
    expect(indexes()).toHaveLength(1);
    expect(await next.scan()).toHaveLength(NAMES.length);
    expect(await readStream(next, NAMES.length)).toEqual(NAMES);
  });

  it('stay without index if their format is unknown; the engine runs and reports the reason', async () => {
    await (await runEngine()).stop();
    dropIndex();
    execute('ALTER TABLE _stream_records RENAME COLUMN shard_id TO shard');
    const before = query('SELECT type, name, sql FROM sqlite_master ORDER BY name');
    const { engine, scan } = await runEngine();
    expect(engine.slowdownReason).toMatch(/shard_id/);
    expect(await scan()).toEqual([]);
    expect(query('SELECT type, name, sql FROM sqlite_master ORDER BY name')).toEqual(before);
  });

  it('get no index while another process writes, and get it afterwards', async () => {
    await (await runEngine()).stop();
    dropIndex();
    const otherConnection = new Libsql(tableFile(directory));
    otherConnection.exec('BEGIN IMMEDIATE');
    expect(await indexStreamRecords(tableFile(directory))).toMatch(/locked/);
    otherConnection.exec('ROLLBACK');
    otherConnection.close();
    expect(indexes()).toEqual([]);
    expect(await indexStreamRecords(tableFile(directory))).toBeNull();
    expect(indexes()).toHaveLength(1);
  });

  it('are deleted a day after they were relayed, and each change is still relayed once', async () => {
    const first = await runEngine();
    await first.put(...NAMES.slice(0, 8));
    expect(await readStream(first, 8)).toEqual(NAMES.slice(0, 8));
    await first.put(...NAMES.slice(8, 10));
    await first.stop();
    const second = await runEngine();
    const deleteAt = (nowMs: number): Promise<void> =>
      deleteProcessedRecords(tableFile(directory), TABLE, openPosition(directory, second.streamArn).all(), nowMs);
    await deleteAt(Date.now());
    expect(records()).toHaveLength(10);
    await deleteAt(Date.now() + DAY_MS + 1000);
    // The last record that was relayed, 8, is kept; 9 and 10 are not relayed yet.
    expect(records().map(({ sequence_number: number }) => number)).toEqual(['8', '9', '10']);
    await second.put(...NAMES.slice(10, 11));
    expect(await readStream(second, 3)).toEqual(NAMES.slice(8, 11));
    await deleteAt(Date.now() + DAY_MS + 1000);
    expect(records().map(({ sequence_number: number }) => number)).toEqual(['11']);
    await second.put(...NAMES.slice(11));
    expect(await readStream(second, 1)).toEqual(NAMES.slice(11));
  });

  it('are deleted in several steps if one deletion does not remove all', async () => {
    const { table, tableName, close } = await openEngineTable(directory, 'with stream');
    onTestFinished(close);
    // Changes without events, in transactions of the largest size.
    for (let first = 1; first <= 1500; first += 100) {
      const tenant = { accountId: 'acct_1', mode: 'test' } as const;
      const writes = Array.from({ length: 100 }, (_, index) => writeOfCustomer(tenant, newCustomerId(), first + index, Date.now(), null));
      await table.transact(writes, randomUUID());
    }
    const position = { shardId: SHARD, sequenceNumber: '1500' };
    await until(async () => {
      await deleteProcessedRecords(tableFile(directory), tableName, [position], Date.now() + DAY_MS + 1000);
      return records().length <= 1;
    }, TIMEOUT_MS);
    expect(records().map(({ sequence_number: number }) => number)).toEqual(['1500']);
  });

  it.runIf(process.platform === 'linux')('have the index and are in unlinked files of /dev/shm if the engine runs in memory', async () => {
    const engine = await spawnEngine('dynoxide', null);
    onTestFinished(() => engine.stop());
    expect(engine.slowdownReason).toBeNull();
    const openFiles = processTree(engine.pid ?? 0).flatMap(({ pid }) => linksOf(`/proc/${pid}/fd`));
    const files = openFiles.filter((path) => path.includes('table.sqlite'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.every((path) => path.startsWith('/dev/shm/') && path.endsWith(' (deleted)'))).toBe(true);
  });
});
