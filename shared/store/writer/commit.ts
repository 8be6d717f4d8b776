import { isDeepStrictEqual } from 'node:util';
import type { EventType } from '../../domain/event-types.ts';
import type { Change, Decision, Guard, JsonObject, NewEvent, Refusal, Tenant } from '../../domain/kernel.ts';
import { type Actor, auditItems } from '../audit/entries.ts';
import { guardItem, referenceCountItem } from '../core/guards.ts';
import { type IdempotencyWrite, idempotencyItem } from '../core/idempotency.ts';
import { listPartition, lookupKey } from '../core/keys.ts';
import { objectItem } from '../core/objects.ts';
import { type CancelReason, type Item, type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { customerOf, previousAttributes, putEntry } from '../event-log/entries.ts';
import { eventId } from '../event-log/event-id.ts';
import type { EventObject } from '../event-log/event-text.ts';

/** Everything of one attempt to write a decision. */
export interface CommitInput {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly nowMs: number;
  /** The moment that records and events carry, Unix seconds: simulated on a test clock. */
  readonly now: number;
  readonly decision: Decision<unknown>;
  /** Writes that belong to the decision, but to none of its objects. */
  readonly extraWrites: readonly TransactItem[];
  readonly idempotency: IdempotencyWrite | null;
  /** The same for every try of one attempt: by it a retry recognises its own first try. */
  readonly nonce: string;
  readonly auditId: string;
}

/** How a commit ended. `again`: something changed meanwhile, decide once more on the new state. */
export type CommitOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'again' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item };

/** What a decision writes, before log numbers are given out. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly entries: readonly PlannedEntry[];
  /** Log numbers must lie above this: an object's events stand in the order of its changes. */
  readonly above: number;
}

/** An entry before it has its number: a public event, or a hidden one that names the kind of record that changed. */
type PlannedEntry = Told &
  ({ readonly kind: 'event'; readonly type: EventType } | { readonly kind: 'hidden'; readonly type: `${string}.changed` });

interface Told {
  readonly subjectId: string;
  readonly data: JsonObject;
  readonly previous: JsonObject | null;
}

/**
 * Turns a decision into writes: drops changes that change nothing, computes every event's snapshot and
 * `previous_attributes` from the views before and after, and adds a hidden entry for a change without event that a reader
 * of the object could see.
 */
export const planOf = (tenant: Tenant, decision: Decision<unknown>): Plan => {
  const changes = decision.changes.filter((each) => !isDeepStrictEqual(each.before?.record, each.after?.record));
  const byId = new Map(changes.map((each) => [each.id, each]));
  const events = decision.events.map((event) => entryFor(tenant, event, byId.get(event.subjectId)));
  const subjects = new Set(decision.events.map((event) => event.subjectId));
  const hidden = changes.filter((each) => !subjects.has(each.id) && each.aggregate.unlogged !== true && isVisible(tenant, each));
  return {
    changes,
    entries: [...events, ...hidden.map((each) => hiddenEntry(tenant, each))],
    above: Math.max(0, ...changes.map((each) => each.stored?.seq ?? 0)),
  };
};

const viewsOf = (tenant: Tenant, { before, after }: Change): { before: JsonObject | null; after: JsonObject | null } => ({
  before: before?.view(tenant) ?? null,
  after: after?.view(tenant) ?? null,
});

const isVisible = (tenant: Tenant, each: Change): boolean => {
  const { before, after } = viewsOf(tenant, each);
  return !isDeepStrictEqual(before, after);
};

/** The customer that a decision is about, by which a purge finds what is kept of it. */
const customerAbout = (tenant: Tenant, changes: readonly Change[]): string | null => {
  for (const each of changes) {
    const { before, after } = viewsOf(tenant, each);
    const view = after ?? before;
    const customerId = view === null ? null : customerOf(view);
    if (customerId !== null) return customerId;
  }
  return null;
};

/** How the decision moves each reference count: records counted in minus records counted out. */
const referenceCountChanges = (changes: readonly Change[]): ReadonlyMap<string, number> => {
  const moves = new Map<string, number>();
  const count = (names: readonly string[], by: number): void => {
    for (const name of names) moves.set(name, (moves.get(name) ?? 0) + by);
  };
  for (const { before, after } of changes) {
    count(before?.referenceCounts ?? [], -1);
    count(after?.referenceCounts ?? [], 1);
  }
  return new Map([...moves].filter(([, by]) => by !== 0));
};

const entryFor = (tenant: Tenant, event: NewEvent, each: Change | undefined): PlannedEntry => {
  const views = each ? viewsOf(tenant, each) : { before: null, after: null };
  const data = event.data ?? views.after ?? views.before;
  if (data === null) throw new Error(`${event.type} names ${event.subjectId}, which this decision does not change`);
  const compared = event.data === undefined && views.after !== null;
  return {
    kind: 'event',
    type: event.type,
    subjectId: event.subjectId,
    data,
    previous: compared ? previousAttributes(views.before, data) : null,
  };
};

