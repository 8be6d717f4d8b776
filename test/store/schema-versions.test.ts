import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, change, type Stored } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { INDEX_DUE, objectKey } from '../../shared/store/core/keys.ts';
import { NewerRecord } from '../../shared/store/core/objects.ts';
import type { Item } from '../../shared/store/core/table.ts';
import { type EngineFixture, openFixture } from './support.ts';

/** Three schema versions of a record: a single name, several names, names with the time of a check. */
interface OneName extends BaseRecord {
  readonly name: string;
}
interface Names extends BaseRecord {
  readonly names: readonly string[];
}
interface CheckedNames extends Names {
  readonly checkedAt: number | null;
}

const withNames = ({ name, ...rest }: OneName): Names => ({ ...rest, names: [name] });
const withCheck = (record: Names): CheckedNames => ({ ...record, checkedAt: null });

const aggregate: Aggregate<CheckedNames> = {
  type: 'roster',
  prefix: 'ros_',
  migrations: [withNames, withCheck],
  view: (record) => ({ id: record.id, object: 'roster', created: record.created, names: record.names, checked_at: record.checkedAt }),
  parentIdOf: () => 'prnt_1',
  dueOf: (record) => (record.checkedAt === null ? { at: 1_700_000_000, kind: 'checkout_expiry', clockId: null } : null),
};

