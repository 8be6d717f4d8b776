import type { DueKind } from './due.ts';
import type { JsonObject, Tenant } from './tenant.ts';

/** Fields of every stored record. `created`: Unix seconds, simulated time on a test clock. */
export interface BaseRecord {
  readonly id: string;
  readonly created: number;
}

/** A record that can be locked while an operation waits for the payment provider. `lockedBy`: id of the operation. */
export interface Lockable extends BaseRecord {
  readonly lockedBy: string | null;
}

/** A loaded record. `version`: for optimistic locking; `seq`: sequence number of the record's last change in the event log. */
export interface Stored<R extends BaseRecord = BaseRecord> {
  readonly record: R;
  readonly version: number;
  readonly seq: number;
  /** Unix seconds of the record's last change; the record's next event is never dated earlier. */
  readonly changedAt: number;
}

/** Work planned for a record: from `at` (Unix seconds) on, the worker of `kind` processes the record. */
export interface DueWork {
  readonly at: number;
  readonly kind: DueKind;
  /** Id of the test clock whose simulated time `at` is; `null`: `at` is real time. */
  readonly clockId: string | null;
}

/**
 * Migrates a record from one schema version to the next. Declared as a method, because TypeScript compares the parameters of methods
 * bivariantly: this lets a migration name the record types of its two versions instead of `BaseRecord`.
 */
export type Migration = { step(record: BaseRecord): BaseRecord }['step'];

/** Static properties of a kind of record. */
export interface RecordKind {
  /** Name of the kind, and the type segment of the record's key. */
  readonly type: string;
  readonly prefix: string;
  /**
   * Migrations since the first release, oldest first; the schema version is the count of migrations plus one. A stored record is migrated
   * when it is read, and written in the current version when it changes.
   */
  readonly migrations?: readonly Migration[];
  /**
   * Functions for the versions that only the next release writes, oldest version first: each converts a record to the previous version.
   * They let this release read such records after the next release is rolled back.
   */
  readonly laterVersions?: readonly Migration[];
  /** Changes without an event get no entry in the event log, because the tenant's data export does not contain these records. */
  readonly unlogged?: true;
  /** One record for both modes, stored with the live data. */
  readonly bothModes?: true;
}

/** Descriptor of a kind of record, used by the store, the event log and the API. `View`: the API object of a record. */
export interface Aggregate<R extends BaseRecord = BaseRecord, View extends JsonObject = JsonObject> extends RecordKind {
  /** The API object exactly as GET returns it without `expand`. */
  readonly view: (record: R, tenant: Tenant) => View;
  readonly customerIdOf?: (record: R) => string | null;
  readonly parentIdOf?: (record: R) => string | null;
  readonly dueOf?: (record: R) => DueWork | null;
  /** Names of counters that include this record. The counters are updated in the same transaction, so that guards can rely on them. */
  readonly referenceCountsOf?: (record: R) => readonly string[];
  /** Items that find this record when its tenant is unknown (an API key by its hash). Written in the same transaction. */
  readonly lookupsOf?: (record: R) => readonly Lookup[];
  /** Keys of a record that is in a certain state (`past_due`), to find few records among many. Written in the same transaction. */
  readonly sparseIndexKeysOf?: (record: R) => readonly string[];
  /** Texts by whose beginnings `GET /v1/search` finds the record, normalized by `search-terms.ts`. Written in the same transaction. */
  readonly searchTermsOf?: (record: R) => readonly string[];
  /**
   * The state that lists filter by; an index finds the records of each state. The index lags slightly, so filters check the record again.
   */
  readonly listStateOf?: (record: R) => string;
  /** True for payments that only verify a payment method, and their refunds and disputes: they do not count in business metrics. */
  readonly excludedFromMetrics?: (record: R) => boolean;
  /** Unix seconds of real time after which the record and its lookups are deleted; `null`: never. */
  readonly expiresAtOf?: (record: R) => number | null;
  /** True for a write after which a worker compares usage with limits. `before: null`: the write creates the record. */
  readonly startsUsageCheck?: (after: R, before: R | null) => boolean;
  /** The number series of this kind of document. */
  readonly series?: Series<R>;
}

/**
 * A gapless number series within a tenant; only an operator can let it skip numbers, after a backup was restored. A rule creates the
 * document without a number; the writer assigns the next number of the series in the same transaction.
 */
export interface Series<R extends BaseRecord> {
  readonly name: string;
  /** Returns the document with its number. `ordinal`: its position in the series, counted from 1. */
  readonly number: (record: R, ordinal: number, tenant: Tenant) => R;
}

/** A lookup of a record from outside its tenant. `key` (with `entry`, if several lookups share the key) is unique in the deployment. */
export interface Lookup {
  readonly key: string;
  /** Sort key among lookups with the same key; omitted if no other lookup has the key. */
  readonly entry?: string;
  readonly data: JsonObject;
}

/** A record before or after a change, with the values that the functions of its aggregate return. */
export interface RecordState {
  readonly record: BaseRecord;
  readonly view: (tenant: Tenant) => JsonObject;
  readonly customerId: string | null;
  readonly parentId: string | null;
  readonly due: DueWork | null;
  readonly referenceCounts: readonly string[];
  readonly lookups: readonly Lookup[];
  readonly sparseIndexKeys: readonly string[];
  readonly searchTerms: readonly string[];
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
  searchTerms: aggregate.searchTermsOf?.(record) ?? [],
  state: aggregate.listStateOf?.(record) ?? null,
  excludedFromMetrics: aggregate.excludedFromMetrics?.(record) ?? false,
  expiresAt: aggregate.expiresAtOf?.(record) ?? null,
});

/** One write of a record, built by the function `change`. `before: null` creates the record, `after: null` deletes it. */
export interface Change {
  readonly aggregate: RecordKind;
  readonly id: string;
  /** The loaded record, which must not have changed since; `null`: the record is created. */
  readonly stored: Stored | null;
  readonly before: RecordState | null;
  readonly after: RecordState | null;
  /** True when a worker compares usage with limits after this write. */
  readonly startsUsageCheck: boolean;
  /** The document that this write creates, still without its number; `null`: the write creates no numbered document. */
  readonly unnumbered: UnnumberedDocument | null;
}

export interface UnnumberedDocument {
  readonly series: string;
  /** Builds the document with its number: `ordinal` is its position in the series, counted from 1. */
  readonly withNumber: (ordinal: number, tenant: Tenant) => RecordState;
}

/** Builds the write of a record. `before`: as loaded; `null` creates the record. `after: null` deletes it. At least one is not `null`. */
export const change = <R extends BaseRecord>(aggregate: Aggregate<R>, before: Stored<R> | null, after: R | null): Change => ({
  aggregate,
  id: after?.id ?? before?.record.id ?? '',
  stored: before,
  before: before === null ? null : recordStateOf(aggregate, before.record),
  after: after === null ? null : recordStateOf(aggregate, after),
  startsUsageCheck: after !== null && (aggregate.startsUsageCheck?.(after, before?.record ?? null) ?? false),
  unnumbered: before === null && after !== null ? unnumberedOf(aggregate, after) : null,
});

const unnumberedOf = <R extends BaseRecord>(aggregate: Aggregate<R>, record: R): UnnumberedDocument | null => {
  const { series } = aggregate;
  if (series === undefined) return null;
  return { series: series.name, withNumber: (ordinal, tenant) => recordStateOf(aggregate, series.number(record, ordinal, tenant)) };
};
