import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, respondWith } from '../../scripts/support/receiver.ts';
import { MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../shared/domain/webhook-delivery/retry-schedule.ts';
import { logPartition } from '../../shared/store/core/keys.ts';
import type { DrainReport } from '../../shared/webhooks/drain.ts';
import type { DrainDeps } from '../../shared/webhooks/drain-deps.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

/**
 * A drainer is a run that sends the due deliveries of an account. The tests follow at most this many drainers; a chain of drainers without
 * progress must end earlier.
 */
const MAX_DRAINERS = 100;
/** Lambda stops a recursive chain of messages through one function after this many invocations. */
const LAMBDA_RECURSION_LIMIT = 16;

/** Drains, and drains again at the time of each wake-up sent by the previous drainer; returns the reports. */
const followWakeUps = async (account: TestAccount, overrides: () => Partial<DrainDeps>): Promise<readonly DrainReport[]> => {
  const reports: DrainReport[] = [];
  let nextWake: readonly [delaySeconds: number, wakeUpsWithoutProgress: number] | null = [0, 0];
  while (nextWake !== null && reports.length < MAX_DRAINERS) {
    const [delaySeconds, wakeUpsWithoutProgress]: readonly [number, number] = nextWake;
    nextWake = null;
    account.advance(delaySeconds * 1000);
    const wake: DrainDeps['wake'] = async (...next) => {
      nextWake = next;
    };
    reports.push(await account.drain({ wakeUpsWithoutProgress, wake, ...overrides() }));
  }
  return reports;
};

const nowSeconds = (account: TestAccount): number => Math.ceil(account.nowMs() / 1000);

describe('a delivery', () => {
  it('records no event, since an event would cause further deliveries', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    for (const delay of [0, ...RETRY_DELAYS_MS]) {
      account.advance(delay);
      await account.drain();
    }
    expect(receiver.requests).toHaveLength(MAX_ATTEMPTS);
    const { items } = await account.table.query({
      KeyConditionExpression: 'pk = :log',
      ExpressionAttributeValues: { ':log': logPartition(account.tenant()) },
    });
    expect(items).toHaveLength(1);
  });
});

describe('drainers that wake each other', () => {
  it('process a backlog completely, even if it takes many drainers', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    const eventCount = 2 * LAMBDA_RECURSION_LIMIT + 8;
    for (let index = 0; index < eventCount; index += 1) await account.publish();
    const reports = await followWakeUps(account, () => {
      // Each drainer runs out of time after its first posts.
      const arrived = receiver.requests.length;
      return { remainingMs: () => (receiver.requests.length > arrived ? 5000 : 60_000) };
    });
    expect(reports.length).toBeGreaterThan(LAMBDA_RECURSION_LIMIT);
    expect(reports.at(-1)?.outcome).toBe('drained');
    expect(receiver.requests).toHaveLength(eventCount);
    expect(new Set((await account.rows(endpoint)).map((row) => row.status))).toEqual(new Set(['delivered']));
  });

  it('stop when they make no progress, and leave the work to the sweep', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const reports = await followWakeUps(account, () => ({ remainingMs: () => 5000 }));
    expect(reports.length).toBeLessThan(MAX_DRAINERS);
    expect(reports.every(({ outcome }) => outcome === 'out_of_time')).toBe(true);
    expect(await account.sweepDueAt()).toBeLessThanOrEqual(nowSeconds(account) + 120);
    expect(await account.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
  });

  it('stop when another drainer holds the lease permanently, and leave the work to the sweep', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const { leases } = account.deps;
    const acquired = await leases.acquire(account.accountId, account.nowMs());
    if (acquired.kind !== 'acquired') throw new Error('held');
    let { lease } = acquired;
    const renewing: Partial<DrainDeps> = {
      leases: {
        ...leases,
        acquire: async (accountId, nowMs) => {
          lease = (await leases.renew(accountId, lease, nowMs)) ?? lease;
          return leases.acquire(accountId, nowMs);
        },
      },
    };
    const reports = await followWakeUps(account, () => renewing);
    expect(reports.length).toBeLessThan(MAX_DRAINERS);
    expect(reports.every(({ outcome }) => outcome === 'held')).toBe(true);
    expect(await account.sweepDueAt()).not.toBeNull();
  });

  it('send only one delayed wake-up to check on a drainer that is still running, even if several wake-ups arrive', async () => {
    const account = fixture.account();
    await account.deps.leases.acquire(account.accountId, account.nowMs());
    for (let wakeUp = 0; wakeUp < 3; wakeUp += 1) expect(await account.drain()).toMatchObject({ outcome: 'held' });
    expect(account.wakes).toHaveLength(1);
  });

  it('stop, and schedule the sweep for the time when a retry is due, not for two minutes later', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const due = Math.ceil(((await account.row(endpoint)).nextAttemptAtMs ?? 0) / 1000);
    // As if the first drainer's wake-up had been lost.
    const { leases } = account.deps;
    const withoutWakeAt: DrainDeps['leases'] = {
      ...leases,
      acquire: async (accountId, nowMs) => {
        const acquired = await leases.acquire(accountId, nowMs);
        return acquired.kind === 'acquired' ? { kind: 'acquired', lease: { ...acquired.lease, wakeAtMs: null } } : acquired;
      },
    };
    const wakes: number[] = [];
    const wake: DrainDeps['wake'] = async (_delaySeconds, wakeUps) => void wakes.push(wakeUps);
    await account.drain({ leases: withoutWakeAt, wake, wakeUpsWithoutProgress: 0 });
    expect(wakes).toEqual([1]);
    // Above the limit of wake-ups without progress, a drainer sends no further wake-up.
    await account.drain({ leases: withoutWakeAt, wake, wakeUpsWithoutProgress: MAX_DRAINERS });
    expect(wakes).toEqual([1]);
    expect(await account.sweepDueAt()).toBe(due);
    account.advance((due - nowSeconds(account)) * 1000 + 1000);
    receiver.answer = respondWith(200);
    expect(await account.drain({ wakeUpsWithoutProgress: MAX_DRAINERS })).toMatchObject({ delivered: 1 });
  });
});
