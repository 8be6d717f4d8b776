import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, RETRIES_SECONDS, RETRY_DELAYS_MS, retryDelayMs } from '../../../shared/domain/webhook-delivery/retry-schedule.ts';

const seconds = (ms: number): number => ms / 1000;

describe('retry schedule', () => {
  it('[WHD-15] waits 5 and 30 seconds before attempts 2 and 3', () => {
    expect([retryDelayMs(1, 0), retryDelayMs(2, 0)]).toEqual([5000, 30_000]);
  });

  it('[WHD-16] waits 5 minutes, 30 minutes and 4 hours before attempts 4, 5 and 6', () => {
    expect([3, 4, 5].map((attempts) => retryDelayMs(attempts, 0))).toEqual([300_000, 1_800_000, 14_400_000]);
  });

  it('waits 10, 14, 20 and 24 hours before attempts 7 to 10', () => {
    expect([6, 7, 8, 9].map((attempts) => retryDelayMs(attempts, 0))).toEqual([36_000_000, 50_400_000, 72_000_000, 86_400_000]);
  });

  it('[LIM-09] has ten attempts', () => {
    expect(MAX_ATTEMPTS).toBe(10);
    expect(retryDelayMs(9, 0)).not.toBeNull();
    expect(retryDelayMs(10, 0)).toBeNull();
    expect(retryDelayMs(11, 0)).toBeNull();
  });

  it('[LIM-10] spreads the attempts over about three days', () => {
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
    expect(seconds(total)).toBe(72 * 3600 + 35 * 60 + 35);
    expect(RETRIES_SECONDS).toBe(seconds(total));
  });

  it('rounds to milliseconds', () => {
    expect(retryDelayMs(1, 0.003)).toBe(5001);
  });

  it('is never early and at most 5 % late', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: -1, max: 2, noNaN: true }), (attempts, jitter) => {
        const delay = retryDelayMs(attempts, jitter) ?? 0;
        const planned = RETRY_DELAYS_MS[attempts - 1] ?? 0;
        expect(delay).toBeGreaterThanOrEqual(planned);
        expect(delay).toBeLessThanOrEqual(planned * 1.05 + 1);
      }),
    );
  });
});
