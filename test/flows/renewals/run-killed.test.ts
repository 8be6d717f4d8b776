import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_LEASE_MS } from '../../../shared/store/runs/lease.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { type CallFault, tableKilledAtWrite } from '../../support/faulty-io.ts';
import {
  createTenant,
  depsOf,
  expectConsistent,
  nowOf,
  openRunEnvironment,
  type RunEnvironment,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
} from './run-environment.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

/** Delay after which a charge without a response is polled. */
const POLL_SECONDS = 600;

/**
 * Kills a run of two subscriptions, one with a declined card, at the write with this index; then runs further sweeps and polls.
 * Returns true if the run made fewer writes, so that it was not killed.
 */
const completesBefore = async (write: number, when: CallFault['when']): Promise<boolean> => {
  const { tenant, ids, end } = await createTenant(env, 2);
  await setChargeBehavior(env, tenant, ids[1] ?? '', 'insufficient_funds');
  setTime(env, Math.max(nowOf(env), end));
  const { fixture } = env;
  const table = tableKilledAtWrite(fixture.table, write, when);
  const store = openStore(table, { nowMs: () => fixture.clock.nowMs, ids: depsOf(env).ids });
  await runMinute(env, tenant, { store }).catch((error: unknown) => {
    if (!table.isDead()) throw error;
  });
  fixture.clock.nowMs += RUN_LEASE_MS;
  setTime(env, nowOf(env));
  await runMinute(env, tenant);
  setTime(env, nowOf(env) + POLL_SECONDS);
  await runMinute(env, tenant);
  await expectConsistent(env, tenant, ids, `${when} write ${write}`);
  const after = await Promise.all(ids.map((id) => subscriptionOf(env, tenant, id)));
  expect(
    after.map(({ status, periodIndex, renewal }) => [status, periodIndex, renewal?.attempt ?? null, renewal?.processing ?? false]),
    `${when} write ${write}`,
  ).toEqual([
    ['active', 1, null, false],
    ['past_due', 0, 1, false],
  ]);
  return table.calls() <= write;
};

describe.each(['before', 'after'] as const)('a billing run that is killed %s one of its writes', (when) => {
  it('charges each period exactly once and leaves no gap in the invoice numbers', async () => {
    let write = 0;
    while (!(await completesBefore(write, when))) write += 1;
    process.stdout.write(`killed ${when} each of ${write} writes\n`);
    expect(write).toBeGreaterThan(12);
  }, 600_000);
});
