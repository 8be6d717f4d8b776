import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_LEASE_MS } from '../../shared/store/runs/lease.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { memoryFixture } from '../store/support.ts';
import { type CallFault, faultyTable } from '../support/faulty-io.ts';
import { createTenant, depsOf, nowOf, openRunStageOn, type RunStage, runMinute, setTime, subscriptionOf } from './run-stage.ts';
import { addUsage, cancelAtEnd, METERED, sumOf, usageBooks } from './usage-steps.ts';

let stage: RunStage;
beforeAll(async () => {
  stage = await openRunStageOn(memoryFixture());
}, 120_000);
afterAll(() => stage.close());

const createMetered = async () => {
  const { tenant, ids } = await createTenant(stage, 1, METERED);
  const [id = ''] = ids;
  const { currentPeriodStart, currentPeriodEnd: end } = await subscriptionOf(stage, tenant, id);
  setTime(stage, currentPeriodStart + 60);
  return { tenant, id, end };
};

/** Kills a process at its n-th database call while it records usage and closes a period. Returns true if it made fewer calls. */
const killedAt = async (call: number, when: CallFault['when'], last: boolean): Promise<boolean> => {
  const { tenant, id, end } = await createMetered();
  const { store } = stage.fixture;
  await addUsage(store, tenant, id, { quantity: 1000 });
  if (last) await cancelAtEnd(stage, tenant, id);
  setTime(stage, end);
  const table = faultyTable(stage.fixture.table, (at) => (at === call ? { when, what: 'kills' } : null));
  const dyingStore = openStore(table, { nowMs: () => stage.fixture.clock.nowMs, ids: depsOf(stage).ids });
  const work = async (): Promise<void> => {
    await addUsage(dyingStore, tenant, id, { quantity: 100, occurredAt: end - 1 });
    await runMinute(stage, tenant, { store: dyingStore });
  };
  await work().catch((error: unknown) => {
    if (!table.isDead()) throw error;
  });
  const otherRecord = await addUsage(store, tenant, id, { quantity: 10, occurredAt: end - 1 });
  stage.fixture.clock.nowMs += RUN_LEASE_MS;
  setTime(stage, nowOf(stage));
  await runMinute(stage, tenant);
  setTime(stage, nowOf(stage) + 600);
  await runMinute(stage, tenant);
  const label = `${when} call ${call}`;
  const books = await usageBooks(stage, tenant, id);
  expect(Number(books.counted.quantity), label).toBe(books.recordedUnits);
  expect(books.counted.records, label).toBe(books.records.length);
  expect(sumOf(books.billedUnits) + Number(books.left.quantity), label).toBe(books.recordedUnits);
  expect(books.billedUnits.length, label).toBe(1);
  const { status, periodIndex } = await subscriptionOf(stage, tenant, id);
  if (last) expect([status, books.left.quantity], label).toEqual(['canceled', 0n]);
  else expect([status, periodIndex, otherRecord.kind], label).toEqual(['active', 1, 'done']);
  return table.calls() <= call;
};

describe.each([
  ['before', false],
  ['after', false],
  ['before', true],
  ['after', true],
] as const)(
  'a process that is killed %s any of its database calls while it records usage and closes a period (last period: %s)',
  (when, last) => {
    it('loses no usage and bills nothing twice', async () => {
      let call = 0;
      while (!(await killedAt(call, when, last))) call += 1;
      process.stdout.write(`killed ${when} each of ${call} calls\n`);
      expect(call).toBeGreaterThan(25);
    }, 600_000);
  },
);
