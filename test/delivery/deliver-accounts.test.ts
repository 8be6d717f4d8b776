import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../../scripts/support/receiver.ts';
import { deliverAccounts, endsEarly } from '../../shared/webhooks/deliver-accounts.ts';
import type { DrainReport } from '../../shared/webhooks/drain.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

/** An age at which an execution may end early. */
const LONG_MS = 60_000;

describe('an execution of the delivery worker', () => {
  it.each([
    { accounts: 8, active: 5, ageMs: LONG_MS, expected: false },
    { accounts: 8, active: 4, ageMs: LONG_MS, expected: true },
    { accounts: 3, active: 1, ageMs: LONG_MS, expected: true },
    { accounts: 2, active: 1, ageMs: LONG_MS, expected: true },
    // The only account still has work.
    { accounts: 1, active: 1, ageMs: LONG_MS, expected: false },
    // Accounts without work must not end an execution that has just begun.
    { accounts: 8, active: 1, ageMs: 1000, expected: false },
  ])('ends early if at most half its accounts have work: $expected for $active of $accounts after $ageMs ms', ({ expected, ...state }) => {
    expect(endsEarly(state)).toBe(expected);
  });

  describe('with a short and a long backlog', () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine();
    });
    afterAll(() => engine.stop());

    it('ends when the short backlog is sent; the next execution sends the rest of the long backlog, and nothing twice', async () => {
      const EVENTS = { short: 1, long: 12 };
      let nowMs = 0;
      const reports = new Map<string, DrainReport>();
      const table = tableIn(engine);
      const [short, long] = [new TestAccount(table), new TestAccount(table)];
      const accounts = new Map([short, long].map((account) => [account.accountId, account]));
      const receiver = await startReceiver(async (request, response) => {
        // Requests of the long backlog are answered after the short one is sent, when the execution is old enough to end early.
        if (request.path === '/long' && !reports.has(short.accountId)) await shortSent;
        nowMs = LONG_MS;
        response.end();
      });
      let resolveShort = (): void => undefined;
      const shortSent = new Promise<void>((resolve) => {
        resolveShort = resolve;
      });
      const deliver = async (accountId: string, remainingMs: () => number): Promise<void> => {
        const report = await accounts.get(accountId)?.drain({ remainingMs });
        if (report !== undefined) reports.set(accountId, report);
        if (accountId === short.accountId) resolveShort();
      };
      for (const [account, path, events] of [[short, '/short', EVENTS.short] as const, [long, '/long', EVENTS.long] as const]) {
        await account.endpoint(`${receiver.url}${path}`);
        for (let index = 0; index < events; index += 1) await account.publish();
      }
      const deps = { nowMs: () => nowMs, remainingMs: () => 120_000, deliver };
      await deliverAccounts([...accounts.keys()], deps);
      expect(reports.get(short.accountId)).toMatchObject({ outcome: 'drained', delivered: EVENTS.short });
      const first = reports.get(long.accountId);
      expect(first?.outcome).toBe('out_of_time');
      expect(first?.delivered).toBeLessThan(EVENTS.long);
      // The wake-up starts the next execution at once, since the lease is free.
      expect(long.wakes).toEqual([0]);
      await deliverAccounts([long.accountId], deps);
      expect(reports.get(long.accountId)).toMatchObject({ outcome: 'drained', delivered: EVENTS.long - Number(first?.delivered) });
      await receiver.stop();
      const ids = receiver.requests.filter(({ path }) => path === '/long').map(({ headers }) => headers['service-event-id']);
      expect(ids).toHaveLength(EVENTS.long);
      expect(new Set(ids).size).toBe(EVENTS.long);
    });
  });
});
