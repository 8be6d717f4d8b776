import type { Database } from 'libsql';
import type { ShardPosition } from './stream-position.ts';

/**
 * Workaround for the native engine, which stores stream records in a table of its SQLite file, scans all of them with every write, and
 * never deletes any. These functions index the records and delete old ones.
 */

const TABLE = '_stream_records';
const INDEX_NAME = 'stream_records_by_sequence';
/** The index contains all columns and expressions that the engine's queries use, except the columns with the changes (`new_image`). */
const CREATE_INDEX = `CREATE INDEX IF NOT EXISTS ${INDEX_NAME} ON ${TABLE} (table_name, CAST(sequence_number AS INTEGER), shard_id, sequence_number)`;
/** Maximum wait for the lock of another process that writes to the file. */
const LOCK_TIMEOUT_MS = 2000;

/**
 * Adds the index of stream records to this file, unless the file contains it already. The engine may be running. Returns `null`, or the
 * reason why the index could not be added, such as another file format or a lock. A failure leaves the file unchanged.
 */
export const indexStreamRecords = async (file: string): Promise<string | null> => {
  try {
    await withFile(file, (database) => database.exec(CREATE_INDEX));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** The retention of DynamoDB Streams. */
const RETENTION_SECONDS = 86_400;
const DELETION_BATCH = 1000;
const DELETE_WITHIN_MS = 500;

const DELETE_RECORDS = `DELETE FROM ${TABLE} WHERE id IN (
  SELECT id FROM ${TABLE} INDEXED BY ${INDEX_NAME}
  WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < CAST(? AS INTEGER) AND shard_id = ? AND created_at < ?
  ORDER BY CAST(sequence_number AS INTEGER) LIMIT ${DELETION_BATCH})`;

/**
 * Deletes processed records of a table's stream that are older than a day. Keeps the last processed record, because the engine derives the
 * next sequence number from the highest one. Requires the index. Stops after half a second; the next start deletes more.
 */
export const deleteProcessedRecords = (
  file: string,
  tableName: string,
  positions: readonly ShardPosition[],
  nowMs: number,
): Promise<void> =>
  withFile(file, (database) => {
    const before = Math.floor(nowMs / 1000) - RETENTION_SECONDS;
    const endMs = performance.now() + DELETE_WITHIN_MS;
    const deletion = database.prepare(DELETE_RECORDS);
    for (const { shardId, sequenceNumber } of positions)
      while (performance.now() < endMs && deletion.run(tableName, sequenceNumber, shardId, before).changes > 0);
  });

const withFile = async (file: string, work: (database: Database) => unknown): Promise<void> => {
  const { default: Libsql } = await import('libsql');
  const database = new Libsql(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    work(database);
  } finally {
    database.close();
  }
};
