import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import type { Table } from '../core/table.ts';
import { type ChangeEntry, readChangeEntries } from '../event-log/change-entries.ts';
import { NO_CHANGE } from '../event-log/entries.ts';
import { parseEvent } from '../event-log/event-text.ts';

/** Changes after a fence: a log number up to which every write is committed. */
export interface ChangesSince {
  /** Reads the log up to now. To be called after objects were read, so that all their changes after the fence are known. */
  readonly catchUp: () => Promise<void>;
  /** View of an object at the fence; `null`: it was created after the fence; `undefined`: it has not changed since the fence. */
  readonly formerOf: (type: string, id: string) => JsonObject | null | undefined;
  /** Ids of objects that were removed since the fence: the ids above `from`, up to and including `to` (`null`: all above `from`). */
  readonly removedBetween: (type: string, from: string, to: string | null) => readonly string[];
  /** True if the entry with number `sequence` is after the fence and its transaction also has log numbers up to the fence. */
  readonly spansFence: (sequence: number) => boolean;
  /** JSON of the public events among the entries for which `spansFence` is true, in log order. */
  readonly eventsAcrossFence: () => readonly string[];
}

/** The earliest change of an object after the fence, among the entries read so far. */
interface FirstChange {
  readonly sequence: number;
  /** View of the object before the change; `null` if it did not exist. */
  readonly former: JsonObject | null;
}

/**
 * Collects the changes after the fence. A transaction with log numbers on both sides of the fence counts as before the fence: every number
 * up to the fence is committed, and a transaction is committed as a whole.
 */
export const changesSince = (table: Table, tenant: Tenant, fence: number, nowMs: () => number): ChangesSince => {
  const firstChanges = new Map<string, Map<string, FirstChange>>();
  const removed = new Map<string, Set<string>>();
  const acrossFence = new Map<number, ChangeEntry>();
  let completeTo = fence;

  const addEntry = (entry: ChangeEntry): void => {
    const { sequence, firstOfWrite, step, event } = entry;
    if (event === null) return;
    if (firstOfWrite <= fence) acrossFence.set(sequence, entry);
    if (firstOfWrite <= fence || step === NO_CHANGE) return;
    const { data, previous_attributes: previous } = parseEvent(event);
    const [type, id] = [String(data.object), String(data.id)];
    const ofType = firstChanges.get(type) ?? new Map<string, FirstChange>();
    firstChanges.set(type, ofType);
    // The first entry of an object contains its view at the fence. Log pages are read at different times, so a later entry can be read
    // first.
    const knownChange = ofType.get(id);
    if (knownChange === undefined || sequence < knownChange.sequence) {
      ofType.set(id, { sequence, former: step === 'created' ? null : { ...data, ...previous } });
    }
    if (step === 'removed') removed.set(type, (removed.get(type) ?? new Set<string>()).add(id));
  };

  return {
    catchUp: async () => {
      const read = await readChangeEntries(table, tenant, completeTo, nowMs());
      for (const entry of read.entries) addEntry(entry);
      completeTo = read.completeTo;
    },
    formerOf: (type, id) => firstChanges.get(type)?.get(id)?.former,
    removedBetween: (type, from, to) => [...(removed.get(type) ?? [])].filter((id) => id > from && (to === null || id <= to)),
    spansFence: (sequence) => acrossFence.has(sequence),
    eventsAcrossFence: () => [...acrossFence.values()].sort((one, other) => one.sequence - other.sequence).flatMap(publicEventJson),
  };
};

const publicEventJson = ({ kind, event }: ChangeEntry): readonly string[] => (kind === 'event' && event !== null ? [event.json] : []);
