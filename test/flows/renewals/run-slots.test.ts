import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { SweepDeps } from '../../../shared/flows/due/sweep.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { endRun } from '../../../shared/flows/renewals/starts.ts';
import { dueAttributes } from '../../../shared/store/core/due.ts';
import { markerKey, objectKey } from '../../../shared/store/core/keys.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { acquireRunLease, RUN_LEASE_MS } from '../../../shared/store/runs/lease.ts';
import { readRunStatus } from '../../../shared/store/runs/markers.ts';
import { acquireSlot, RUN_SLOT_MS } from '../../../shared/store/runs/slots.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { updateRecord } from '../../store/support.ts';
import { type Dispatched, recordingPorts, sweepAll } from '../support.ts';
import { runThrough } from './renewal-steps.ts';
import {
  createTenant,
  depsOf,
  expectConsistent,
  openRunEnvironment,
  type RunEnvironment,
  readRenewalData,
  setTime,
} from './run-environment.ts';

/** Maximum number of concurrent billing runs. */
const SLOTS = 2;

let env: RunEnvironment;
beforeEach(async () => {
  env = await openRunEnvironment();
});
afterEach(() => env.close());

interface TestTenant {
  readonly tenant: Tenant;
  readonly ids: readonly string[];
}

/** Creates tenants whose subscriptions are due now. */
const createDueTenants = async (count: number): Promise<readonly TestTenant[]> => {
  const tenants: TestTenant[] = [];
  let due = 0;
  for (let index = 0; index < count; index += 1) {
    const { end, ...dueTenant } = await createTenant(env, 2);
    tenants.push(dueTenant);
    due = end;
  }
  setTime(env, due);
  return tenants;
};

const depsWith = (refuses?: (call: Dispatched) => boolean) => {
  const { dispatched, ports } = recordingPorts(refuses);
  const deps: SweepDeps = { ...depsOf(env), ...ports, runsAtOnce: SLOTS };
  return { deps, dispatched };
};

const runIn = ({ message }: Dispatched): BillingRun => message as unknown as BillingRun;

/** Number of free slots. */
const freeSlots = async (): Promise<number> => {
  let free = 0;
  const { table } = env.fixture;
  const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'S#run-slots' } });
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const item = items.find(({ sk }) => Number(sk) === slot);
    if (!(Number(item?.expires_at_ms ?? 0) > env.fixture.clock.nowMs)) free += 1;
  }
  return free;
};

