import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, Tenant } from '../../shared/domain/tenant.ts';
import { metricsPartition } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type EntryStep, HOLE_PATIENCE_MS, putEntry } from '../../shared/store/event-log/entries.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { allocateSequences } from '../../shared/store/limits/sequence.ts';
import { countLog } from '../../shared/store/metrics/count.ts';
import { storedMetrics } from '../../shared/store/metrics/read.ts';
import { ENGINES } from '../support/engine.ts';
import { byHand } from '../support/entries.ts';
import { type Fixture, openFixture } from './support.ts';

const RANGE = { interval: 'day', fromDay: '2000-01-01', toDay: '2999-12-31' } as const;
const DAY = 86_400;
const FIRST_DAY = Date.parse('2026-01-30') / 1000;

const always = (): boolean => true;

const subscription = (id: string, mrrCents: number, given: JsonObject = {}): JsonObject => ({
  id,
  object: 'subscription',
  status: 'active',
  serves_customer: true,
  trial_end: null,
  mrr_cents: mrrCents,
  price: { currency: 'EUR' },
  ...given,
});

describe.each(ENGINES)('metrics, on %s', (kind) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  const later = (): number => fixture.clock.nowMs + HOLE_PATIENCE_MS;

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
    await fixture.table.put(putEntry(tenant, { ...byHand(sequence, event, nonce), step }, fixture.clock.nowMs).Put as never);
  };

  /** So many subscriptions, one a day, each raised at the end of the log. */
  const fill = async (count: number): Promise<Tenant> => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 2 * count);
    for (let each = 1; each <= count; each += 1) {
      await write(tenant, each, subscription(`sub_${each}`, 100), 'created', each);
      await write(tenant, count + each, subscription(`sub_${each}`, 150), 'changed', each + 1, { mrr_cents: 100 });
    }
    return tenant;
  };

  const kept = (tenant: Tenant) => storedMetrics(fixture.table, tenant, RANGE);
  const totalOf = async (tenant: Tenant, name: 'mrr_new_cents' | 'mrr_expansion_cents' | 'mrr_opening_cents' | 'active_subscriptions') =>
    (await kept(tenant)).reduce((sum, { businessMetrics }) => sum + (businessMetrics[name] ?? 0), 0);

  const forget = async (pk: string): Promise<void> => {
    const { items } = await fixture.table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
    for (const { sk } of items) await fixture.table.delete({ Key: { pk, sk } });
  };

  it('are counted once by eight who count at once, over more days than one transaction takes', async () => {
    const tenant = await fill(120);
    const reached = await Promise.all(Array.from({ length: 8 }, () => countLog(fixture.table, tenant, later, always)));
    expect(Math.max(...reached)).toBe(240);
    expect(await countLog(fixture.table, tenant, later, always)).toBe(240);
    expect(await totalOf(tenant, 'mrr_new_cents')).toBe(120 * 100);
    expect(await totalOf(tenant, 'mrr_expansion_cents')).toBe(120 * 50);
    const months = await storedMetrics(fixture.table, tenant, { ...RANGE, interval: 'month' });
    expect(months.reduce((sum, { businessMetrics }) => sum + (businessMetrics.mrr_new_cents ?? 0), 0)).toBe(120 * 100);
    expect(months[0]).toEqual({
      period: '2026-01',
      currency: 'EUR',
      businessMetrics: { mrr_new_cents: 100, new_subscriptions: 1, active_subscriptions: 1 },
    });
  }, 120_000);

  it('are counted once also where anyone who counts dies before, in or after any of its writes', async () => {
    const tenant = await fill(100);
    for (let call = 0; call < 6; call += 1) {
      let left = call;
      const dies = (when: 'before' | 'after'): Table => ({
        ...fixture.table,
        transact: async (items, token) => {
          const last = left === 0;
          left -= 1;
          if (last && when === 'before') throw new Error('killed');
          await fixture.table.transact(items, token);
          if (last) throw new Error('killed');
        },
      });
      await countLog(dies(call % 2 === 0 ? 'before' : 'after'), tenant, later, always).catch(() => undefined);
    }
    await countLog(fixture.table, tenant, later, always);
    expect(await totalOf(tenant, 'mrr_new_cents')).toBe(100 * 100);
    expect(await totalOf(tenant, 'mrr_expansion_cents')).toBe(100 * 50);
  }, 120_000);

  it('are the same when they are counted anew, however the log was read the first time', async () => {
    const tenant = await fill(60);
    for (let stretch = 1; (await countLog(fixture.table, tenant, later, () => stretch++ % 2 === 1)) < 120; );
    const before = await kept(tenant);
    expect(before.length).toBeGreaterThan(50);
    await forget(metricsPartition(tenant));
    expect(await kept(tenant)).toEqual([]);
    await countLog(fixture.table, tenant, later, always);
    expect(await kept(tenant)).toEqual(before);
  }, 120_000);

  it('wait for a number whose write is under way, and continue once it is given up', async () => {
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

  it('do not count what is reported twice, or of what nobody learns how it stood before', async () => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 3);
    await write(tenant, 1, subscription('sub_1', 100));
    await write(tenant, 2, subscription('sub_1', 300), 'changed', 0, { mrr_cents: 100 });
    await write(tenant, 3, subscription('sub_1', 300), 'told', 0, { mrr_cents: 100 });
    await countLog(fixture.table, tenant, later, always);
    expect(await totalOf(tenant, 'mrr_expansion_cents')).toBe(200);
  });

  it('belong to one tenant and one mode', async () => {
    const tenant = await fill(1);
    await countLog(fixture.table, tenant, later, always);
    expect(await kept(tenant)).not.toEqual([]);
    expect(await kept({ ...tenant, mode: 'live' })).toEqual([]);
    expect(await kept(fixture.tenant())).toEqual([]);
    expect(await countLog(fixture.table, fixture.tenant(), later, always)).toBe(0);
  });

  it('begin with nothing while a young log begins with a number that is under way', async () => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, 2);
    await write(tenant, 2, subscription('sub_2', 100));
    expect(await countLog(fixture.table, tenant, () => fixture.clock.nowMs, always)).toBe(0);
    await write(tenant, 1, subscription('sub_1', 100));
    expect(await countLog(fixture.table, tenant, () => fixture.clock.nowMs, always)).toBe(2);
    expect(await totalOf(tenant, 'active_subscriptions')).toBe(2);
  });
});
