import { join } from 'node:path';
import { isObject, readJson, writeJson } from '../files.ts';

/** The last processed record of a shard. */
export interface ShardPosition {
  readonly shardId: string;
  readonly sequenceNumber: string;
}

/**
 * Progress in the table's stream: per shard the last processed sequence number, or `CLOSED` for a closed shard (see `stream-source.ts`).
 */
export interface StreamPosition {
  of(shardId: string): string | null;
  /** The positions of all shards of which a record was processed. */
  all(): readonly ShardPosition[];
  /** Stores that all records up to this one are processed. Writes with a delay, so after a kill some records are processed again. */
  reached(shardId: string, sequenceNumber: string): void;
  /** Writes pending changes. */
  close(): void;
}

const WRITTEN_WITHIN_MS = 250;

/** Reads the position from the data directory. If the stored position is of another stream, starts at the beginning of this stream. */
export const openPosition = (dataDirectory: string, streamArn: string): StreamPosition => {
  const file = join(dataDirectory, 'stream.json');
  const saved = readJson(file);
  const shards = isObject(saved) && saved['streamArn'] === streamArn && isObject(saved['shards']) ? saved['shards'] : {};
  const positions = new Map(Object.entries(shards).map(([shardId, position]) => [shardId, String(position)]));
  let writeTimer: NodeJS.Timeout | null = null;
  const write = (): void => {
    writeTimer = null;
    writeJson(file, { streamArn, shards: Object.fromEntries(positions) });
  };
  return {
    of: (shardId) => positions.get(shardId) ?? null,
    all: () => [...positions].map(([shardId, sequenceNumber]) => ({ shardId, sequenceNumber })),
    reached: (shardId, sequenceNumber) => {
      positions.set(shardId, sequenceNumber);
      writeTimer ??= setTimeout(write, WRITTEN_WITHIN_MS);
    },
    close: () => {
      if (writeTimer === null) return;
      clearTimeout(writeTimer);
      write();
    },
  };
};
