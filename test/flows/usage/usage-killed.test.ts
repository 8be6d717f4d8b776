import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_LEASE_MS } from '../../../shared/store/runs/lease.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { type CallFault, tableKilledAtWrite } from '../../support/faulty-io.ts';
import { depsOf, nowOf, openRunEnvironment, type RunEnvironment, runMinute, setTime, subscriptionOf } from '../renewals/run-environment.ts';
import { addUsage, cancelAtEnd, createMeteredSubscription, readUsage, sumOf } from './usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

/**
 * Kills a process at the write with this index, while the process records usage and closes a period. `isLastPeriod`: the subscription
 * ends with that period. Returns true if the process made fewer writes, so that it was not killed.
 */
const completesBefore = async (write: number, when: CallFault['when'], isLastPeriod: boolean): Promise<boolean> => {
  const { tenant, id, end } = await createMeteredSubscription(env);
  const { store } = env.fixture;
  await addUsage(store, tenant, id, { quantity: 1000 });
  if (isLastPeriod) await cancelAtEnd(env, tenant, id);
  setTime(env, end);
  const table = tableKilledAtWrite(env.fixture.table, write, when);
  const dyingStore = openStore(table, { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
  const work = async (): Promise<void> => {
    await addUsage(dyingStore, tenant, id, { quantity: 100, occurredAt: end - 1 });
    await runMinute(env, tenant, { store: dyingStore });
  };
  await work().catch((error: unknown) => {
    if (!table.isDead()) throw error;
  });
  const otherRecord = await addUsage(store, tenant, id, { quantity: 10, occurredAt: end - 1 });
  // The lease of the killed run expires, and another run continues. A third run bills nothing.
  setTime(env, nowOf(env) + RUN_LEASE_MS / 1000);
  await runMinute(env, tenant);
  setTime(env, nowOf(env) + RUN_LEASE_MS / 1000);
  await runMinute(env, tenant);
  const label = `${when} write ${write}`;
  const usage = await readUsage(env, tenant, id);
  expect(Number(usage.counted.quantity), label).toBe(usage.recordedUnits);
  expect(usage.counted.records, label).toBe(usage.records.length);
  expect(sumOf(usage.billedUnits) + Number(usage.left.quantity), label).toBe(usage.recordedUnits);
  expect(usage.billedUnits.length, label).toBe(1);
  const { status, periodIndex } = await subscriptionOf(env, tenant, id);
  if (isLastPeriod) expect([status, usage.left.quantity], label).toEqual(['canceled', 0n]);
  else expect([status, periodIndex, otherRecord.kind], label).toEqual(['active', 1, 'done']);
  return table.calls() <= write;
};

describe.each([
  ['before', 'a period'],
  ['after', 'a period'],
  ['before', 'the last period'],
  ['after', 'the last period'],
] as const)('a process that is killed %s one of its writes while it records usage and closes %s', (when, period) => {
  it('loses no usage and bills nothing twice', async () => {
    let write = 0;
    while (!(await completesBefore(write, when, period === 'the last period'))) write += 1;
    process.stdout.write(`killed ${when} each of ${write} writes\n`);
    expect(write).toBeGreaterThan(15);
  }, 600_000);
});
