import { join } from 'node:path';
import { isObject, readJson, writeJson } from './files.ts';

/** Where reading goes on: the last finished sequence number of each shard, or `END` of a closed one. */
export type Positions = ReadonlyMap<string, string>;

/**
 * Remembers how far the stream is worked. The queues live in memory, so a batch counts as done only
 * when the messages that it caused are finished too: after a crash the rest is read again.
 */
export interface StreamPosition {
  /** As of the start. */
  readonly initial: Positions;
  /** A message was sent in the course of the batch that is in work. */
  messageSent(messageId: string): void;
  /** The batch in work has been handed over; its last record is `sequenceNumber`. */
  batchDone(shardId: string, sequenceNumber: string): void;
  /** Saves what has become done meanwhile. */
  settle(unfinished: () => Promise<ReadonlySet<string>>): Promise<void>;
}

interface Batch {
  readonly shardId: string;
  readonly sequenceNumber: string;
  readonly messageIds: readonly string[];
}

/** Reads the position from the data directory; a stream other than last time is read from its beginning. */
export const openPosition = (dataDirectory: string, streamArn: string): StreamPosition => {
  const file = join(dataDirectory, 'stream.json');
  const positions = new Map(savedPositions(readJson(file), streamArn));
  const initial = new Map(positions);
  let pending: readonly Batch[] = [];
  let sent: string[] = [];
  return {
    initial,
    messageSent: (messageId) => sent.push(messageId),
    batchDone: (shardId, sequenceNumber) => {
      pending = merged(pending, { shardId, sequenceNumber, messageIds: sent });
      sent = [];
    },
    settle: async (unfinished) => {
      if (pending.length === 0) return;
      const needsLook = pending.some((batch) => batch.messageIds.length > 0);
      const open = needsLook ? await unfinished() : new Set<string>();
      const firstOpen = pending.findIndex((batch) => batch.messageIds.some((id) => open.has(id)));
      const done = firstOpen === -1 ? pending : pending.slice(0, firstOpen);
      if (done.length === 0) return;
      pending = pending.slice(done.length);
      for (const { shardId, sequenceNumber } of done) positions.set(shardId, sequenceNumber);
      writeJson(file, { streamArn, shards: Object.fromEntries(positions) });
    },
  };
};

/** A batch without messages only moves the mark of the one before it. */
const merged = (pending: readonly Batch[], next: Batch): readonly Batch[] => {
  const last = pending.at(-1);
  if (last === undefined || last.shardId !== next.shardId || next.messageIds.length > 0) return [...pending, next];
  return [...pending.slice(0, -1), { ...last, sequenceNumber: next.sequenceNumber }];
};

const savedPositions = (saved: unknown, streamArn: string): readonly (readonly [string, string])[] => {
  if (!isObject(saved) || saved['streamArn'] !== streamArn || !isObject(saved['shards'])) return [];
  return Object.entries(saved['shards']).map(([shardId, position]) => [shardId, String(position)] as const);
};
