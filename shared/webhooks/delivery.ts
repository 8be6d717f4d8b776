import { createHash } from 'node:crypto';
import type { BaseRecord, Tenant } from '../domain/kernel.ts';
import { livemode } from '../domain/kernel.ts';
import type { PostResult } from './post.ts';
import { RETRIES_SECONDS, retryDelayMs } from './schedule.ts';

/** Ledger rows are kept this long [RET-04]. */
export const DELIVERY_RETENTION_SECONDS = 30 * 86_400;

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

/**
 * `whd_` + a UUID of version 7 in 32 hexadecimal digits [HTTP-20]: its time is the event's recording, the rest follows
 * from event and endpoint. So a fan-out that runs twice writes the same row, and rows sort by time.
 */
export const deliveryId = (eventId: string, endpointId: string, recordedAtMs: number): string => {
  const time = recordedAtMs.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`${eventId}|${endpointId}`).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `whd_${time}7${hash.slice(0, 3)}${variant}${hash.slice(4, 19)}`;
};

/** The row that a recorded event makes for an endpoint; its first attempt is due at once. */
export const newDelivery = (
  event: { readonly id: string; readonly type: string },
  endpointId: string,
  recordedAtMs: number,
  nowMs: number,
): Delivery => ({
  id: deliveryId(event.id, endpointId, recordedAtMs),
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

const DAY_SECONDS = 86_400;

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
 * none is left [WHD-17]. `requeued`: the row was asked for again while the attempt ran, so its planned moment stands.
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
 * The row asked for again: due at once, or since when it was, and attempts go on counting [WHD-25]. `null` for a delivered
 * one, which stays as it is [WHD-26]. After the tenth attempt this gives one more, without further retries.
 */
export const requeued = (delivery: Delivery, nowMs: number): Delivery | null =>
  delivery.status === 'delivered'
    ? null
    : { ...delivery, status: 'pending', nextAttemptAtMs: Math.min(delivery.nextAttemptAtMs ?? nowMs, nowMs) };
