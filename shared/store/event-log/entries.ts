import { isDeepStrictEqual } from 'node:util';
import { redactedEvent } from '../../domain/customer/redact.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import { customerIndexAttributes, eventTypePartition, logKey, logPartition, logSortKey, publicEventPartition } from '../core/keys.ts';
import { conditionFailure, type Item, isTransactionConflict, type Table, type TransactItem } from '../core/table.ts';
import { sequenceOf } from './event-id.ts';
import { type EventObject, eventAttributes, eventIn, type LoggedEvent } from './event-text.ts';
import { getLogItems, queryLog } from './log-items.ts';
import { readLastLogNumber } from './sequence.ts';

/** `hidden`: a change without a public event. `tombstone`: fills the log number of a write that did not happen. */
export type LogEntryKind = 'event' | 'hidden' | 'tombstone';

/**
 * Stored `step` of an entry that reports no change: its object did not change, or an earlier entry of the same write reports the change.
 * `told` is a former name.
 */
export const NO_CHANGE = 'told';

/** The change of the object in `data` that an entry reports. `removed`: `data` is the last state. */
export type EntryStep = 'created' | 'changed' | 'removed' | typeof NO_CHANGE;

export interface LogEntry {
  readonly sequence: number;
  readonly kind: LogEntryKind;
  /** `null` for a tombstone. */
  readonly event: LoggedEvent | null;
  readonly step: EntryStep;
  /** True if the entry does not count in business metrics. */
  readonly uncounted: boolean;
  /** Real time, also for objects on a test clock. */
  readonly recordedAtMs: number;
  /** Index partition of the entry's customer; `null`: the entry has no customer, or the customer is erased. */
  readonly customerList: string | null;
}

export const EVENT_RETENTION_SECONDS = 90 * DAY_SECONDS;
/**
 * A gap is a log number that has no entry yet. A gap of this age is filled with a tombstone: its writer has crashed, or will fail and
 * take a new number.
 */
export const GAP_PATIENCE_MS = 30_000;

/** At any time, fewer log numbers than this are allocated but not written yet. */
const MOST_IN_PROGRESS = 1000;

interface NewEntry {
  readonly sequence: number;
  readonly kind: LogEntryKind;
  readonly event: EventObject | null;
  readonly nonce: string;
  readonly step: EntryStep;
  /** The lowest number of its transaction. */
  readonly firstOfWrite: number;
  /** Customer whom the change concerns, for a snapshot that names no customer (refunds). */
  readonly customerId?: string | null;
  readonly uncounted?: boolean;
}

