import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import type { Table } from '../core/table.ts';
import { parseEvent } from '../event-log/event-text.ts';
import { type LogStep, readSteps } from '../event-log/steps.ts';

/** What happened after a fence: a number of the log that everything up to it was committed before. */
export interface ChangesSince {
  /** Reads what was recorded by now. Anyone who reads an object first, and this then, knows whether the object was changed after the fence. */
  readonly catchUp: () => Promise<void>;
  /** What an object that was changed after the fence showed at it; `null`: nothing, it came later. `undefined`: it was not changed. */
  readonly formerOf: (type: string, id: string) => JsonObject | null | undefined;
  /** The ids of those that were at the fence and are removed since, `from` exclusive, `to` inclusive (`null`: to the end). */
  readonly removedBetween: (type: string, from: string, to: string | null) => readonly string[];
  /** Whether the entry belongs to a transaction that begins before the fence and ends after it. */
  readonly isAstride: (sequence: number) => boolean;
  /** The texts of events of transactions that begin before the fence and end after it, in the order of the log. */
  readonly astride: () => readonly string[];
}

/** The earliest change of an object that was read so far. */
interface FirstChange {
  readonly sequence: number;
  /** What the object showed before it; `null`: nothing. */
  readonly former: JsonObject | null;
}

/**
 * A transaction counts as before the fence when its lowest number is: the fence is a moment at which all up to it was committed, and a
 * transaction is committed as one.
 */
export const changesSince = (table: Table, tenant: Tenant, fence: number, nowMs: () => number): ChangesSince => {
  const firsts = new Map<string, Map<string, FirstChange>>();
  const removed = new Map<string, Set<string>>();
  const astride = new Map<number, LogStep>();
  let completeTo = fence;

  const note = (entry: LogStep): void => {
    const { sequence, firstOfWrite, step, event } = entry;
    if (event === null) return;
    if (firstOfWrite <= fence) astride.set(sequence, entry);
    if (firstOfWrite <= fence || step === 'told') return;
    const { data, previous_attributes: previous } = parseEvent(event);
    const [type, id] = [String(data.object), String(data.id)];
    const ofType = firsts.get(type) ?? new Map<string, FirstChange>();
    firsts.set(type, ofType);
    // The entries of an object are in the order of its changes: the first of them tells how it stood at the fence. A page of the log is
    // not of one moment: a later one may be read before it.
    const known = ofType.get(id);
    if (known === undefined || sequence < known.sequence) {
      ofType.set(id, { sequence, former: step === 'created' ? null : { ...data, ...previous } });
    }
    if (step === 'removed') removed.set(type, (removed.get(type) ?? new Set<string>()).add(id));
  };

  return {
    catchUp: async () => {
      const read = await readSteps(table, tenant, completeTo, nowMs());
      for (const step of read.steps) note(step);
      completeTo = read.completeTo;
    },
    formerOf: (type, id) => firsts.get(type)?.get(id)?.former,
    removedBetween: (type, from, to) => [...(removed.get(type) ?? [])].filter((id) => id > from && (to === null || id <= to)),
    isAstride: (sequence) => astride.has(sequence),
    astride: () => [...astride.values()].sort((one, other) => one.sequence - other.sequence).flatMap(publicText),
  };
};

const publicText = ({ kind, event }: LogStep): readonly string[] => (kind === 'event' && event !== null ? [event.json] : []);
