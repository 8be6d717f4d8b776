/**
 * The vocabulary that every rule of the domain is written in: tenants, records, changes, events,
 * refusals and decisions. Pure types and constructors; nothing here reads a clock or a store.
 */

import type { DueKind } from './due.ts';
import type { EventType } from './event-types.ts';
import type { ReasonCode } from './reasons.ts';

/** Live money or play money. Chosen by the API key; data never crosses between the two. */
export type Mode = 'live' | 'test';

/** Whose data: every record, event and key belongs to exactly one account and one mode. */
export interface Tenant {
  readonly accountId: string;
  readonly mode: Mode;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

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
export type Upgrade = { step(record: BaseRecord): BaseRecord }['step'];

/** What is known of a kind of record without looking into one. */
export interface RecordKind {
  /** Also the type segment of the record's key. */
  readonly type: string;
  readonly prefix: string;
  /**
   * What became of the record's form since its first release, oldest step first: the schema version is one more than there
   * are steps. A stored record is brought to the newest form when it is read, and written in it when it changes.
   */
  readonly upgrades?: readonly Upgrade[];
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
   * Short lists that a record stands in while something holds of it (`past_due`): the few of many, found without reading the
   * many. Kept in the same transaction.
   */
  readonly listsOf?: (record: R) => readonly string[];
  /**
   * The one of a few states that the record is in, by which lists are filtered: an index finds the records of each state,
   * however rare. It lags a moment behind the records, which have the last word.
   */
  readonly stateOf?: (record: R) => string;
  /** Its money only proves a payment method: what becomes of it counts in no figures of the business. */
  readonly sellsNothing?: (record: R) => boolean;
  /** Unix seconds of real time from which on nobody needs the record; it is removed, with its look-ups, some time after. `null`: it stays. */
  readonly forgottenAtOf?: (record: R) => number | null;
  /** The series that new records of this kind are numbered in. */
  readonly series?: Series<R>;
}

/**
 * A gapless series of numbers within a tenant. A rule makes its document without a number; the writer gives it the next one in
 * the transaction that writes it, so numbers stand in the order of their transactions.
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
  readonly lists: readonly string[];
  readonly state: string | null;
  readonly sellsNothing: boolean;
  readonly forgottenAt: number | null;
}

/** One write of a record, of whichever kind; made by `change`. `before: null` creates; `after: null` deletes. */
export interface Change {
  readonly aggregate: RecordKind;
  readonly id: string;
  /** What was loaded and must not have changed meanwhile; `null` creates. */
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

/**
 * One event to record. `data` defaults to the view of the subject after the change, and
 * `previous_attributes` to what that view changed from; `data` is given for events that are
 * about something other than the plain object (`invoice.upcoming`, `dunning.email_required`)
 * or about a deleted object (its last view).
 */
export interface NewEvent {
  readonly type: EventType;
  readonly subjectId: string;
  readonly data?: JsonObject;
}

/** One audit entry; who, from where and when is known to the shell. */
export interface NewAudit {
  /** `<resource>.<past participle>`. */
  readonly action: `${string}.${string}`;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  readonly metadata?: JsonObject;
  /** Whose data the entry and the answer hold, where no change tells it: a purge finds them by it. */
  readonly customerId?: string;
  /** Written though nothing changed: the attempt itself is what the log keeps. */
  readonly withoutChange?: true;
  /** About the whole account (team, domains, branding, billing details): filed as live, seen with keys of either mode [AUD-25]. */
  readonly accountWide?: true;
}

/**
 * A condition beside the records, checked in the same transaction.
 * - `claim`: `name` must not be taken within the tenant; taken by this write. `refusal` if it is.
 * - `release`: gives a claimed name back.
 * - `count`: a counter within the tenant must stay at or below `max` after `by` is added.
 * - `none`: no record may be counted by the reference count `name`. `refusal` if one is.
 * - `close`: the same, and none will be: a record that would be counted makes its writer decide again.
 * - `reopen`: takes a `close` back.
 */
export type Guard =
  | { readonly kind: 'claim'; readonly name: string; readonly owner: string; readonly refusal: Refusal }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'count'; readonly name: string; readonly by: number; readonly max: number; readonly refusal: Refusal }
  | { readonly kind: 'none'; readonly name: string; readonly refusal: Refusal }
  | { readonly kind: 'close'; readonly name: string; readonly refusal: Refusal }
  | { readonly kind: 'reopen'; readonly name: string }
  /** Another record that was read for this decision must not have changed. */
  | { readonly kind: 'unchanged'; readonly aggregate: RecordKind; readonly stored: Stored };

/** Everything a command changes, decided at once and committed at once. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
  readonly audit?: NewAudit | null;
  readonly guards?: readonly Guard[];
  readonly result: Result;
}

/** Codes a rule may refuse with; the API's catalogue maps each to a status and type. */
export type RefusalCode =
  | 'parameter_invalid'
  | 'parameter_missing'
  | 'resource_missing'
  | 'state_conflict'
  | 'insufficient_scope'
  | 'operation_pending'
  | 'subscription_past_due'
  | 'invoice_not_voidable'
  | 'webhook_endpoint_limit_reached'
  | 'charge_already_refunded'
  | 'charge_disputed'
  | 'refund_duplicate'
  | 'payment_refused'
  | 'provider_unavailable'
  | 'vat_id_locked';

/** A rule said no. A value, not an exception: nothing is written when one is returned. */
export class Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly param: string | undefined;
  readonly reason: ReasonCode | undefined;
  constructor(code: RefusalCode, message: string, detail: { readonly param?: string; readonly reason?: ReasonCode } = {}) {
    this.code = code;
    this.message = message;
    this.param = detail.param;
    this.reason = detail.reason;
  }
}

