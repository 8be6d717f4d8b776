import { describe, expect, it } from 'vitest';
import { type Delivery, hasFailedLately, newDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { RETRIES_SECONDS } from '../../shared/domain/webhook-delivery/retry-schedule.ts';
import { DAY, START } from './world.ts';

describe('a delivery that failed lately', () => {
  const fresh = newDelivery('wd_1', { id: 'evt_1', type: 'customer.created' }, 'we_1', START * 1000, START * 1000);

  it('was given up at most a day ago, counted from the last retry', () => {
    const failed: Delivery = { ...fresh, status: 'failed', attemptCount: 6, lastError: 'timeout' };
    expect(hasFailedLately(failed, START + RETRIES_SECONDS + DAY)).toBe(true);
    expect(hasFailedLately(failed, START + RETRIES_SECONDS + DAY + 1)).toBe(false);
  });

  it('or is being retried, and neither waits for its first attempt nor was delivered', () => {
    expect(hasFailedLately({ ...fresh, attemptCount: 1, lastError: 'timeout' }, START)).toBe(true);
    expect(hasFailedLately(fresh, START)).toBe(false);
    expect(hasFailedLately({ ...fresh, status: 'delivered', attemptCount: 2, lastError: 'timeout' }, START)).toBe(false);
  });
});
