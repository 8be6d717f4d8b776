import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, change } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import type { DueKind } from '../../shared/domain/due.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type ClockDue, countAttempt, duesOnClock } from '../../shared/store/core/clock-dues.ts';
import { type EngineFixture, openFixture } from './support.ts';

/** A record with a due time on a test clock. */
interface Alarm extends BaseRecord {
  readonly at: number | null;
  readonly kind: DueKind;
  readonly clockId: string | null;
  readonly note: string;
}

const alarmAggregate: Aggregate<Alarm> = {
  type: 'alarm',
  prefix: 'alm_',
  view: ({ id, note }) => ({ id, object: 'alarm', note }),
  unlogged: true,
  dueOf: ({ at, kind, clockId }) => (at === null ? null : { at, kind, clockId }),
};

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

const DEFAULT_ALARM: Omit<Alarm, 'id'> = { created: 1, at: 1000, kind: 'renewal', clockId: 'clk_1', note: '' };

/** Creates or changes the alarm; `null` deletes it. */
const put = async (tenant: Tenant, id: string, fields: Partial<Alarm> | null): Promise<void> => {
  await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: () => fixture.store.get(alarmAggregate, tenant, id),
    nowOf: () => null,
    decide: (stored): Decision<null> => {
      const after = fields === null ? null : { ...DEFAULT_ALARM, ...stored?.record, ...fields, id };
      return { changes: [change(alarmAggregate, stored, after)], events: [], result: null };
    },
  });
};

const listDues = async (tenant: Tenant, clockId: string, until = 9_000) => {
  const dues: ClockDue[] = [];
  for await (const due of duesOnClock(fixture.table, tenant, clockId, until)) dues.push(due);
  return dues;
};
const describeDues = async (tenant: Tenant, clockId = 'clk_1') =>
  (await listDues(tenant, clockId)).map(({ at, kind, id }) => `${at} ${kind} ${id}`);

describe('the due entries of a clock', () => {
  it('contain a record once, with its current due time and kind', async () => {
    const tenant = fixture.tenant();
    const seen: (readonly string[])[] = [];
    const steps: readonly (Partial<Alarm> | null)[] = [
      {},
      { at: 2000 },
      { kind: 'renewal_payment_poll' },
      { at: null },
      { at: 3000, kind: 'renewal' },
      null,
    ];
    for (const fields of steps) {
      await put(tenant, 'alm_1', fields);
      seen.push(await describeDues(tenant));
    }
    expect(seen).toEqual([
      ['1000 renewal alm_1'],
      ['2000 renewal alm_1'],
      ['2000 renewal_payment_poll alm_1'],
      [],
      ['3000 renewal alm_1'],
      [],
    ]);
  });

  it('are read in order of time up to the requested time, separately for each clock and tenant', async () => {
    const [tenant, other] = [fixture.tenant(), fixture.tenant()];
    const count = 230;
    for (let index = 0; index < count; index += 1) await put(tenant, `alm_${index}`, { at: 5000 - index });
    await put(tenant, 'alm_x', { clockId: 'clk_2', at: 10 });
    await put(tenant, 'alm_y', { clockId: null, at: 10 });
    const times = (await listDues(tenant, 'clk_1')).map(({ at }) => at);
    expect(times).toEqual(Array.from({ length: count }, (_, index) => 5000 - (count - 1) + index));
    expect((await listDues(tenant, 'clk_1', 4900)).at(-1)?.at).toBe(4900);
    expect([await describeDues(tenant, 'clk_2'), await describeDues(other)]).toEqual([['10 renewal alm_x'], []]);
  });

  it('keep attempt counts when other fields of the record change; a removed entry is not restored by a later attempt', async () => {
    const tenant = fixture.tenant();
    await put(tenant, 'alm_1', {});
    const first = async () => {
      const [due] = await listDues(tenant, 'clk_1');
      if (due === undefined) throw new Error('No entry is due.');
      return due;
    };
    // Attempts are counted per advance; `m` and `n` identify advances.
    expect(await countAttempt(fixture.table, await first(), 'm')).toBe(1);
    await put(tenant, 'alm_1', { note: 'changed' });
    const second = await first();
    expect(await countAttempt(fixture.table, second, 'm')).toBe(2);
    expect(await countAttempt(fixture.table, await first(), 'n')).toBe(1);
    await put(tenant, 'alm_1', { at: null });
    await countAttempt(fixture.table, second, 'm');
    expect(await describeDues(tenant)).toEqual([]);
  });
});
