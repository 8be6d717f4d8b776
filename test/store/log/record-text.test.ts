import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { DICTIONARY_2 } from '../../../shared/store/core/dictionary-2.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { objectItem, recordOf } from '../../../shared/store/core/objects.ts';
import { recordAttributes, recordText } from '../../../shared/store/core/packed-text.ts';
import type { Item } from '../../../shared/store/core/table.ts';
import { type EngineFixture, openFixture, type Tally, tallyAggregate, writeChanges } from '../support.ts';

const itemOf = (attributes: Readonly<Record<string, unknown>>): Item => ({ pk: 'p', sk: 'tly_1', ...attributes });
const tallyWith = (marks: readonly string[]): Tally => ({ id: 'tly_1', created: 1, count: 0, marks });
const LONG = tallyWith(Array.from({ length: 60 }, (_, index) => `mark ${index} – größer`));

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterAll(() => fixture.stop());

describe('the stored text of a record', () => {
  it.each([
    ['short', tallyWith(['é'])],
    ['long', LONG],
  ])('is read as it was written: %s', async (_name, tally) => {
    const tenant = fixture.tenant();
    await writeChanges(fixture.store, tenant, [change(tallyAggregate, null, tally)]);
    expect((await fixture.store.get(tallyAggregate, tenant, tally.id))?.record).toEqual(tally);
    const item = await fixture.table.get(objectKey(tallyAggregate, tenant, tally.id));
    expect(item && recordText(item)).toBe(JSON.stringify(tally));
  });

  it('is compressed only if it is long', () => {
    expect(recordAttributes(JSON.stringify(tallyWith([])))).toEqual({ json: JSON.stringify(tallyWith([])) });
    const attributes = recordAttributes(JSON.stringify(LONG));
    expect(attributes).toMatchObject({ dictionary: 2 });
    expect('packed' in attributes && attributes.packed.length).toBeLessThan(JSON.stringify(LONG).length / 2);
  });

  it('is compressed once, also if the item is built again with another stamp', () => {
    const built = [1, 2].map((seq) => objectItem(change(tallyAggregate, null, LONG), fixture.tenant(), { seq, changedAt: 1, nonce: '' }));
    const [first, second] = built.map(({ Put }) => Put?.Item ?? {});
    expect([first?.['seq'], second?.['seq']]).toEqual([1, 2]);
    expect(first?.['packed']).toBeInstanceOf(Uint8Array);
    expect(second?.['packed']).toBe(first?.['packed']);
  });

  it('can have a format of earlier releases: plain text, or a map', () => {
    expect(recordOf(tallyAggregate, itemOf({ json: JSON.stringify(LONG) }))).toEqual(LONG);
    expect(recordOf(tallyAggregate, itemOf({ record: LONG }))).toEqual(LONG);
  });

  it('needs the dictionary with which it was compressed, which never changes', () => {
    // If this test fails, stored records can no longer be read: add a version of the dictionary instead.
    expect(createHash('sha256').update(DICTIONARY_2).digest('hex')).toBe(
      'bde7f8adb5725ff3b230b47940c7b1049ca7527f64343a341d69b8fd97eadc5d',
    );
    expect(() => recordOf(tallyAggregate, itemOf({ ...recordAttributes(JSON.stringify(LONG)), dictionary: 9 }))).toThrow('dictionary 9');
  });
});
