import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, Tenant } from '../domain/kernel.ts';
import { logPartition, logSortKey, ofCustomer } from './keys.ts';
import { conditionFailure, type Item, isUnderWay, type Table, type TransactItem } from './table.ts';

/** An event as it is stored and delivered; `customer` is added only by the list route. */
export type EventObject = JsonObject & {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly data: JsonObject;
  readonly previous_attributes: JsonObject | null;
};

/** `hidden` entries tell of changes without a public event; a `tombstone` fills the number of a write that never came. */
export type LogEntryKind = 'event' | 'hidden' | 'tombstone';

export interface LogEntry {
  readonly sequence: number;
  readonly kind: LogEntryKind;
  /** `null` for a tombstone. */
  readonly event: EventObject | null;
  /** Real time, whatever clock the event's object lives on. */
  readonly recordedAtMs: number;
}

export const EVENT_RETENTION_SECONDS = 90 * 86_400;
/** A hole this old is given up: its writer is dead, or will fail and take a new number. */
export const HOLE_PATIENCE_MS = 30_000;

/** The write of one entry; its number must still be free. */
export const putEntry = (
  tenant: Tenant,
  entry: { readonly sequence: number; readonly kind: LogEntryKind; readonly event: EventObject | null; readonly nonce: string },
  recordedAtMs: number,
): TransactItem & { readonly Put: object } => ({
  Put: {
    Item: {
      pk: logPartition(tenant),
      sk: logSortKey(entry.sequence),
      ...ofCustomer(logPartition(tenant), entry.event === null ? null : customerOf(entry.event.data), logSortKey(entry.sequence)),
      t: entry.kind,
      event: entry.event,
      recorded_at: recordedAtMs,
      nonce: entry.nonce,
      ttl: Math.ceil(recordedAtMs / 1000) + EVENT_RETENTION_SECONDS + 86_400,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** The customer that a snapshot is about or names. */
export const customerOf = (data: JsonObject): string | null => {
  const id = data.object === 'customer' ? data.id : data.customer_id;
  return typeof id === 'string' ? id : null;
};

/** Gives numbers up, so that readers need not wait for them. A number that was used meanwhile stays as it is. */
export const fillHoles = async (table: Table, tenant: Tenant, sequences: readonly number[], nowMs: number): Promise<void> => {
  await Promise.all(sequences.map((sequence) => fillHole(table, tenant, sequence, nowMs)));
};

/** Answers what stands at the number afterwards: the tombstone, the entry that came first, or `null` while its write is under way. */
const fillHole = async (table: Table, tenant: Tenant, sequence: number, nowMs: number): Promise<LogEntry | null> => {
  const { Put } = putEntry(tenant, { sequence, kind: 'tombstone', event: null, nonce: '' }, nowMs);
  try {
    await table.put(Put as Parameters<Table['put']>[0]);
    return { sequence, kind: 'tombstone', event: null, recordedAtMs: nowMs };
  } catch (error) {
    if (isUnderWay(error)) return null;
    const failure = conditionFailure(error);
    if (failure === null) throw error;
    const there = failure.item ?? (await table.get({ pk: logPartition(tenant), sk: logSortKey(sequence) }));
    if (there === null) throw error;
    return entryOf(there as Item);
  }
};

const entryOf = (item: Item): LogEntry => ({
  sequence: Number(item.sk),
  kind: item.t as LogEntryKind,
  event: (item.event ?? null) as EventObject | null,
  recordedAtMs: Number(item.recorded_at),
});

/** One entry by number, whether or not numbers before it are still open. */
export const readEntry = async (table: Table, tenant: Tenant, sequence: number): Promise<LogEntry | null> => {
  const item = await table.get({ pk: logPartition(tenant), sk: logSortKey(sequence) });
  return item === null ? null : entryOf(item);
};

/**
 * Entries after `after`, oldest first: the contiguous part only. Holes whose successor is older than the patience
 * are filled on the way; at a younger one the reader stops and asks again later.
 */
export const readForward = async (table: Table, tenant: Tenant, after: number, limit: number, nowMs: number): Promise<LogEntry[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    ExpressionAttributeValues: { ':pk': logPartition(tenant), ':after': logSortKey(after) },
    Limit: limit,
  });
  const entries: LogEntry[] = [];
  let expected = after + 1;
  for (const entry of items.map(entryOf)) {
    for (; expected < entry.sequence; expected += 1) {
      if (nowMs - entry.recordedAtMs < HOLE_PATIENCE_MS) return entries;
      const filled = await fillHole(table, tenant, expected, nowMs);
      if (filled === null) return entries;
      entries.push(filled);
    }
    entries.push(entry);
    expected = entry.sequence + 1;
  }
  return entries;
};

/**
 * Entries before `before` (`null`: from the end), newest first, without those behind a hole that is still open.
 * `next` goes on from there; `null` at the log's beginning.
 */
export const readBackward = async (
  table: Table,
  tenant: Tenant,
  before: number | null,
  limit: number,
  nowMs: number,
): Promise<{ readonly entries: readonly LogEntry[]; readonly next: number | null }> => {
  const pages: LogEntry[] = [];
  let from = before;
  for (;;) {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: from === null ? 'pk = :pk' : 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': logPartition(tenant), ...(from === null ? {} : { ':before': logSortKey(from) }) },
      ScanIndexForward: false,
      Limit: limit,
    });
    pages.push(...items.map(entryOf));
    const oldest = pages.at(-1);
    const complete = lastKey === undefined || oldest === undefined;
    // An open hole can only lie before an entry younger than the patience: look that far back, whatever the page's size.
    if (complete || nowMs - oldest.recordedAtMs >= HOLE_PATIENCE_MS) {
      return { entries: settled(pages, complete, nowMs), next: complete ? null : oldest.sequence };
    }
    from = oldest.sequence;
  }
};

/** Entries read to find the log's end: more than a busy log has within the patience is read in further rounds. */
const END_PAGE = 50;

/**
 * The number of the newest entry that readers may see, 0 in an empty log: who reads forward from here gets what becomes
 * visible from now on, and nothing that a list showed already.
 */
export const endOfLog = async (table: Table, tenant: Tenant, nowMs: number): Promise<number> => {
  const { entries } = await readBackward(table, tenant, null, END_PAGE, nowMs);
  return entries[0]?.sequence ?? 0;
};

/** Drops everything above the lowest open hole: `entries` are newest first. `complete`: nothing lies before them. */
const settled = (entries: readonly LogEntry[], complete: boolean, nowMs: number): readonly LogEntry[] => {
  const first = entries.at(-1);
  // A young log may begin with a hole; an old one begins where its first entries were forgotten.
  if (complete && first && first.sequence > 1 && nowMs - first.recordedAtMs < HOLE_PATIENCE_MS) return [];
  let firstKept = 0;
  for (let index = 0; index + 1 < entries.length; index += 1) {
    const entry = entries[index];
    const older = entries[index + 1];
    if (entry && older && entry.sequence - older.sequence > 1 && nowMs - entry.recordedAtMs < HOLE_PATIENCE_MS) firstKept = index + 1;
  }
  return entries.slice(firstKept);
};

/** The former values of the top-level fields that differ; `null` when none does [EVT-10]. */
export const previousAttributes = (before: JsonObject | null, after: JsonObject): JsonObject | null => {
  if (before === null) return null;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
};
