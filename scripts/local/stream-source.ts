import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { createBell } from '../../functions/stream/bell.ts';
import { isObject, number, objects, text } from './files.ts';
import type { Functions } from './functions.ts';
import type { Log } from './log.ts';
import { matchesPattern } from './patterns.ts';
import { functionArnOf } from './queue-sources.ts';
import { LOCAL_REGION } from './settings.ts';
import type { StreamPosition } from './stream-position.ts';
import { ofType, type Resource } from './template.ts';

interface Mapping {
  readonly functionArn: string;
  readonly batchSize: number;
  readonly filters: readonly unknown[];
}

export interface StreamSource {
  /** Something was written: look soon. */
  poke(): void;
  stop(): Promise<void>;
}

interface SourceDeps {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly position: StreamPosition;
  readonly functions: Functions;
  readonly log: Log;
}

const READ_AT_ONCE = 1000;
const WORTH_ANOTHER_LOOK = 100;
/** Between two looks when something was written, and when nothing was: another process may write, too. */
const BUSY_PAUSE_MS = 20;
const IDLE_PAUSE_MS = 1000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;
const CLOSED = 'CLOSED';

/**
 * Reads the table's stream in order and wakes the mapped functions with the records that fit their
 * filters. A batch that fails is tried again until it succeeds; none is skipped.
 */
export const startStreamSource = (resources: readonly Resource[], around: SourceDeps): StreamSource => {
  const mappings = declaredMappings(resources);
  const shards = new Map<string, ShardReader>();
  const bell = createBell();
  let stopping = false;
  const loop = async (): Promise<void> => {
    while (!stopping) {
      let read = 0;
      try {
        await findShards(around, shards);
        for (const shard of shards.values()) read += stopping ? 0 : await readShard(shard, mappings, around, () => stopping);
      } catch (error) {
        around.log.problem('stream', error);
      }
      await bell.wait(read > 0 ? BUSY_PAUSE_MS : IDLE_PAUSE_MS);
      await pause(BUSY_PAUSE_MS);
    }
  };
  const looping = mappings.length === 0 ? Promise.resolve() : loop();
  return {
    poke: bell.ring,
    stop: async () => {
      stopping = true;
      bell.ring();
      await looping;
      around.position.close();
    },
  };
};

const declaredMappings = (resources: readonly Resource[]): readonly Mapping[] =>
  ofType(resources, 'AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => text(properties['EventSourceArn'])?.startsWith('arn:aws:dynamodb:') === true)
    .map(({ properties }) => {
      const criteria = isObject(properties['FilterCriteria']) ? properties['FilterCriteria'] : {};
      return {
        functionArn: functionArnOf(resources, String(properties['FunctionName'])),
        batchSize: number(properties['BatchSize']) ?? 100,
        filters: objects(criteria['Filters']).map((filter): unknown => JSON.parse(String(filter['Pattern']))),
      };
    });

interface ShardReader {
  readonly shardId: string;
  iterator: string | null;
  last: string | null;
  closed: boolean;
}

/** Adds shards that are new. Parents come before their children, so that order holds across a split. */
const findShards = async (around: SourceDeps, known: Map<string, ShardReader>): Promise<void> => {
  if ([...known.values()].some((shard) => !shard.closed)) return;
  const found: Shard[] = [];
  let start: string | undefined;
  do {
    const page = await around.client.send(new DescribeStreamCommand({ StreamArn: around.streamArn, ExclusiveStartShardId: start }));
    found.push(...(page.StreamDescription?.Shards ?? []));
    start = page.StreamDescription?.LastEvaluatedShardId;
  } while (start !== undefined);
  for (const { ShardId } of parentsFirst(found)) {
    if (ShardId === undefined || known.has(ShardId)) continue;
    const last = around.position.of(ShardId);
    known.set(ShardId, { shardId: ShardId, iterator: null, last, closed: last === CLOSED });
  }
};

const parentsFirst = (shards: readonly Shard[]): readonly Shard[] => {
  const byId = new Map(shards.map((shard) => [shard.ShardId, shard]));
  const depth = (shard: Shard): number => {
    const parent = byId.get(shard.ParentShardId);
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  return [...shards].sort((one, other) => depth(one) - depth(other));
};

/** Works what the shard has now. Answers how many records that was. */
const readShard = async (
  shard: ShardReader,
  mappings: readonly Mapping[],
  around: SourceDeps,
  stopping: () => boolean,
): Promise<number> => {
  let read = 0;
  while (!shard.closed && !stopping()) {
    const page = await nextPage(shard, around);
    for (const mapping of mappings) {
      if (!(await wakeInBatches(mapping, page.records, around, stopping))) return read;
    }
    read += page.records.length;
    const last = page.records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) {
      shard.last = last;
      around.position.reached(shard.shardId, last);
    }
    shard.iterator = page.next;
    shard.closed = page.next === null;
    if (shard.closed) around.position.reached(shard.shardId, CLOSED);
    if (page.records.length < WORTH_ANOTHER_LOOK) return read;
  }
  return read;
};

const nextPage = async (
  shard: ShardReader,
  around: SourceDeps,
): Promise<{ readonly records: readonly StreamRecord[]; readonly next: string | null }> => {
  const iterator = shard.iterator ?? (await iteratorOf(shard, around));
  shard.iterator = null;
  const page = await around.client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: READ_AT_ONCE }));
  return { records: page.Records ?? [], next: page.NextShardIterator ?? null };
};

