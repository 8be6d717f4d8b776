import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_LEASE_MS } from '../../shared/store/runs/lease.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { memoryFixture } from '../store/support.ts';
import { type CallFault, faultyTable } from '../support/faulty-io.ts';
import {
  createTenant,
  depsOf,
  nowOf,
  openRunStageOn,
  type RunStage,
  readBooks,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
  violationsIn,
} from './run-stage.ts';

let stage: RunStage;
beforeAll(async () => {
  stage = await openRunStageOn(memoryFixture());
}, 120_000);
afterAll(() => stage.close());

const POLL_SECONDS = 600;

/**
 * Kills a run of two subscriptions, one with a declined card, at its n-th database call; then runs further sweeps and polls. Returns true if
 * the run made fewer calls and was not killed.
 */
const killedAt = async (call: number, when: CallFault['when']): Promise<boolean> => {
  const { tenant, ids } = await createTenant(stage, 2);
  const [paid = '', declined = ''] = ids;
  await setChargeBehavior(stage, tenant, declined, 'insufficient_funds');
  const end = (await subscriptionOf(stage, tenant, paid)).currentPeriodEnd;
  setTime(stage, Math.max(nowOf(stage), end));
  const { fixture } = stage;
  const table = faultyTable(fixture.table, (at) => (at === call ? { when, what: 'kills' } : null));
  const store = openStore(table, { nowMs: () => fixture.clock.nowMs, ids: depsOf(stage).ids });
  await runMinute(stage, tenant, { store }).catch((error: unknown) => {
    if (!table.isDead()) throw error;
  });
  fixture.clock.nowMs += RUN_LEASE_MS;
  setTime(stage, nowOf(stage));
  await runMinute(stage, tenant);
  setTime(stage, nowOf(stage) + POLL_SECONDS);
  await runMinute(stage, tenant);
  expect(violationsIn(await readBooks(stage, tenant, ids)), `${when} call ${call}`).toEqual([]);
  const after = await Promise.all(ids.map((id) => subscriptionOf(stage, tenant, id)));
  expect(
    after.map(({ status, periodIndex, renewal }) => [status, periodIndex, renewal?.attempt ?? null, renewal?.processing ?? false]),
    `${when} call ${call}`,
  ).toEqual([
    ['active', 1, null, false],
    ['past_due', 0, 1, false],
  ]);
  return table.calls() <= call;
};

describe.each(['before', 'after'] as const)('a billing run that is killed %s any of its database calls', (when) => {
  it('charges each period exactly once and leaves no gap in the invoice numbers', async () => {
    let call = 0;
    while (!(await killedAt(call, when))) call += 1;
    process.stdout.write(`killed ${when} each of ${call} calls\n`);
    expect(call).toBeGreaterThan(30);
  }, 600_000);
});
