import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { createTestClock } from '../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { ADVANCES_PER_ACCOUNT, MAX_CONCURRENT_ADVANCES } from '../../shared/domain/test-clock/turns.ts';
import { advanceInTurn, type StepInTurn } from '../../shared/flows/clocks/turns.ts';
import { processDueWork } from '../../shared/flows/due/sweep.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { PLACE_MS } from '../../shared/store/runs/clock-places.ts';
import { openShop, readRecord, type Shop, sell, writeDecision } from '../provider/shop.ts';
import { beginAdvance, FROZEN, newClock } from './clock-steps.ts';
import { runThrough } from './renewals/renewal-steps.ts';
import { recordingPorts } from './support.ts';

/** An execution of `clock-advance` that has not ended. `places`: its places among the concurrent advances; `null` before its first step. */
interface Execution {
  readonly name: string;
  readonly tenant: Tenant;
  readonly clockId: string;
  step: Pick<StepInTurn, 'steps' | 'places'>;
}

/** Simulated duration of a step. */
const STEP_MS = 1000;
const TARGET = FROZEN + 40 * DAY_SECONDS;

let shop: Shop;
let executions: Execution[];
let ports: ReturnType<typeof recordingPorts>;
/** Clocks in the order of their first steps. */
let begun: string[];
/** Maximum numbers of executions that had places at the same time: of one account, and of all accounts. */
let mostConcurrent: { ofAccount: number; ofAll: number };

beforeEach(async () => {
  shop = await openShop();
  [executions, begun, mostConcurrent] = [[], [], { ofAccount: 0, ofAll: 0 }];
  ports = recordingPorts();
});
afterEach(() => shop.close());

const tenantOf = (accountId: string): Tenant => ({ accountId, mode: 'test' });
const deps = () => ({ ...shop.deps, ...ports.ports });

/** Adds to `executions` those that were started since the last call of this function. */
const addStarted = (): void => {
  for (const { to, name = '', message } of ports.dispatched.splice(0)) {
    if (to !== 'clock-advance') throw new Error(`${to} was started.`);
    const { clockId, ...tenant } = message as unknown as Tenant & { readonly clockId: string };
    executions.push({ name, tenant, clockId, step: { steps: 0, places: null } });
  }
};

/** Requests an advance, as the operation does. */
const request = async (tenant: Tenant, clockId: string): Promise<void> => {
  await beginAdvance({ ...shop, tenant }, clockId, TARGET);
  shop.fixture.clock.nowMs += 1;
  await ports.ports.stateMachines.start('clock-advance', `${clockId}-first`, { ...tenant, clockId });
};

const isRunning = ({ step }: Execution): boolean => step.places !== null;

/** Takes the next step of each execution at the same time. */
const stepAll = async (): Promise<void> => {
  addStarted();
  await Promise.all(
    executions.map(async (each) => {
      const { name: execution, tenant, clockId, step } = each;
      const next = await advanceInTurn(deps(), tenant, { clockId, execution, ...step });
      if (next.steps > 0 && !begun.includes(clockId)) begun.push(clockId);
      each.step = next;
      if (next.outcome === 'run') await runThrough(deps(), next.run, 10);
    }),
  );
  executions = executions.filter(isRunning);
  const accounts = executions.map(({ tenant }) => tenant.accountId);
  mostConcurrent = {
    ofAccount: Math.max(mostConcurrent.ofAccount, ...accounts.map((id) => accounts.filter((each) => each === id).length)),
    ofAll: Math.max(mostConcurrent.ofAll, accounts.length),
  };
  shop.fixture.clock.nowMs += STEP_MS;
};

const statusOf = async (tenant: Tenant, clockId: string) => (await readRecord({ ...shop, tenant }, testClockAggregate, clockId)).status;

/** Steps until all clocks are ready; returns the number of steps. */
const stepUntilReady = async (tenant: Tenant, clockIds: readonly string[], maxSteps = 200): Promise<number> => {
  for (let steps = 0; steps <= maxSteps; steps += 1) {
    const statuses = await Promise.all(clockIds.map((id) => statusOf(tenant, id)));
    if (statuses.every((status) => status === 'ready')) return steps;
    expect(statuses).not.toContain('failed');
    await stepAll();
  }
  throw new Error(`The clocks are not ready after ${maxSteps} steps.`);
};

/** Clocks with a subscription that is renewed before `TARGET`. */
const clocksWithSubscriptions = async (count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await newClock(shop);
    await sell(shop, { testClockId: id });
    ids.push(id);
  }
  return ids;
};

const clockIn = async (tenant: Tenant): Promise<string> =>
  (await writeDecision({ ...shop, tenant }, (context) => createTestClock({ frozenTime: FROZEN }, null, context))).id;

/** Processes the due work of the advancing clocks, as happens after a sweep. */
const sweep = async (tenant: Tenant, clockIds: readonly string[]): Promise<void> => {
  for (const id of clockIds)
    if ((await statusOf(tenant, id)) === 'advancing') await processDueWork(deps(), { ...tenant, kind: 'clock_advance', id });
};

