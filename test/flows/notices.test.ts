import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { DueRenewals } from '../../shared/flows/renewals/due.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { MOST_NOTED } from '../../shared/store/runs/run-queue.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { DAY } from '../domain/world.ts';
import { wholeLog } from '../store/support.ts';
import { books, depsOf, type EngineRunStage, faultsIn, minute, openRunStage, setTime, subscriptionOf, tenantWith } from './run-stage.ts';

const NOTICE = 7 * DAY;

let stage: EngineRunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

/** A tenant and when the periods of its subscriptions end. */
const sold = async (count: number) => {
  const given = await tenantWith(stage, count);
  const { currentPeriodEnd } = await subscriptionOf(stage, given.tenant, given.ids[0] ?? '');
  return { ...given, end: currentPeriodEnd };
};

/** What the log says of each of the subscriptions, in its order. */
const reported = async (tenant: Tenant, ids: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const types = new Map(ids.map((id): [string, string[]] => [id, []]));
  for (const { event, kind } of await wholeLog(stage.fixture, tenant)) {
    if (event === null || kind !== 'event') continue;
    const { type, data } = parseEvent(event);
    for (const id of [data.id, data.subscription_id]) types.get(String(id))?.push(type);
  }
  return [...types.values()];
};

const upcoming = async (tenant: Tenant, ids: readonly string[]): Promise<readonly number[]> =>
  (await reported(tenant, ids)).map((types) => types.filter((type) => type === 'invoice.upcoming').length);

const each = (ids: readonly string[], times: number): readonly number[] => ids.map(() => times);

describe('coming renewals of a tenant', () => {
  it('[EVT-37] are announced in one run, each once, a week before', async () => {
    const { tenant, ids, end } = await sold(15);
    setTime(stage, end - NOTICE - 120);
    expect(await minute(stage, tenant)).toEqual([]);
    setTime(stage, end - NOTICE);
    expect(await minute(stage, tenant)).toHaveLength(1);
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 1));
    expect(await minute(stage, tenant)).toEqual([]);
    setTime(stage, end);
    await minute(stage, tenant);
    await minute(stage, tenant);
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 1));
    expect(faultsIn(await books(stage, tenant, ids))).toEqual([]);
  });

  it('take less than one call of the table each', async () => {
    const { tenant, ids, end } = await sold(90);
    setTime(stage, end - NOTICE);
    const meter = newMeter();
    const store = openStore(stage.fixture.metered(meter), { nowMs: () => stage.fixture.clock.nowMs, ids: depsOf(stage).ids });
    await minute(stage, tenant, { store });
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 1));
    expect(meter.usage().calls).toBeLessThan(ids.length);
  });

  it('are announced late when nothing swept for a day', async () => {
    const { tenant, ids, end } = await sold(2);
    setTime(stage, end - NOTICE + DAY);
    await minute(stage, tenant);
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 1));
  });

  it('are not announced when nothing swept until they were due; the ones after them are', async () => {
    const { tenant, ids, end } = await sold(2);
    setTime(stage, end + DAY);
    await minute(stage, tenant);
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 0));
    const { currentPeriodEnd, currentPeriodStart } = await subscriptionOf(stage, tenant, ids[0] ?? '');
    expect(currentPeriodStart).toBe(end);
    setTime(stage, currentPeriodEnd - NOTICE);
    await minute(stage, tenant);
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 1));
    expect(faultsIn(await books(stage, tenant, ids))).toEqual([]);
  });

  it('are announced once when the run breaks off and is begun again', async () => {
    const { tenant, ids, end } = await sold(60);
    setTime(stage, end - NOTICE);
    const { store } = depsOf(stage);
    let written = 0;
    const dying = openStore(
      {
        ...stage.fixture.table,
        transact: async (...args) => {
          if (written === 1) throw new Error('killed');
          await stage.fixture.table.transact(...args);
          written += 1;
        },
      },
      { nowMs: () => stage.fixture.clock.nowMs, ids: depsOf(stage).ids },
    );
    await expect(minute(stage, tenant, { store: dying })).rejects.toThrow();
    expect((await upcoming(tenant, ids)).filter((times) => times === 1).length).toBeLessThan(ids.length);
    stage.fixture.clock.nowMs += 120_000;
    await minute(stage, tenant, { store });
    expect(await upcoming(tenant, ids)).toEqual(each(ids, 1));
  });
});

describe('what a sweep notes for a tenant', () => {
  it('are renewals first, however many notices fell due before them', () => {
    const found = new DueRenewals();
    const entry = (sk: string, at: number) => ({ pk: 'A#acct_1#test#subscription', sk, dsk: sk, kind: null, at });
    for (let index = 0; index < MOST_NOTED + 10; index += 1) found.add(entry(`notice_${index}`, index), 'upcoming_notice');
    found.add(entry('sub_1', 9_000), 'renewal');
    const [noted] = found.tenants();
    expect(noted).toMatchObject({ count: MOST_NOTED + 11, earliest: 9_000 });
    expect(noted?.ids).toHaveLength(MOST_NOTED);
    expect(noted?.ids.slice(0, 2)).toEqual(['sub_1', 'notice_0']);
  });
});
