import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, Tenant } from '../../shared/domain/tenant.ts';
import { metricsPartition } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type EntryStep, GAP_PATIENCE_MS, logEntryItem, NO_CHANGE } from '../../shared/store/event-log/entries.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { allocateSequences } from '../../shared/store/event-log/sequence.ts';
import { countLog } from '../../shared/store/metrics/count.ts';
import { fetchStoredMetrics } from '../../shared/store/metrics/read.ts';
import { ENGINES } from '../support/engine.ts';
import { publicEntry } from '../support/entries.ts';
import { type EngineFixture, openFixture } from './support.ts';

const RANGE = { interval: 'day', fromDay: '2000-01-01', toDay: '2999-12-31' } as const;
const DAY = 86_400;
const FIRST_DAY = Date.parse('2026-01-30') / 1000;

const always = (): boolean => true;

const subscription = (id: string, mrrCents: number, fields: JsonObject = {}): JsonObject => ({
  id,
  object: 'subscription',
  status: 'active',
  serves_customer: true,
  trial_end: null,
  mrr_cents: mrrCents,
  price: { currency: 'EUR' },
  ...fields,
});

describe.each(ENGINES)('metrics, on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  /** A time at which unwritten log numbers no longer delay the count. */
  const later = (): number => fixture.clock.nowMs + GAP_PATIENCE_MS;

  /** Writes a log entry about a subscription. `day`: its date, in days after `FIRST_DAY`. */
  const write = async (
    tenant: Tenant,
    sequence: number,
    data: JsonObject,
    step: EntryStep = 'created',
    day = 0,
    previous: JsonObject | null = null,
  ) => {
    const nonce = `n${sequence}`;
    const event = {
      id: eventId(sequence, nonce),
      object: 'event' as const,
      type: 'subscription.updated',
      created: FIRST_DAY + day * DAY,
      livemode: false,
      data,
      previous_attributes: previous,
    };
    await fixture.table.put(logEntryItem(tenant, { ...publicEntry(sequence, event, nonce), step }, fixture.clock.nowMs).Put as never);
  };

  /** Writes a log with `count` subscriptions, one per day, and then an increase of each. */
  const fill = async (count: number): Promise<Tenant> => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 2 * count);
    for (let each = 1; each <= count; each += 1) {
      await write(tenant, each, subscription(`sub_${each}`, 100), 'created', each);
      await write(tenant, count + each, subscription(`sub_${each}`, 150), 'changed', each + 1, { mrr_cents: 100 });
    }
    return tenant;
  };

  const stored = (tenant: Tenant) => fetchStoredMetrics(fixture.table, tenant, RANGE);
  const totalOf = async (tenant: Tenant, name: 'mrr_new_cents' | 'mrr_expansion_cents' | 'mrr_opening_cents' | 'active_subscriptions') =>
    (await stored(tenant)).reduce((sum, { businessMetrics }) => sum + (businessMetrics[name] ?? 0), 0);

  const deletePartition = async (pk: string): Promise<void> => {
    const { items } = await fixture.table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
    for (const { sk } of items) await fixture.table.delete({ Key: { pk, sk } });
  };

  it('are counted once by eight concurrent workers, over more days than fit in one transaction', async () => {
    const tenant = await fill(120);
    const reached = await Promise.all(Array.from({ length: 8 }, () => countLog(fixture.table, tenant, later, always)));
    expect(Math.max(...reached)).toBe(240);
    expect(await countLog(fixture.table, tenant, later, always)).toBe(240);
    expect(await totalOf(tenant, 'mrr_new_cents')).toBe(120 * 100);
    expect(await totalOf(tenant, 'mrr_expansion_cents')).toBe(120 * 50);
    const months = await fetchStoredMetrics(fixture.table, tenant, { ...RANGE, interval: 'month' });
    expect(months.reduce((sum, { businessMetrics }) => sum + (businessMetrics.mrr_new_cents ?? 0), 0)).toBe(120 * 100);
    expect(months[0]).toEqual({
      period: '2026-01',
      currency: 'EUR',
      businessMetrics: { mrr_new_cents: 100, new_subscriptions: 1, active_subscriptions: 1 },
    });
  }, 120_000);

  it('are counted once, even if workers crash before or after any of their writes', async () => {
    const tenant = await fill(100);
    for (let call = 0; call < 6; call += 1) {
      let remaining = call;
      const crashing = (when: 'before' | 'after'): Table => ({
        ...fixture.table,
        transact: async (items, token) => {
          const last = remaining === 0;
          remaining -= 1;
          if (last && when === 'before') throw new Error('killed');
          await fixture.table.transact(items, token);
          if (last) throw new Error('killed');
        },
      });
      await countLog(crashing(call % 2 === 0 ? 'before' : 'after'), tenant, later, always).catch(() => undefined);
    }
    await countLog(fixture.table, tenant, later, always);
    expect(await totalOf(tenant, 'mrr_new_cents')).toBe(100 * 100);
    expect(await totalOf(tenant, 'mrr_expansion_cents')).toBe(100 * 50);
  }, 120_000);

  it('are the same after a recount, even if the first count was interrupted', async () => {
    const tenant = await fill(60);
    // Repeats the count until it is complete. The last argument interrupts the count at every second check.
    for (let calls = 1; (await countLog(fixture.table, tenant, later, () => calls++ % 2 === 1)) < 120; );
    const before = await stored(tenant);
    expect(before.length).toBeGreaterThan(50);
    await deletePartition(metricsPartition(tenant));
    expect(await stored(tenant)).toEqual([]);
    await countLog(fixture.table, tenant, later, always);
    expect(await stored(tenant)).toEqual(before);
  }, 120_000);

  it('are counted up to a log number that is allocated and not written, and beyond it after GAP_PATIENCE_MS', async () => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 3);
    await write(tenant, 1, subscription('sub_1', 100));
    await write(tenant, 3, subscription('sub_3', 100));
    const now = (): number => fixture.clock.nowMs;
    expect(await countLog(fixture.table, tenant, now, always)).toBe(1);
    expect(await totalOf(tenant, 'active_subscriptions')).toBe(1);
    expect(await countLog(fixture.table, tenant, later, always)).toBe(3);
    expect(await totalOf(tenant, 'active_subscriptions')).toBe(2);
  });

  it('count a change once, even if a second entry of the same write contains it', async () => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 3);
    await write(tenant, 1, subscription('sub_1', 100));
    await write(tenant, 2, subscription('sub_1', 300), 'changed', 0, { mrr_cents: 100 });
    await write(tenant, 3, subscription('sub_1', 300), NO_CHANGE, 0, { mrr_cents: 100 });
    await countLog(fixture.table, tenant, later, always);
    expect(await totalOf(tenant, 'mrr_expansion_cents')).toBe(200);
  });

  /** Returns the table, and the names of the calls to it. */
  const recordingTable = () => {
    const calls: string[] = [];
    const { get, query, update, transact } = fixture.table;
    const recorded =
      <Args extends readonly unknown[], Result>(name: string, call: (...args: Args) => Result) =>
      (...args: Args): Result => {
        calls.push(name);
        return call(...args);
      };
    const table: Table = {
      ...fixture.table,
      get: recorded('get', get),
      query: recorded('query', query),
      update: recorded('update', update),
      transact: recorded('transact', transact),
    };
    return { table, calls };
  };

  it('are counted until a log number (`goal`) is reached, with one read of both log partitions', async () => {
    const tenant = await fill(2);
    const { table, calls } = recordingTable();
    expect(await countLog(table, tenant, later, always, 3)).toBe(4);
    // The first two queries find the first entry.
    expect(calls).toEqual(['get', 'get', 'query', 'query', 'update', 'query', 'query', 'transact']);
    calls.length = 0;
    expect(await countLog(table, tenant, later, always, 4)).toBe(4);
    expect(calls).toEqual(['get']);
    await allocateSequences(fixture.table, tenant, 1);
    await write(tenant, 5, { id: 'cus_1', object: 'customer' });
    calls.length = 0;
    expect(await countLog(table, tenant, later, always, 5)).toBe(5);
    expect(calls).toEqual(['get', 'query', 'query', 'update']);
  });

  it('have a position that eight concurrent workers move once, even if they count nothing', async () => {
    const tenant = await fill(1);
    await countLog(fixture.table, tenant, later, always);
    await allocateSequences(fixture.table, tenant, 1);
    await write(tenant, 3, { id: 'cus_1', object: 'customer' });
    const reached = await Promise.all(Array.from({ length: 8 }, () => countLog(fixture.table, tenant, later, always, 3)));
    expect(new Set(reached)).toEqual(new Set([3]));
    expect(await totalOf(tenant, 'active_subscriptions')).toBe(1);
  });

  it('belong to one tenant and one mode', async () => {
    const tenant = await fill(1);
    await countLog(fixture.table, tenant, later, always);
    expect(await stored(tenant)).not.toEqual([]);
    expect(await stored({ ...tenant, mode: 'live' })).toEqual([]);
    expect(await stored(fixture.tenant())).toEqual([]);
    expect(await countLog(fixture.table, fixture.tenant(), later, always)).toBe(0);
  });

  it('are empty while the entry with the first log number is not written yet', async () => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 2);
    await write(tenant, 2, subscription('sub_2', 100));
    expect(await countLog(fixture.table, tenant, () => fixture.clock.nowMs, always)).toBe(0);
    await write(tenant, 1, subscription('sub_1', 100));
    expect(await countLog(fixture.table, tenant, () => fixture.clock.nowMs, always)).toBe(2);
    expect(await totalOf(tenant, 'active_subscriptions')).toBe(2);
  });
});
