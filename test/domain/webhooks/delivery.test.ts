import { describe, expect, it } from 'vitest';
import {
  abandoned,
  afterAttempt,
  type Delivery,
  expiresAt,
  hasFailedLately,
  isSuccess,
  newDelivery,
  type PostResult,
  requeued,
  viewDelivery,
} from '../../../shared/domain/webhook-delivery/record.ts';
import { RETRIES_SECONDS } from '../../../shared/domain/webhook-delivery/retry-schedule.ts';
import { DAY, START } from '../world.ts';

const NOW_MS = START * 1000 + 250;
/** The event was recorded 1.75 seconds before the delivery was created. */
const pendingDelivery = newDelivery('whd_1', { id: 'evt_1', type: 'customer.created' }, 'we_1', NOW_MS - 1750, NOW_MS);
const TIMING = { nowMs: NOW_MS, jitter: 0, redeliveryRequested: false };
const response = (statusCode: number): PostResult => ({ statusCode, excerpt: 'body' });

describe('a new delivery', () => {
  it('is due at once, has the time of its event, and is deleted after 30 days', () => {
    expect(viewDelivery(pendingDelivery, { accountId: 'acct_1', mode: 'live' })).toEqual({
      id: 'whd_1',
      object: 'webhook_delivery',
      created: START - 2,
      livemode: true,
      endpoint_id: 'we_1',
      event_id: 'evt_1',
      event_type: 'customer.created',
      status: 'pending',
      attempt_count: 0,
      // Rounded up.
      next_attempt_at: START + 1,
      last_response_code: null,
      last_error: null,
      last_response_body_excerpt: null,
    });
    expect(expiresAt(pendingDelivery)).toBe(START - 2 + 30 * DAY);
  });
});

describe('an attempt', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [500, false],
  ])('[WHD-10] [WHD-11] answered with the status %i is successful: %s', (statusCode, success) => {
    expect(isSuccess(response(statusCode))).toBe(success);
  });

  it('[WHD-10] that succeeds delivers the event', () => {
    const failedOnce = { ...pendingDelivery, attemptCount: 1, lastError: 'timeout' };
    const delivered = afterAttempt(failedOnce, response(204), TIMING);
    expect(delivered).toEqual({
      ...pendingDelivery,
      status: 'delivered',
      attemptCount: 2,
      nextAttemptAtMs: null,
      lastResponseCode: 204,
      lastResponseBodyExcerpt: 'body',
    });
    expect(viewDelivery(delivered, { accountId: 'acct_1', mode: 'test' })).toMatchObject({ livemode: false, next_attempt_at: null });
  });

  it.each<readonly [PostResult, Partial<Delivery>]>([
    [response(500), { lastResponseCode: 500, lastError: 'the receiver answered 500', lastResponseBodyExcerpt: 'body' }],
    [response(300), { lastError: 'the receiver answered 300; redirects are not followed' }],
    [response(399), { lastError: 'the receiver answered 399; redirects are not followed' }],
    [response(400), { lastError: 'the receiver answered 400' }],
    [
      { error: 'no answer', failure: 'timeout' },
      { lastResponseCode: null, lastError: 'no answer', lastResponseBodyExcerpt: null },
    ],
  ])('[WHD-11] [WHD-12] [WHD-13] that fails with %j is repeated after the delay', (result, expected) => {
    const before = { ...pendingDelivery, lastResponseCode: 418, lastResponseBodyExcerpt: 'former' };
    expect(afterAttempt(before, result, TIMING)).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      nextAttemptAtMs: NOW_MS + 5000,
      ...expected,
    });
    expect(afterAttempt(before, result, { ...TIMING, jitter: 1 }).nextAttemptAtMs).toBe(NOW_MS + 5250);
  });

  it('[WHD-17] that fails is not repeated if it was the tenth', () => {
    const attemptAfter = (attemptCount: number) => afterAttempt({ ...pendingDelivery, attemptCount }, response(500), TIMING);
    expect(attemptAfter(8)).toMatchObject({ status: 'pending', nextAttemptAtMs: NOW_MS + DAY * 1000 });
    expect(attemptAfter(9)).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAtMs: null });
  });

  it('that fails does not delay a redelivery requested during the attempt; an attempt that succeeds cancels the redelivery', () => {
    const timing = { ...TIMING, redeliveryRequested: true };
    expect(afterAttempt(pendingDelivery, response(500), timing)).toMatchObject({ attemptCount: 1, nextAttemptAtMs: NOW_MS });
    expect(afterAttempt(pendingDelivery, response(200), timing)).toMatchObject({ status: 'delivered', nextAttemptAtMs: null });
  });
});

describe('a redelivery', () => {
  it('[WHD-25] of a failed delivery is due now and continues the attempts', () => {
    const failed: Delivery = { ...pendingDelivery, status: 'failed', attemptCount: 10, nextAttemptAtMs: null, lastError: 'timeout' };
    expect(requeued(failed, NOW_MS)).toEqual({ ...failed, status: 'pending', nextAttemptAtMs: NOW_MS });
  });

  it('is never later than the planned next attempt', () => {
    const waitingUntil = (nextAttemptAtMs: number) => requeued({ ...pendingDelivery, nextAttemptAtMs }, NOW_MS)?.nextAttemptAtMs;
    expect([waitingUntil(NOW_MS + 1), waitingUntil(NOW_MS - 1)]).toEqual([NOW_MS, NOW_MS - 1]);
  });

  it('[WHD-26] of a successful delivery is not made', () => {
    expect(requeued({ ...pendingDelivery, status: 'delivered', nextAttemptAtMs: null }, NOW_MS)).toBeNull();
  });
});

describe('a delivery whose event can no longer be sent', () => {
  it('fails with the reason', () => {
    expect(abandoned(pendingDelivery, 'The event was deleted.')).toEqual({
      ...pendingDelivery,
      status: 'failed',
      nextAttemptAtMs: null,
      lastError: 'The event was deleted.',
    });
  });
});

describe('recently failed deliveries', () => {
  it('include a delivery that failed for good, until a day after the full schedule of retries would have ended', () => {
    const failed: Delivery = { ...pendingDelivery, status: 'failed', attemptCount: 6, lastError: 'timeout', created: START };
    expect(hasFailedLately(failed, START + RETRIES_SECONDS + DAY)).toBe(true);
    expect(hasFailedLately(failed, START + RETRIES_SECONDS + DAY + 1)).toBe(false);
  });

  it('include a delivery whose failed attempt will be retried, but neither one without a failed attempt nor a delivered one', () => {
    expect(hasFailedLately({ ...pendingDelivery, attemptCount: 1, lastError: 'timeout' }, START)).toBe(true);
    expect(hasFailedLately(pendingDelivery, START)).toBe(false);
    expect(hasFailedLately({ ...pendingDelivery, attemptCount: 1 }, START)).toBe(false);
    expect(hasFailedLately({ ...pendingDelivery, status: 'delivered', attemptCount: 2, lastError: 'timeout' }, START)).toBe(false);
  });

  it('do not include deliveries of test events', () => {
    const retried: Delivery = { ...pendingDelivery, attemptCount: 1, lastError: 'timeout' };
    const test = { testBody: '{}' };
    expect(hasFailedLately({ ...retried, ...test }, START)).toBe(false);
    expect(hasFailedLately({ ...retried, ...test, status: 'failed' }, START)).toBe(false);
  });
});
