import type { BaseRecord } from '../aggregate.ts';
import { DAY_SECONDS } from '../periods.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { RETRIES_SECONDS, retryDelayMs } from './retry-schedule.ts';

/** Ledger rows are kept this long [RET-04]. */
export const DELIVERY_RETENTION_SECONDS = 30 * DAY_SECONDS;

/** What became of one request: an answer of whatever status, or why there was none (for the endpoint's owner to read). */
export type PostResult =
  | { readonly statusCode: number; readonly excerpt: string }
  | { readonly error: string; readonly failure: PostFailure };

/** The same in one word, for the log. */
export type PostFailure = 'address_refused' | 'name_unresolved' | 'timeout' | 'tls' | 'connection';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** One event on its way to one endpoint: a row of the endpoint's ledger. */
export interface Delivery extends BaseRecord {
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  /** Milliseconds since the epoch; `null` when no further attempt is planned. */
  readonly nextAttemptAtMs: number | null;
  readonly lastResponseCode: number | null;
  readonly lastError: string | null;
  readonly lastResponseBodyExcerpt: string | null;
}

/** The row as the API shows it [WHD-23, WHD-24]; `next_attempt_at` in whole seconds, never before the attempt's moment. */
export const viewDelivery = (delivery: Delivery, tenant: Tenant) => ({
  id: delivery.id,
  object: 'webhook_delivery' as const,
  created: delivery.created,
  livemode: livemode(tenant),
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.status,
  attempt_count: delivery.attemptCount,
  next_attempt_at: delivery.nextAttemptAtMs === null ? null : Math.ceil(delivery.nextAttemptAtMs / 1000),
  last_response_code: delivery.lastResponseCode,
  last_error: delivery.lastError,
  last_response_body_excerpt: delivery.lastResponseBodyExcerpt,
});

/** The row that a recorded event makes for an endpoint; its first attempt is due at once. `id`: as `deliveryId` makes it. */
export const newDelivery = (
  id: string,
  event: { readonly id: string; readonly type: string },
  endpointId: string,
  recordedAtMs: number,
  nowMs: number,
): Delivery => ({
  id,
  created: Math.floor(recordedAtMs / 1000),
  endpointId,
  eventId: event.id,
  eventType: event.type,
  status: 'pending',
  attemptCount: 0,
  nextAttemptAtMs: nowMs,
  lastResponseCode: null,
  lastError: null,
  lastResponseBodyExcerpt: null,
});

/** True when it is being retried after a failure, or was given up at most about a day before `now` (Unix seconds). */
export const hasFailedLately = ({ status, attemptCount, lastError, created }: Delivery, now: number): boolean => {
  if (status === 'pending') return attemptCount > 0 && lastError !== null;
  return status === 'failed' && now - created <= RETRIES_SECONDS + DAY_SECONDS;
};

/** Seconds since the epoch after which the row is gone. */
export const expiresAt = (delivery: Delivery): number => delivery.created + DELIVERY_RETENTION_SECONDS;

/** Any 2xx is success; everything else, an answer that never came included, is failure [WHD-10, WHD-11, WHD-12]. */
export const succeeded = (result: PostResult): boolean => 'statusCode' in result && result.statusCode >= 200 && result.statusCode < 300;

const errorOf = (result: PostResult): string | null => {
  if ('error' in result) return result.error;
  if (succeeded(result)) return null;
  const redirect = result.statusCode >= 300 && result.statusCode < 400;
  return `the receiver answered ${result.statusCode}${redirect ? '; redirects are not followed' : ''}`;
};

/**
 * The row after an attempt. A failure plans the next attempt by the schedule, counted from now, or ends as `failed` when
 * none is left [WHD-17]. `requeued`: the row was asked for again while the attempt ran, so its planned moment is.
 */
export const afterAttempt = (
  delivery: Delivery,
  result: PostResult,
  at: { readonly nowMs: number; readonly spread: number; readonly requeued: boolean },
): Delivery => {
  const attemptCount = delivery.attemptCount + 1;
  const attempted = {
    ...delivery,
    attemptCount,
    lastResponseCode: 'statusCode' in result ? result.statusCode : null,
    lastError: errorOf(result),
    lastResponseBodyExcerpt: 'excerpt' in result ? result.excerpt : null,
  };
  if (succeeded(result)) return { ...attempted, status: 'delivered', nextAttemptAtMs: null };
  if (at.requeued) return attempted;
  const delayMs = retryDelayMs(attemptCount, at.spread);
  if (delayMs === null) return { ...attempted, status: 'failed', nextAttemptAtMs: null };
  return { ...attempted, status: 'pending', nextAttemptAtMs: at.nowMs + delayMs };
};

/** The row of an event that can no longer be sent. */
export const abandoned = (delivery: Delivery, reason: string): Delivery => ({
  ...delivery,
  status: 'failed',
  nextAttemptAtMs: null,
  lastError: reason,
});

/**
 * The row asked for again: due at once, or since when it was, and the attempt count continues [WHD-25]. `null` for a delivered
 * one, which stays as it is [WHD-26]. After the tenth attempt this gives one more, without further retries.
 */
export const requeued = (delivery: Delivery, nowMs: number): Delivery | null =>
  delivery.status === 'delivered'
    ? null
    : { ...delivery, status: 'pending', nextAttemptAtMs: Math.min(delivery.nextAttemptAtMs ?? nowMs, nowMs) };
