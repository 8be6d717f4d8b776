import type { Mode, Tenant } from '../domain/tenant.ts';
import type { CapReason } from '../domain/webhook-delivery/in-flight-caps.ts';
import { type Delivery, isSuccess, type PostFailure, type PostResult } from '../domain/webhook-delivery/record.ts';
import type { QueueEntry } from '../store/deliveries/queue.ts';

/**
 * Why a delivery was not posted. `event_gone`: the event is no longer stored. `rescheduled`: the row has another queue entry. `gone`: the
 * row was deleted. `fault`: an error of this service. `CapReason`: a limit of concurrent requests.
 */
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
 * A log line about a delivery: ids, counts and fixed texts. Must not contain a URL, a header, a body or a receiver's
 * response.
 */
export type DeliveryLine = {
  readonly account: string;
  readonly mode: Mode;
  readonly delivery: string;
  readonly endpoint: string;
  readonly event: string;
  /** Number of the attempt; for a skip, the number of earlier attempts; `null` if the row was not read. */
  readonly attempt: number | null;
  /**
   * `will_retry`: failed, with the next attempt at `nextAttemptAt`; `failed`: no further attempt; `not_recorded`: posted, but
   * another process recorded a result of this delivery first; `skipped`: nothing was posted; `requeued`: redelivery was requested.
   */
  readonly outcome: 'delivered' | 'will_retry' | 'failed' | 'not_recorded' | 'skipped' | 'requeued';
  readonly reason: SkipReason | PostFailure | 'http_status' | 'redelivery' | null;
  readonly statusCode: number | null;
  /** Unix seconds, rounded up; `null`: no further attempt. */
  readonly nextAttemptAt: number | null;
  /** Duration of the request in milliseconds. */
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

/** Line of an attempt. `after`: the recorded row; `null` if another process recorded first. */
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
  if (isSuccess(result)) return null;
  return 'failure' in result ? result.failure : 'http_status';
};

/** Line of a delivery that was not posted. */
export const skipLine = (tenant: Tenant, delivery: Delivery, reason: SkipReason): DeliveryLine => ({
  ...rowLine(tenant, delivery),
  outcome: 'skipped',
  reason,
});

/** Line of a delivery that can never be posted: it is marked `failed`, or removed because its endpoint was deleted. */
export const failedLine = (tenant: Tenant, delivery: Delivery, reason: SkipReason): DeliveryLine => ({
  ...skipLine(tenant, delivery, reason),
  outcome: 'failed',
  nextAttemptAt: null,
});

/** Line of a delivery whose queue entry was read, but not its row. */
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

/** Line of a requested redelivery; a successful delivery is not repeated [WHD-26]. */
export const redeliveryLine = (tenant: Tenant, delivery: Delivery): DeliveryLine =>
  delivery.status === 'delivered'
    ? skipLine(tenant, delivery, 'already_delivered')
    : { ...rowLine(tenant, delivery), outcome: 'requeued', reason: 'redelivery' };
