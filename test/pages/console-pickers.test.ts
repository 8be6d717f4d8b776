import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });

type Options = typeof import('../../functions/console/browser/forms/options.ts');
type Kind = Parameters<Options['findOptions']>[1];
let options: Options;
beforeAll(async () => {
  options = await import('../../functions/console/browser/forms/options.ts');
});

interface Stored {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Fakes an account with these objects, newest first. `paths`: the lists that were read, once for each page. */
const accountWith = (lists: Readonly<Record<string, readonly Stored[]>>) => {
  const paths: string[] = [];
  const pageOf = (path: string, query: URLSearchParams) => {
    const matches = (lists[path] ?? []).filter((object) =>
      ['active', 'product_id', 'status'].every((name) => !query.has(name) || String(object[name]) === query.get(name)),
    );
    const start = matches.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const limit = Number(query.get('limit'));
    return { data: matches.slice(start, start + limit), has_more: matches.length > start + limit };
  };
  const search = (path: string, query: URLSearchParams) => {
    const matches = (lists[path] ?? []).filter(({ name, code }) =>
      String(name ?? code)
        .toLowerCase()
        .startsWith(String(query.get('query')).toLowerCase()),
    );
    const limit = Number(query.get('limit'));
    return { data: matches.slice(0, limit), has_more: matches.length > limit };
  };
  const calls = {
    changeCount: () => 0,
    names: async (_mode: string, ids: readonly string[]) =>
      (lists['products'] ?? []).filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name, owner_id: null })),
    page: async (_mode: string, path: string, query: URLSearchParams) => {
      paths.push(path);
      return pageOf(path, query);
    },
    search: async (_mode: string, query: URLSearchParams) =>
      Object.fromEntries(['customers', 'products', 'coupons'].map((path) => [path, search(path, query)])),
  };
  const api = { calls, mode: 'test' } as unknown as Parameters<Options['pickerLists']>[0];
  const lookUp = options.pickerLists(api);
  const find = (kind: Kind, text: string) => options.findOptions({ api, lists: lookUp }, kind, text);
  return { paths, find };
};

const many = (count: number, objectAt: (index: number) => Stored): readonly Stored[] =>
  Array.from({ length: count }, (_none, index) => objectAt(index));

const priceAt = (id: string, productId: string, cents: number): Stored => ({
  id,
  product_id: productId,
  amount_cents: cents,
  unit_amount_decimal: null,
  tiers: null,
  currency: 'EUR',
  interval: 'month',
  usage_type: 'licensed',
  trial_days: 0,
  active: true,
});
const PRODUCTS = [
  { id: 'prod_new', name: 'Hosting' },
  { id: 'prod_old', name: 'Zeppelin' },
];
/** Prices of a product, then one older price of the same product and one of another product. */
const pricesAfter = (count: number) => ({
  products: PRODUCTS,
  prices: [
    ...many(count, (index) => priceAt(`price_${index}`, 'prod_new', 1000)),
    priceAt('price_same', 'prod_new', 7777),
    priceAt('price_other', 'prod_old', 1000),
  ],
});
const valuesOf = ({ options }: { readonly options: readonly { readonly value: string }[] }) => options.map(({ value }) => value);

describe('a field that offers objects', () => {
  it('finds prices that are older than the newest hundred, by amount and by product', async () => {
    const { find, paths } = accountWith(pricesAfter(250));
    expect(valuesOf(await find('prices', '77.77'))).toEqual(['price_same']);
    expect((await find('prices', 'zeppelin')).options).toMatchObject([
      { value: 'price_other', title: expect.stringMatching(/^Zeppelin, €10/) },
    ]);
    expect(paths).toEqual(['prices', 'prices', 'prices']);
  });

  it('finds old prices by product, but not by amount, in an account with more prices than the field reads', async () => {
    const { find } = accountWith(pricesAfter(1500));
    expect(valuesOf(await find('prices', 'zeppelin'))).toEqual(['price_other']);
    const found = await find('prices', '77.77');
    expect(valuesOf(found)).toEqual([]);
    expect(options.noteOf(found, '77.77')).toBe('No results for “77.77” among the newest 1,000. Enter an id to find others.');
  });

  it.each(['meters', 'test_clocks'] as const)('finds old %s', async (kind) => {
    const named = (id: string, name: string): Stored => ({ id, name, event_name: name, aggregation: 'sum', filters: [], status: 'active' });
    const { find } = accountWith({ [kind]: [...many(150, (index) => named(`x_${index}`, 'other')), named('x_old', 'zeppelin')] });
    expect(valuesOf(await find(kind, 'zepp'))).toEqual(['x_old']);
  });

  it('offers active coupons also if the newest ones are archived', async () => {
    const couponAt = (id: string, active: boolean): Stored => ({ id, code: id, active, percent_off: 10 });
    const { find } = accountWith({ coupons: [...many(12, (index) => couponAt(`C${index}`, false)), couponAt('CURRENT', true)] });
    expect(valuesOf(await find('coupons', ''))).toEqual(['CURRENT']);
    expect(valuesOf(await find('coupons', 'C'))).toEqual(['CURRENT']);
  });

  it('says that there are more objects than it offers', async () => {
    const { find } = accountWith({ products: many(11, (index) => ({ id: `prod_${index}`, name: 'Plan', active: true })) });
    const [newest, found, none] = await Promise.all(['', 'plan', 'x'].map(async (text) => find('products', text)));
    expect([newest?.options.length, newest && options.noteOf(newest, '')]).toEqual([10, 'Type to find others.']);
    expect([found?.options.length, found && options.noteOf(found, 'plan')]).toEqual([
      10,
      'There are more results. Type more to narrow them down.',
    ]);
    expect(none && options.noteOf(none, 'x')).toBe('No results for “x”.');
  });
});
