import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_USAGE, sumUsage, type UsageSnapshot } from '../../shared/domain/subscription/usage/usage.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { UsageRecord } from '../../shared/domain/usage-record/record.ts';
import { usageCounterKeys } from '../../shared/store/core/keys.ts';
import { type Table, TransactionRefused } from '../../shared/store/core/table.ts';
import {
  closeUsageCounters,
  holdCountsIn,
  holdUsageCounters,
  releaseUsageCounters,
  usageCountersIn,
  usageCountItem,
} from '../../shared/store/core/usage-counters.ts';
import { ENGINES } from '../support/engine.ts';
import { type EngineFixture, openFixture } from './support.ts';

let fixture: EngineFixture;

const SUBSCRIPTION = 'sub_1';
/** Start times of four periods. */
const [JANUARY, FEBRUARY, MARCH, APRIL] = [1000, 2000, 3000, 4000];

const recordOf = (id: string, quantity: number): UsageRecord => ({
  id,
  created: JANUARY,
  subscriptionId: SUBSCRIPTION,
  customerId: 'cus_1',
  quantity,
  occurredAt: JANUARY,
  metadata: {},
});

const read = async (tenant: Tenant): Promise<UsageSnapshot> =>
  usageCountersIn(await fixture.table.batchGet(usageCounterKeys(tenant, SUBSCRIPTION)), tenant, SUBSCRIPTION);

const readHolds = async (tenant: Tenant): Promise<readonly number[]> =>
  holdCountsIn(await fixture.table.batchGet(usageCounterKeys(tenant, SUBSCRIPTION)), tenant, SUBSCRIPTION);

interface CountOptions {
  /** Start of the period; `openUntil`: its end. */
  readonly start: number;
  readonly openUntil?: number;
  /** Time of the write; default: `start`. */
  readonly now?: number;
  /** The counters as the writer read them; default: read now. */
  readonly seen?: UsageSnapshot;
  /** Hold counts as the writer read them; default: read now. */
  readonly holds?: readonly number[];
}

const count = async (tenant: Tenant, id: string, quantity: number, options: CountOptions): Promise<void> => {
  const { start, openUntil = start + 1000, now = start, seen } = options;
  const { counts } = seen ?? (await read(tenant));
  const pastCounts = counts.filter((each) => each.start < start);
  const counting = { start, openUntil, pastCounts, pastSlices: [], slice: null };
  const holds = options.holds ?? (await readHolds(tenant));
  await fixture.table.transact([usageCountItem(tenant, recordOf(id, quantity), counting, { holds, now })], randomUUID());
};

/** Sums of units and of records over all counters, by the start of the period; 0: the total of ended periods. */
const sumsIn = ({ counts }: UsageSnapshot): Readonly<Record<string, readonly [bigint, number]>> =>
  Object.fromEntries(
    [...new Set(counts.map(({ start }) => start))].map((start) => {
      const { quantity, records } = sumUsage(counts.filter((each) => each.start === start));
      return [start, [quantity, records]];
    }),
  );

