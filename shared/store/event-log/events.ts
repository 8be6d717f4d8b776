import type { Tenant } from '../../domain/tenant.ts';
import { filteredPage, type KeyList, type Tail } from '../core/filtered.ts';
import {
  customerPartition,
  eventTypePartition,
  INDEX_BY_CUSTOMER,
  INDEX_BY_FILTER,
  INDEX_BY_PARENT,
  logPartition,
  logSortKey,
  publicEventPartition,
} from '../core/keys.ts';
import type { Table } from '../core/table.ts';
import { EVENT_RETENTION_SECONDS, readBackward, readEntry } from './entries.ts';
import { sequenceOf } from './event-id.ts';
import { eventIn, type LoggedEvent, parseEvent } from './event-text.ts';

/** True while the event is retained. DynamoDB deletes expired items up to days later, so reads must omit them. */
export const isRetained = (recordedAtMs: number, nowMs: number): boolean => recordedAtMs > nowMs - EVENT_RETENTION_SECONDS * 1000;

/** Finds an event by id; `null`: not of this tenant, or expired [EVT-06, RET-02]. */
export const findEvent = async (table: Table, tenant: Tenant, id: string, nowMs: number): Promise<LoggedEvent | null> => {
  const sequence = sequenceOf(id);
  const entry = sequence === null ? null : await readEntry(table, tenant, sequence);
  return entry?.kind === 'event' && entry.event?.id === id && isRetained(entry.recordedAtMs, nowMs) ? entry.event : null;
};

/** Id of the customer that an event's snapshot names; `null` if it names none, and for `customer.*` events [EXP-11, EXP-12]. */
export const customerOfEvent = (event: LoggedEvent): string | null => {
  const { customer_id: id } = parseEvent(event).data;
  return typeof id === 'string' && !event.type.startsWith('customer.') ? id : null;
};

interface EventQuery {
  readonly limit: number;
  readonly startingAfter: string | null;
  /** `null`: every type. */
  readonly types: readonly string[] | null;
  /** Customer whose events are read; `null`: all customers. */
  readonly customerId: string | null;
  readonly nowMs: number;
}

/** Log entries read in addition to a page, because some entries are not public events and appear on no page. */
const EXTRA_ENTRIES = 30;
const READ_GROWTH = 4;
const LARGEST_READ = 1000;
const LOG_READS = 5;
/** Entries younger than this are read from the log, because the index may not contain them yet. */
const INDEX_LAG_MS = 5000;

/**
 * Reads a page of public events, newest first. Omits events above a gap (a log number whose entry is still being written). The number of
 * reads is bounded for all filters.
 */
export const pageOfEvents = async (
  table: Table,
  tenant: Tenant,
  query: EventQuery,
): Promise<{ readonly events: readonly LoggedEvent[]; readonly hasMore: boolean }> => {
  const { limit, startingAfter, types, nowMs } = query;
  const before = startingAfter === null ? null : sequenceOf(startingAfter);
  const { items, hasMore } = await filteredPage<LoggedEvent>(table, {
    limit,
    before: before === null ? null : logSortKey(before),
    lists: listsFor(tenant, query),
    tail: () => tailOfLog(table, tenant, query, before),
    decode: (item) => {
      const event = isRetained(Number(item.recorded_at), nowMs) && item.t === 'event' ? eventIn(item) : null;
      return event !== null && (types === null || types.includes(event.type)) ? event : null;
    },
  });
  return { events: items, hasMore };
};

/**
 * Index lists to read. A customer's list is short, so a filter by customer and type reads the customer's list, and then filters by type.
 */
const listsFor = (tenant: Tenant, { types, customerId }: EventQuery): readonly KeyList[] => {
  if (customerId !== null) return [{ index: INDEX_BY_CUSTOMER, pk: listOfCustomer(tenant, customerId) }];
  return types === null
    ? [{ index: INDEX_BY_PARENT, pk: publicEventPartition(tenant) }]
    : [...new Set(types)].map((type) => ({ index: INDEX_BY_FILTER, pk: eventTypePartition(tenant, type) }));
};

const listOfCustomer = (tenant: Tenant, customerId: string): string => customerPartition(logPartition(tenant), customerId);

/** Reads the newest matching entries from the log, back to entries that the index certainly contains. */
const tailOfLog = async (table: Table, tenant: Tenant, query: EventQuery, before: number | null): Promise<Tail<LoggedEvent>> => {
  const { limit, types, customerId, nowMs } = query;
  const customerPartitionKey = customerId === null ? null : listOfCustomer(tenant, customerId);
  const matches: LoggedEvent[] = [];
  // Without a filter, most entries match, so up to `LOG_READS` reads of the log usually fill the page.
  const steps = types === null && customerId === null ? LOG_READS : 1;
  let from = before;
  for (let step = 1; ; step += 1) {
    const size = Math.min(LARGEST_READ, (limit + EXTRA_ENTRIES) * READ_GROWTH ** (Math.min(step, steps) - 1));
    const { entries, next } = await readBackward(table, tenant, from, size, nowMs);
    for (const { kind, event, recordedAtMs, customerList } of entries) {
      if (!isRetained(recordedAtMs, nowMs)) return { matches, readTo: null };
      if (customerPartitionKey !== null && customerList !== customerPartitionKey) continue;
      if (kind === 'event' && event !== null && (types === null || types.includes(event.type))) matches.push(event);
    }
    const oldest = entries.at(-1);
    if (next === null) return { matches, readTo: null };
    if (matches.length > limit || (step >= steps && oldest !== undefined && nowMs - oldest.recordedAtMs > INDEX_LAG_MS)) {
      return { matches, readTo: logSortKey(next) };
    }
    from = next;
  }
};
