import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, change, type Stored } from '../../../shared/domain/aggregate.ts';
import type { Decision } from '../../../shared/domain/decision.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { createTally, type EngineFixture, openFixture, type Tally, tallyAggregate, updateRecord, writeChanges } from '../support.ts';

const oddAggregate: Aggregate<Tally> = { ...tallyAggregate, sparseIndexKeysOf: ({ count }) => (count % 2 === 1 ? ['odd'] : []) };

describe('a sparse index', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  const setCount = (tenant: Tenant, id: string, count: number | null) =>
    fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: () => fixture.store.get(oddAggregate, tenant, id),
      nowOf: () => null,
      decide: (stored): Decision<null> => {
        const before = stored as Stored<Tally>;
        return { changes: [change(oddAggregate, before, count === null ? null : { ...before.record, count })], events: [], result: null };
      },
    });
  const countListed = async (tenant: Tenant, limit = 100): Promise<number> =>
    (await fixture.store.idsInSparseIndex(oddAggregate, tenant, 'odd', limit)).length;

  it('contains a record while its condition is true', async () => {
    const tenant = fixture.tenant();
    await createTally(fixture.store, tenant, 'tly_1');
    const seen: number[] = [];
    for (const count of [1, 3, 4, 5, null]) {
      await setCount(tenant, 'tly_1', count);
      seen.push(await countListed(tenant));
    }
    expect(seen).toEqual([1, 1, 0, 1, 0]);
  });

  it('returns at most the requested number of records, separately for each tenant and mode', async () => {
    const [tenant, other] = [fixture.tenant(), fixture.tenant()];
    for (const id of ['tly_1', 'tly_2', 'tly_3']) {
      await createTally(fixture.store, tenant, id);
      await setCount(tenant, id, 1);
    }
    expect([
      await countListed(tenant),
      await countListed(tenant, 2),
      await countListed(other),
      await countListed({ ...tenant, mode: 'live' }),
    ]).toEqual([3, 2, 0, 0]);
  });
});

describe('a record that both modes share', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  it('can be read and changed in both modes', async () => {
    const shared: Aggregate<Tally> = { ...tallyAggregate, unlogged: true, bothModes: true };
    const test = fixture.tenant();
    const live: Tenant = { ...test, mode: 'live' };
    const created: Tally = { id: 'tly_1', created: 1, count: 0, marks: [] };
    await writeChanges(fixture.store, test, [change(shared, null, created)]);
    await updateRecord(fixture.store, live, shared, 'tly_1', () => ({ count: 7 }));
    expect((await fixture.store.get(shared, test, 'tly_1'))?.record.count).toBe(7);
  });
});
