import { describe, expect, it } from 'vitest';
import { fetchList } from '../../shared/api/resources.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type Product, productAggregate } from '../../shared/domain/product/record.ts';
import type { Mode, Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { memoryTable } from '../support/memory-table.ts';
import { writeChanges } from './support.ts';

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

/** A product on each day; every second one is active. */
const newShop = async (mode: Mode) => {
  let nowSeconds = START_SECONDS;
  const sources = { nowMs: () => nowSeconds * 1000, ids: idSource(() => nowSeconds * 1000) };
  const base = memoryTable();
  const tenant: Tenant = { accountId: 'acct_1', mode };
  for (let day = 0; day < DAYS; day += 1) {
    nowSeconds = START_SECONDS + day * DAY;
    const product: Product = {
      id: sources.ids.next('prod_'),
      created: nowSeconds,
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

const dayOf = ({ created }: { readonly created: number }): number => (created - START_SECONDS) / DAY;

describe('a list of objects created in a range', () => {
  it.each([undefined, ['active']])('reads only the range in live mode; states %s', async (states) => {
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
    expect(read.items).toBeLessThanOrEqual(states === undefined ? 111 : 222);
  });

  it('continues after a cursor within the range, and ignores one after its end', async () => {
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

  it('reads every id in test mode, where the times of test clocks are not those of the ids', async () => {
    const { tenant, store } = await newShop('test');
    const list = await fetchList(store, productAggregate, tenant, ID, { limit: 10, 'created[lt]': START_SECONDS + 2 * DAY });
    expect([list.data.map(dayOf), list.has_more]).toEqual([[1, 0], false]);
  });
});
