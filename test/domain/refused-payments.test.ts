import { describe, expect, it } from 'vitest';
import { asking, over, refused, secondsUntilTry, type Try, waiting } from '../../shared/domain/payable/tries.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const refusedTries = (count: number, everyMs: number): readonly Try[] =>
  Array.from({ length: count }).reduce<readonly Try[]>((tries, _each, index) => refused(tries, `py_${index}`, NOW + index * everyMs), []);

describe('payment attempts', () => {
  it('are blocked after ten refused ones, until the oldest of them is an hour old', () => {
    const nineTries = refusedTries(9, MINUTE);
    expect(secondsUntilTry(nineTries, NOW + 9 * MINUTE)).toBe(0);
    const tenTries = refused(nineTries, 'py_9', NOW + 9 * MINUTE);
    expect(secondsUntilTry(tenTries, NOW + 9 * MINUTE)).toBe(51 * 60);
    expect(secondsUntilTry(tenTries, NOW + HOUR - 1)).toBe(1);
    expect(secondsUntilTry(tenTries, NOW + HOUR)).toBe(0);
    expect(asking(tenTries, { id: 'py_10', ip: null }, NOW + HOUR - 1)).toBeNull();
    expect(asking(tenTries, { id: 'py_10', ip: null }, NOW + HOUR)).toHaveLength(10);
  });

  it('are limited to ten in any hour', () => {
    let tries: readonly Try[] = [];
    const allowed: number[] = [];
    for (let nowMs = NOW; nowMs < NOW + 5 * HOUR; nowMs += 97_000) {
      const id = `py_${nowMs}`;
      const withPending = asking(tries, { id, ip: null }, nowMs);
      if (withPending === null) continue;
      allowed.push(nowMs);
      tries = refused(withPending, id, nowMs);
    }
    for (const at of allowed) expect(allowed.filter((each) => each > at - HOUR && each <= at).length).toBeLessThanOrEqual(10);
    expect(allowed.length).toBeGreaterThan(40);
  });

  it('count during the provider request, but not while waiting for the buyer or after payment', () => {
    const begin = (tries: readonly Try[], id: string) => asking(tries, { id, ip: '192.0.2.1' }, NOW) ?? tries;
    const pendingTries = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduce(begin, []);
    expect(secondsUntilTry(pendingTries, NOW)).toBe(3600);
    expect(secondsUntilTry(over(pendingTries, 'a'), NOW)).toBe(0);
    const withWaiting = waiting(pendingTries, { id: 'a', ip: '192.0.2.1' }, NOW);
    expect(secondsUntilTry(withWaiting, NOW)).toBe(0);
    expect(secondsUntilTry(refused(withWaiting, 'a', NOW), NOW)).toBe(3600);
  });

  it('are counted once, and stay refused', () => {
    const tries = refused(asking([], { id: 'a', ip: '192.0.2.1' }, NOW) ?? [], 'a', NOW + MINUTE);
    expect(tries).toEqual([{ id: 'a', state: 'refused', atMs: NOW, ip: '192.0.2.1' }]);
    expect(refused(tries, 'a', NOW + 2 * MINUTE)).toBe(tries);
    expect(asking(tries, { id: 'a', ip: null }, NOW)).toBe(tries);
    expect(waiting(tries, { id: 'a', ip: null }, NOW)).toBe(tries);
    expect(over(tries, 'a')).toBe(tries);
  });

  it('keep the newest ten that wait on the provider’s page', () => {
    const all = Array.from({ length: 30 }).reduce<readonly Try[]>(
      (tries, _each, index) => waiting(tries, { id: `py_${index}`, ip: '192.0.2.1' }, NOW + index),
      [],
    );
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_each, index) => `py_${index + 20}`));
  });
});