const iteratorOf = async (shard: ShardReader, { client, streamArn, log }: SourceDeps): Promise<string> => {
  const start = { StreamArn: streamArn, ShardId: shard.shardId };
  const fromStart = async () =>
    (await client.send(new GetShardIteratorCommand({ ...start, ShardIteratorType: 'TRIM_HORIZON' }))).ShardIterator ?? '';
  if (shard.last === null) return fromStart();
  try {
    const after = new GetShardIteratorCommand({ ...start, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: shard.last });
    return (await client.send(after)).ShardIterator ?? '';
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TrimmedDataAccessException') throw error;
    log.problem('stream', error);
    return fromStart();
  }
};

/** Answers false when the host stops before every record is handed over. */
const wakeInBatches = async (
  mapping: Mapping,
  records: readonly StreamRecord[],
  around: SourceDeps,
  stopping: () => boolean,
): Promise<boolean> => {
  const origin = { awsRegion: LOCAL_REGION, eventSource: 'aws:dynamodb', eventSourceARN: around.streamArn };
  const named = records.map((record) => ({ ...record, ...origin }));
  const fitting = named.filter(
    (record) => mapping.filters.length === 0 || mapping.filters.some((filter) => matchesPattern(filter, record)),
  );
  // Most records fit no filter: only of those that do the images are put into the form that a function is given.
  let left: readonly EventRecord[] = fitting.map(inWireForm);
  let retryMs = FIRST_RETRY_MS;
  while (left.length > 0 && !stopping()) {
    const done = await wake(mapping, left.slice(0, mapping.batchSize), around);
    left = left.slice(done.count);
    if (done.failed) {
      await pause(retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    } else {
      retryMs = FIRST_RETRY_MS;
    }
  }
  return left.length === 0;
};

/** How many records from the front are done: up to the first that the function names as failed. */
const wake = async (
  mapping: Mapping,
  batch: readonly EventRecord[],
  around: SourceDeps,
): Promise<{ readonly count: number; readonly failed: boolean }> => {
  try {
    const result = await around.functions.invoke(mapping.functionArn, { Records: batch });
    const failures = isObject(result) ? objects(result['batchItemFailures']).map((item) => item['itemIdentifier']) : [];
    if (failures.length === 0) return { count: batch.length, failed: false };
    const first = batch.findIndex((record) => failures.includes(record.dynamodb['SequenceNumber']));
    return { count: Math.max(0, first), failed: true };
  } catch (error) {
    around.log.problem(mapping.functionArn, error);
    return { count: 0, failed: true };
  }
};

type EventRecord = Readonly<Record<string, unknown>> & {
  readonly dynamodb: Readonly<Record<string, unknown>>;
};

const inWireForm = (record: StreamRecord): EventRecord => ({
  ...record,
  dynamodb: {
    ...record.dynamodb,
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000,
    NewImage: wireForm(record.dynamodb?.NewImage),
    OldImage: wireForm(record.dynamodb?.OldImage),
  },
});

/** Binary values travel as base64 text. */
const wireForm = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(wireForm);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wireForm(item)])) : value;
};
