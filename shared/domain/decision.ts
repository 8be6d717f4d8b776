import type { BaseRecord, Change, RecordKind, Stored } from './aggregate.ts';
import type { EventType } from './event-types.ts';
import type { MailOrderWithId } from './mail/orders.ts';
import type { Refusal } from './refusal.ts';
import { isDeepEqual } from './same.ts';
import type { JsonObject, Tenant } from './tenant.ts';

/**
 * One event to record. `data` defaults to the API object of the subject after the change; `previous_attributes` are the former values of
 * the fields that changed. Set `data` for an event that shows another object than the subject (`invoice.upcoming`,
 * `dunning.email_required`), and for a deleted subject (its last API object).
 */
export interface NewEvent {
  readonly type: EventType;
  readonly subjectId: string;
  readonly data?: JsonObject;
}

/** One audit entry; the store adds actor, IP address and time. */
export interface NewAudit {
  /** `<resource>.<past participle>`. */
  readonly action: `${string}.${string}`;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  readonly metadata?: JsonObject;
  /**
   * Customer whose data the entry contains, if the decision changes no record of a customer. A purge of the customer redacts the entry and
   * the response that is stored for the idempotency key.
   */
  readonly customerId?: string;
  /** True for an entry that is written even when nothing changed, because the attempt itself is logged. */
  readonly withoutChange?: true;
  /** True for entries about the whole account (team, domains, branding): stored in live mode, visible with keys of both modes [AUD-25]. */
  readonly accountWide?: true;
}

/**
 * A condition checked in the transaction of the decision. `claim`: claims `name` within the tenant; refused if another owner has claimed
 * it. `unclaimed`: refused if anyone has claimed `name`. `release`: releases a claimed name. `count`: adds `by` to a counter; refused above
 * `max`. `unreferenced`: refused if the reference count `name` is not 0. `close`: like `unreferenced`, and closes the count: a later write
 * that increases the count fails, and its command is decided again with newly loaded state. `reopen`: reverts `close`. `unchanged`: another
 * record that was read for this decision must not have changed.
 */
export type Guard =
  | { readonly kind: 'claim'; readonly name: string; readonly owner: string; readonly refusal: Refusal }
  | { readonly kind: 'unclaimed'; readonly name: string; readonly refusal: Refusal }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'count'; readonly name: string; readonly by: number; readonly max: number; readonly refusal: Refusal }
  | { readonly kind: 'unreferenced'; readonly name: string; readonly refusal: Refusal }
  | { readonly kind: 'close'; readonly name: string; readonly refusal: Refusal }
  | { readonly kind: 'reopen'; readonly name: string }
  | { readonly kind: 'unchanged'; readonly aggregate: RecordKind; readonly stored: Stored };

/** Everything that a command changes, committed in one transaction. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
  readonly audit?: NewAudit | null;
  readonly guards?: readonly Guard[];
  /** Mails to order in the same transaction. The sweep enqueues the orders. */
  readonly mails?: readonly MailOrderWithId[];
  readonly result: Result;
}

/** Creates ids of new records: time-ordered and unique. Injected, so that rules stay pure. */
export interface IdSource {
  /** Returns the prefix (such as `cus_`) with a new ULID, which contains the current time. */
  readonly next: (prefix: string) => string;
  /** Derives an id from a text: the same text gives the same id. It contains no time. */
  readonly derived: (prefix: string, from: string) => string;
}

/** Input of a rule in addition to the command and the state. */
export interface DecisionContext {
  readonly tenant: Tenant;
  /** Unix seconds; simulated time for customers on a test clock. */
  readonly now: number;
  /** Unix seconds of real time, also for records on a test clock. */
  readonly realNow: number;
  readonly ids: IdSource;
}

/** A decision that writes nothing, because the command changes nothing. */
export const unchanged = <Result>(result: Result): Decision<Result> => ({ changes: [], events: [], result });

/** True when `after` differs from what is stored. */
export const differs = <R extends BaseRecord>(before: Stored<R>, after: R): boolean => !isDeepEqual(before.record, after);

/** The audit entry of a change to one resource: action `<resource>.<past participle>`. */
export const audited = (resourceType: string, participle: string, resourceId: string): NewAudit => ({
  action: `${resourceType}.${participle}`,
  resourceType,
  resourceId,
});
