import { isDeepStrictEqual } from 'node:util';
import type { Change, RecordState } from '../../domain/aggregate.ts';
import type { Decision, Guard, NewEvent } from '../../domain/decision.ts';
import { isDeleted } from '../../domain/erasure/deletion.ts';
import type { EventType } from '../../domain/event-types.ts';
import { assignNumbers, type SeriesPositions } from '../../domain/series.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { type EntryStep, NO_CHANGE, previousAttributes } from '../event-log/entries.ts';

/** A decision's writes before log numbers are assigned. */
export interface Plan {
  readonly changes: readonly Change[];
  /** Guards for records whose `Change` alters nothing: they must still be unchanged. Does not contain the guards of the decision. */
  readonly conditions: readonly Guard[];
  readonly entries: readonly PlannedEntry[];
  /**
   * Highest log number with which one of the decision's records was written before. The new log numbers must be above it, so that an
   * object's events are in the order of the object's changes.
   */
  readonly lastSequence: number;
}

/** A log entry without its number: a public event, or a hidden entry with the type of the changed record. */
type PlannedEntry = EntryContent &
  ({ readonly kind: 'event'; readonly type: EventType } | { readonly kind: 'hidden'; readonly type: `${string}.changed` });

interface EntryContent {
  readonly subjectId: string;
  readonly step: EntryStep;
  /** Not counted in business metrics. */
  readonly uncounted: boolean;
  readonly data: JsonObject;
  readonly previous: JsonObject | null;
}

/**
 * Turns a decision into writes. If a change alters nothing and no event shows its record, the write only requires that the record is
 * unchanged. Computes each event's snapshot and `previous_attributes` from the views before and after. If the view of a record changes and
 * no event reports it, the change gets a hidden log entry. Gives new documents the next numbers of their series.
 */
export const planOf = (tenant: Tenant, decision: Decision<unknown>, positions: SeriesPositions): Plan => {
  // A record shown by an event is written even if unchanged, so that its later changes get log numbers above the event.
  const shownByEvent = new Set(decision.events.filter(({ data }) => data === undefined).map(({ subjectId }) => subjectId));
  const hasEffect = (change: Change): boolean =>
    shownByEvent.has(change.id) || !isDeepStrictEqual(change.before?.record, change.after?.record);
  const effectiveChanges = decision.changes.filter(hasEffect);
  const changes = assignNumbers(effectiveChanges, positions, tenant);
  const byId = new Map(changes.map((change) => [change.id, change]));
  const events = reportOnce(decision.events.map((event) => entryFor(tenant, event, byId.get(event.subjectId))));
  const reportedByEvent = new Set(events.filter(({ step }) => step !== NO_CHANGE).map(({ subjectId }) => subjectId));
  const hidden = changes.filter(
    (change) => !reportedByEvent.has(change.id) && change.aggregate.unlogged !== true && isVisible(tenant, change),
  );
  return {
    changes,
    conditions: effectiveChanges.length === 0 ? [] : conditionsOf(decision, hasEffect),
    entries: [...events, ...hidden.map((change) => hiddenEntry(tenant, change))],
    lastSequence: Math.max(0, ...[...decision.changes, ...checkedBy(decision)].map(({ stored }) => stored?.seq ?? 0)),
  };
};

const checkedBy = ({ guards = [] }: Decision<unknown>) => guards.flatMap((guard) => (guard.kind === 'unchanged' ? [guard] : []));

const conditionsOf = (decision: Decision<unknown>, hasEffect: (change: Change) => boolean): readonly Guard[] => {
  const { changes } = decision;
  const written = new Set(changes.filter(hasEffect).map(({ id }) => id));
  const checked = checkedBy(decision).map(({ stored }) => stored.record.id);
  const conditions = new Map<string, Guard>();
  for (const { aggregate, id, stored } of changes) {
    if (stored === null || written.has(id) || checked.includes(id)) continue;
    conditions.set(id, { kind: 'unchanged', aggregate, stored });
  }
  return [...conditions.values()];
};

export const viewsOf = (tenant: Tenant, { before, after }: Change): { before: JsonObject | null; after: JsonObject | null } => ({
  before: before?.view(tenant) ?? null,
  after: after?.view(tenant) ?? null,
});

const isVisible = (tenant: Tenant, change: Change): boolean => {
  const { before, after } = viewsOf(tenant, change);
  return exists(change.before) !== exists(change.after) || !isDeepStrictEqual(before, after);
};

const exists = (state: RecordState | null): boolean => state !== null && !isDeleted(state.record);

const stepOf = ({ before, after }: Change): EntryStep => {
  if (exists(before)) return exists(after) ? 'changed' : 'removed';
  return exists(after) ? 'created' : NO_CHANGE;
};

const isUncounted = (change: Change | undefined): boolean => (change?.after ?? change?.before)?.excludedFromMetrics === true;

const entryFor = (tenant: Tenant, event: NewEvent, change: Change | undefined): PlannedEntry => {
  const views = change ? viewsOf(tenant, change) : { before: null, after: null };
  const data = event.data ?? views.after ?? views.before;
  if (data === null) throw new Error(`${event.type} names ${event.subjectId}, which this decision does not change`);
  const common = { kind: 'event', type: event.type, subjectId: event.subjectId, data, uncounted: isUncounted(change) } as const;
  const step = change === undefined ? NO_CHANGE : stepOf(change);
  // An event reports the removal of its object only if it shows the object's last view.
  if (step === 'removed') return { ...common, step: isDeepStrictEqual(data, views.before) ? step : NO_CHANGE, previous: null };
  if (event.data !== undefined || views.after === null) return { ...common, step: NO_CHANGE, previous: null };
  return { ...common, step, previous: previousAttributes(views.before, data) };
};

/** Keeps `step` in the first entry of an object only, so that readers who sum up changes count each change once. */
const reportOnce = (entries: readonly PlannedEntry[]): readonly PlannedEntry[] => {
  const reported = new Set<string>();
  return entries.map((entry): PlannedEntry => {
    if (entry.step === NO_CHANGE) return entry;
    if (reported.has(entry.subjectId)) return { ...entry, step: NO_CHANGE };
    reported.add(entry.subjectId);
    return entry;
  });
};

const hiddenEntry = (tenant: Tenant, change: Change): PlannedEntry => {
  const { before, after } = viewsOf(tenant, change);
  const step = stepOf(change);
  const common = {
    kind: 'hidden',
    type: `${change.aggregate.type}.changed`,
    subjectId: change.id,
    step,
    uncounted: isUncounted(change),
  } as const;
  const data = (step === 'removed' ? before : after) ?? before ?? {};
  return { ...common, data, previous: step === 'changed' ? previousAttributes(before, data) : null };
};
