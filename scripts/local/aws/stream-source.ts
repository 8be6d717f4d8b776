import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { createWakeSignal } from '../../../functions/stream/wake-signal.ts';
import { JSON_1_0, openLeanClient } from '../../../shared/ports/lean-client.ts';
import { isObject, numberOrUndefined, objectsIn, text } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../settings.ts';
import type { Functions } from './functions.ts';
import { matchesPattern } from './patterns.ts';
import { functionArnOf } from './queue-sources.ts';
import type { StreamPosition } from './stream-position.ts';

interface Mapping {
  readonly functionArn: string;
  readonly batchSize: number;
  readonly filters: readonly unknown[];
}

export interface StreamSource {
  /** Polls at once instead of after the pause; called after a write. */
  pollSoon(): void;
  stop(): Promise<void>;
}

interface SourceDeps {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly position: StreamPosition;
  readonly functions: Functions;
  readonly log: Log;
}

/** A record as functions get it: the JSON of the stream, with binary values in base64. */
type StreamRecord = Readonly<Record<string, unknown>> & {
  readonly dynamodb: Readonly<Record<string, unknown>> & { readonly SequenceNumber: string };
};

/** Opens a client for the streams of the DynamoDB engine. It does not decode records: dates are numbers, and binary values are base64. */
export const openStreams = (endpoint: string): DynamoDBStreamsClient =>
  openLeanClient(
    DynamoDBStreamsClient,
    { endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS },
    { targetPrefix: 'DynamoDBStreams_20120810', headers: JSON_1_0 },
  );

const PAGE_SIZE = 1000;
/** After a page with at least this number of records, the next page is read without a pause. */
const LARGE_PAGE = 100;
/** Pause after a poll that returned records. */
const BUSY_PAUSE_MS = 20;
/** Maximum pause after a poll that returned no records; `pollSoon` ends it. */
const IDLE_PAUSE_MS = 1000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 10_000;
const CLOSED = 'CLOSED';

/**
 * Reads the table's stream in order and invokes the mapped functions with the records that match their filters. Retries a failed batch
 * until it succeeds, so that no record is skipped.
 */
export const startStreamSource = (resources: readonly Resource[], deps: SourceDeps): StreamSource => {
  const mappings = declaredMappings(resources);
  const shards = new Map<string, ShardReader>();
  const wakeSignal = createWakeSignal();
  let stopping = false;
  const loop = async (): Promise<void> => {
    while (!stopping) {
      let readCount = 0;
      try {
        await findShards(deps, shards);
        for (const shard of shards.values()) readCount += stopping ? 0 : await readShard(shard, mappings, deps, () => stopping);
      } catch (error) {
        deps.log.problem('stream', error);
      }
      await wakeSignal.wait(readCount > 0 ? BUSY_PAUSE_MS : IDLE_PAUSE_MS);
      await pause(BUSY_PAUSE_MS);
    }
  };
  const polling = mappings.length === 0 ? Promise.resolve() : loop();
  return {
    pollSoon: wakeSignal.notify,
    stop: async () => {
      stopping = true;
      wakeSignal.notify();
      await polling;
      deps.position.close();
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
        batchSize: numberOrUndefined(properties['BatchSize']) ?? 100,
        filters: objectsIn(criteria['Filters']).map((filter): unknown => JSON.parse(String(filter['Pattern']))),
      };
    });

interface ShardReader {
  readonly shardId: string;
  iterator: string | null;
  /** Sequence number of the last processed record, or `CLOSED`; `null`: none was processed. */
  last: string | null;
  closed: boolean;
}

