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

const NO_WORK: NextWork = { nowMs: 1000, nextAtMs: null, wakeAtMs: null, bySweep: false };

const newAccountId = (): string => `acct_${randomUUID()}`;
const acquireLease = async (accountId: string, nowMs: number): Promise<Lease> => {
  const acquired = await leases.acquire(accountId, nowMs);
  if (acquired.kind !== 'acquired') throw new Error('held');
  return acquired.lease;
};

describe('the lease of an account, which lets only one drainer (a run that sends the due deliveries) work at a time', () => {
  it('is acquired by one of several concurrent callers', async () => {
    const id = newAccountId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => leases.acquire(id, 1000)));
    expect(answers.filter(({ kind }) => kind === 'acquired')).toHaveLength(1);
  });

  it('has a higher fencing token for each new holder', async () => {
    const id = newAccountId();
    const first = await acquireLease(id, 1000);
    expect(await leases.release(id, first, NO_WORK)).toEqual({ kind: 'released' });
    expect((await acquireLease(id, 1001)).fence).toBe(first.fence + 1);
  });

  it('can be acquired by a new holder after its expiry, and then refuses updates by the previous holder', async () => {
    const id = newAccountId();
    const stale = await acquireLease(id, 1000);
    expect((await leases.acquire(id, 1000 + LEASE_MS - 1)).kind).toBe('held');
    const next = await acquireLease(id, 1000 + LEASE_MS);
    expect(await leases.renew(id, stale, 1000 + LEASE_MS)).toBeNull();
    expect(await leases.release(id, stale, NO_WORK)).toEqual({ kind: 'lost' });
    await leases.abandon(id, stale);
    expect((await leases.renew(id, next, 2000 + LEASE_MS))?.fence).toBe(next.fence);
  });

  it('refuses the first release after a new wake-up, so that its holder looks for work again', async () => {
    const id = newAccountId();
    const lease = await acquireLease(id, 1000);
    expect((await leases.acquire(id, 1001)).kind).toBe('held');
    const released = await leases.release(id, lease, NO_WORK);
    expect(released.kind).toBe('woken');
    if (released.kind !== 'woken') return;
    expect(await leases.release(id, released.lease, NO_WORK)).toEqual({ kind: 'released' });
  });

  it('asks for a check at its expiry, because its holder can crash, until such a check is recorded', async () => {
    const id = newAccountId();
    await acquireLease(id, 1000);
    const first = await leases.acquire(id, 1001);
    expect(first).toEqual({ kind: 'held', expiresAtMs: 1000 + LEASE_MS, checkNeeded: true });
    await leases.recordCheck(id, 1000 + LEASE_MS);
    expect(await leases.acquire(id, 1002)).toMatchObject({ checkNeeded: false });
  });

  it('refuses the first release after new work was announced, so that its holder looks for work again', async () => {
    const id = newAccountId();
    const lease = await acquireLease(id, 1000);
    await leases.announceWork(id, 1001);
    expect((await leases.release(id, lease, NO_WORK)).kind).toBe('woken');
  });

  it('is acquired despite a running transaction on its item', async () => {
    const id = newAccountId();
    const conflict = Object.assign(new Error('under way'), { name: 'TransactionConflictException' });
    let conflicts = 2;
    const update: Table['update'] = (input) => {
      conflicts -= 1;
      return conflicts < 0 ? table.update(input) : Promise.reject(conflict);
    };
    expect((await leasesOf({ ...table, update }).acquire(id, 1000)).kind).toBe('acquired');
    expect(conflicts).toBe(-1);
  });

  it('lets the sweep wake the account 2 minutes after work is due, or 1 minute before if the queue cannot delay a message so long', () => {
    expect(sweepAt(65_000, 60_000)).toBe(65 + 120);
    expect(sweepAt(60_000 + 4 * 3_600_000, 60_000)).toBe(60 + 4 * 3600 - 60);
  });
});
