import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import type { Table } from '../core/table.ts';
import { NO_CHANGE } from '../event-log/entries.ts';
import { parseEvent } from '../event-log/event-text.ts';
import { type LogStep, readSteps } from '../event-log/steps.ts';

/** Changes after a fence: a log number up to which every write is committed. */
export interface ChangesSince {
  /** Reads the log up to now. Called after an object was read, to learn whether the object has changed after the fence. */
  readonly catchUp: () => Promise<void>;
  /** View of an object at the fence; `null`: the object was created later; `undefined`: the object has not changed since. */
  readonly formerOf: (type: string, id: string) => JsonObject | null | undefined;
  /** Ids of objects removed since the fence, `from` exclusive, `to` inclusive (`null`: to the end). */
  readonly removedBetween: (type: string, from: string, to: string | null) => readonly string[];
  /** True if the entry's transaction has log numbers on both sides of the fence. */
  readonly spansFence: (sequence: number) => boolean;
  /** JSON of the events after the fence whose transaction starts before the fence, in log order. */
  readonly eventsAcrossFence: () => readonly string[];
}

/** The earliest change of an object that was read so far. */
interface FirstChange {
  readonly sequence: number;
  /** View of the object before the change; `null` if it did not exist. */
  readonly former: JsonObject | null;
}

/**
 * A transaction is before the fence if its lowest log number is: every number up to the fence is committed, and a transaction is committed
 * as a whole.
 */
export const changesSince = (table: Table, tenant: Tenant, fence: number, nowMs: () => number): ChangesSince => {
  const firstChanges = new Map<string, Map<string, FirstChange>>();
  const removed = new Map<string, Set<string>>();
  const acrossFence = new Map<number, LogStep>();
  let completeTo = fence;

  const addEntry = (entry: LogStep): void => {
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
      const read = await readSteps(table, tenant, completeTo, nowMs());
      for (const step of read.steps) addEntry(step);
      completeTo = read.completeTo;
    },
    formerOf: (type, id) => firstChanges.get(type)?.get(id)?.former,
    removedBetween: (type, from, to) => [...(removed.get(type) ?? [])].filter((id) => id > from && (to === null || id <= to)),
    spansFence: (sequence) => acrossFence.has(sequence),
    eventsAcrossFence: () => [...acrossFence.values()].sort((one, other) => one.sequence - other.sequence).flatMap(publicEventJson),
  };
};

const publicEventJson = ({ kind, event }: LogStep): readonly string[] => (kind === 'event' && event !== null ? [event.json] : []);