/** If all known shards are closed, adds new ones, parents before children, so that records stay in order across a split. */
const findShards = async (deps: SourceDeps, readers: Map<string, ShardReader>): Promise<void> => {
  if ([...readers.values()].some((shard) => !shard.closed)) return;
  const shards: Shard[] = [];
  let start: string | undefined;
  do {
    const page = await deps.client.send(new DescribeStreamCommand({ StreamArn: deps.streamArn, ExclusiveStartShardId: start }));
    shards.push(...(page.StreamDescription?.Shards ?? []));
    start = page.StreamDescription?.LastEvaluatedShardId;
  } while (start !== undefined);
  for (const { ShardId } of parentsFirst(shards)) {
    if (ShardId === undefined || readers.has(ShardId)) continue;
    const last = deps.position.of(ShardId);
    readers.set(ShardId, { shardId: ShardId, iterator: null, last, closed: last === CLOSED });
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

/** Processes the available records of a shard. Returns their number. */
const readShard = async (shard: ShardReader, mappings: readonly Mapping[], deps: SourceDeps, stopping: () => boolean): Promise<number> => {
  let readCount = 0;
  while (!shard.closed && !stopping()) {
    const page = await nextPage(shard, deps);
    for (const mapping of mappings) {
      if (!(await invokeInBatches(mapping, page.records, deps, stopping))) return readCount;
    }
    readCount += page.records.length;
    const last = page.records.at(-1)?.dynamodb.SequenceNumber;
    if (last !== undefined) {
      shard.last = last;
      deps.position.reached(shard.shardId, last);
    }
    shard.iterator = page.next;
    shard.closed = page.next === null;
    if (shard.closed) deps.position.reached(shard.shardId, CLOSED);
    if (page.records.length < LARGE_PAGE) return readCount;
  }
  return readCount;
};

const nextPage = async (
  shard: ShardReader,
  deps: SourceDeps,
): Promise<{ readonly records: readonly StreamRecord[]; readonly next: string | null }> => {
  const iterator = shard.iterator ?? (await iteratorOf(shard, deps));
  shard.iterator = null;
  const page = await deps.client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: PAGE_SIZE }));
  // The client returns the JSON of the response, but has the types of the SDK.
  return { records: (page.Records ?? []) as unknown as readonly StreamRecord[], next: page.NextShardIterator ?? null };
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
    // The record at this position is deleted: continues with the oldest record that is left.
    if (!(error instanceof Error) || error.name !== 'TrimmedDataAccessException') throw error;
    log.problem('stream', error);
    return fromStart();
  }
};

/** Invokes the function with all matching records. Returns false if the host stops before all are processed. */
const invokeInBatches = async (
  mapping: Mapping,
  records: readonly StreamRecord[],
  deps: SourceDeps,
  stopping: () => boolean,
): Promise<boolean> => {
  const origin = { awsRegion: LOCAL_REGION, eventSource: 'aws:dynamodb', eventSourceARN: deps.streamArn };
  let remaining = records
    .map((record) => ({ ...record, ...origin }))
    .filter((record) => mapping.filters.length === 0 || mapping.filters.some((filter) => matchesPattern(filter, record)));
  let retryMs = FIRST_RETRY_MS;
  while (remaining.length > 0 && !stopping()) {
    const result = await invokeBatch(mapping, remaining.slice(0, mapping.batchSize), deps);
    remaining = remaining.slice(result.count);
    if (result.failed) {
      await pause(retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    } else {
      retryMs = FIRST_RETRY_MS;
    }
  }
  return remaining.length === 0;
};

/** Invokes the function with a batch. `count`: how many records are processed: all, or those before the first failed record. */
const invokeBatch = async (
  mapping: Mapping,
  batch: readonly StreamRecord[],
  deps: SourceDeps,
): Promise<{ readonly count: number; readonly failed: boolean }> => {
  try {
    const result = await deps.functions.invoke(mapping.functionArn, { Records: batch });
    const failures = isObject(result) ? objectsIn(result['batchItemFailures']).map((item) => item['itemIdentifier']) : [];
    if (failures.length === 0) return { count: batch.length, failed: false };
    const first = batch.findIndex((record) => failures.includes(record.dynamodb.SequenceNumber));
    return { count: Math.max(0, first), failed: true };
  } catch (error) {
    deps.log.problem(mapping.functionArn, error);
    return { count: 0, failed: true };
  }
};
