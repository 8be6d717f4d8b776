import type { Mode, Tenant } from '../domain/tenant.ts';
import type { CapReason } from '../domain/webhook-delivery/in-flight-caps.ts';
import { type Delivery, type PostFailure, type PostResult, succeeded } from '../domain/webhook-delivery/record.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';

/** Why nothing was posted. */
export type SkipReason =
  | 'endpoint_disabled'
  | 'endpoint_deleted'
  | 'event_gone'
  | 'not_yet_due'
  | 'already_delivered'
  | 'already_failed'
  | 'rescheduled'
  | 'gone'
  | 'lease_lost'
  | 'fault'
  | CapReason;

/**
 * What the log says of one delivery at one moment: ids, counts and separate texts. Never a URL, a header, a body or what a
 * receiver answered.
 */
export type DeliveryLine = {
  readonly account: string;
  readonly mode: Mode;
  readonly delivery: string;
  readonly endpoint: string;
  readonly event: string;
  /** The attempt's number; of a skip: how many were made before; `null` where the row was not read. */
  readonly attempt: number | null;
  /**
   * `delivered`; `will_retry`: it failed, and `nextAttemptAt` is planned; `failed`: no further attempt is planned;
   * `not_recorded`: posted, but another process recorded its own result first; `skipped`: nothing was posted;
   * `requeued`: somebody asked for it once more.
   */
  readonly outcome: 'delivered' | 'will_retry' | 'failed' | 'not_recorded' | 'skipped' | 'requeued';
  readonly reason: SkipReason | PostFailure | 'http_status' | 'redelivery' | null;
  readonly statusCode: number | null;
  /** Unix seconds, never before the planned moment; `null`: none is planned. */
  readonly nextAttemptAt: number | null;
  /** How long the exchange took. */
  readonly ms: number | null;
};

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));

const rowLine = (tenant: Tenant, { id, endpointId, eventId, nextAttemptAtMs, attemptCount }: Delivery) => ({
  account: tenant.accountId,
  mode: tenant.mode,
  delivery: id,
  endpoint: endpointId,
  event: eventId,
  attempt: attemptCount,
  statusCode: null,
  nextAttemptAt: secondsOf(nextAttemptAtMs),
  ms: null,
});

/** An attempt that was made. `after`: the row as it was recorded; `null` when another process had recorded first. */
export const attemptLine = (tenant: Tenant, before: Delivery, after: Delivery | null, result: PostResult, ms: number): DeliveryLine => ({
  ...rowLine(tenant, after ?? before),
  attempt: before.attemptCount + 1,
  outcome: outcomeOf(after),
  reason: reasonOf(result),
  statusCode: 'statusCode' in result ? result.statusCode : null,
  ms,
});

const outcomeOf = (after: Delivery | null): DeliveryLine['outcome'] => {
  if (after === null) return 'not_recorded';
  return after.status === 'pending' ? 'will_retry' : after.status;
};

const reasonOf = (result: PostResult): DeliveryLine['reason'] => {
  if (succeeded(result)) return null;
  return 'failure' in result ? result.failure : 'http_status';
};

/** A delivery whose row was read and that was not posted. */
export const skipLine = (tenant: Tenant, delivery: Delivery, reason: SkipReason): DeliveryLine => ({
  ...rowLine(tenant, delivery),
  outcome: 'skipped',
  reason,
});

/** A delivery that can never be posted: its row is `failed` from now on. */
export const givenUpLine = (tenant: Tenant, delivery: Delivery, reason: SkipReason): DeliveryLine => ({
  ...skipLine(tenant, delivery, reason),
  outcome: 'failed',
  nextAttemptAt: null,
});

/** A delivery of which only the place in its account's queue was read. */
export const entryLine = (accountId: string, entry: QueueEntry, reason: SkipReason): DeliveryLine => ({
  account: accountId,
  mode: entry.mode,
  delivery: entry.deliveryId,
  endpoint: entry.endpointId,
  event: entry.eventId,
  attempt: null,
  outcome: 'skipped',
  reason,
  statusCode: null,
  nextAttemptAt: secondsOf(entry.dueAtMs),
  ms: null,
});

/** A delivery that somebody asked for once more; one that was delivered stays as it is [WHD-26]. */
export const redeliveryLine = (tenant: Tenant, delivery: Delivery): DeliveryLine =>
  delivery.status === 'delivered'
    ? skipLine(tenant, delivery, 'already_delivered')
    : { ...rowLine(tenant, delivery), outcome: 'requeued', reason: 'redelivery' };