describe('billing runs of several tenants', () => {
  it('are started only while a slot is free; each run that ends starts the next, without another sweep', async () => {
    const tenants = await createDueTenants(7);
    const { deps, dispatched } = depsWith();
    const reports = await sweepAll(deps);
    expect(dispatched).toHaveLength(SLOTS);
    expect(reports.reduce((sum, { refused }) => sum + refused, 0)).toBe(0);
    // `dispatched` grows while runs end.
    for (const each of dispatched) await runThrough(deps, runIn(each), 10);
    expect(dispatched.map(({ message }) => message.accountId).toSorted()).toEqual(tenants.map(({ tenant }) => tenant.accountId).toSorted());
    for (const { tenant, ids } of tenants) await expectConsistent(env, tenant, ids);
    expect(await freeSlots()).toBe(SLOTS);
  });

  it('wait for a slot; the sweep reports the waiting time separately from its lag', async () => {
    await createDueTenants(4);
    const { deps } = depsWith();
    env.fixture.clock.nowMs += 90_000;
    const reports = await sweepAll(deps);
    expect(Math.max(...reports.map(({ waitingSeconds }) => waitingSeconds))).toBeGreaterThanOrEqual(90);
    expect(reports.map(({ lagSeconds }) => lagSeconds)).toEqual(reports.map(() => 0));
  });

  it('requeue a tenant behind the waiting tenants if its run ends before all its due subscriptions are processed', async () => {
    await createDueTenants(3);
    const { deps, dispatched } = depsWith();
    await sweepAll(deps);
    const [first, second] = dispatched.map(runIn);
    if (first === undefined || second === undefined) throw new Error('Two runs must have started.');
    env.fixture.clock.nowMs += 1000;
    await endRun(deps, first, { begun: [], isDrained: false });
    expect(dispatched).toHaveLength(3);
    expect([first.accountId, second.accountId]).not.toContain(dispatched[2]?.message.accountId);
    // Now no other tenant waits.
    await endRun(deps, second, { begun: [], isDrained: false });
    expect(dispatched).toHaveLength(4);
  });

  it('release slot and lease if the execution cannot be started, and are started by the next sweep', async () => {
    const [dueTenant] = await createDueTenants(1);
    const { deps, dispatched } = depsWith(() => true);
    const reports = await sweepAll(deps);
    expect(reports.reduce((sum, { refused }) => sum + refused, 0)).toBe(1);
    expect([dispatched.length, await freeSlots()]).toEqual([0, SLOTS]);
    expect(dueTenant && (await readRunStatus(env.fixture.table, dueTenant.tenant))).toMatchObject({ leasedUntilMs: null });
    const next = depsWith();
    await sweepAll(next.deps);
    expect(next.dispatched).toHaveLength(1);
  });

  it('are started again when their execution never began, after lease and slot have expired', async () => {
    const [dueTenant] = await createDueTenants(1);
    const { table, clock } = env.fixture;
    for (let count = 0; count < SLOTS - 1; count += 1) await acquireSlot(table, (slot) => `other-${slot}`, SLOTS, clock.nowMs);
    const lost = depsWith();
    await sweepAll(lost.deps);
    expect(lost.dispatched).toHaveLength(1);
    clock.nowMs += RUN_LEASE_MS;
    const early = depsWith();
    await sweepAll(early.deps);
    expect(early.dispatched).toHaveLength(0);
    clock.nowMs += RUN_SLOT_MS;
    const { deps, dispatched } = depsWith();
    await sweepAll(deps);
    for (const each of dispatched) await runThrough(deps, runIn(each), 10);
    if (dueTenant !== undefined) await expectConsistent(env, dueTenant.tenant, dueTenant.ids);
    expect(dispatched).toHaveLength(1);
  });

  it('start once for two concurrent sweeps', async () => {
    await createDueTenants(2);
    const { deps, dispatched } = depsWith();
    await Promise.all([sweepAll(deps), sweepAll(deps)]);
    expect(dispatched).toHaveLength(2);
    expect(new Set(dispatched.map(({ message }) => message.accountId)).size).toBe(2);
  });

  it('are started for charges that an interrupted run left without an outcome', async () => {
    const [dueTenant] = await createDueTenants(1);
    if (dueTenant === undefined) throw new Error('There is no tenant.');
    const { tenant, ids } = dueTenant;
    const { table, clock } = env.fixture;
    const first = depsWith();
    await sweepAll(first.deps);
    await expect(
      runThrough(first.deps, runIn(first.dispatched[0] as Dispatched), 10, {
        before: (step) => {
          if (step === 'charge') throw new Error('killed');
        },
      }),
    ).rejects.toThrow('killed');
    // The due index contains no subscription, because the renewals are in progress.
    clock.nowMs += RUN_LEASE_MS + 60_000;
    const { deps, dispatched } = depsWith();
    await sweepAll(deps);
    expect(dispatched).toHaveLength(1);
    for (const each of dispatched) await runThrough(deps, runIn(each), 10);
    await expectConsistent(env, tenant, ids);
    expect(await acquireRunLease(table, tenant, 'run_after', clock.nowMs)).toEqual({ kind: 'acquired', begun: [] });
  });

  it('are not started again at once when an entry could not be processed, but a minute later', async () => {
    const [dueTenant] = await createDueTenants(1);
    if (dueTenant === undefined) throw new Error('There is no tenant.');
    const { tenant } = dueTenant;
    const { table, clock } = env.fixture;
    // An entry without a subscription, which no run can process.
    const at = Math.floor(clock.nowMs / 1000);
    const entry = dueAttributes(tenant, 'sub_gone', { at, kind: 'renewal', clockId: null });
    const tableWithStaleIndex: Table = {
      ...table,
      query: async (input) => {
        const { ':partition': partition, ':from': from = '' } = input.ExpressionAttributeValues ?? {};
        const hasEntry = partition === entry.dpk && String(from) < entry.dsk;
        return hasEntry ? { items: [{ pk: 'A#x#test#subscription', sk: 'sub_gone', ...entry }], lastKey: undefined } : table.query(input);
      },
    };
    const { deps, dispatched } = depsWith();
    const staleDeps: SweepDeps = { ...deps, store: openStore(tableWithStaleIndex, { nowMs: deps.nowMs, ids: deps.ids }) };
    await sweepAll(staleDeps);
    // Advances the clock, so that each execution has a unique name.
    const before = (): void => {
      clock.nowMs += 1000;
    };
    for (const each of dispatched) if (dispatched.length < 5) await runThrough(staleDeps, runIn(each), 10, { before });
    expect(dispatched).toHaveLength(1);
    clock.nowMs += 60_000;
    await sweepAll(staleDeps);
    expect(dispatched).toHaveLength(2);
  });

  it('release their slot when another run has the lease, and end when another run has their slot', async () => {
    const [first, second] = await createDueTenants(2);
    if (first === undefined || second === undefined) throw new Error('Two tenants must exist.');
    const { table, clock } = env.fixture;
    const { deps, dispatched } = depsWith();
    await sweepAll(deps);
    const [firstRun, secondRun] = dispatched.map(runIn);
    if (firstRun === undefined || secondRun === undefined) throw new Error('Two runs must have started.');
    clock.nowMs += RUN_LEASE_MS;
    await acquireRunLease(table, { accountId: firstRun.accountId, mode: firstRun.mode }, 'run_other', clock.nowMs);
    expect((await runThrough(deps, firstRun, 10)).next).toBe('done');
    expect(await freeSlots()).toBe(1);
    clock.nowMs += RUN_SLOT_MS;
    await acquireSlot(table, (slot) => `other-${slot}`, SLOTS, clock.nowMs);
    await acquireSlot(table, (slot) => `other-${slot}`, SLOTS, clock.nowMs);
    expect((await runThrough(deps, secondRun, 10)).rounds).toBe(0);
    expect(await readRunStatus(table, { accountId: secondRun.accountId, mode: secondRun.mode })).toMatchObject({ leasedUntilMs: null });
  });

  it('charge a changed subscription once if an earlier release stored its due entry in a partition that all tenants share', async () => {
    const [dueTenant] = await createDueTenants(1);
    if (dueTenant === undefined) throw new Error('There is no tenant.');
    const { tenant, ids } = dueTenant;
    const { table } = env.fixture;
    for (const id of ids) {
      await table.update({
        Key: objectKey(subscriptionAggregate, tenant, id),
        UpdateExpression: 'SET dpk = :shard',
        ExpressionAttributeValues: { ':shard': 'D#5' },
      });
    }
    await table.delete({ Key: markerKey(tenant) });
    // Simulates another process, whose cache does not contain the deleted marker.
    const store = openStore({ ...table, identity: {} }, { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
    for (const id of ids) await updateRecord(store, tenant, subscriptionAggregate, id, () => ({ cancellationReason: 'too expensive' }));
    for (let minute = 0; minute < 3; minute += 1) {
      const { deps, dispatched } = depsWith();
      await sweepAll(deps);
      for (const each of dispatched) await runThrough(deps, runIn(each), 10);
      env.fixture.clock.nowMs += 60_000;
    }
    const { perSubscription } = await readRenewalData(env, tenant, ids);
    expect(perSubscription.map(({ charged }) => charged.length)).toEqual([1, 1]);
  });
});
