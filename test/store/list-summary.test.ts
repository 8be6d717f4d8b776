import { describe, expect, it } from 'vitest';
import { countingByActiveFlag, fetchSummarizedList } from '../../shared/api/list-summary.ts';
import { STATUS_COUNT_MAX, TOTALS_MAX } from '../../shared/api/objects/list-summary.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { amountTotals } from '../../shared/domain/amounts/totals.ts';
import { type Product, productAggregate } from '../../shared/domain/product/record.ts';
import type { Mode, Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { memoryTable } from '../support/memory-table.ts';
import { writeChanges } from './support.ts';

const START_SECONDS = 1_800_000_000;
const ID = /^prod_/;
/** Records per transaction. Each record needs several of the 100 writes that DynamoDB accepts. */
const BATCH_SIZE = 20;

/** Creates a tenant with `count` products, one per second; every third is inactive. `read.items`: how many items queries have read. */
const newShop = async (mode: Mode, count: number) => {
  let nowSeconds = START_SECONDS;
  const sources = { nowMs: () => nowSeconds * 1000, ids: idSource(() => nowSeconds * 1000) };
  const base = memoryTable();
  const read = { items: 0 };
  const query: Table['query'] = async (input) => {
    const result = await base.query(input);
    read.items += result.items.length;
    return result;
  };
  const tenant: Tenant = { accountId: 'acct_1', mode };
  const products = Array.from({ length: count }, (_none, index): Product => {
    nowSeconds = START_SECONDS + index;
    return {
      id: sources.ids.next('prod_'),
      created: nowSeconds,
      name: `Product ${index}`,
      description: null,
      marketingFeatures: [],
      allowPromotionCodes: false,
      defaultPriceId: null,
      active: index % 3 !== 0,
      metadata: {},
    };
  });
  for (let index = 0; index < count; index += BATCH_SIZE) {
    const changes = products.slice(index, index + BATCH_SIZE).map((product) => change(productAggregate, null, product));
    await writeChanges(openStore(base, sources), tenant, changes);
  }
  return { tenant, read, store: openStore({ ...base, query }, sources) };
};

type Shop = Awaited<ReturnType<typeof newShop>>;
type Request = Parameters<typeof fetchSummarizedList<Product, ReturnType<typeof productAggregate.view>>>[4];

/** The summary of the products, each of which has an amount of one cent. */
const summaryOf = async ({ store, tenant }: Shop, request: Partial<Request> = {}, withAmounts = false) => {
  const summarizing = withAmounts ? { amountOf: () => ({ currency: 'EUR', cents: 1 }) } : countingByActiveFlag<Product>();
  const full = { limit: 1, include: 'summary' as const, ...request };
  return (await fetchSummarizedList(store, productAggregate, tenant, ID, full, summarizing)).summary;
};

const counts = (active: number, inactive: number, hasMore = [false, false]) => [
  { status: 'active', count: active, has_more: hasMore[0] },
  { status: 'inactive', count: inactive, has_more: hasMore[1] },
];

describe('the counts of a list by status', () => {
  it('are absent unless requested', async () => {
    const shop = await newShop('live', 3);
    expect(await summaryOf(shop, { include: undefined })).toBeUndefined();
    expect(await summaryOf(shop)).toEqual({ statuses: counts(2, 1), totals: null });
  });

  it.each(['live', 'test'] as const)(
    'cover the range of dates and every status in %s mode, also if the list shows only one status',
    async (mode) => {
      const shop = await newShop(mode, 30);
      const range = { 'created[gte]': START_SECONDS + 10, 'created[lt]': START_SECONDS + 20 };
      expect((await summaryOf(shop, range))?.statuses).toEqual(counts(7, 3));
      const where = ({ active }: Product): boolean => active;
      expect((await summaryOf(shop, { ...range, states: ['active'], where }))?.statuses).toEqual(counts(7, 3));
    },
  );

  it('count only the records that a filter by another field accepts', async () => {
    const { tenant, store } = await newShop('live', 12);
    const isEarly = ({ created }: Product): boolean => created < START_SECONDS + 4;
    const request = { limit: 20, include: 'summary' as const, where: isEarly };
    const { summary } = await fetchSummarizedList(store, productAggregate, tenant, ID, request, countingByActiveFlag(isEarly));
    expect(summary?.statuses).toEqual(counts(2, 2));
  });

  it('stop at a maximum per status, and read hardly more entries', async () => {
    const shop = await newShop('live', 1600);
    shop.read.items = 0;
    expect((await summaryOf(shop))?.statuses).toEqual(counts(STATUS_COUNT_MAX, 534, [true, false]));
    expect(shop.read.items).toBeLessThanOrEqual(STATUS_COUNT_MAX + 1 + 534 + 2);
  });

  it('are minimum values if the range has more records than are read', async () => {
    const shop = await newShop('test', 1600);
    shop.read.items = 0;
    const statuses = (await summaryOf(shop, { 'created[gte]': START_SECONDS }))?.statuses ?? [];
    expect(statuses.map(({ has_more: hasMore }) => hasMore)).toEqual([true, true]);
    expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(STATUS_COUNT_MAX);
    expect(shop.read.items).toBeLessThanOrEqual(2 * STATUS_COUNT_MAX + 2);
  });
});

describe('the sums of a list', () => {
  it('contain every object that the filters of the list accept', async () => {
    const shop = await newShop('live', 1203);
    const total = (count: number) => [{ currency: 'EUR', count, amount_cents: count }];
    expect((await summaryOf(shop, {}, true))?.totals).toEqual(total(1203));
    const where = ({ active }: Product): boolean => active;
    expect((await summaryOf(shop, { where }, true))?.totals).toEqual(total(802));
    expect((await summaryOf(shop, { where, states: ['active'] }, true))?.totals).toEqual(total(802));
    expect((await summaryOf(shop, { 'created[lt]': START_SECONDS + 5 }, true))?.totals).toEqual(total(5));
  });

  it('are `null` if there are too many objects, after a bounded number of reads', async () => {
    const shop = await newShop('live', TOTALS_MAX + 1);
    shop.read.items = 0;
    expect((await summaryOf(shop, {}, true))?.totals).toBeNull();
    expect(shop.read.items).toBeLessThanOrEqual(TOTALS_MAX + 1000);
  }, 60_000);

  it('are separate for each currency, in alphabetical order', () => {
    const amounts = [
      { currency: 'USD', cents: 5 },
      { currency: 'EUR', cents: 7 },
      { currency: 'USD', cents: -2 },
    ];
    expect(amountTotals(amounts)).toEqual([
      { currency: 'EUR', count: 1, amountCents: 7 },
      { currency: 'USD', count: 2, amountCents: 3 },
    ]);
    expect(amountTotals([])).toEqual([]);
  });
});
