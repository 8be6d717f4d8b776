import type { Mode } from '../../domain/tenant.ts';
import { afterEntriesOf, deliveryQueuePartition, type QueuePlace, queuePlaceOf } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';

/**
 * An account's pending deliveries of both modes, by endpoint and then by time, in one partition that is read strongly
 * consistently. Parked entries (due, but their endpoint is disabled) come first of their endpoint's: once it is enabled
 * they are simply the oldest work.
 */
export interface QueueEntry extends QueuePlace {
  readonly sk: string;
  readonly mode: Mode;
  readonly eventId: string;
}

/** What is due now, a few entries of each endpoint, the next entry of each that will be, and when the first of them is. */
export interface QueueView {
  readonly due: readonly QueueEntry[];
  readonly waiting: readonly QueueEntry[];
  readonly nextAtMs: number | null;
}

/** Enough of one endpoint's work to fill its share of the requests in flight more than once. */
const ENTRIES_PER_ENDPOINT = 8;
const PAGE = 40;

const entryOf = (item: Item): QueueEntry => ({
  ...queuePlaceOf(item.sk),
  sk: item.sk,
  mode: item.mode as Mode,
  eventId: String(item.event_id),
});

/**
 * The start of every endpoint's queue. Reads on past an endpoint as soon as enough of it is known, so that one with a
 * long backlog neither hides the others nor makes the read long.
 */
export const scanQueue = async (table: Table, accountId: string, nowMs: number): Promise<QueueView> => {
  const found: QueueEntry[] = [];
  let after = ' ';
  for (;;) {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk AND sk > :after',
      ExpressionAttributeValues: { ':pk': deliveryQueuePartition(accountId), ':after': after },
      Limit: PAGE,
    });
    found.push(...items.map(entryOf));
    const last = found.at(-1);
    if (lastKey === undefined || last === undefined) return viewOf(found, nowMs);
    after = skipFrom(found, last, nowMs);
  }
};

/** Where to read on: past the parked part or the rest of the last entry's endpoint when enough of it is known. */
const skipFrom = (found: readonly QueueEntry[], last: QueueEntry, nowMs: number): string => {
  const known = found.filter((entry) => entry.endpointId === last.endpointId && entry.parked === last.parked).length;
  if (last.parked) return known >= ENTRIES_PER_ENDPOINT ? afterEntriesOf(last.endpointId, 'parked') : last.sk;
  return known >= ENTRIES_PER_ENDPOINT || last.dueAtMs > nowMs ? afterEntriesOf(last.endpointId, 'all') : last.sk;
};

const viewOf = (found: readonly QueueEntry[], nowMs: number): QueueView => {
  const later = found.filter((entry) => !entry.parked && entry.dueAtMs > nowMs);
  // Earliest last, so that it is the one that stays.
  const waiting = [...new Map(later.toReversed().map((entry) => [`${entry.mode}#${entry.endpointId}`, entry])).values()];
  return {
    due: found.filter((entry) => entry.parked || entry.dueAtMs <= nowMs),
    waiting,
    nextAtMs: waiting.length === 0 ? null : Math.min(...waiting.map((entry) => entry.dueAtMs)),
  };
};
