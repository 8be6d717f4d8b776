import type { Tenant } from '../../domain/tenant.ts';
import type { Item, Table } from '../core/table.ts';
import { type EntryStep, GAP_PATIENCE_MS, type LogEntryKind, NO_CHANGE, readForward } from './entries.ts';
import { eventIn, type LoggedEvent } from './event-text.ts';
import { queryLog } from './log-items.ts';

/** A log entry. `step`: the change of the event's object that this entry reports. */
export interface ChangeEntry {
  readonly sequence: number;
  readonly kind: LogEntryKind;
  /** The lowest log number of the entry's transaction. */
  readonly firstOfWrite: number;
  readonly step: EntryStep;
  /** `null` for a tombstone, which fills the log number of a write that did not happen. */
  readonly event: LoggedEvent | null;
}

const changeEntryIn = (item: Item): ChangeEntry => {
  const [sequence, kind] = [Number(item.sk), item.t as LogEntryKind];
  const step = item.step as EntryStep | undefined;
  if (step === undefined && kind !== 'tombstone') throw new Error(`log entry ${sequence} of an earlier release has no "step"`);
  return { sequence, kind, firstOfWrite: Number(item.first_of_write ?? sequence), step: step ?? NO_CHANGE, event: eventIn(item) };
};

const PAGE = 1000;

/**
 * Passes every existing entry after `after` to `accept`, oldest first, also entries after a gap (a log number that has no entry yet). Keeps
 * one page in memory. Fills old gaps with tombstones. Returns the log number up to which no further entry can appear.
 */
export const readChangeEntries = async (
  table: Table,
  tenant: Tenant,
  after: number,
  nowMs: number,
  accept: (entry: ChangeEntry) => void,
): Promise<number> => {
  let completeTo = after;
  let from: number | null = after;
  while (from !== null) {
    const { items, isEnd } = await queryLog(table, tenant, { after: from }, 'ascending', PAGE);
    for (const item of items) {
      const entry = changeEntryIn(item);
      accept(entry);
      if (entry.sequence === completeTo + 1) completeTo = entry.sequence;
    }
    const next = items.find((item) => Number(item.sk) > completeTo);
    // Only fills the gap after `completeTo`. The entries after the gap are read by this loop, so the result is not used.
    if (next !== undefined && nowMs - Number(next.recorded_at) >= GAP_PATIENCE_MS) await readForward(table, tenant, completeTo, 1, nowMs);
    from = isEnd ? null : Number(items.at(-1)?.sk ?? from);
  }
  return completeTo;
};
