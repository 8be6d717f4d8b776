import { eventIn } from '../event-log/event-text.ts';
import { isRetained } from '../event-log/events.ts';
import { queryLog } from '../event-log/log-items.ts';
import type { Snapshot } from './records.ts';

/**
 * Yields the JSON of every event of the last 90 days up to the fence (the snapshot's log number), in log order, page by page [XPT-12,
 * RET-02]. `after`: a log number after which the events begin; 0: from the beginning.
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
  const acrossFence = changes.eventsAcrossFence(after);
  if (acrossFence.length > 0) yield acrossFence;
}
