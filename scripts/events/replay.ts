import type { Mode, Tenant } from '../../shared/domain/tenant.ts';
import { awsBus } from '../../shared/ports/aws-bus.ts';
import { envelopesOf } from '../../shared/ports/envelopes.ts';
import type { BusPort } from '../../shared/ports/index.ts';
import { clock, openTable } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type LogEntry, readBackward, readEntry, readForward } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';

/** Where a part of a log begins or ends: at an event, or at a moment of recording. */
export type Bound = { readonly eventId: string } | { readonly atMs: number };

export interface Range {
  readonly from: Bound;
  /** `null`: the end of the log. Included, as `from` is. */
  readonly to: Bound | null;
}

interface Parts {
  readonly table: Table;
  readonly bus: BusPort;
  readonly nowMs: () => number;
}

const PAGE = 100;

/** The number of an event that the log still has. */
const numberOf = async (table: Table, tenant: Tenant, id: string): Promise<number> => {
  const sequence = sequenceOf(id);
  const entry = sequence === null ? null : await readEntry(table, tenant, sequence);
  if (entry?.event?.id !== id) throw new Error(`The ${tenant.mode} log of ${tenant.accountId} has no event ${id}.`);
  return entry.sequence;
};

/** The number of the oldest entry that was recorded at this moment or after it; `null` when none was. */
const firstSince = async ({ table, nowMs }: Parts, tenant: Tenant, atMs: number): Promise<number | null> => {
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

/** Whether an entry still is within the range. */
const endOf = async ({ table }: Parts, tenant: Tenant, to: Bound | null): Promise<(entry: LogEntry) => boolean> => {
  if (to === null) return () => true;
  if ('atMs' in to) return ({ recordedAtMs, kind }) => kind !== 'event' || recordedAtMs <= to.atMs;
  const last = await numberOf(table, tenant, to.eventId);
  return ({ sequence }) => sequence <= last;
};

/**
 * Publishes the public events of a part of a tenant's log again, oldest first, up to its contiguous end: how many that were.
 * Anyone who hears of them works each once, so that running it twice changes nothing.
 */
const replay = async (parts: Parts, tenant: Tenant, { from, to }: Range): Promise<number> => {
  const { table, bus, nowMs } = parts;
  const first = 'eventId' in from ? await numberOf(table, tenant, from.eventId) : await firstSince(parts, tenant, from.atMs);
  const isWithin = await endOf(parts, tenant, to);
  let sent = 0;
  for (let after = first === null ? null : first - 1; after !== null; ) {
    const page = await readForward(table, tenant, after, PAGE, nowMs());
    const beyond = page.findIndex((entry) => !isWithin(entry));
    const within = beyond === -1 ? page : page.slice(0, beyond);
    const events = within.flatMap(({ kind, event }) => (kind === 'event' && event !== null ? [event] : []));
    await bus.publish(envelopesOf(events.map(({ id, type }) => ({ tenant, event: { id, type } }))));
    sent += events.length;
    after = within.length === page.length ? (page.at(-1)?.sequence ?? null) : null;
  }
  return sent;
};

/** Replays the logs of these modes in the service that the environment names: how many events of each. */
export const replayAll = async (accountId: string, modes: readonly Mode[], range: Range): Promise<Readonly<Record<string, number>>> => {
  const parts = { table: openTable(), bus: awsBus(), nowMs: clock.nowMs };
  const counts: Record<string, number> = {};
  for (const mode of modes) counts[`${mode}_events`] = await replay(parts, { accountId, mode }, range);
  return counts;
};
