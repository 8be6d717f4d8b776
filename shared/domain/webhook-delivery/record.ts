import type { BaseRecord } from '../aggregate.ts';
import { DAY_SECONDS } from '../periods.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { RETRIES_SECONDS, retryDelayMs } from './retry-schedule.ts';

/** Retention of deliveries [RET-04]. */
export const DELIVERY_RETENTION_SECONDS = 30 * DAY_SECONDS;

/** Result of one POST request: a response with any status, or an error. `error`: message for the owner of the endpoint. */
export type PostResult =
  | { readonly statusCode: number; readonly excerpt: string }
  | { readonly error: string; readonly failure: PostFailure };

/** Category of an error, for the log. */
export type PostFailure = 'address_refused' | 'name_unresolved' | 'timeout' | 'tls' | 'connection';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** Delivery of one event to one endpoint. */
export interface Delivery extends BaseRecord {
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  /** Unix milliseconds; `null`: no further attempt. */
  readonly nextAttemptAtMs: number | null;
  readonly lastResponseCode: number | null;
  readonly lastError: string | null;
  readonly lastResponseBodyExcerpt: string | null;
  /** Body of a test event, which the event log does not contain. Absent in deliveries of recorded events. */
  readonly testBody?: string;
}

/** The API's `webhook_delivery` [WHD-23, WHD-24]. `next_attempt_at` is rounded up to seconds. */
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
  ...(isTestEvent(delivery) ? { test: true as const } : {}),
});

/** Builds the delivery of an event to an endpoint, due immediately. `id`: from `deliveryId`. `recordedAtMs`: time of the event. */
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

/** True for a test event. Its sender sees the result, so a failure is not reported to the owners. */
export const isTestEvent = ({ testBody }: Delivery): boolean => testBody !== undefined;

/**
 * True when a failed attempt will be retried, or when the last retry failed about a day or less before `now` (Unix seconds). Never true for
 * a test event.
 */
export const hasFailedLately = (delivery: Delivery, now: number): boolean => {
  const { status, attemptCount, lastError, created } = delivery;
  if (isTestEvent(delivery)) return false;
  if (status === 'pending') return attemptCount > 0 && lastError !== null;
  return status === 'failed' && now - created <= RETRIES_SECONDS + DAY_SECONDS;
};

/** Unix seconds after which the delivery is deleted. */
export const expiresAt = (delivery: Delivery): number => delivery.created + DELIVERY_RETENTION_SECONDS;

/** True for a 2xx response; everything else is a failure, including no response [WHD-10, WHD-11, WHD-12]. */
export const isSuccess = (result: PostResult): boolean => 'statusCode' in result && result.statusCode >= 200 && result.statusCode < 300;

const errorOf = (result: PostResult): string | null => {
  if ('error' in result) return result.error;
  if (isSuccess(result)) return null;
  const isRedirect = result.statusCode >= 300 && result.statusCode < 400;
  return `the receiver answered ${result.statusCode}${isRedirect ? '; redirects are not followed' : ''}`;
};

/**
 * The delivery after an attempt. A failure schedules the next attempt, counted from now; after the last attempt, the delivery is `failed`
 * [WHD-17]. `redeliveryRequested`: a redelivery was requested during the attempt, and has already set the time of the next attempt.
 * `jitter`: see `retryDelayMs`.
 */
export const afterAttempt = (
  delivery: Delivery,
  result: PostResult,
  timing: { readonly nowMs: number; readonly jitter: number; readonly redeliveryRequested: boolean },
): Delivery => {
  const attemptCount = delivery.attemptCount + 1;
  const attempted = {
    ...delivery,
    attemptCount,
    lastResponseCode: 'statusCode' in result ? result.statusCode : null,
    lastError: errorOf(result),
    lastResponseBodyExcerpt: 'excerpt' in result ? result.excerpt : null,
  };
  if (isSuccess(result)) return { ...attempted, status: 'delivered', nextAttemptAtMs: null };
  if (timing.redeliveryRequested) return attempted;
  const delayMs = retryDelayMs(attemptCount, timing.jitter);
  if (delayMs === null) return { ...attempted, status: 'failed', nextAttemptAtMs: null };
  return { ...attempted, status: 'pending', nextAttemptAtMs: timing.nowMs + delayMs };
};

/** The delivery, marked as failed, because its event can no longer be sent. `reason`: message for the owner of the endpoint. */
export const abandoned = (delivery: Delivery, reason: string): Delivery => ({
  ...delivery,
  status: 'failed',
  nextAttemptAtMs: null,
  lastError: reason,
});

/**
 * The delivery after a redelivery request: it is due now, and the attempt count continues [WHD-25]. If all ten attempts were made already,
 * one more attempt is made, without retries. `null`: the delivery has succeeded already [WHD-26].
 */
export const requeued = (delivery: Delivery, nowMs: number): Delivery | null =>
  delivery.status === 'delivered'
    ? null
    : { ...delivery, status: 'pending', nextAttemptAtMs: Math.min(delivery.nextAttemptAtMs ?? nowMs, nowMs) };
