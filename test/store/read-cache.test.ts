import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idSource } from '../../shared/platform/ids.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { createTally, type EngineFixture, markTally, openFixture, tallyAggregate } from './support.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

/** A store with a read cache, and the number of its calls. */
const cachingStore = (): { readonly store: Store; readonly calls: () => number } => {
  const capacity = newCapacityCounter();
  const nowMs = (): number => fixture.clock.nowMs;
  const store = openStore(withReadCache(fixture.tableWith(capacity)), { nowMs, ids: idSource(nowMs) });
  return { store, calls: () => capacity.usage().calls };
};

describe('a table with a read cache', () => {
  it('returns from memory what was read before, including that an item is missing', async () => {
    const tenant = fixture.tenant();
    await createTally(fixture.store, tenant, 'tly_1');
    const { store, calls } = cachingStore();
    for (let time = 0; time < 3; time += 1) {
      expect([...(await store.getMany(tallyAggregate, tenant, ['tly_1', 'tly_none'])).keys()]).toEqual(['tly_1']);
      expect((await store.get(tallyAggregate, tenant, 'tly_1'))?.record.count).toBe(0);
      expect(await store.get(tallyAggregate, tenant, 'tly_none')).toBeNull();
    }
    expect(calls()).toBe(1);
  });

  it('returns from memory what was written, exactly as it is in the table', async () => {
    const tenant = fixture.tenant();
    const { store, calls } = cachingStore();
    await createTally(store, tenant, 'tly_1');
    await markTally(store, tenant, 'tly_1', 'a');
    const before = calls();
    const cached = await store.get(tallyAggregate, tenant, 'tly_1');
    expect(calls()).toBe(before);
    expect(cached).toEqual(await fixture.store.get(tallyAggregate, tenant, 'tly_1'));
    expect(cached?.record.marks).toEqual(['a']);
  });

  it('loses no concurrent change: a write based on an outdated item is refused, and decided again with the current item', async () => {
    const tenant = fixture.tenant();
    const { store } = cachingStore();
    await createTally(store, tenant, 'tly_1');
    await markTally(fixture.store, tenant, 'tly_1', 'other');
    await markTally(store, tenant, 'tly_1', 'own');
    expect((await fixture.store.get(tallyAggregate, tenant, 'tly_1'))?.record.marks).toEqual(['other', 'own']);
    expect((await store.get(tallyAggregate, tenant, 'tly_1'))?.record.marks).toEqual(['other', 'own']);
  });

  it('reads again after an update, a deletion or a failed read', async () => {
    const table = withReadCache(fixture.table);
    const key = { pk: fixture.tenant().accountId, sk: 'one' };
    await table.put({ Item: { ...key, n: 1 } });
    expect(await table.get(key)).toMatchObject({ n: 1 });
    await table.update({ Key: key, UpdateExpression: 'SET n = :two', ExpressionAttributeValues: { ':two': 2 } });
    expect(await table.get(key)).toMatchObject({ n: 2 });
    await table.delete({ Key: key });
    expect(await table.get(key)).toBeNull();

    let broken = true;
    const failing = withReadCache({
      ...fixture.table,
      get: (itemKey) => (broken ? Promise.reject(new Error('lost')) : fixture.table.get(itemKey)),
    });
    await expect(failing.get(key)).rejects.toThrow('lost');
    broken = false;
    expect(await failing.get(key)).toBeNull();
  });
});