/** Builds the write of an entry. The write fails if its log number already has an entry. */
export const logEntryItem = (tenant: Tenant, entry: NewEntry, recordedAtMs: number): TransactItem & { readonly Put: object } => ({
  Put: {
    Item: {
      ...logKey(tenant, entry.sequence),
      ...customerIndexAttributes(logPartition(tenant), customerOfEntry(entry), logSortKey(entry.sequence)),
      t: entry.kind,
      ...(entry.event === null ? {} : eventAttributes(entry.event)),
      ...(entry.kind === 'event' && entry.event !== null ? listAttributes(tenant, entry.event.type, logSortKey(entry.sequence)) : {}),
      recorded_at: recordedAtMs,
      nonce: entry.nonce,
      step: entry.step,
      first_of_write: entry.firstOfWrite,
      ...(entry.uncounted ? { uncounted: true } : {}),
      ttl: Math.ceil(recordedAtMs / 1000) + EVENT_RETENTION_SECONDS + DAY_SECONDS,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/**
 * Customer under whom the entry is indexed; `null`: none. Only purges read hidden entries by customer, so a hidden entry without personal
 * data is indexed under no customer.
 */
const customerOfEntry = ({ kind, event, customerId = null }: NewEntry): string | null =>
  event === null || (kind === 'hidden' && redactedEvent(event) === null) ? null : (customerOf(event.data) ?? customerId);

/** Index attributes of a public event. */
const listAttributes = (tenant: Tenant, type: string, sortKey: string) => ({
  ppk: publicEventPartition(tenant),
  psk: sortKey,
  fpk: eventTypePartition(tenant, type),
  fsk: sortKey,
});

/** The customer that a snapshot is about or names. */
export const customerOf = (data: JsonObject): string | null => {
  const id = data.object === 'customer' ? data.id : data.customer_id;
  return typeof id === 'string' ? id : null;
};

/** Fills unused numbers with tombstones, so that readers need not wait. If that fails, a reader fills them after `GAP_PATIENCE_MS`. */
export const fillGaps = async (table: Table, tenant: Tenant, sequences: readonly number[], nowMs: number): Promise<void> => {
  await Promise.all(sequences.map((sequence) => tryFill(table, tenant, sequence, nowMs)));
};

/** Like `fillGap`, but returns `null` instead of throwing, since readers must not fail. */
const tryFill = async (table: Table, tenant: Tenant, sequence: number, nowMs: number): Promise<LogEntry | null> => {
  try {
    return await fillGap(table, tenant, sequence, nowMs);
  } catch (error) {
    logError(error, { part: 'log-gaps', account: tenant.accountId, mode: tenant.mode });
    return null;
  }
};

const FILL_BATCH = 25;

/** Fills the gaps of the range, `to` exclusive; returns the entries up to the first number that could not be filled. */
const fillRange = async (table: Table, tenant: Tenant, from: number, to: number, nowMs: number): Promise<readonly LogEntry[]> => {
  const filled: LogEntry[] = [];
  for (let next = from; next < to && filled.length === next - from; next += FILL_BATCH) {
    const numbers = Array.from({ length: Math.min(FILL_BATCH, to - next) }, (_, index) => next + index);
    const entries = await Promise.all(numbers.map((sequence) => tryFill(table, tenant, sequence, nowMs)));
    const firstMissing = entries.indexOf(null);
    filled.push(...entries.slice(0, firstMissing < 0 ? entries.length : firstMissing).filter((entry) => entry !== null));
  }
  return filled;
};

/** Writes a tombstone at the number. Returns the tombstone or the existing entry; `null` while another write of the number is running. */
const fillGap = async (table: Table, tenant: Tenant, sequence: number, nowMs: number): Promise<LogEntry | null> => {
  const { Put } = logEntryItem(
    tenant,
    { sequence, kind: 'tombstone', event: null, nonce: '', step: NO_CHANGE, firstOfWrite: sequence },
    nowMs,
  );
  try {
    await table.put(Put as Parameters<Table['put']>[0]);
    return { sequence, kind: 'tombstone', event: null, step: NO_CHANGE, uncounted: false, recordedAtMs: nowMs, customerList: null };
  } catch (error) {
    if (isTransactionConflict(error)) return null;
    const failure = conditionFailure(error);
    if (failure === null) throw error;
    const existing = failure.item ?? (await table.get(logKey(tenant, sequence)));
    if (existing === null) throw error;
    return entryOf(existing as Item);
  }
};

const entryOf = (item: Item): LogEntry => ({
  sequence: Number(item.sk),
  kind: item.t as LogEntryKind,
  event: eventIn(item),
  step: (item.step as EntryStep | undefined) ?? NO_CHANGE,
  uncounted: item.uncounted === true,
  recordedAtMs: Number(item.recorded_at),
  customerList: typeof item.cpk === 'string' ? item.cpk : null,
});

/** Reads one entry by number, even if there is an unfilled gap below it (unlike `readForward`). `null`: the entry does not exist. */
export const readEntry = async (table: Table, tenant: Tenant, sequence: number): Promise<LogEntry | null> => {
  const [entry] = await readEntries(table, tenant, [sequence]);
  return entry ?? null;
};

/** Reads the existing entries of these numbers, even if there is an unfilled gap below them (unlike `readForward`). */
export const readEntries = async (table: Table, tenant: Tenant, sequences: readonly number[]): Promise<readonly LogEntry[]> => {
  const items = await getLogItems(table, tenant, sequences);
  return [...items.values()].map(entryOf);
};

/** A recorded event with its log number. */
export interface RecordedEvent {
  readonly sequence: number;
  readonly event: LoggedEvent;
  readonly recordedAtMs: number;
}

/** Reads the events with these ids, and omits ids that do not exist. */
export const readEvents = async (table: Table, tenant: Tenant, ids: readonly string[]): Promise<readonly RecordedEvent[]> => {
  const requestedIds = new Set(ids);
  const entries = await readEntries(
    table,
    tenant,
    ids.flatMap((id) => sequenceOf(id) ?? []),
  );
  return entries.flatMap(({ event, sequence, recordedAtMs }) =>
    event !== null && requestedIds.has(event.id) ? [{ event, sequence, recordedAtMs }] : [],
  );
};

/**
 * Reads the entries that follow log number `after`, oldest first. Fills a gap if the entry after it is older than GAP_PATIENCE_MS;
 * otherwise ends before the gap.
 */
export const readForward = async (table: Table, tenant: Tenant, after: number, limit: number, nowMs: number): Promise<LogEntry[]> => {
  const { items } = await queryLog(table, tenant, { after }, 'ascending', limit);
  const entries: LogEntry[] = [];
  let expected = after + 1;
  for (const entry of items.map(entryOf)) {
    if (expected < entry.sequence) {
      if (nowMs - entry.recordedAtMs < GAP_PATIENCE_MS) return entries;
      const filled = await fillRange(table, tenant, expected, entry.sequence, nowMs);
      entries.push(...filled);
      if (filled.length < entry.sequence - expected) return entries;
    }
    entries.push(entry);
    expected = entry.sequence + 1;
  }
  return entries;
};

/** For each log partition, the log number up to which this process has seen the log without gaps. */
const completeTo = new Map<string, number>();
const MAX_REMEMBERED = 1000;

const rememberComplete = (partition: string, sequence: number): void => {
  if (completeTo.size >= MAX_REMEMBERED) completeTo.clear();
  completeTo.set(partition, Math.max(sequence, completeTo.get(partition) ?? 0));
};

/**
 * Reads the entries below log number `before` (`null`: from the end), newest first. Fills gaps that are old enough. If a younger gap
 * remains, omits all entries above it. `next`: the `before` of the next page; `null` at the beginning of the log.
 */
export const readBackward = async (
  table: Table,
  tenant: Tenant,
  before: number | null,
  limit: number,
  nowMs: number,
): Promise<{ readonly entries: readonly LogEntry[]; readonly next: number | null }> => {
  const partition = logPartition(tenant);
  const entriesSoFar: LogEntry[] = [];
  let from = before;
  for (;;) {
    const { items, isEnd } = await queryLog(table, tenant, from === null ? {} : { before: from }, 'descending', limit);
    entriesSoFar.push(...items.map(entryOf));
    const oldest = entriesSoFar.at(-1);
    const isStart = isEnd || oldest === undefined;
    const isComplete = oldest !== undefined && oldest.sequence <= (completeTo.get(partition) ?? 0) + 1;
    // Only entries younger than GAP_PATIENCE_MS can follow an unfilled gap, so read back that far, whatever the page size.
    if (isStart || isComplete || nowMs - oldest.recordedAtMs >= GAP_PATIENCE_MS) {
      const entries = await beforeGap(table, tenant, entriesSoFar, isStart, nowMs);
      if (entries[0] !== undefined) rememberComplete(partition, entries[0].sequence);
      return { entries, next: isStart ? null : oldest.sequence };
    }
    from = oldest.sequence;
  }
};

/** Entries per read to find the end of the log. */
const END_PAGE = 50;

/**
 * Number of the newest entry that a list can show. Reading forward from this number returns only entries that no list has shown yet. If all
 * entries have expired, returns a number below those of all writes in progress, so that readers do not wait for numbers of expired entries.
 */
export const endOfLog = async (table: Table, tenant: Tenant, nowMs: number): Promise<number> => {
  const { entries } = await readBackward(table, tenant, null, END_PAGE, nowMs);
  return entries[0]?.sequence ?? Math.max(0, (await readLastLogNumber(table, tenant)) - MOST_IN_PROGRESS);
};

/**
 * Fills old gaps; returns the entries below the lowest gap that remains, newest first. `isStart`: no entry precedes `entries`. The numbers
 * below the first entry of the log are a gap if that entry is recent. If that entry is older, the entries before it have expired.
 */
const beforeGap = async (
  table: Table,
  tenant: Tenant,
  entries: readonly LogEntry[],
  isStart: boolean,
  nowMs: number,
): Promise<readonly LogEntry[]> => {
  const ascending: LogEntry[] = [];
  for (const entry of entries.toReversed()) {
    const isRecent = nowMs - entry.recordedAtMs < GAP_PATIENCE_MS;
    const previous = ascending.at(-1)?.sequence ?? (isStart && isRecent ? 0 : entry.sequence - 1);
    const missing = entry.sequence - previous - 1;
    if (missing > 0) {
      const filled = isRecent ? [] : await fillRange(table, tenant, previous + 1, entry.sequence, nowMs);
      ascending.push(...filled);
      if (filled.length < missing) return ascending.toReversed();
    }
    ascending.push(entry);
  }
  return ascending.toReversed();
};

/** The former values of the top-level fields that differ; `null` when no field differs [EVT-10]. A missing field is the same as `null`. */
export const previousAttributes = (before: JsonObject | null, after: JsonObject): JsonObject | null => {
  if (before === null) return null;
  const valueIn = (object: JsonObject, name: string) => object[name] ?? null;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(valueIn(before, name), valueIn(after, name)));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, valueIn(before, name)]));
};
