import type { Tenant } from '../domain/kernel.ts';
import { type LoggedEvent, parseEvent } from './event-text.ts';
import { sequenceOf } from './ids.ts';
import { EVENT_RETENTION_SECONDS, type LogEntry, readBackward, readEntry } from './log.ts';
import type { Table } from './table.ts';

/** True while the event may still be shown; the table removes expired items only days later. */
const isKept = (entry: LogEntry, nowMs: number): boolean => entry.recordedAtMs > nowMs - EVENT_RETENTION_SECONDS * 1000;

/** The event with this id; `null` when this tenant has none, or its time is over [EVT-06, RET-02]. */
export const findEvent = async (table: Table, tenant: Tenant, id: string, nowMs: number): Promise<LoggedEvent | null> => {
  const sequence = sequenceOf(id);
  const entry = sequence === null ? null : await readEntry(table, tenant, sequence);
  return entry?.kind === 'event' && entry.event?.id === id && isKept(entry, nowMs) ? entry.event : null;
};

/** The customer that an event's snapshot names; a `customer.*` event names none [EXP-11, EXP-12]. */
export const customerOfEvent = (event: LoggedEvent): string | null => {
  const { customer_id: id } = parseEvent(event).data;
  return typeof id === 'string' && !event.type.startsWith('customer.') ? id : null;
};

interface EventQuery {
  readonly limit: number;
  readonly startingAfter: string | null;
  /** `null`: every type. */
  readonly types: readonly string[] | null;
  readonly nowMs: number;
}

/** Log entries read at once: room for tombstones and hidden entries between the events of a page. */
const READ_AHEAD = 30;

/** A page of the log, newest first: the contiguous part of it, without hidden entries. */
export const pageOfEvents = async (
  table: Table,
  tenant: Tenant,
  query: EventQuery,
): Promise<{ readonly events: readonly LoggedEvent[]; readonly hasMore: boolean }> => {
  const found: LoggedEvent[] = [];
  let before = query.startingAfter === null ? null : sequenceOf(query.startingAfter);
  for (;;) {
    const { entries, next } = await readBackward(table, tenant, before, query.limit + READ_AHEAD, query.nowMs);
    for (const entry of entries) {
      if (!isKept(entry, query.nowMs)) return { events: found, hasMore: false };
      const { event } = entry;
      if (entry.kind !== 'event' || event === null || (query.types !== null && !query.types.includes(event.type))) continue;
      if (found.length === query.limit) return { events: found, hasMore: true };
      found.push(event);
    }
    if (next === null) return { events: found, hasMore: false };
    before = next;
  }
};
