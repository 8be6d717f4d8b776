import { describe, expect, it } from 'vitest';
import { asking, over, refused, secondsUntilTry, type Try, waiting } from '../../shared/domain/payable/tries.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const tried = (count: number, everyMs: number): readonly Try[] =>
  Array.from({ length: count }).reduce<readonly Try[]>((tries, _each, index) => refused(tries, `py_${index}`, NOW + index * everyMs), []);

describe('the payments that may be tried', () => {
  it('are limited by ten refused ones, until the oldest of them is an hour old', () => {
    const nine = tried(9, MINUTE);
    expect(secondsUntilTry(nine, NOW + 9 * MINUTE)).toBe(0);
    const ten = refused(nine, 'py_9', NOW + 9 * MINUTE);
    expect(secondsUntilTry(ten, NOW + 9 * MINUTE)).toBe(51 * 60);
    expect(secondsUntilTry(ten, NOW + HOUR - 1)).toBe(1);
    expect(secondsUntilTry(ten, NOW + HOUR)).toBe(0);
    expect(asking(ten, { id: 'py_10', ip: null }, NOW + HOUR - 1)).toBeNull();
    expect(asking(ten, { id: 'py_10', ip: null }, NOW + HOUR)).toHaveLength(10);
  });

  it('are no more than ten in any hour, however they are spread', () => {
    let tries: readonly Try[] = [];
    const allowed: number[] = [];
    for (let nowMs = NOW; nowMs < NOW + 5 * HOUR; nowMs += 97_000) {
      const id = `py_${nowMs}`;
      const begun = asking(tries, { id, ip: null }, nowMs);
      if (begun === null) continue;
      allowed.push(nowMs);
      tries = refused(begun, id, nowMs);
    }
    for (const at of allowed) expect(allowed.filter((each) => each > at - HOUR && each <= at).length).toBeLessThanOrEqual(10);
    expect(allowed.length).toBeGreaterThan(40);
  });

  it('count while the provider is asked, and not once the buyer decides there or has paid', () => {
    const ask = (tries: readonly Try[], id: string) => asking(tries, { id, ip: '192.0.2.1' }, NOW) ?? tries;
    const asked = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduce(ask, []);
    expect(secondsUntilTry(asked, NOW)).toBe(3600);
    expect(secondsUntilTry(over(asked, 'a'), NOW)).toBe(0);
    const there = waiting(asked, { id: 'a', ip: '192.0.2.1' }, NOW);
    expect(secondsUntilTry(there, NOW)).toBe(0);
    expect(secondsUntilTry(refused(there, 'a', NOW), NOW)).toBe(3600);
  });

  it('are counted once, and a refused one stays refused', () => {
    const once = refused(asking([], { id: 'a', ip: '192.0.2.1' }, NOW) ?? [], 'a', NOW + MINUTE);
    expect(once).toEqual([{ id: 'a', state: 'refused', atMs: NOW, ip: '192.0.2.1' }]);
    expect(refused(once, 'a', NOW + 2 * MINUTE)).toBe(once);
    expect(asking(once, { id: 'a', ip: null }, NOW)).toBe(once);
    expect(waiting(once, { id: 'a', ip: null }, NOW)).toBe(once);
    expect(over(once, 'a')).toBe(once);
  });

  it('remember the address of those that wait on the provider’s page, the newest ten', () => {
    const all = Array.from({ length: 30 }).reduce<readonly Try[]>(
      (tries, _each, index) => waiting(tries, { id: `py_${index}`, ip: '192.0.2.1' }, NOW + index),
      [],
    );
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_each, index) => `py_${index + 20}`));
  });
});