describe.each(ENGINES)('usage counters on %s', (kind) => {
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  it('have exact sums by period, even above MAX_SAFE_INTEGER', async () => {
    const tenant = fixture.tenant();
    const maximum = Number.MAX_SAFE_INTEGER;
    for (const id of ['ur_1', 'ur_2', 'ur_3']) for (let time = 0; time < 3; time += 1) await count(tenant, id, maximum, { start: JANUARY });
    await count(tenant, 'ur_1', 7, { start: FEBRUARY, seen: NO_USAGE });
    expect(sumsIn(await read(tenant))).toEqual({ [JANUARY]: [9n * BigInt(maximum), 9], [FEBRUARY]: [7n, 1] });
  });

  it('move ended periods into the total without losing a unit', async () => {
    const tenant = fixture.tenant();
    await count(tenant, 'ur_1', 1, { start: JANUARY });
    await count(tenant, 'ur_1', 20, { start: FEBRUARY });
    await count(tenant, 'ur_1', 300, { start: MARCH });
    expect(sumsIn(await read(tenant))).toEqual({ 0: [21n, 2], [MARCH]: [300n, 1] });
  });

  it('move an ended period once, even if a second writer also finds it, and count late records', async () => {
    const tenant = fixture.tenant();
    await count(tenant, 'ur_1', 1, { start: JANUARY });
    const seen = await read(tenant);
    for (const quantity of [20, 300]) await count(tenant, 'ur_1', quantity, { start: FEBRUARY, seen });
    await count(tenant, 'ur_1', 4000, { start: JANUARY, openUntil: APRIL, seen: NO_USAGE });
    expect(sumsIn(await read(tenant))).toEqual({ 0: [1n, 1], [JANUARY]: [4000n, 1], [FEBRUARY]: [320n, 2] });
  });

  it('count nothing after they are closed, except usage of a later period', async () => {
    const tenant = fixture.tenant();
    await count(tenant, 'ur_1', 1, { start: JANUARY });
    const closed = await closeUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY);
    expect([sumsIn(closed), closed.closedAt]).toEqual([{ [JANUARY]: [1n, 1] }, FEBRUARY]);
    for (const id of ['ur_1', 'ur_2', 'ur_3']) {
      await expect(count(tenant, id, 20, { start: JANUARY, openUntil: FEBRUARY })).rejects.toThrow(TransactionRefused);
    }
    expect(await closeUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY)).toEqual(closed);
    await count(tenant, 'ur_1', 300, { start: FEBRUARY, openUntil: MARCH, seen: closed });
    expect(sumsIn(await read(tenant))).toEqual({ 0: [1n, 1], [FEBRUARY]: [300n, 1] });
  });

  it('that are closed twice keep the later closing time', async () => {
    const tenant = fixture.tenant();
    await closeUsageCounters(fixture.table, tenant, SUBSCRIPTION, MARCH);
    expect((await closeUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY)).closedAt).toBe(MARCH);
    expect((await read(tenant)).closedAt).toBe(MARCH);
  });

  it('are separate for each subscription and tenant', async () => {
    const [tenant, other] = [fixture.tenant(), fixture.tenant()];
    await count(tenant, 'ur_1', 1, { start: JANUARY });
    expect((await read(other)).counts).toEqual([]);
    const keys = usageCounterKeys(tenant, 'sub_2');
    expect(usageCountersIn(await fixture.table.batchGet(keys), tenant, 'sub_2').counts).toEqual([]);
  });

  it('count nothing while a plan change holds them, and count again afterwards', async () => {
    const tenant = fixture.tenant();
    await count(tenant, 'ur_1', 5, { start: JANUARY });
    const counters = await holdUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY);
    expect([sumsIn(counters), counters.heldUntil]).toEqual([{ [JANUARY]: [5n, 1] }, FEBRUARY]);
    for (const id of ['ur_2', 'ur_3', 'ur_4'])
      await expect(count(tenant, id, 1, { start: JANUARY, now: FEBRUARY })).rejects.toThrow(TransactionRefused);
    await count(tenant, 'ur_5', 1, { start: JANUARY, now: FEBRUARY + 1 });
    expect(sumsIn(await read(tenant))).toEqual({ [JANUARY]: [6n, 2] });
    await holdUsageCounters(fixture.table, tenant, SUBSCRIPTION, MARCH);
    await releaseUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY);
    expect((await read(tenant)).heldUntil).toBe(MARCH);
    await releaseUsageCounters(fixture.table, tenant, SUBSCRIPTION, MARCH);
    expect((await read(tenant)).heldUntil).toBeNull();
  });

  it('refuse a record whose writer read the counters before a hold, even after that hold was released', async () => {
    const tenant = fixture.tenant();
    const holds = await readHolds(tenant);
    await holdUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY);
    await releaseUsageCounters(fixture.table, tenant, SUBSCRIPTION, FEBRUARY);
    await expect(count(tenant, 'ur_1', 1, { start: JANUARY, holds })).rejects.toThrow(TransactionRefused);
    await count(tenant, 'ur_1', 1, { start: JANUARY });
    expect(sumsIn(await read(tenant))).toEqual({ [JANUARY]: [1n, 1] });
  });

  it('can be held and closed while records are being counted', async () => {
    const tenant = fixture.tenant();
    const conflict = Object.assign(new Error('under way'), { name: 'TransactionConflictException' });
    let conflicts = 20;
    const update: Table['update'] = (input) => {
      conflicts -= 1;
      return conflicts < 0 ? fixture.table.update(input) : Promise.reject(conflict);
    };
    const table = { ...fixture.table, update };
    expect((await holdUsageCounters(table, tenant, SUBSCRIPTION, MARCH)).heldUntil).toBe(MARCH);
    conflicts = 20;
    expect((await closeUsageCounters(table, tenant, SUBSCRIPTION, MARCH)).closedAt).toBe(MARCH);
  });
});
