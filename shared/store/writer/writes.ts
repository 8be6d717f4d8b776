import { isDeepStrictEqual } from 'node:util';
import type { Change, Lookup } from '../../domain/aggregate.ts';
import type { Decision, Guard, NewAudit } from '../../domain/decision.ts';
import type { SeriesPositions } from '../../domain/series.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type Actor, auditItems } from '../audit/entries.ts';
import { clockDueItems } from '../core/clock-dues.ts';
import { guardItem, referenceCountItem } from '../core/guards.ts';
import { type IdempotencyWrite, idempotencyItem } from '../core/idempotency.ts';
import { type Key, keyText, listPartition, lookupKey } from '../core/keys.ts';
import { objectItem, ttlAttribute } from '../core/objects.ts';
import { searchItems } from '../core/search.ts';
import { seriesItem } from '../core/series.ts';
import type { TransactItem } from '../core/table.ts';
import { customerOf, logEntryItem } from '../event-log/entries.ts';
import { eventId } from '../event-log/event-id.ts';
import type { EventObject } from '../event-log/event-text.ts';
import { mailItemOnce } from '../mail/outbox.ts';
import { type Plan, planOf, viewsOf } from './plan.ts';

/** One decision of a transaction, with its context. */
export interface Part {
  readonly actor: Actor;
  /** Time of the records and events that the decision writes, Unix seconds: simulated on a test clock. */
  readonly now: number;
  readonly decision: Decision<unknown>;
  /** Writes of the decision that are neither records nor log entries (webhook deliveries). */
  readonly extraWrites: readonly TransactItem[];
  readonly idempotency: IdempotencyWrite | null;
  readonly auditId: string;
}

/** A part with its plan and the log numbers of the plan's entries. */
export interface NumberedPart {
  readonly part: Part;
  readonly plan: Plan;
  readonly sequences: readonly number[];
}

/** One attempt of a write. */
export interface Attempt {
  readonly tenant: Tenant;
  readonly nowMs: number;
  /** Identifies the attempt, so that a retry detects that an earlier request succeeded. */
  readonly nonce: string;
}

/** What a write is for; this determines what a failure of its condition means. `sequence`: the log number of an entry. */
export type WriteRole =
  | { readonly kind: 'record' | 'reference_count' | 'idempotency' | 'condition' }
  | { readonly kind: 'entry'; readonly sequence: number }
  | { readonly kind: 'series'; readonly series: string }
  | { readonly kind: 'guard'; readonly guard: Guard };

/** `parts`: positions of the parts that cannot be written if the condition of this write fails. */
export interface PlannedWrite {
  readonly item: TransactItem;
  readonly role: WriteRole;
  readonly parts: readonly number[];
}

const RECORD: WriteRole = { kind: 'record' };

/** The customer of a decision. Entries are indexed by customer, so that a purge finds all entries about the customer. */
const customerOfChanges = (tenant: Tenant, changes: readonly Change[]): string | null => {
  for (const change of changes) {
    const { before, after } = viewsOf(tenant, change);
    const view = after ?? before;
    // The views of some objects of a customer, such as refunds, do not name the customer.
    const customerId = (view === null ? null : customerOf(view)) ?? change.after?.customerId ?? change.before?.customerId ?? null;
    if (customerId !== null) return customerId;
  }
  return null;
};

const customerOfAudit = (audit: NewAudit | null): string | null =>
  audit?.customerId ?? (audit?.resourceType === 'customer' ? audit.resourceId : null);