const hiddenEntry = (tenant: Tenant, each: Change): PlannedEntry => {
  const views = viewsOf(tenant, each);
  const data = views.after ?? { id: each.id, object: each.aggregate.type, deleted: true };
  return { kind: 'hidden', type: `${each.aggregate.type}.changed`, subjectId: each.id, data, previous: null };
};

type PlannedWrite = { readonly item: TransactItem; readonly role: 'record' | 'entry' | 'idempotency' | 'other' | Guard };

const writesOf = (input: CommitInput, plan: Plan, sequences: readonly number[]): PlannedWrite[] => {
  const { tenant, decision, nonce, nowMs } = input;
  const created = Math.max(input.now, ...plan.changes.map((each) => each.stored?.changedAt ?? 0));
  const numbered = plan.entries.map((entry, index) => ({ entry, sequence: sequences[index] ?? 0 }));
  const lastOf = new Map(numbered.map(({ entry, sequence }) => [entry.subjectId, sequence]));
  const writes: PlannedWrite[] = [];
  for (const each of plan.changes) {
    const stamp = { seq: lastOf.get(each.id) ?? each.stored?.seq ?? 0, changedAt: created, nonce };
    writes.push({ item: objectItem(each, tenant, stamp), role: 'record' }, ...lookupWrites(each, tenant), ...listWrites(each, tenant));
  }
  for (const { entry, sequence } of numbered) {
    const event: EventObject = {
      id: eventId(sequence, nonce),
      object: 'event',
      type: entry.type,
      created,
      livemode: tenant.mode === 'live',
      data: entry.data,
      previous_attributes: entry.previous,
    };
    writes.push({ item: putEntry(tenant, { sequence, kind: entry.kind, event, nonce }, nowMs), role: 'entry' });
  }
  for (const [name, by] of referenceCountChanges(plan.changes))
    writes.push({ item: referenceCountItem(tenant, name, by, nonce), role: 'other' });
  for (const guard of decision.guards ?? []) writes.push({ item: guardItem(guard, tenant, nonce), role: guard });
  for (const item of input.extraWrites) writes.push({ item, role: 'other' });
  const customerId =
    customerAbout(tenant, plan.changes) ?? (decision.audit?.resourceType === 'customer' ? decision.audit.resourceId : null);
  const changesSomething = plan.changes.length > 0 || input.extraWrites.length > 0;
  if (decision.audit && (changesSomething || decision.audit.withoutChange === true)) {
    const stamp = { id: input.auditId, created, nonce, nowMs, customerId };
    writes.push(...auditItems(tenant, input.actor, decision.audit, stamp).map((item) => ({ item, role: 'other' as const })));
  }
  if (input.idempotency) writes.push({ item: idempotencyItem(tenant, input.idempotency, customerId, nonce, nowMs), role: 'idempotency' });
  return writes;
};

const lookupWrites = ({ after }: Change, tenant: Tenant): PlannedWrite[] =>
  (after?.lookups ?? []).map(({ key, data }) => ({
    item: { Put: { Item: { ...lookupKey(key), t: 'lookup', account_id: tenant.accountId, mode: tenant.mode, ...data } } },
    role: 'other',
  }));

/** Puts the record into the short lists that it comes to stand in, and takes it out of those that it leaves. */
const listWrites = ({ aggregate, id, ...sides }: Change, tenant: Tenant): PlannedWrite[] => {
  const [before, after] = [sides.before?.lists ?? [], sides.after?.lists ?? []];
  const keyIn = (list: string) => ({ pk: listPartition(aggregate, tenant, list), sk: id });
  const entered = after.filter((list) => !before.includes(list)).map((list) => ({ Put: { Item: { ...keyIn(list), t: 'list' } } }));
  const left = before.filter((list) => !after.includes(list)).map((list) => ({ Delete: { Key: keyIn(list) } }));
  return [...entered, ...left].map((item) => ({ item, role: 'other' }));
};

/** Writes a planned decision in one transaction, or says why nothing was written. */
export const commit = async (table: Table, input: CommitInput, plan: Plan, sequences: readonly number[]): Promise<CommitOutcome> => {
  const writes = writesOf(input, plan, sequences);
  if (writes.length === 0) return { kind: 'written' };
  try {
    await table.transact(
      writes.map((write) => write.item),
      input.nonce,
    );
    return { kind: 'written' };
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return outcomeOf(writes, error.reasons, input.nonce);
  }
};

const outcomeOf = (writes: readonly PlannedWrite[], reasons: readonly CancelReason[], nonce: string): CommitOutcome => {
  const failed = reasons.flatMap((reason, index) => {
    const write = writes[index];
    return write && reason.code === 'ConditionalCheckFailed' ? [{ role: write.role, item: reason.item }] : [];
  });
  if (failed.some(({ item }) => item?.nonce === nonce)) return { kind: 'written' };
  const taken = failed.find(({ role }) => role === 'idempotency');
  if (taken?.item) return { kind: 'key_taken', record: taken.item };
  for (const { role } of failed) {
    if (typeof role === 'object' && 'refusal' in role) return { kind: 'refused', refusal: role.refusal };
  }
  return { kind: 'again' };
};
