import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { DueRenewals } from '../../shared/flows/renewals/due.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { MAX_ENQUEUED } from '../../shared/store/runs/run-queue.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { DAY } from '../domain/world.ts';
import { readWholeLog } from '../store/support.ts';
import {
  createTenant,
  depsOf,
  type EngineRunEnvironment,
  expectConsistent,
  openRunEnvironment,
  runMinute,
  setTime,
  subscriptionOf,
} from './run-environment.ts';

/** Time between the notice and the renewal. */
const NOTICE = 7 * DAY;

let env: EngineRunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

/** Lists the event types of each subscription in the order of the log. */
const eventTypesOf = async (tenant: Tenant, ids: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const types = new Map(ids.map((id): [string, string[]] => [id, []]));
  for (const { event, kind } of await readWholeLog(env.fixture, tenant)) {
    if (event === null || kind !== 'event') continue;
    const { type, data } = parseEvent(event);
    for (const id of [data.id, data.subscription_id]) types.get(String(id))?.push(type);
  }
  return [...types.values()];
};

const countUpcomingEvents = async (tenant: Tenant, ids: readonly string[]): Promise<readonly number[]> =>
  (await eventTypesOf(tenant, ids)).map((types) => types.filter((type) => type === 'invoice.upcoming').length);

/** The expected counts if each subscription has `times` events. */
const repeated = (ids: readonly string[], times: number): readonly number[] => ids.map(() => times);

describe('upcoming renewals of a tenant', () => {
  it('[EVT-37] are announced a week before, once each, in one run', async () => {
    const { tenant, ids, end } = await createTenant(env, 15);
    setTime(env, end - NOTICE - 120);
    expect(await runMinute(env, tenant)).toEqual([]);
    setTime(env, end - NOTICE);
    expect(await runMinute(env, tenant)).toHaveLength(1);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(await runMinute(env, tenant)).toEqual([]);
    setTime(env, end);
    await runMinute(env, tenant);
    await runMinute(env, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    await expectConsistent(env, tenant, ids);
  });

  it('are announced with less than one database call each', async () => {
    const { tenant, ids, end } = await createTenant(env, 90);
    setTime(env, end - NOTICE);
    const meter = newMeter();
    const store = openStore(env.fixture.metered(meter), { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
    await runMinute(env, tenant, { store });
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(meter.usage().calls).toBeLessThan(ids.length);
  });

  it('are announced late when no sweep ran for a day', async () => {
    const { tenant, ids, end } = await createTenant(env, 2);
    setTime(env, end - NOTICE + DAY);
    await runMinute(env, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
  });

  it('are not announced when no sweep ran until they were due; the renewals after them are announced', async () => {
    const { tenant, ids, end } = await createTenant(env, 2);
    setTime(env, end + DAY);
    await runMinute(env, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 0));
    const { currentPeriodEnd, currentPeriodStart } = await subscriptionOf(env, tenant, ids[0] ?? '');
    expect(currentPeriodStart).toBe(end);
    setTime(env, currentPeriodEnd - NOTICE);
    await runMinute(env, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    await expectConsistent(env, tenant, ids);
  });

  it('are announced once when the run is interrupted and restarted', async () => {
    const { tenant, ids, end } = await createTenant(env, 60);
    setTime(env, end - NOTICE);
    const { store } = depsOf(env);
    let written = 0;
    const dyingStore = openStore(
      {
        ...env.fixture.table,
        transact: async (...args) => {
          if (written === 1) throw new Error('killed');
          await env.fixture.table.transact(...args);
          written += 1;
        },
      },
      { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids },
    );
    await expect(runMinute(env, tenant, { store: dyingStore })).rejects.toThrow();
    expect((await countUpcomingEvents(tenant, ids)).filter((times) => times === 1).length).toBeLessThan(ids.length);
    env.fixture.clock.nowMs += 120_000;
    await runMinute(env, tenant, { store });
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
  });
});

describe('the queue of a billing run', () => {
  it('contains renewals before notices, even if many notices were due earlier', () => {
    const renewals = new DueRenewals();
    const entry = (sk: string, at: number) => ({ pk: 'A#acct_1#test#subscription', sk, dsk: sk, kind: null, at });
    for (let index = 0; index < MAX_ENQUEUED + 10; index += 1) renewals.add(entry(`notice_${index}`, index), 'upcoming_notice');
    renewals.add(entry('sub_1', 9_000), 'renewal');
    const [queued] = renewals.tenants();
    // `earliest` is the due time of the earliest renewal, not of the earliest notice.
    expect(queued).toMatchObject({ count: MAX_ENQUEUED + 11, earliest: 9_000 });
    expect(queued?.ids).toHaveLength(MAX_ENQUEUED);
    expect(queued?.ids.slice(0, 2)).toEqual(['sub_1', 'notice_0']);
  });
});
