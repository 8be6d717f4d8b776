import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../shared/store/core/table.ts';
import { LEASE_MS, type Lease, type Leases, leasesOf, type NextWork, sweepAt } from '../../shared/store/deliveries/lease.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';

let engine: TestEngine;
let table: Table;
let leases: Leases;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
  leases = leasesOf(table);
});
afterAll(() => engine.stop());

const NOTHING: NextWork = { nowMs: 1000, nextAtMs: null, wakeAtMs: null, bySweep: false };

const account = (): string => `acct_${randomUUID()}`;
const take = async (accountId: string, nowMs: number): Promise<Lease> => {
  const acquired = await leases.acquire(accountId, nowMs);
  if (acquired.kind !== 'acquired') throw new Error('held');
  return acquired.lease;
};

describe('the lease of an account', () => {
  it('is held by one of many who ask at once', async () => {
    const id = account();
    const answers = await Promise.all(Array.from({ length: 10 }, () => leases.acquire(id, 1000)));
    expect(answers.filter(({ kind }) => kind === 'acquired')).toHaveLength(1);
  });

  it('raises its fence with every holder', async () => {
    const id = account();
    const first = await take(id, 1000);
    expect(await leases.release(id, first, NOTHING)).toEqual({ kind: 'released' });
    expect((await take(id, 1001)).fence).toBe(first.fence + 1);
  });

  it('is free again when its holder was not heard of until its expiry, and refuses that holder from then on', async () => {
    const id = account();
    const stale = await take(id, 1000);
    expect((await leases.acquire(id, 1000 + LEASE_MS - 1)).kind).toBe('held');
    const next = await take(id, 1000 + LEASE_MS);
    expect(await leases.renew(id, stale, 1000 + LEASE_MS)).toBeNull();
    expect(await leases.release(id, stale, NOTHING)).toEqual({ kind: 'lost' });
    await leases.abandon(id, stale);
    expect((await leases.renew(id, next, 2000 + LEASE_MS))?.fence).toBe(next.fence);
  });

  it('does not let its holder go without having seen a wake-up that came in the meantime', async () => {
    const id = account();
    const lease = await take(id, 1000);
    expect((await leases.acquire(id, 1001)).kind).toBe('held');
    const released = await leases.release(id, lease, NOTHING);
    expect(released.kind).toBe('woken');
    if (released.kind !== 'woken') return;
    expect(await leases.release(id, released.lease, NOTHING)).toEqual({ kind: 'released' });
  });

  it('asks for one check on a holder until its expiry, however many wake-ups come', async () => {
    const id = account();
    await take(id, 1000);
    const first = await leases.acquire(id, 1001);
    expect(first).toEqual({ kind: 'held', expiresAtMs: 1000 + LEASE_MS, checkNeeded: true });
    await leases.noteCheck(id, 1000 + LEASE_MS);
    expect(await leases.acquire(id, 1002)).toMatchObject({ checkNeeded: false });
  });

  it('lets nobody go who has not seen work that was armed in the meantime', async () => {
    const id = account();
    const lease = await take(id, 1000);
    await leases.arm(id, 1001);
    expect((await leases.release(id, lease, NOTHING)).kind).toBe('woken');
  });

  it('is taken though a transaction on it is under way', async () => {
    const id = account();
    const conflict = Object.assign(new Error('under way'), { name: 'TransactionConflictException' });
    let conflicts = 2;
    const update: Table['update'] = (input) => {
      conflicts -= 1;
      return conflicts < 0 ? table.update(input) : Promise.reject(conflict);
    };
    expect((await leasesOf({ ...table, update }).acquire(id, 1000)).kind).toBe('acquired');
    expect(conflicts).toBe(-1);
  });

  it('is swept two minutes after a short delay, and a minute ahead of a long one', () => {
    expect(sweepAt(65_000, 60_000)).toBe(65 + 120);
    expect(sweepAt(60_000 + 4 * 3_600_000, 60_000)).toBe(60 + 4 * 3600 - 60);
  });
});
