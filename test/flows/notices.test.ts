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
  type EngineRunStage,
  openRunStage,
  readBooks,
  runMinute,
  setTime,
  subscriptionOf,
  violationsIn,
} from './run-stage.ts';

const NOTICE = 7 * DAY;

let stage: EngineRunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

/** Creates a tenant with subscriptions; `end`: end of their first periods. */
const createSubscriptions = async (count: number) => {
  const created = await createTenant(stage, count);
  const { currentPeriodEnd } = await subscriptionOf(stage, created.tenant, created.ids[0] ?? '');
  return { ...created, end: currentPeriodEnd };
};

/** Lists the event types of each subscription in the order of the log. */
const eventTypesOf = async (tenant: Tenant, ids: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const types = new Map(ids.map((id): [string, string[]] => [id, []]));
  for (const { event, kind } of await readWholeLog(stage.fixture, tenant)) {
    if (event === null || kind !== 'event') continue;
    const { type, data } = parseEvent(event);
    for (const id of [data.id, data.subscription_id]) types.get(String(id))?.push(type);
  }
  return [...types.values()];
};

const countUpcomingEvents = async (tenant: Tenant, ids: readonly string[]): Promise<readonly number[]> =>
  (await eventTypesOf(tenant, ids)).map((types) => types.filter((type) => type === 'invoice.upcoming').length);

const repeated = (ids: readonly string[], times: number): readonly number[] => ids.map(() => times);

describe('upcoming renewals of a tenant', () => {
  it('[EVT-37] are announced once each, in one run, a week before', async () => {
    const { tenant, ids, end } = await createSubscriptions(15);
    setTime(stage, end - NOTICE - 120);
    expect(await runMinute(stage, tenant)).toEqual([]);
    setTime(stage, end - NOTICE);
    expect(await runMinute(stage, tenant)).toHaveLength(1);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(await runMinute(stage, tenant)).toEqual([]);
    setTime(stage, end);
    await runMinute(stage, tenant);
    await runMinute(stage, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(violationsIn(await readBooks(stage, tenant, ids))).toEqual([]);
  });

  it('need less than one database call each', async () => {
    const { tenant, ids, end } = await createSubscriptions(90);
    setTime(stage, end - NOTICE);
    const meter = newMeter();
    const store = openStore(stage.fixture.metered(meter), { nowMs: () => stage.fixture.clock.nowMs, ids: depsOf(stage).ids });
    await runMinute(stage, tenant, { store });
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(meter.usage().calls).toBeLessThan(ids.length);
  });

  it('are announced late when no sweep ran for a day', async () => {
    const { tenant, ids, end } = await createSubscriptions(2);
    setTime(stage, end - NOTICE + DAY);
    await runMinute(stage, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
  });

  it('are not announced when no sweep ran until they were due; the following ones are', async () => {
    const { tenant, ids, end } = await createSubscriptions(2);
    setTime(stage, end + DAY);
    await runMinute(stage, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 0));
    const { currentPeriodEnd, currentPeriodStart } = await subscriptionOf(stage, tenant, ids[0] ?? '');
    expect(currentPeriodStart).toBe(end);
    setTime(stage, currentPeriodEnd - NOTICE);
    await runMinute(stage, tenant);
    expect(await countUpcomingEvents(tenant, ids)).toEqual(repeated(ids, 1));
    expect(violationsIn(await readBooks(stage, tenant, ids))).toEqual([]);
  });

  it('are announced once when the run is interrupted and restarted', async () => {
    const { tenant, ids, end } = await createSubscriptions(60);
    setTime(stage, end - NOTICE);
    const { store } = depsOf(stage);
    let written = 0;
    const dyingStore = openStore(
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
    await expect(runMinute(stage, tenant, { store: dyingStore })).rejects.toThrow();
    expect((await countUpcomingEvents(tenant, ids)).filter((times) => times === 1).length).toBeLessThan(ids.length);
    stage.fixture.clock.nowMs += 120_000;
    await runMinute(stage, tenant, { store });
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
    expect(queued).toMatchObject({ count: MAX_ENQUEUED + 11, earliest: 9_000 });
    expect(queued?.ids).toHaveLength(MAX_ENQUEUED);
    expect(queued?.ids.slice(0, 2)).toEqual(['sub_1', 'notice_0']);
  });
});
