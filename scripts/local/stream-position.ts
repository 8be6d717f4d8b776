import { join } from 'node:path';
import { isObject, readJson, writeJson } from './files.ts';

/** The last record of a shard that is finished. */
export interface ShardPosition {
  readonly shardId: string;
  readonly sequenceNumber: string;
}

/** How far the table's stream is processed: per shard the last finished sequence number, or `CLOSED`. */
export interface StreamPosition {
  of(shardId: string): string | null;
  /** Of every shard that has one. */
  all(): readonly ShardPosition[];
  /** Everything up to this record is handed over. It is written down soon: a process that is killed before hands over a little twice. */
  reached(shardId: string, sequenceNumber: string): void;
  /** Writes down what is not yet. */
  close(): void;
}

const WRITTEN_WITHIN_MS = 250;

/** Reads the position from the data directory; a stream other than last time is read from its beginning. */
export const openPosition = (dataDirectory: string, streamArn: string): StreamPosition => {
  const file = join(dataDirectory, 'stream.json');
  const saved = readJson(file);
  const same = isObject(saved) && saved['streamArn'] === streamArn && isObject(saved['shards']) ? saved['shards'] : {};
  const positions = new Map(Object.entries(same).map(([shardId, position]) => [shardId, String(position)]));
  let writing: NodeJS.Timeout | null = null;
  const write = (): void => {
    writing = null;
    writeJson(file, { streamArn, shards: Object.fromEntries(positions) });
  };
  return {
    of: (shardId) => positions.get(shardId) ?? null,
    all: () => [...positions].map(([shardId, sequenceNumber]) => ({ shardId, sequenceNumber })),
    reached: (shardId, sequenceNumber) => {
      positions.set(shardId, sequenceNumber);
      writing ??= setTimeout(write, WRITTEN_WITHIN_MS);
    },
    close: () => {
      if (writing === null) return;
      clearTimeout(writing);
      write();
    },
  };
};
