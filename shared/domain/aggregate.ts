import type { DueKind } from './due.ts';
import type { JsonObject, Tenant } from './tenant.ts';

/** What every stored record carries. `created` is Unix seconds (simulated when on a test clock). */
export interface BaseRecord {
  readonly id: string;
  readonly created: number;
}

/** A record that a write locks while it waits for the payment provider. `lockedBy`: that operation's id. */
export interface Lockable extends BaseRecord {
  readonly lockedBy: string | null;
}

/** A record as loaded: `version` guards the next write, `seq` is the log number of its last change. */
export interface Stored<R extends BaseRecord = BaseRecord> {
  readonly record: R;
  readonly version: number;
  readonly seq: number;
  /** Unix seconds of its last change; later events of it are never dated before. */
  readonly changedAt: number;
}

/** What will happen later to a record: at `at` (Unix seconds), the worker of `kind` looks at it. */
export interface Due {
  readonly at: number;
  readonly kind: DueKind;
  /** `null`: real time. Otherwise the id of the test clock whose time counts. */
  readonly clockId: string | null;
}

/**
 * A step from one form of a record to the next, pure. Each step names the types of both forms; a method's parameter is
 * compared loosely, which is what lets it.
 */
export type Migration = { step(record: BaseRecord): BaseRecord }['step'];

/** What is known of a kind of record without looking into one. */
export interface RecordKind {
  /** Also the type segment of the record's key. */
  readonly type: string;
  readonly prefix: string;
  /**
   * What became of the record's form since its first release, oldest step first: the schema version is one more than there
   * are steps. A stored record is brought to the newest form when it is read, and written in it when it changes.
   */
  readonly migrations?: readonly Migration[];
  /** Not part of the tenant's export, which is read at one moment of the log: a change without an event needs no entry there. */
  readonly unlogged?: true;
  /** One record for both modes, whichever of them asks; it is kept with the live data. */
  readonly bothModes?: true;
}

/**
 * How one kind of record is named, shown and found. One descriptor per aggregate; the store, the
 * event log and the API derive everything from it. `View`: what it is shown as, field by field.
 */
export interface Aggregate<R extends BaseRecord = BaseRecord, View extends JsonObject = JsonObject> extends RecordKind {
  /** The object exactly as its GET returns it, unexpanded. */
  readonly view: (record: R, tenant: Tenant) => View;
  readonly customerIdOf?: (record: R) => string | null;
  readonly parentIdOf?: (record: R) => string | null;
  readonly dueOf?: (record: R) => Due | null;
  /** Counters that this record is counted in while it is as it is; kept in the same transaction, so that a guard can rely on them. */
  readonly referenceCountsOf?: (record: R) => readonly string[];
  /** Items by which others find this record without knowing its tenant (an API key by its hash); kept in the same transaction. */
  readonly lookupsOf?: (record: R) => readonly Lookup[];
  /**
   * Short lists that a record is in while something is true of it (`past_due`): the few of many, found without reading the
   * many. Kept in the same transaction.
   */
  readonly sparseIndexKeysOf?: (record: R) => readonly string[];
  /**
   * The one of a few states that the record is in, by which lists are filtered: an index finds the records of each state,
   * however rare. It lags a moment behind the records, which have the final outcome.
   */
  readonly listStateOf?: (record: R) => string;
  /** Its money only proves a payment method: what becomes of it counts in no metrics of the business. */
  readonly excludedFromMetrics?: (record: R) => boolean;
  /** Unix seconds of real time from which on nobody needs the record; it is removed, with its look-ups, some time after. `null`: it stays. */
  readonly expiresAtOf?: (record: R) => number | null;
  /** The series that new records of this kind are numbered in. */
  readonly series?: Series<R>;
}

/**
 * A gapless series of numbers within a tenant. A rule makes its document without a number; the writer gives it the next one in
 * the transaction that writes it, so numbers are in the order of their transactions.
 */
export interface Series<R extends BaseRecord> {
  readonly name: string;
  /** The document with the number of that ordinal, counted from 1. */
  readonly number: (record: R, ordinal: number, tenant: Tenant) => R;
}

/** A way to a record from outside its tenant. `key` is unique in the whole deployment, or `entry` is among those of the same key. */
export interface Lookup {
  readonly key: string;
  /** Sorts those that share a key; left out where there is one alone. */
  readonly entry?: string;
  readonly data: JsonObject;
}

/** A record on one side of a change, with what its aggregate says of it: the store asks for no more than this. */
export interface RecordState {
  readonly record: BaseRecord;
  readonly view: (tenant: Tenant) => JsonObject;
  readonly customerId: string | null;
  readonly parentId: string | null;
  readonly due: Due | null;
  readonly referenceCounts: readonly string[];
  readonly lookups: readonly Lookup[];
  readonly sparseIndexKeys: readonly string[];
  readonly state: string | null;
  readonly excludedFromMetrics: boolean;
  readonly expiresAt: number | null;
}

const recordStateOf = <R extends BaseRecord>(aggregate: Aggregate<R>, record: R): RecordState => ({
  record,
  view: (tenant) => aggregate.view(record, tenant),
  customerId: aggregate.customerIdOf?.(record) ?? null,
  parentId: aggregate.parentIdOf?.(record) ?? null,
  due: aggregate.dueOf?.(record) ?? null,
  referenceCounts: aggregate.referenceCountsOf?.(record) ?? [],
  lookups: aggregate.lookupsOf?.(record) ?? [],
  sparseIndexKeys: aggregate.sparseIndexKeysOf?.(record) ?? [],
  state: aggregate.listStateOf?.(record) ?? null,
  excludedFromMetrics: aggregate.excludedFromMetrics?.(record) ?? false,
  expiresAt: aggregate.expiresAtOf?.(record) ?? null,
});

/** One write of a record, of whichever kind; made by `change`. `before: null` creates; `after: null` deletes. */
export interface Change {
  readonly aggregate: RecordKind;
  readonly id: string;
  /** What was loaded and must not have changed in the meantime; `null` creates. */
  readonly stored: Stored | null;
  readonly before: RecordState | null;
  readonly after: RecordState | null;
  /** For a new document that its series has not numbered yet: what it becomes with its ordinal. */
  readonly unnumbered: Unnumbered | null;
}

export interface Unnumbered {
  readonly series: string;
  readonly numbered: (ordinal: number, tenant: Tenant) => RecordState;
}

/** The write of a record: `before` as it was loaded, `after` as it becomes. One of the two is there. */
export const change = <R extends BaseRecord>(aggregate: Aggregate<R>, before: Stored<R> | null, after: R | null): Change => ({
  aggregate,
  id: after?.id ?? before?.record.id ?? '',
  stored: before,
  before: before === null ? null : recordStateOf(aggregate, before.record),
  after: after === null ? null : recordStateOf(aggregate, after),
  unnumbered: before === null && after !== null ? unnumberedOf(aggregate, after) : null,
});

const unnumberedOf = <R extends BaseRecord>(aggregate: Aggregate<R>, record: R): Unnumbered | null => {
  const { series } = aggregate;
  if (series === undefined) return null;
  return { series: series.name, numbered: (ordinal, tenant) => recordStateOf(aggregate, series.number(record, ordinal, tenant)) };
};
