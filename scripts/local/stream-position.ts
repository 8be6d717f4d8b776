import { join } from 'node:path';
import { isObject, readJson, writeJson } from './files.ts';

/** How far the table's stream is worked: per shard the last finished sequence number, or `CLOSED`. */
export interface StreamPosition {
  of(shardId: string): string | null;
  /** Everything up to this record is handed over. */
  reached(shardId: string, sequenceNumber: string): void;
}

/** Reads the position from the data directory; a stream other than last time is read from its beginning. */
export const openPosition = (dataDirectory: string, streamArn: string): StreamPosition => {
  const file = join(dataDirectory, 'stream.json');
  const saved = readJson(file);
  const same = isObject(saved) && saved['streamArn'] === streamArn && isObject(saved['shards']) ? saved['shards'] : {};
  const positions = new Map(Object.entries(same).map(([shardId, position]) => [shardId, String(position)]));
  return {
    of: (shardId) => positions.get(shardId) ?? null,
    reached: (shardId, sequenceNumber) => {
      positions.set(shardId, sequenceNumber);
      writeJson(file, { streamArn, shards: Object.fromEntries(positions) });
    },
  };
};
