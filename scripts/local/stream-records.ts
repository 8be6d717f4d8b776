import type { Database } from 'libsql';
import type { ShardPosition } from './stream-position.ts';

/**
 * What the native engine leaves out: it keeps each change that a stream carries in a table of its SQLite file, looks through all of
 * them with every write, and never deletes one.
 */

const TABLE = '_stream_records';
const NAME = 'stream_records_by_sequence';
/** Of the columns that the engine asks for, in the form in which it asks: whatever it wants of a stream but the changes is in here. */
const INDEX = `CREATE INDEX IF NOT EXISTS ${NAME} ON ${TABLE} (table_name, CAST(sequence_number AS INTEGER), shard_id, sequence_number)`;
/** Another process may be writing to the file. */
const LOCKED_AT_MOST_MS = 2000;

/**
 * Gives the records of the streams in this file their index, unless they have it. The engine may be running on the file. Answers why
 * there is none: the file is of an engine that keeps them differently, or someone else holds it. It is then as it was.
 */
export const indexStreamRecords = async (file: string): Promise<string | null> => {
  try {
    await withFile(file, (database) => database.exec(INDEX));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** As long as DynamoDB keeps them. */
const KEPT_SECONDS = 86_400;
const AT_ONCE = 1000;
const DELETE_WITHIN_MS = 500;

const DELETION = `DELETE FROM ${TABLE} WHERE id IN (
  SELECT id FROM ${TABLE} INDEXED BY ${NAME}
  WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < CAST(? AS INTEGER) AND shard_id = ? AND created_at < ?
  ORDER BY CAST(sequence_number AS INTEGER) LIMIT ${AT_ONCE})`;

/**
 * Deletes the records of a table's stream that are older than a day and come before the last one passed: that one stays, because the
 * engine numbers the next change by the highest number it finds. Needs the index. Stops after half a second; the rest is left for another time.
 */
export const deletePassedRecords = (file: string, tableName: string, passed: readonly ShardPosition[], nowMs: number): Promise<void> =>
  withFile(file, (database) => {
    const before = Math.floor(nowMs / 1000) - KEPT_SECONDS;
    const endMs = performance.now() + DELETE_WITHIN_MS;
    const deletion = database.prepare(DELETION);
    for (const { shardId, sequenceNumber } of passed)
      while (performance.now() < endMs && deletion.run(tableName, sequenceNumber, shardId, before).changes > 0);
  });

const withFile = async (file: string, work: (database: Database) => unknown): Promise<void> => {
  const { default: Libsql } = await import('libsql');
  const database = new Libsql(file, { timeout: LOCKED_AT_MOST_MS });
  try {
    work(database);
  } finally {
    database.close();
  }
};