describe('advances of test clocks', () => {
  it('run two at a time in the order of their requests, and do not delay other accounts', { timeout: 120_000 }, async () => {
    const ids = await clocksWithSubscriptions(20);
    // Not the order in which the clocks were created.
    const requested = [...ids.slice(7), ...ids.slice(0, 7)];
    for (const id of requested) await request(shop.tenant, id);
    const otherTenant = tenantOf('acct_alone');
    const otherClock = await clockIn(otherTenant);
    await stepAll();
    await request(otherTenant, otherClock);
    expect(await statusOf(shop.tenant, requested.at(-1) ?? '')).toBe('advancing');
    expect(await stepUntilReady(otherTenant, [otherClock])).toBe(1);
    await stepUntilReady(shop.tenant, requested);
    expect(mostConcurrent.ofAccount).toBe(ADVANCES_PER_ACCOUNT);
    const order = begun.filter((id) => id !== otherClock);
    expect([...order].sort()).toEqual([...ids].sort());
    // The two that run at a time may begin in either order.
    for (const [index, id] of order.entries()) expect(Math.abs(requested.indexOf(id) - index), id).toBeLessThan(ADVANCES_PER_ACCOUNT);
  });

  it('continue as soon as the places of their killed executions have expired', { timeout: 120_000 }, async () => {
    const ids = await clocksWithSubscriptions(4);
    for (const id of ids) await request(shop.tenant, id);
    await stepAll();
    const running = executions.map(({ clockId }) => clockId);
    expect(running).toHaveLength(ADVANCES_PER_ACCOUNT);
    executions = [];
    shop.fixture.clock.nowMs += PLACE_MS - 10_000;
    await sweep(shop.tenant, ids);
    await stepAll();
    expect(executions).toEqual([]);
    shop.fixture.clock.nowMs += 10_000;
    await sweep(shop.tenant, ids);
    await stepAll();
    expect(executions.map(({ clockId }) => clockId).sort()).toEqual([...running].sort());
    await stepUntilReady(shop.tenant, ids);
    expect(mostConcurrent.ofAccount).toBe(ADVANCES_PER_ACCOUNT);
  });

  it('are also limited for the whole deployment, and waiting accounts get places in turn', { timeout: 120_000 }, async () => {
    const [ids, otherTenants] = [await clocksWithSubscriptions(6), ['acct_1', 'acct_2'].map(tenantOf)];
    // Executions outside this test have all but one of the deployment's places.
    const place = (number: number, holder: string) => ({
      pk: 'S#clock-places',
      sk: String(number),
      holder,
      expires_at_ms: Number.MAX_SAFE_INTEGER,
    });
    for (let number = 1; number < MAX_CONCURRENT_ADVANCES; number += 1)
      await shop.fixture.table.put({ Item: place(number, 'clk_other#run') });
    for (const id of ids) await request(shop.tenant, id);
    await stepAll();
    expect(executions).toHaveLength(1);
    const clocks = await Promise.all(otherTenants.map(clockIn));
    for (const [index, tenant] of otherTenants.entries()) await request(tenant, clocks[index] ?? '');
    await stepUntilReady(shop.tenant, [ids[0] ?? '']);
    for (let steps = 0; steps < 8; steps += 1) await stepAll();
    expect(await Promise.all(otherTenants.map((tenant, index) => statusOf(tenant, clocks[index] ?? '')))).toEqual(['ready', 'ready']);
    expect(await statusOf(shop.tenant, ids.at(-1) ?? '')).toBe('advancing');
    expect(mostConcurrent.ofAll).toBe(1);
    await stepUntilReady(shop.tenant, ids);
  });

  it('take a place that becomes free just before the account is stored as waiting', async () => {
    const [id = ''] = await clocksWithSubscriptions(1);
    const { table } = shop.fixture;
    const placeKey = (number: number) => ({ pk: 'S#clock-places', sk: String(number) });
    for (let number = 0; number < MAX_CONCURRENT_ADVANCES; number += 1)
      await table.put({ Item: { ...placeKey(number), holder: 'clk_other#run', expires_at_ms: Number.MAX_SAFE_INTEGER } });
    const update: Table['update'] = async (input) => {
      // All other advances end at this moment and find no waiting account.
      if (input.Key?.pk === 'S#clocks-waiting')
        for (let number = 0; number < MAX_CONCURRENT_ADVANCES; number += 1) await table.delete({ Key: placeKey(number) });
      return table.update(input);
    };
    await request(shop.tenant, id);
    ports.dispatched.splice(0);
    const store = { ...shop.deps.store, table: { ...table, update } };
    const step = await advanceInTurn({ ...deps(), store }, shop.tenant, { clockId: id, execution: 'first', steps: 0, places: null });
    expect(step.places).not.toBeNull();
  });

  it('are continued by the sweep if a former release started them; queue tickets of deleted clocks block no advance', async () => {
    const [first = '', second = '', third = ''] = await clocksWithSubscriptions(3);
    for (const id of [first, second, third]) await request(shop.tenant, id);
    const { items } = await shop.fixture.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${shop.tenant.accountId}#test#clock-ticket` },
    });
    const [ticket, ...others] = items;
    // The first advance has no ticket, as in a former release. Two tickets belong to clocks that do not exist.
    await shop.fixture.table.delete({ Key: { pk: String(ticket?.pk), sk: String(ticket?.sk) } });
    for (const sk of ['000000000001#000#clk_1', '000000000001#000#clk_2'])
      await shop.fixture.table.put({ Item: { pk: String(ticket?.pk), sk, t: 'clock_ticket', clock_id: sk.split('#')[2] } });
    expect(others).toHaveLength(2);
    await stepAll();
    for (let minute = 0; minute < 3; minute += 1) {
      shop.fixture.clock.nowMs += 60_000;
      await sweep(shop.tenant, [first, second, third]);
      await stepAll();
    }
    await stepUntilReady(shop.tenant, [first, second, third]);
  });
});
