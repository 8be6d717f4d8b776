import { describe, expect, it } from 'vitest';
import {
  type LimitedAttempt,
  secondsUntilAllowed,
  withoutAttempt,
  withRefusedAttempt,
  withSentAttempt,
  withWaitingAttempt,
} from '../../../shared/domain/payable/attempt-limit.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `count` attempts that were refused, one every `everyMs`. */
const refusedAttempts = (count: number, everyMs: number): readonly LimitedAttempt[] =>
  Array.from({ length: count }).reduce<readonly LimitedAttempt[]>(
    (attempts, _each, index) => withRefusedAttempt(attempts, `py_${index}`, NOW + index * everyMs),
    [],
  );

describe('payment attempts', () => {
  it('are blocked after ten refused attempts, until the oldest of these is an hour old', () => {
    const nineAttempts = refusedAttempts(9, MINUTE);
    expect(secondsUntilAllowed(nineAttempts, NOW + 9 * MINUTE)).toBe(0);
    const tenAttempts = withRefusedAttempt(nineAttempts, 'py_9', NOW + 9 * MINUTE);
    expect(secondsUntilAllowed(tenAttempts, NOW + 9 * MINUTE)).toBe(51 * 60);
    expect(secondsUntilAllowed(tenAttempts, NOW + HOUR - 1)).toBe(1);
    expect(secondsUntilAllowed(tenAttempts, NOW + HOUR)).toBe(0);
    expect(withSentAttempt(tenAttempts, { id: 'py_10', ip: null }, NOW + HOUR - 1)).toBeNull();
    // The oldest attempt is forgotten, and the new attempt is added.
    expect(withSentAttempt(tenAttempts, { id: 'py_10', ip: null }, NOW + HOUR)).toHaveLength(10);
  });

  it('are limited so that at most ten are refused in any hour', () => {
    let attempts: readonly LimitedAttempt[] = [];
    const allowed: number[] = [];
    // Tries every 97 seconds. The provider refuses each attempt that the limit allows.
    for (let nowMs = NOW; nowMs < NOW + 5 * HOUR; nowMs += 97_000) {
      const id = `py_${nowMs}`;
      const withPending = withSentAttempt(attempts, { id, ip: null }, nowMs);
      if (withPending === null) continue;
      allowed.push(nowMs);
      attempts = withRefusedAttempt(withPending, id, nowMs);
    }
    for (const at of allowed) expect(allowed.filter((each) => each > at - HOUR && each <= at).length).toBeLessThanOrEqual(10);
    expect(allowed.length).toBeGreaterThan(40);
  });

  it('count for the limit during the request to the provider, but not while the buyer is on the provider’s page or after payment', () => {
    const begin = (attempts: readonly LimitedAttempt[], id: string) => withSentAttempt(attempts, { id, ip: '192.0.2.1' }, NOW) ?? attempts;
    const pendingAttempts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduce(begin, []);
    expect(secondsUntilAllowed(pendingAttempts, NOW)).toBe(3600);
    expect(secondsUntilAllowed(withoutAttempt(pendingAttempts, 'a'), NOW)).toBe(0);
    const withWaiting = withWaitingAttempt(pendingAttempts, { id: 'a', ip: '192.0.2.1' }, NOW);
    expect(secondsUntilAllowed(withWaiting, NOW)).toBe(0);
    expect(secondsUntilAllowed(withRefusedAttempt(withWaiting, 'a', NOW), NOW)).toBe(3600);
  });

  it('count once if they are refused, and stay refused', () => {
    const attempts = withRefusedAttempt(withSentAttempt([], { id: 'a', ip: '192.0.2.1' }, NOW) ?? [], 'a', NOW + MINUTE);
    expect(attempts).toEqual([{ id: 'a', state: 'refused', atMs: NOW, ip: '192.0.2.1' }]);
    expect(withRefusedAttempt(attempts, 'a', NOW + 2 * MINUTE)).toBe(attempts);
    expect(withSentAttempt(attempts, { id: 'a', ip: null }, NOW)).toBe(attempts);
    expect(withWaitingAttempt(attempts, { id: 'a', ip: null }, NOW)).toBe(attempts);
    expect(withoutAttempt(attempts, 'a')).toBe(attempts);
  });

  it('that wait on the provider’s page are forgotten, except the newest ten', () => {
    const all = Array.from({ length: 30 }).reduce<readonly LimitedAttempt[]>(
      (attempts, _each, index) => withWaitingAttempt(attempts, { id: `py_${index}`, ip: '192.0.2.1' }, NOW + index),
      [],
    );
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_each, index) => `py_${index + 20}`));
  });
});
