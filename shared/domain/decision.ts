import type { BaseRecord, Change, RecordKind, Stored } from './aggregate.ts';
import type { EventType } from './event-types.ts';
import type { Refusal } from './refusal.ts';
import { same } from './same.ts';
import type { JsonObject, Tenant } from './tenant.ts';

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
 * A condition next to the records, checked in the same transaction.
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

/** Mints ids for new records: time-ordered and unique. Injected, so that rules stay pure. */
export interface IdSource {
  /** `cus_` + 26 characters (ULID of the moment). */
  readonly next: (prefix: string) => string;
  /** The id that follows from what it means: the same text, the same id. It carries no time. */
  readonly derived: (prefix: string, from: string) => string;
}

/** What a rule may know of its environment in addition to the command and the state. */
export interface DecisionContext {
  readonly tenant: Tenant;
  /** Unix seconds; simulated when the customer lives on a test clock. */
  readonly now: number;
  /** Unix seconds of real time, whatever clock the state lives on: for work that no test clock moves. */
  readonly realNow: number;
  readonly ids: IdSource;
}

/** A decision that writes nothing: the command was already carried out, or changes nothing. */
export const unchanged = <Result>(result: Result): Decision<Result> => ({ changes: [], events: [], result });

/** True when `after` differs from what is stored. */
export const differs = <R extends BaseRecord>(before: Stored<R>, after: R): boolean => !same(before.record, after);

/** The audit entry of a change to one resource: action `<resource>.<past participle>`. */
export const audited = (resourceType: string, participle: string, resourceId: string): NewAudit => ({
  action: `${resourceType}.${participle}`,
  resourceType,
  resourceId,
});
