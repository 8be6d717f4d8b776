import { eventIn } from '../event-log/event-text.ts';
import { isRetained } from '../event-log/events.ts';
import { queryLog } from '../event-log/log-items.ts';
import type { Snapshot } from './records.ts';

/**
 * Yields the JSON of the snapshot's events of the last 90 days, in log order, page by page [XPT-12, RET-02]: first the events up to the
 * fence (the snapshot's log number), then the events after it whose transactions also have log numbers up to the fence. `after`: a log
 * number after which the events begin; 0: from the beginning.
 */
export async function* eventsAt(
  { table, tenant, fence, changes, pageSize }: Snapshot,
  after: number,
  nowMs: number,
): AsyncGenerator<readonly string[]> {
  let from = after;
  while (from < fence) {
    const { items, isEnd } = await queryLog(table, tenant, { after: from, before: fence + 1 }, 'ascending', pageSize);
    const texts = items.flatMap((item) => {
      const event = item.t === 'event' && isRetained(Number(item.recorded_at), nowMs) ? eventIn(item) : null;
      return event === null ? [] : [event.json];
    });
    if (texts.length > 0) yield texts;
    if (isEnd) break;
    from = Number(items.at(-1)?.sk ?? fence);
  }
  await changes.catchUp();
  // A transaction with log numbers on both sides of the fence belongs to the snapshot.
  const spanning = changes.eventsOfSpanningTransactions(after);
  if (spanning.length > 0) yield spanning;
}
