import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, status } from '../../scripts/support/receiver.ts';
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

/** Far more rounds than any chain that has nothing to do may take. */
const GIVE_UP = 100;
/** Lambda ends a chain of messages through one function after so many. */
const LAMBDA_ENDS_AT = 16;

/** Drains, and drains again for each wake-up that the drainer before sent, in time; answers what each round did. */
const follow = async (account: TestAccount, overrides: () => Partial<DrainDeps>): Promise<readonly DrainReport[]> => {
  const reports: DrainReport[] = [];
  let coming: { readonly delaySeconds: number; readonly idleHops: number } | null = { delaySeconds: 0, idleHops: 0 };
  while (coming !== null && reports.length < GIVE_UP) {
    const { delaySeconds, idleHops }: { readonly delaySeconds: number; readonly idleHops: number } = coming;
    coming = null;
    account.advance(delaySeconds * 1000);
    const wake: DrainDeps['wake'] = async (after, hops) => {
      coming = { delaySeconds: after, idleHops: hops };
    };
    reports.push(await account.drain({ idleHops, wake, ...overrides() }));
  }
  return reports;
};

const nowSeconds = (account: TestAccount): number => Math.ceil(account.nowMs() / 1000);

describe('a delivery', () => {
  it('records no event, which would make further deliveries', async () => {
    receiver.answer = status(500);
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
  it('work a backlog to its end, however many rounds it takes', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    const wanted = 2 * LAMBDA_ENDS_AT + 8;
    for (let index = 0; index < wanted; index += 1) await account.publish();
    const reports = await follow(account, () => {
      const arrived = receiver.requests.length;
      return { remainingMs: () => (receiver.requests.length > arrived ? 5000 : 60_000) };
    });
    expect(reports.length).toBeGreaterThan(LAMBDA_ENDS_AT);
    expect(reports.at(-1)?.outcome).toBe('drained');
    expect(receiver.requests).toHaveLength(wanted);
    expect(new Set((await account.rows(endpoint)).map((row) => row.status))).toEqual(new Set(['delivered']));
  });

  it('end when they have nothing to do but to wake each other, and leave the work to the sweep', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const reports = await follow(account, () => ({ remainingMs: () => 5000 }));
    expect(reports.length).toBeLessThan(GIVE_UP);
    expect(reports.every(({ outcome }) => outcome === 'out_of_time')).toBe(true);
    expect(await account.sweptAt()).toBeLessThanOrEqual(nowSeconds(account) + 120);
    expect(await account.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
  });

  it('end when another holds the lease for ever, and the sweep looks', async () => {
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
    const reports = await follow(account, () => renewing);
    expect(reports.length).toBeLessThan(GIVE_UP);
    expect(reports.every(({ outcome }) => outcome === 'held')).toBe(true);
    expect(await account.sweptAt()).not.toBeNull();
  });

  it('do not let a retry wait for the two minutes after which a lost message is looked for, when they end', async () => {
    receiver.answer = status(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const due = Math.ceil(((await account.row(endpoint)).nextAttemptAtMs ?? 0) / 1000);
    // As if the wake-up that the first drainer sent had been lost, and others had come for nothing.
    const { leases } = account.deps;
    const forgetful: DrainDeps['leases'] = {
      ...leases,
      acquire: async (accountId, nowMs) => {
        const acquired = await leases.acquire(accountId, nowMs);
        return acquired.kind === 'acquired' ? { kind: 'acquired', lease: { ...acquired.lease, wakeAtMs: null } } : acquired;
      },
    };
    const wakes: number[] = [];
    const wake: DrainDeps['wake'] = async (_delaySeconds, hops) => void wakes.push(hops);
    await account.drain({ leases: forgetful, wake, idleHops: 0 });
    expect(wakes).toEqual([1]);
    await account.drain({ leases: forgetful, wake, idleHops: GIVE_UP });
    expect(wakes).toEqual([1]);
    expect(await account.sweptAt()).toBe(due);
    account.advance((due - nowSeconds(account)) * 1000 + 1000);
    receiver.answer = status(200);
    expect(await account.drain({ idleHops: GIVE_UP })).toMatchObject({ delivered: 1 });
  });
});
