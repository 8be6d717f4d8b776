import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idSource } from '../../shared/platform/ids.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { createTally, type Fixture, markTally, openFixture, tallyAggregate } from './support.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

/** A store that reads once, and how many calls it made so far. */
const remembering = (): { readonly store: Store; readonly calls: () => number } => {
  const meter = newMeter();
  const nowMs = (): number => fixture.clock.nowMs;
  const store = openStore(readingOnce(fixture.metered(meter)), { nowMs, ids: idSource(nowMs) });
  return { store, calls: () => meter.usage().calls };
};

describe('a table that is read once', () => {
  it('answers what it read before from memory, also that there is nothing', async () => {
    const tenant = fixture.tenant();
    await createTally(fixture.store, tenant, 'tly_1');
    const { store, calls } = remembering();
    for (let time = 0; time < 3; time += 1) {
      expect([...(await store.getMany(tallyAggregate, tenant, ['tly_1', 'tly_none'])).keys()]).toEqual(['tly_1']);
      expect((await store.get(tallyAggregate, tenant, 'tly_1'))?.record.count).toBe(0);
      expect(await store.get(tallyAggregate, tenant, 'tly_none')).toBeNull();
    }
    expect(calls()).toBe(1);
  });

  it('knows what it wrote as the table has it', async () => {
    const tenant = fixture.tenant();
    const { store, calls } = remembering();
    await createTally(store, tenant, 'tly_1');
    await markTally(store, tenant, 'tly_1', 'a');
    const before = calls();
    const remembered = await store.get(tallyAggregate, tenant, 'tly_1');
    expect(calls()).toBe(before);
    expect(remembered).toEqual(await fixture.store.get(tallyAggregate, tenant, 'tly_1'));
    expect(remembered?.record.marks).toEqual(['a']);
  });

  it('loses no change that another made since: its write is refused, and decided anew on what is', async () => {
    const tenant = fixture.tenant();
    const { store } = remembering();
    await createTally(store, tenant, 'tly_1');
    await markTally(fixture.store, tenant, 'tly_1', 'other');
    await markTally(store, tenant, 'tly_1', 'own');
    expect((await fixture.store.get(tallyAggregate, tenant, 'tly_1'))?.record.marks).toEqual(['other', 'own']);
    expect((await store.get(tallyAggregate, tenant, 'tly_1'))?.record.marks).toEqual(['other', 'own']);
  });

  it('reads anew what an update or a removal touched, and what it could not read', async () => {
    const table = readingOnce(fixture.table);
    const key = { pk: fixture.tenant().accountId, sk: 'one' };
    await table.put({ Item: { ...key, n: 1 } });
    expect(await table.get(key)).toMatchObject({ n: 1 });
    await table.update({ Key: key, UpdateExpression: 'SET n = :two', ExpressionAttributeValues: { ':two': 2 } });
    expect(await table.get(key)).toMatchObject({ n: 2 });
    await table.delete({ Key: key });
    expect(await table.get(key)).toBeNull();

    let broken = true;
    const shaky = readingOnce({
      ...fixture.table,
      get: (asked) => (broken ? Promise.reject(new Error('lost')) : fixture.table.get(asked)),
    });
    await expect(shaky.get(key)).rejects.toThrow('lost');
    broken = false;
    expect(await shaky.get(key)).toBeNull();
  });
});