const stateOf = <R extends BaseRecord>(aggregate: Aggregate<R>, record: R): RecordState => ({
  record,
  view: (tenant) => aggregate.view(record, tenant),
  customerId: aggregate.customerIdOf?.(record) ?? null,
  parentId: aggregate.parentIdOf?.(record) ?? null,
  due: aggregate.dueOf?.(record) ?? null,
  referenceCounts: aggregate.referenceCountsOf?.(record) ?? [],
  lookups: aggregate.lookupsOf?.(record) ?? [],
  lists: aggregate.listsOf?.(record) ?? [],
  state: aggregate.stateOf?.(record) ?? null,
  sellsNothing: aggregate.sellsNothing?.(record) ?? false,
  forgottenAt: aggregate.forgottenAtOf?.(record) ?? null,
});

/** The write of a record: `before` as it was loaded, `after` as it becomes. One of the two is there. */
export const change = <R extends BaseRecord>(aggregate: Aggregate<R>, before: Stored<R> | null, after: R | null): Change => ({
  aggregate,
  id: after?.id ?? before?.record.id ?? '',
  stored: before,
  before: before === null ? null : stateOf(aggregate, before.record),
  after: after === null ? null : stateOf(aggregate, after),
  unnumbered: before === null && after !== null ? unnumberedOf(aggregate, after) : null,
});

const unnumberedOf = <R extends BaseRecord>(aggregate: Aggregate<R>, record: R): Unnumbered | null => {
  const { series } = aggregate;
  if (series === undefined) return null;
  return { series: series.name, numbered: (ordinal, tenant) => stateOf(aggregate, series.number(record, ordinal, tenant)) };
};

/** `live` is true for live data; every object of a mode shows it. */
export const livemode = (tenant: Tenant): boolean => tenant.mode === 'live';

/** Mints ids for new records: time-ordered and unique. Injected, so that rules stay pure. */
export interface IdSource {
  /** `cus_` + 26 characters (ULID of the moment). */
  readonly next: (prefix: string) => string;
  /** The id that follows from what it stands for: the same text, the same id. It carries no time. */
  readonly derived: (prefix: string, from: string) => string;
}

/** What a rule may know of its surroundings besides the command and the state. */
export interface DecisionContext {
  readonly tenant: Tenant;
  /** Unix seconds; simulated when the customer lives on a test clock. */
  readonly now: number;
  /** Unix seconds of real time, whatever clock the state lives on: for work that no test clock moves. */
  readonly realNow: number;
  readonly ids: IdSource;
}
