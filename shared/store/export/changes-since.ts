import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import type { Table } from '../core/table.ts';
import { type ChangeEntry, readChangeEntries } from '../event-log/change-entries.ts';
import { NO_CHANGE, readEntries } from '../event-log/entries.ts';
import { type EventObject, parseEvent } from '../event-log/event-text.ts';
import { type FirstChange, type KindIdRange, openUnreadChanges, type UnreadKinds } from './unread-changes.ts';

/** Changes after a fence: a log number up to which every write is committed. */
export interface ChangesSince {
  /** Reads the log up to now. To be called after objects were read, so that all their changes after the fence are known. */
  readonly catchUp: () => Promise<void>;
  /**
   * For each object of the range that was created, changed or removed after the fence, returns its view at the fence; `null` if it was
   * created after the fence. `ids`: the objects of the range that still exist. Forgets the changes up to the end of the range, so the
   * caller must pass the ranges of a kind in ascending order.
   */
  readonly takeFormer: (range: KindIdRange, ids: readonly string[]) => Promise<ReadonlyMap<string, JsonObject | null>>;
  /** True if the entry with number `sequence` is after the fence and its transaction also has log numbers up to the fence. */
  readonly spansFence: (sequence: number) => boolean;
  /** JSON of the public events for which `spansFence` is true, in log order; only those after log number `after`. */
  readonly eventsOfSpanningTransactions: (after: number) => readonly string[];
}

/**
 * Collects the changes after the fence, only for objects that are still unread. Keeps only the log number of each object's first change;
 * `takeFormer` reads the former view from the log.
 *
 * A transaction with log numbers on both sides of the fence counts as before the fence: every number up to the fence is committed, and a
 * transaction is committed as a whole.
 */
export const changesSince = (table: Table, tenant: Tenant, fence: number, nowMs: () => number, unreadKinds: UnreadKinds): ChangesSince => {
  const unread = openUnreadChanges(unreadKinds);
  const spanning = new Map<number, ChangeEntry>();
  let completeTo = fence;

  const addEntry = (entry: ChangeEntry): void => {
    const { sequence, firstOfWrite, step, event } = entry;
    if (event === null) return;
    if (firstOfWrite <= fence) spanning.set(sequence, entry);
    else if (step !== NO_CHANGE) {
      const { object, id } = parseEvent(event).data;
      unread.add({ sequence, step, type: String(object), id: String(id) });
    }
  };

  return {
    catchUp: async () => {
      completeTo = await readChangeEntries(table, tenant, completeTo, nowMs(), addEntry);
    },
    takeFormer: (range, ids) => readFormer(table, tenant, unread.take(range, ids)),
    spansFence: (sequence) => spanning.has(sequence),
    eventsOfSpanningTransactions: (after) =>
      [...spanning.values()]
        .filter(({ sequence }) => sequence > after)
        .sort((one, other) => one.sequence - other.sequence)
        .flatMap(publicEventJson),
  };
};

/** Reads the views of objects before their first changes; `null` for an object that the change created. */
const readFormer = async (
  table: Table,
  tenant: Tenant,
  firstChanges: ReadonlyMap<string, FirstChange>,
): Promise<ReadonlyMap<string, JsonObject | null>> => {
  const sequences = [...firstChanges.values()].flatMap(({ sequence, isCreation }) => (isCreation ? [] : [sequence]));
  const entries = sequences.length === 0 ? [] : await readEntries(table, tenant, sequences);
  const views = new Map(
    entries.flatMap(({ sequence, event }) => (event === null ? [] : [[sequence, formerView(parseEvent(event))] as const])),
  );
  return new Map(
    [...firstChanges].map(([id, { sequence, isCreation }]) => [id, isCreation ? null : requireView(views.get(sequence), sequence)]),
  );
};

/** View of an object before the change that the event reports. */
const formerView = ({ data, previous_attributes: previous }: EventObject): JsonObject => ({ ...data, ...previous });

const requireView = (view: JsonObject | undefined, sequence: number): JsonObject => {
  if (view === undefined) throw new Error(`log entry ${sequence} no longer exists`);
  return view;
};

const publicEventJson = ({ kind, event }: ChangeEntry): readonly string[] => (kind === 'event' && event !== null ? [event.json] : []);
