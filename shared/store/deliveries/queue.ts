import type { Mode } from '../../domain/tenant.ts';
import { afterEntriesOf, deliveryQueuePartition, parseQueueSortKey, type QueueKeyParts } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';

/**
 * An entry of an account's queue of pending deliveries. The queue contains the entries of both modes, sorted by endpoint and due time.
 * Parked entries (due, but their endpoint was disabled) sort before all others of their endpoint: once the endpoint is enabled, they are
 * the oldest work.
 */
export interface QueueEntry extends QueueKeyParts {
  readonly sk: string;
  readonly mode: Mode;
  readonly eventId: string;
}

/**
 * `due`: the first due entries of each endpoint. `waiting`: for each endpoint, the next entry that is not due yet. `nextAtMs`: the earliest
 * due time in `waiting`; `null` if `waiting` is empty.
 */
export interface QueueView {
  readonly due: readonly QueueEntry[];
  readonly waiting: readonly QueueEntry[];
  readonly nextAtMs: number | null;
}

/** More than the limit of concurrent requests to one endpoint. */
const ENTRIES_PER_ENDPOINT = 8;
const PAGE = 40;

const entryOf = (item: Item): QueueEntry => ({
  ...parseQueueSortKey(item.sk),
  sk: item.sk,
  mode: item.mode as Mode,
  eventId: String(item.event_id),
});

/**
 * Reads the first `ENTRIES_PER_ENDPOINT` entries of every endpoint and skips the others, so that a long backlog does not
 * slow the read.
 */
export const scanQueue = async (table: Table, accountId: string, nowMs: number): Promise<QueueView> => {
  const entries: QueueEntry[] = [];
  // Sorts before all entries.
  let after = ' ';
  for (;;) {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk AND sk > :after',
      ExpressionAttributeValues: { ':pk': deliveryQueuePartition(accountId), ':after': after },
      Limit: PAGE,
    });
    entries.push(...items.map(entryOf));
    const last = entries.at(-1);
    if (lastKey === undefined || last === undefined) return viewOf(entries, nowMs);
    after = nextStart(entries, last, nowMs);
  }
};

/**
 * Sort key after which the scan continues. `last`: the last entry read. After `ENTRIES_PER_ENDPOINT` parked entries of an endpoint, the
 * scan skips the endpoint's other parked entries. After `ENTRIES_PER_ENDPOINT` entries of an endpoint that are not parked, or after an
 * entry that is not due yet, the scan skips to the next endpoint.
 */
const nextStart = (entries: readonly QueueEntry[], last: QueueEntry, nowMs: number): string => {
  const count = entries.filter((entry) => entry.endpointId === last.endpointId && entry.parked === last.parked).length;
  if (last.parked) return count >= ENTRIES_PER_ENDPOINT ? afterEntriesOf(last.endpointId, 'parked') : last.sk;
  return count >= ENTRIES_PER_ENDPOINT || last.dueAtMs > nowMs ? afterEntriesOf(last.endpointId, 'all') : last.sk;
};

const viewOf = (entries: readonly QueueEntry[], nowMs: number): QueueView => {
  const later = entries.filter((entry) => !entry.parked && entry.dueAtMs > nowMs);
  // The map keeps the last entry of each endpoint; because the order is reversed, this is the earliest entry.
  const waiting = [...new Map(later.toReversed().map((entry) => [`${entry.mode}#${entry.endpointId}`, entry])).values()];
  return {
    due: entries.filter((entry) => entry.parked || entry.dueAtMs <= nowMs),
    waiting,
    nextAtMs: waiting.length === 0 ? null : Math.min(...waiting.map((entry) => entry.dueAtMs)),
  };
};
