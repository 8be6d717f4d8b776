import { describe, expect, it } from 'vitest';
import { scanRecords } from '../../../shared/api/reports/record-scan.ts';
import { fetchList } from '../../../shared/api/resources.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Product, productAggregate } from '../../../shared/domain/product/record.ts';
import type { Mode, Tenant } from '../../../shared/domain/tenant.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { writeChanges } from '../support.ts';

const START_SECONDS = 1_800_000_000;
const DAY = 86_400;
const DAYS = 400;
const ID = /^prod_/;

/** Counts the items that queries read. */
const counting = (table: Table) => {
  const read = { items: 0 };
  const query: Table['query'] = async (input) => {
    const result = await table.query(input);
    read.items += result.items.length;
    return result;
  };
  return { read, table: { ...table, query } };
};

/**
 * Creates a tenant with `perDay` products for each day. Ids contain the start of the day; `created` is `delaySeconds` later. The products
 * of every second day are active.
 */
const newShop = async (mode: Mode, perDay = 1, delaySeconds = 0) => {
  let nowSeconds = START_SECONDS;
  const sources = { nowMs: () => nowSeconds * 1000, ids: idSource(() => nowSeconds * 1000) };
  const base = memoryTable();
  const tenant: Tenant = { accountId: 'acct_1', mode };
  for (let index = 0; index < DAYS * perDay; index += 1) {
    const day = Math.floor(index / perDay);
    nowSeconds = START_SECONDS + day * DAY;
    const product: Product = {
      id: sources.ids.next('prod_'),
      created: nowSeconds + delaySeconds,
      name: `Product ${day}`,
      description: null,
      marketingFeatures: [],
      allowPromotionCodes: false,
      defaultPriceId: null,
      active: day % 2 === 0,
      metadata: {},
    };
    await writeChanges(openStore(base, sources), tenant, [change(productAggregate, null, product)]);
  }
  const { read, table } = counting(base);
  return { tenant, read, store: openStore(table, sources) };
};

const dayOf = ({ created }: { readonly created: number }): number => Math.floor((created - START_SECONDS) / DAY);

describe('a list of objects created in a range', () => {
  it.each([undefined, ['active']])('reads about one page, not all older objects, in live mode (states: %s)', async (states) => {
    const { tenant, read, store } = await newShop('live');
    const where = states === undefined ? undefined : ({ active }: Product): boolean => active;
    const list = await fetchList(store, productAggregate, tenant, ID, {
      limit: 100,
      states,
      where,
      'created[gte]': START_SECONDS + 100 * DAY,
      'created[lt]': START_SECONDS + 110 * DAY,
    });
    const all = [109, 108, 107, 106, 105, 104, 103, 102, 101, 100];
    expect(list.data.map(dayOf)).toEqual(states === undefined ? all : all.filter((day) => day % 2 === 0));
    expect(list.has_more).toBe(false);
    // With `states`, reads a page of the table and a page of the index.
    expect(read.items).toBeLessThanOrEqual(states === undefined ? 111 : 222);
  });

  it('continues after a cursor within the range, and ignores a cursor after the end of the range', async () => {
    const { tenant, store } = await newShop('live');
    const range = { 'created[gt]': START_SECONDS + 100 * DAY, 'created[lte]': START_SECONDS + 103 * DAY };
    const first = await fetchList(store, productAggregate, tenant, ID, { limit: 2, ...range });
    expect([first.data.map(dayOf), first.has_more]).toEqual([[103, 102], true]);
    const after = await fetchList(store, productAggregate, tenant, ID, { limit: 2, starting_after: first.data[1]?.id, ...range });
    expect([after.data.map(dayOf), after.has_more]).toEqual([[101], false]);
    const newest = await fetchList(store, productAggregate, tenant, ID, { limit: 1 });
    const whole = await fetchList(store, productAggregate, tenant, ID, { limit: 9, starting_after: newest.data[0]?.id, ...range });
    expect(whole.data.map(dayOf)).toEqual([103, 102, 101]);
  });

  it('reads every record in test mode, where `created` can be the time of a test clock but ids contain the real time', async () => {
    const { tenant, store } = await newShop('test');
    const list = await fetchList(store, productAggregate, tenant, ID, { limit: 10, 'created[lt]': START_SECONDS + 2 * DAY });
    expect([list.data.map(dayOf), list.has_more]).toEqual([[1, 0], false]);
  });
});

describe('a scan of a range', () => {
  const range = { first: START_SECONDS + 100 * DAY, end: START_SECONDS + 350 * DAY };
  const timeOf = ({ created }: Product): number => created;
  const sorted = (records: readonly Product[]): readonly string[] => records.map(({ id }) => id).sort();

  it.each(['live', 'test'] as const)('returns each record of the range once in %s mode, however many there are', async (mode) => {
    for (const perDay of [1, 4]) {
      const { tenant, read, store } = await newShop(mode, perDay);
      const records = await scanRecords(store, productAggregate, tenant, { timeOf, range }, 'from');
      expect(new Set(sorted(records)).size).toBe(250 * perDay);
      expect([...new Set(records.map(dayOf))].sort((one, other) => one - other)).toEqual(
        Array.from({ length: 250 }, (_, day) => 100 + day),
      );
      // A small range is read with one query of at most 501 items.
      if (perDay === 1 && mode === 'live') expect(read.items).toBeLessThanOrEqual(501);
    }
  });

  it('returns each record of the range once, even if `created` is long after the time in the id', async () => {
    const { tenant, store } = await newShop('live', 4, DAY / 2);
    const records = await scanRecords(store, productAggregate, tenant, { timeOf, range }, 'from');
    expect(new Set(sorted(records)).size).toBe(1000);
    expect(records).toHaveLength(1000);
  });

  it('returns only records in the requested states that match `where`, also for a range without an end', async () => {
    const { tenant, store } = await newShop('live', 4);
    const endlessRange = { first: range.first, end: Number.POSITIVE_INFINITY };
    const where = ({ active }: Product): boolean => active;
    const records = await scanRecords(store, productAggregate, tenant, { timeOf, range: endlessRange, states: ['active'], where }, 'from');
    expect(records.map(dayOf).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 600 }, (_, index) => 100 + 2 * Math.floor(index / 4)),
    );
  });
});