describe('the store, for records with schema versions,', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  /** Stores an item, with index attributes. Without `overrides`, the item is like those of releases that had no schema versions. */
  const putStoredItem = async (tenant: Tenant, id: string, overrides: Record<string, unknown> = {}): Promise<void> => {
    const item = {
      ...objectKey(aggregate, tenant, id),
      t: 'object',
      type: 'roster',
      v: 7,
      seq: 3,
      changed_at: 1_690_000_000,
      nonce: 'planted',
      record: { id, created: 1_690_000_000, name: 'Ada' },
      ppk: `${objectKey(aggregate, tenant, id).pk}#prnt_1`,
      psk: id,
      dpk: 'D#3',
      dsk: `001700000000#checkout_expiry#${id}`,
      due_kind: 'checkout_expiry',
      due_at: 1_700_000_000,
      ...overrides,
    };
    await fixture.table.put({ Item: item });
  };
  const getStoredItem = (tenant: Tenant, id: string): Promise<Item | null> => fixture.table.get(objectKey(aggregate, tenant, id));
  const setChecked = (tenant: Tenant, id: string) =>
    fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: () => fixture.store.get(aggregate, tenant, id),
      nowOf: () => null,
      decide: (stored, { now }): Decision<null> => {
        const before = stored as Stored<CheckedNames>;
        return {
          changes: [change(aggregate, before, { ...before.record, checkedAt: now })],
          events: [{ type: 'product.updated', subjectId: id }],
          result: null,
        };
      },
    });

  it('migrates a record of schema version 1 to the newest version in every kind of read', async () => {
    const tenant = fixture.tenant();
    await putStoredItem(tenant, 'ros_1');
    const newest = { id: 'ros_1', created: 1_690_000_000, names: ['Ada'], checkedAt: null };
    expect(await fixture.store.get(aggregate, tenant, 'ros_1')).toEqual({ record: newest, version: 7, seq: 3, changedAt: 1_690_000_000 });
    expect((await fixture.store.getMany(aggregate, tenant, ['ros_1'])).get('ros_1')?.record).toEqual(newest);
    const pages = await Promise.all(
      [{}, { by: { parentId: 'prnt_1' } }].map((by) => fixture.store.page(aggregate, tenant, { limit: 10, ...by })),
    );
    expect(pages.map(({ items }) => items.map(({ record }) => record))).toEqual([[newest], [newest]]);
    const filtered = await fixture.store.page(aggregate, tenant, { limit: 10, where: ({ names }) => names.includes('Ada') });
    expect(filtered.items).toHaveLength(1);
    expect((await getStoredItem(tenant, 'ros_1'))?.record).toEqual({ id: 'ros_1', created: 1_690_000_000, name: 'Ada' });
  });

  it('applies only the migrations after the version of a record', async () => {
    const tenant = fixture.tenant();
    await putStoredItem(tenant, 'ros_2', { schema_version: 2, record: { id: 'ros_2', created: 5, names: ['Ada', 'Grace'] } });
    const stored = await fixture.store.get(aggregate, tenant, 'ros_2');
    expect(stored?.record).toEqual({ id: 'ros_2', created: 5, names: ['Ada', 'Grace'], checkedAt: null });
  });

  it('writes a migrated record in the newest version, and removes the record from the due index', async () => {
    const tenant = fixture.tenant();
    await putStoredItem(tenant, 'ros_1');
    expect((await setChecked(tenant, 'ros_1')).kind).toBe('done');
    const item = await getStoredItem(tenant, 'ros_1');
    expect(item?.schema_version).toBe(3);
    expect(JSON.parse(String(item?.json))).toEqual({
      id: 'ros_1',
      created: 1_690_000_000,
      names: ['Ada'],
      checkedAt: Math.floor(fixture.clock.nowMs / 1000),
    });
    expect(item?.v).toBe(8);
    const due = await fixture.table.query({
      IndexName: INDEX_DUE,
      KeyConditionExpression: 'dpk = :shard AND dsk = :dsk',
      ExpressionAttributeValues: { ':shard': 'D#3', ':dsk': '001700000000#checkout_expiry#ros_1' },
    });
    expect(due.items.filter(({ pk }) => pk === item?.pk)).toEqual([]);
  });

  it('converts a record in a version of `laterVersions` to the current version, and refuses higher versions', async () => {
    const tenant = fixture.tenant();
    // Version 4 stores the names as one comma-separated text, and version 5 in upper case. Each function converts back by one version.
    const withNextVersions: Aggregate<CheckedNames> = {
      ...aggregate,
      laterVersions: [
        (record) => ({ ...record, names: String((record as BaseRecord & { readonly names: string }).names).split(',') }),
        (record) => ({ ...record, names: String((record as BaseRecord & { readonly names: string }).names).toLowerCase() }),
      ],
    };
    for (const [id, version, names] of [
      ['ros_4', 4, 'ada,grace'],
      ['ros_5', 5, 'ADA,GRACE'],
    ] as const) {
      await putStoredItem(tenant, id, { schema_version: version, record: { id, created: 5, names, checkedAt: 7 } });
      const stored = await fixture.store.get(withNextVersions, tenant, id);
      expect(stored?.record).toEqual({ id, created: 5, names: ['ada', 'grace'], checkedAt: 7 });
    }
    await putStoredItem(tenant, 'ros_6', { schema_version: 6 });
    await expect(fixture.store.get(withNextVersions, tenant, 'ros_6')).rejects.toThrow('this release can read versions up to 5');
    await putStoredItem(tenant, 'ros_1', { schema_version: 1 });
    expect((await fixture.store.get(withNextVersions, tenant, 'ros_1'))?.record).toMatchObject({ names: ['Ada'], checkedAt: null });
  });

  it('refuses to read or overwrite a record of a newer release', async () => {
    const tenant = fixture.tenant();
    await putStoredItem(tenant, 'ros_1', { schema_version: 4 });
    await expect(fixture.store.get(aggregate, tenant, 'ros_1')).rejects.toThrow(NewerRecord);
    await expect(fixture.store.page(aggregate, tenant, { limit: 1 })).rejects.toThrow(
      'roster ros_1 was written as schema version 4, but this release can read versions up to 3',
    );
    await expect(setChecked(tenant, 'ros_1')).rejects.toThrow(NewerRecord);
    expect((await getStoredItem(tenant, 'ros_1'))?.v).toBe(7);
  });
});
