import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { DAY } from '../domain/world.ts';
import { readWholeLog, updateRecord } from '../store/support.ts';
import {
  createTenant,
  type DatabaseRunEnvironment,
  depsOf,
  expectConsistent,
  openDatabaseRunEnvironment,
  runMinute,
  setTime,
  subscriptionOf,
} from './renewals/run-environment.ts';

/** Time between the notice and the renewal. */
const NOTICE = 7 * DAY;

let env: DatabaseRunEnvironment;
beforeAll(async () => {
  env = await openDatabaseRunEnvironment();
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

  it('are announced with fewer database calls than renewals', async () => {
    const { tenant, ids, end } = await createTenant(env, 90);
    setTime(env, end - NOTICE);
    const capacity = newCapacityCounter();
    const store = openStore(env.fixture.tableWith(capacity), { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
    await runMinute(env, tenant, { store });
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(capacity.usage().calls).toBeLessThan(ids.length);
  });

  it('are announced late when no sweep ran for a day', async () => {
    const { tenant, ids, end } = await createTenant(env, 2);
    setTime(env, end - NOTICE + DAY);
    await runMinute(env, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
  });

  it('are not announced when no sweep ran until they were due; the next renewals are announced', async () => {
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

describe('a billing run', () => {
  it('processes renewals before notices, even if the notices were due earlier', async () => {
    const { tenant, ids, end } = await createTenant(env, 3);
    const [renewed = '', ...announced] = ids;
    // One subscription is announced already, and its renewal is due after the notices of the others.
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, renewed, () => ({
      currentPeriodEnd: end - NOTICE + 60,
      announcedRenewalAt: end - NOTICE + 60,
    }));
    setTime(env, end - NOTICE + 60);
    await runMinute(env, tenant);
    const order = (await readWholeLog(env.fixture, tenant)).flatMap(({ event }) => (event === null ? [] : [parseEvent(event).type]));
    expect(order.filter((type) => type === 'invoice.upcoming')).toHaveLength(announced.length);
    expect(order.indexOf('invoice.created')).toBeGreaterThan(-1);
    expect(order.indexOf('invoice.created')).toBeLessThan(order.indexOf('invoice.upcoming'));
  });
});
