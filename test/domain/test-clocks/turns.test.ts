import { describe, expect, it } from 'vitest';
import { accountsInOrder, mayTakePlace, nextTickets } from '../../../shared/domain/test-clock/turns.ts';

const tickets = ['a', 'b', 'c', 'd'].map((clockId, index) => ({ clockId, position: String(index) }));
const next = (...running: readonly string[]) => nextTickets({ tickets, running: new Set(running) }).map(({ clockId }) => clockId);

describe('the advances of test clocks that an account starts next', () => {
  it('are the first waiting advances, so that at most two advances run', () => {
    expect(next()).toEqual(['a', 'b']);
    expect(next('a')).toEqual(['b']);
    expect(next('b')).toEqual(['a']);
    expect(next('a', 'b')).toEqual([]);
    // Advances a and b wait until c or d ends, although they were requested earlier.
    expect(next('c', 'd')).toEqual([]);
    expect(next('d')).toEqual(['a']);
  });
});

describe('the places of the deployment for running advances', () => {
  const NOW = 1_000_000_000;
  const account = (accountId: string, sinceMs: number, seenMs = NOW) => ({ accountId, sinceMs, seenMs });
  const waiting = [account('late', NOW - 10), account('early', NOW - 20)];

  it('are given to the waiting accounts in the order in which they began to wait', () => {
    expect(accountsInOrder(waiting, NOW).map(({ accountId }) => accountId)).toEqual(['early', 'late']);
    expect(mayTakePlace(1, waiting, 'early', NOW)).toBe(true);
    expect(mayTakePlace(1, waiting, 'late', NOW)).toBe(false);
    expect(mayTakePlace(2, waiting, 'late', NOW)).toBe(true);
    expect(mayTakePlace(2, waiting, 'new', NOW)).toBe(false);
    expect(mayTakePlace(3, waiting, 'new', NOW)).toBe(true);
    expect(mayTakePlace(0, [], 'new', NOW)).toBe(false);
    expect(mayTakePlace(1, [], 'new', NOW)).toBe(true);
  });

  it('are not reserved for an account whose last request for a place is five minutes old', () => {
    expect(mayTakePlace(1, [account('gone', 0, NOW - 300_000)], 'new', NOW)).toBe(true);
    expect(mayTakePlace(1, [account('there', 0, NOW - 299_999)], 'new', NOW)).toBe(false);
  });
});
