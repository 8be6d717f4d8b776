import { describe, expect, it } from 'vitest';
import { type Delivery, hasFailedLately, newDelivery } from '../../../shared/domain/webhook-delivery/record.ts';
import { RETRIES_SECONDS } from '../../../shared/domain/webhook-delivery/retry-schedule.ts';
import { DAY, START } from '../world.ts';

describe('a recently failed delivery', () => {
  const pendingDelivery = newDelivery('wd_1', { id: 'evt_1', type: 'customer.created' }, 'we_1', START * 1000, START * 1000);

  it('failed at most a day ago, counted from the last retry', () => {
    const failed: Delivery = { ...pendingDelivery, status: 'failed', attemptCount: 6, lastError: 'timeout' };
    expect(hasFailedLately(failed, START + RETRIES_SECONDS + DAY)).toBe(true);
    expect(hasFailedLately(failed, START + RETRIES_SECONDS + DAY + 1)).toBe(false);
  });

  it('can be a delivery that is being retried, but not a delivery without a failed attempt or one that was delivered', () => {
    expect(hasFailedLately({ ...pendingDelivery, attemptCount: 1, lastError: 'timeout' }, START)).toBe(true);
    expect(hasFailedLately(pendingDelivery, START)).toBe(false);
    expect(hasFailedLately({ ...pendingDelivery, status: 'delivered', attemptCount: 2, lastError: 'timeout' }, START)).toBe(false);
  });
});
