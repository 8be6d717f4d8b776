import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, status } from '../../scripts/support/receiver.ts';
import { logPartition } from '../../shared/store/keys.ts';
import type { DrainDeps, DrainReport } from '../../shared/webhooks/drain.ts';
import { MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../shared/webhooks/schedule.ts';
import { useBench } from './support/bench.ts';
import type { Workspace } from './support/workspace.ts';

const bench = useBench();
let receiver: Receiver;
beforeEach(() => {
  receiver = bench.receiver();
});

/** Far more rounds than any chain that has nothing to do may take. */
const GIVE_UP = 100;
/** Lambda ends a chain of messages through one function after so many. */
const LAMBDA_ENDS_AT = 16;

/** Drains, and drains again for each wake-up that the drainer before sent, in time; answers what each round did. */
const follow = async (workspace: Workspace, overrides: () => Partial<DrainDeps>): Promise<readonly DrainReport[]> => {
  const reports: DrainReport[] = [];
  let coming: { readonly delaySeconds: number; readonly idleHops: number } | null = { delaySeconds: 0, idleHops: 0 };
  while (coming !== null && reports.length < GIVE_UP) {
    const { delaySeconds, idleHops }: { readonly delaySeconds: number; readonly idleHops: number } = coming;
    coming = null;
    workspace.advance(delaySeconds * 1000);
    const wake: DrainDeps['wake'] = async (after, hops) => {
      coming = { delaySeconds: after, idleHops: hops };
    };
    reports.push(await workspace.drain({ idleHops, wake, ...overrides() }));
  }
  return reports;
};

const nowSeconds = (workspace: Workspace): number => Math.ceil(workspace.nowMs() / 1000);

describe('a delivery', () => {
  it('records no event, which would make further deliveries', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    for (const delay of [0, ...RETRY_DELAYS_MS]) {
      workspace.advance(delay);
      await workspace.drain();
    }
    expect(receiver.requests).toHaveLength(MAX_ATTEMPTS);
    const { items } = await workspace.table.query({
      KeyConditionExpression: 'pk = :log',
      ExpressionAttributeValues: { ':log': logPartition(workspace.tenant()) },
    });
    expect(items).toHaveLength(1);
  });
});

describe('drainers that wake each other', () => {
  it('work a backlog to its end, however many rounds it takes', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    const wanted = 2 * LAMBDA_ENDS_AT + 8;
    for (let index = 0; index < wanted; index += 1) await workspace.publish();
    const reports = await follow(workspace, () => {
      const arrived = receiver.requests.length;
      return { remainingMs: () => (receiver.requests.length > arrived ? 5000 : 60_000) };
    });
    expect(reports.length).toBeGreaterThan(LAMBDA_ENDS_AT);
    expect(reports.at(-1)?.outcome).toBe('drained');
    expect(receiver.requests).toHaveLength(wanted);
    expect(new Set((await workspace.rows(endpoint)).map((row) => row.status))).toEqual(new Set(['delivered']));
  });

  it('end when they have nothing to do but to wake each other, and leave the work to the sweep', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    const reports = await follow(workspace, () => ({ remainingMs: () => 5000 }));
    expect(reports.length).toBeLessThan(GIVE_UP);
    expect(reports.every(({ outcome }) => outcome === 'out_of_time')).toBe(true);
    expect(await workspace.sweptAt()).toBeLessThanOrEqual(nowSeconds(workspace) + 120);
    expect(await workspace.drain()).toMatchObject({ outcome: 'drained', delivered: 1 });
  });

  it('end when another holds the lease for ever, and the sweep looks', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    const { leases } = workspace.deps;
    const acquired = await leases.acquire(workspace.accountId, workspace.nowMs());
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
    const reports = await follow(workspace, () => renewing);
    expect(reports.length).toBeLessThan(GIVE_UP);
    expect(reports.every(({ outcome }) => outcome === 'held')).toBe(true);
    expect(await workspace.sweptAt()).not.toBeNull();
  });

  it('do not let a retry wait for the two minutes after which a lost message is looked for, when they end', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    const due = Math.ceil(((await workspace.row(endpoint)).nextAttemptAtMs ?? 0) / 1000);
    // As if the wake-up that the first drainer sent had been lost, and others had come for nothing.
    const { leases } = workspace.deps;
    const forgetful: DrainDeps['leases'] = {
      ...leases,
      acquire: async (accountId, nowMs) => {
        const acquired = await leases.acquire(accountId, nowMs);
        return acquired.kind === 'acquired' ? { kind: 'acquired', lease: { ...acquired.lease, wakeAtMs: null } } : acquired;
      },
    };
    const wakes: number[] = [];
    const wake: DrainDeps['wake'] = async (_delaySeconds, hops) => void wakes.push(hops);
    await workspace.drain({ leases: forgetful, wake, idleHops: 0 });
    expect(wakes).toEqual([1]);
    await workspace.drain({ leases: forgetful, wake, idleHops: GIVE_UP });
    expect(wakes).toEqual([1]);
    expect(await workspace.sweptAt()).toBe(due);
    workspace.advance((due - nowSeconds(workspace)) * 1000 + 1000);
    receiver.answer = status(200);
    expect(await workspace.drain({ idleHops: GIVE_UP })).toMatchObject({ delivered: 1 });
  });
});
