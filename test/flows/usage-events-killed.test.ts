import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_LEASE_MS } from '../../shared/store/runs/lease.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { type CallFault, tableKilledAtWrite } from '../support/faulty-io.ts';
import { depsOf, nowOf, openRunEnvironment, type RunEnvironment, runMinute, setTime } from './run-environment.ts';
import { createWithMeter, newEvent, sendEvents, storedEvents } from './usage-event-steps.ts';
import { readUsage, sumOf } from './usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const EVENTS = 220;

/**
 * Kills a process at the write with this index, while it records events in several transactions and closes their period; then sends the
 * events again. Returns true if the process made fewer writes, so that it was not killed.
 */
const completesBefore = async (write: number, when: CallFault['when']): Promise<boolean> => {
  const { tenant, id, end } = await createWithMeter(env);
  setTime(env, end);
  const events = Array.from({ length: EVENTS }, () => newEvent(id, { occurredAt: end - 1 }));
  const table = tableKilledAtWrite(env.fixture.table, write, when);
  const dyingStore = openStore(table, { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
  const work = async (): Promise<void> => {
    await sendEvents(env, tenant, events, dyingStore);
    await runMinute(env, tenant, { store: dyingStore });
  };
  await work().catch((error: unknown) => {
    if (!table.isDead()) throw error;
  });
  const label = `${when} write ${write}`;
  const before = (await storedEvents(env, tenant, id)).length;
  const outcomes = await sendEvents(env, tenant, events);
  expect(outcomes.filter((outcome) => outcome === 'duplicate').length, label).toBe(before);
  expect(outcomes.filter((outcome) => outcome === 'recorded').length, label).toBe(EVENTS - before);
  env.fixture.clock.nowMs += RUN_LEASE_MS;
  setTime(env, nowOf(env));
  await runMinute(env, tenant);
  const usage = await readUsage(env, tenant, id);
  expect([Number(usage.counted.quantity), usage.counted.records], label).toEqual([EVENTS, EVENTS]);
  expect(sumOf(usage.billedUnits) + Number(usage.left.quantity), label).toBe(EVENTS);
  return table.calls() <= write;
};

describe.each(['before', 'after'] as const)('a process that is killed %s one of its writes while it records events', (when) => {
  it('loses no event and counts none twice', async () => {
    let write = 0;
    while (!(await completesBefore(write, when))) write += 1;
    process.stdout.write(`killed ${when} each of ${write} writes\n`);
    expect(write).toBeGreaterThan(10);
  }, 600_000);
});
