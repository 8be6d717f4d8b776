import type { Mode, Tenant } from '../../shared/domain/tenant.ts';
import { awsBus } from '../../shared/ports/aws-bus.ts';
import { envelopesOf } from '../../shared/ports/envelopes.ts';
import type { BusPort } from '../../shared/ports/index.ts';
import { clock, openTable } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type LogEntry, readBackward, readEntry, readForward } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';

/** Start or end of a range of the log: an event, or a recording time. */
export type Bound = { readonly eventId: string } | { readonly atMs: number };

export interface Range {
  readonly from: Bound;
  /** Inclusive, like `from`; `null`: the end of the log. */
  readonly to: Bound | null;
}

interface Deps {
  readonly table: Table;
  readonly bus: BusPort;
  readonly nowMs: () => number;
}

const PAGE = 100;

/** Returns the sequence number of an event. Throws if the log does not contain it. */
const numberOf = async (table: Table, tenant: Tenant, id: string): Promise<number> => {
  const sequence = sequenceOf(id);
  const entry = sequence === null ? null : await readEntry(table, tenant, sequence);
  if (entry?.event?.id !== id) throw new Error(`The ${tenant.mode} log of ${tenant.accountId} has no event ${id}.`);
  return entry.sequence;
};

/** Returns the sequence number of the oldest entry recorded at `atMs` or later; `null` if there is none. */
const firstSince = async ({ table, nowMs }: Deps, tenant: Tenant, atMs: number): Promise<number | null> => {
  let first: number | null = null;
  let before: number | null = null;
  for (;;) {
    const { entries, next } = await readBackward(table, tenant, before, PAGE, nowMs());
    for (const { sequence, recordedAtMs } of entries) if (recordedAtMs >= atMs) first = sequence;
    const oldest = entries.at(-1);
    if (next === null || (oldest !== undefined && oldest.recordedAtMs < atMs)) return first;
    before = next;
  }
};

/** Returns a predicate for entries up to the end of the range. */
const withinRange = async ({ table }: Deps, tenant: Tenant, to: Bound | null): Promise<(entry: LogEntry) => boolean> => {
  if (to === null) return () => true;
  // Only an event can end the range: a tombstone (an empty entry for an unused number) may be written long after the events around it.
  if ('atMs' in to) return ({ recordedAtMs, kind }) => kind !== 'event' || recordedAtMs <= to.atMs;
  const last = await numberOf(table, tenant, to.eventId);
  return ({ sequence }) => sequence <= last;
};

/**
 * Publishes the public events of a range of a tenant's log again, oldest first, up to the first log number without an entry. Returns how
 * many were published. Consumers ignore the events that they have already processed.
 */
const replay = async (deps: Deps, tenant: Tenant, { from, to }: Range): Promise<number> => {
  const { table, bus, nowMs } = deps;
  const first = 'eventId' in from ? await numberOf(table, tenant, from.eventId) : await firstSince(deps, tenant, from.atMs);
  const isWithin = await withinRange(deps, tenant, to);
  let sent = 0;
  for (let after = first === null ? null : first - 1; after !== null; ) {
    const page = await readForward(table, tenant, after, PAGE, nowMs());
    const endIndex = page.findIndex((entry) => !isWithin(entry));
    const entries = endIndex === -1 ? page : page.slice(0, endIndex);
    const events = entries.flatMap(({ kind, event }) => (kind === 'event' && event !== null ? [event] : []));
    await bus.publish(envelopesOf(events.map(({ id, type }) => ({ tenant, event: { id, type } }))));
    sent += events.length;
    after = entries.length === page.length ? (page.at(-1)?.sequence ?? null) : null;
  }
  return sent;
};

/** Replays the logs of these modes in the deployment that the environment variables name. Returns the number of events per mode. */
export const replayAll = async (accountId: string, modes: readonly Mode[], range: Range): Promise<Readonly<Record<string, number>>> => {
  const deps = { table: openTable(), bus: awsBus(), nowMs: clock.nowMs };
  const counts: Record<string, number> = {};
  for (const mode of modes) counts[`${mode}_events`] = await replay(deps, { accountId, mode }, range);
  return counts;
};