/** Net change of each reference count. */
const referenceCountChanges = (changes: readonly Change[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  const count = (names: readonly string[], by: number): void => {
    for (const name of names) sums.set(name, (sums.get(name) ?? 0) + by);
  };
  for (const { before, after } of changes) {
    count(before?.referenceCounts ?? [], -1);
    count(after?.referenceCounts ?? [], 1);
  }
  return new Map([...sums].filter(([, by]) => by !== 0));
};

/** The position of a part in its transaction, and the lowest log number of the transaction. */
interface PartNumbers {
  readonly position: number;
  readonly firstOfWrite: number;
}

/**
 * True if a changed record may get the time of its part: it belongs to a customer, who has at most one clock, or an event of the decision
 * is about it. Other records, such as a redeemed coupon, are changed from several clocks and keep their time.
 */
const isDatedBy = (tenant: Tenant, { events }: Decision<unknown>, change: Change): boolean =>
  events.some(({ subjectId }) => subjectId === change.id) || customerOfChanges(tenant, [change]) !== null;

/** Writes of one part, except series and reference counts: several parts may change the same series or count. */
const partWrites = (
  { tenant, nowMs, nonce }: Attempt,
  { part, plan, sequences }: NumberedPart,
  { position, firstOfWrite }: PartNumbers,
): PlannedWrite[] => {
  const { decision } = part;
  const dated = new Set(plan.changes.filter((change) => isDatedBy(tenant, decision, change)).map(({ id }) => id));
  const created = Math.max(part.now, ...plan.changes.flatMap(({ id, stored }) => (dated.has(id) ? (stored?.changedAt ?? []) : [])));
  const entries = plan.entries.map((entry, index) => ({ entry, sequence: sequences[index] ?? 0 }));
  const lastSequences = new Map(entries.map(({ entry, sequence }) => [entry.subjectId, sequence]));
  const customerId = customerOfChanges(tenant, plan.changes) ?? customerOfAudit(decision.audit ?? null);
  const writes: PlannedWrite[] = [];
  const add = (role: WriteRole, items: readonly TransactItem[]): void => {
    for (const item of items) writes.push({ item, role, parts: [position] });
  };
  for (const change of plan.changes) {
    // A record without a log entry keeps its time: the part can be in real time although the record is on a test clock.
    const lastSequence = lastSequences.get(change.id);
    const getsNewTime = lastSequence !== undefined && dated.has(change.id);
    const stamp = {
      seq: lastSequence ?? change.stored?.seq ?? 0,
      changedAt: getsNewTime ? created : (change.stored?.changedAt ?? created),
      nonce,
    };
    add(RECORD, [
      objectItem(change, tenant, stamp),
      ...lookupWrites(change, tenant),
      ...sparseIndexWrites(change, tenant),
      ...searchItems(change, tenant),
      ...clockDueItems(change, tenant),
    ]);
  }
  for (const { entry, sequence } of entries) {
    const event: EventObject = {
      id: eventId(sequence, nonce),
      object: 'event',
      type: entry.type,
      created,
      livemode: tenant.mode === 'live',
      data: entry.data,
      previous_attributes: entry.previous,
    };
    const { kind, step, uncounted } = entry;
    add({ kind: 'entry', sequence }, [
      logEntryItem(tenant, { sequence, kind, event, nonce, step, firstOfWrite, customerId, uncounted }, nowMs),
    ]);
  }
  for (const guard of [...(decision.guards ?? []), ...plan.conditions]) add({ kind: 'guard', guard }, [guardItem(guard, tenant, nonce)]);
  add(RECORD, part.extraWrites);
  add(
    RECORD,
    (decision.mails ?? []).map(({ mailId, order }) => mailItemOnce(tenant, mailId, order, nowMs)),
  );
  const changesSomething = plan.changes.length > 0 || part.extraWrites.length > 0;
  if (decision.audit && (changesSomething || decision.audit.withoutChange === true)) {
    const stamp = { id: part.auditId, created, nonce, nowMs, customerId };
    add(RECORD, auditItems(tenant, part.actor, decision.audit, stamp));
  }
  if (part.idempotency) add({ kind: 'idempotency' }, [idempotencyItem(tenant, part.idempotency, customerId, nonce, nowMs)]);
  return writes;
};

/** Writes of reference counts, combined over all parts. */
const referenceCountWrites = ({ tenant, nonce }: Attempt, parts: readonly NumberedPart[]): readonly PlannedWrite[] => {
  const changesByPart = parts.map(({ plan }) => referenceCountChanges(plan.changes));
  const names = new Set(changesByPart.flatMap((changes) => [...changes.keys()]));
  return [...names].flatMap((name) => {
    const by = changesByPart.reduce((sum, changes) => sum + (changes.get(name) ?? 0), 0);
    const positions = changesByPart.flatMap((changes, position) => (changes.has(name) ? [position] : []));
    return by === 0 ? [] : [{ item: referenceCountItem(tenant, name, by, nonce), role: { kind: 'reference_count' }, parts: positions }];
  });
};

/** Number of items that a part writes, and the keys of the items that no other part of the transaction may write. */
export const writtenItemsOf = (tenant: Tenant, part: Part): { readonly count: number; readonly exclusiveItems: readonly string[] } => {
  const attempt: Attempt = { tenant, nowMs: 0, nonce: '' };
  const plan = planOf(tenant, part.decision, new Map());
  // Leaves out entries, since each has a different log number, and reference counts, since they are combined over the parts.
  const numberedPart: NumberedPart = { part, plan: { ...plan, entries: [] }, sequences: [] };
  const exclusiveWrites = partWrites(attempt, numberedPart, { position: 0, firstOfWrite: 0 });
  return {
    count: plan.entries.length + exclusiveWrites.length + referenceCountWrites(attempt, [numberedPart]).length,
    exclusiveItems: exclusiveWrites.map(({ item }) => itemKey(item)),
  };
};

const itemKey = ({ Put, Update, Delete, ConditionCheck }: TransactItem): string => {
  const { pk, sk } = (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {}) as Partial<Key>;
  return keyText(String(pk), String(sk));
};

/** All writes of a transaction. For each series, `counts` has the number of new documents, and `positions` the last existing number. */
export const writesOf = (
  attempt: Attempt,
  parts: readonly NumberedPart[],
  { counts, positions }: { readonly counts: ReadonlyMap<string, number>; readonly positions: SeriesPositions },
): PlannedWrite[] => {
  const firstOfWrite = Math.min(...parts.flatMap(({ sequences }) => sequences));
  return [
    ...parts.flatMap((each, position) => partWrites(attempt, each, { position, firstOfWrite })),
    ...referenceCountWrites(attempt, parts),
    ...[...counts].map(
      ([series, count]): PlannedWrite => ({
        item: seriesItem(attempt.tenant, series, { from: positions.get(series) ?? 0, count }, attempt.nonce),
        role: { kind: 'series', series },
        parts: [],
      }),
    ),
  ];
};

/** Writes of new and changed lookups of a record, and deletions of those that it no longer has. Lookups of a deleted record stay. */
const lookupWrites = ({ before, after }: Change, tenant: Tenant): TransactItem[] => {
  if (after === null) return [];
  const previousLookups = before?.expiresAt === after.expiresAt ? before.lookups : [];
  const changed = after.lookups.filter((lookup) => !previousLookups.some((each) => isDeepStrictEqual(each, lookup)));
  const isKept = (lookup: Lookup): boolean => after.lookups.some(({ key, entry }) => key === lookup.key && entry === lookup.entry);
  const removedLookups = before?.lookups.filter((lookup) => !isKept(lookup)) ?? [];
  return [
    ...changed.map(({ key, entry, data }) => ({
      Put: {
        Item: { ...lookupKey(key, entry), t: 'lookup', account_id: tenant.accountId, mode: tenant.mode, ...data, ...ttlAttribute(after) },
      },
    })),
    ...removedLookups.map(({ key, entry }) => ({ Delete: { Key: lookupKey(key, entry) } })),
  ];
};

/** Builds the writes that add the record to new sparse indexes, and remove it from the indexes in which it is no longer. */
const sparseIndexWrites = ({ aggregate, id, ...states }: Change, tenant: Tenant): TransactItem[] => {
  const [before, after] = [states.before?.sparseIndexKeys ?? [], states.after?.sparseIndexKeys ?? []];
  const keyIn = (list: string) => ({ pk: listPartition(aggregate, tenant, list), sk: id });
  const additions = after.filter((list) => !before.includes(list)).map((list) => ({ Put: { Item: { ...keyIn(list), t: 'list' } } }));
  const removals = before.filter((list) => !after.includes(list)).map((list) => ({ Delete: { Key: keyIn(list) } }));
  return [...additions, ...removals];
};
