import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGGREGATIONS, type Aggregation } from '../../../shared/domain/meter/record.ts';
import type { SentEvent } from '../../../shared/domain/usage-event/outcome.ts';
import { RUN_LEASE_MS } from '../../../shared/store/runs/lease.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { type CallFault, tableKilledAtWrite } from '../../support/faulty-io.ts';
import { depsOf, nowOf, openRunEnvironment, type RunEnvironment, runMinute, setTime } from '../renewals/run-environment.ts';
import { recountedDays, summedDays } from './usage-day-steps.ts';
import { createSubscriptionsWithMeter, newEvent, sendEvents, storedEvents } from './usage-event-steps.ts';
import { readUsage, sumOf } from './usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const EVENTS = 220;
const DAY = 86_400;

/** Unsorted events of 20 days. No two have the same second, because the value of `last` would then depend on the order of receipt. */
const mixedEvents = (id: string, start: number): readonly SentEvent[] =>
  Array.from({ length: EVENTS }, (_, index) =>
    newEvent(id, {
      occurredAt: start + ((index * 7) % 20) * DAY + index,
      value: `${(index * 37) % 101}.25`,
      properties: { user: `u${(index * 3) % 50}` },
    }),
  );

interface Kill {
  readonly aggregation: Aggregation;
  /** Index of the write. */
  readonly write: number;
  readonly when: CallFault['when'];
}

/**
 * Kills a process at a write, while it records events in several transactions and closes their period; then sends the events again. Returns
 * true if the process completed before this write, so that it was not killed.
 */
const completesBefore = async ({ aggregation, write, when }: Kill): Promise<boolean> => {
  const valueKey = aggregation === 'unique' ? 'user' : null;
  const { tenant, id, start, end } = await createSubscriptionsWithMeter(env, { aggregation, valueKey });
  setTime(env, end);
  const events = mixedEvents(id, start);
  const table = tableKilledAtWrite(env.fixture.table, write, when);
  const dyingStore = openStore(table, { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
  const work = async (): Promise<void> => {
    await sendEvents(env, tenant, events, dyingStore);
    await runMinute(env, tenant, { store: dyingStore });
  };
  await work().catch((error: unknown) => {
    if (!table.isDead()) throw error;
  });
  const label = `${aggregation}, ${when} write ${write}`;
  const expectDays = async (): Promise<void> =>
    expect(await summedDays(env, tenant, id), label).toEqual(await recountedDays(env, tenant, id, aggregation));
  await expectDays();
  const before = (await storedEvents(env, tenant, id)).length;
  const outcomes = await sendEvents(env, tenant, events);
  expect(outcomes.filter((outcome) => outcome === 'duplicate').length, label).toBe(before);
  expect(outcomes.filter((outcome) => outcome === 'recorded').length, label).toBe(EVENTS - before);
  await expectDays();
  env.fixture.clock.nowMs += RUN_LEASE_MS;
  setTime(env, nowOf(env));
  await runMinute(env, tenant);
  await expectDays();
  const usage = await readUsage(env, tenant, id);
  expect(usage.counted.records, label).toBe(EVENTS);
  expect(sumOf(usage.billedUnits) + Number(usage.left.quantity), label).toBe(Number(usage.counted.quantity));
  if (aggregation === 'count') expect(Number(usage.counted.quantity), label).toBe(EVENTS);
  return table.calls() <= write;
};

describe.each(AGGREGATIONS)('a process that is killed while it records events of a meter with the aggregation %s', (aggregation) => {
  it.each(['before', 'after'] as const)(
    'loses no event and counts none twice, in the total and in the sums by day, if the kill is %s a write',
    async (when) => {
      let write = 0;
      while (!(await completesBefore({ aggregation, write, when }))) write += 1;
      process.stdout.write(`${aggregation}: killed ${when} each of ${write} writes\n`);
      expect(write).toBeGreaterThan(10);
    },
    600_000,
  );
});
