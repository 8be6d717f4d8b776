import type * as v from 'valibot';
import type { SearchResult } from '../../../../shared/api/objects/reports/search-result.ts';
import { queryTerms } from '../../../../shared/domain/search-terms.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { customerName } from '../app/customer-name.ts';
import { money, numberText, percentText, priceText } from '../app/format.ts';
import { fetchNewestRows, type ListApi, MAX_NEWEST, type NewestRows } from '../app/newest.ts';
import { type NameApi, readNamesByIds } from '../objects/names.ts';
import type { RowOf } from '../objects/rows.ts';
import { meterText } from '../objects/usage/meter-texts.ts';
import type { EntityKind } from './forms.ts';

/** Finds the objects that a picker offers. */

export interface Option {
  /** The value of the field: the id, or the code of a coupon. */
  readonly value: string;
  readonly title: string;
  readonly detail: string;
}

/** The API calls with which a picker finds objects. */
interface PickerApi {
  readonly mode: Mode;
  readonly calls: NameApi['calls'] &
    ListApi['calls'] & {
      readonly search: (mode: Mode, query: URLSearchParams) => Promise<v.InferOutput<typeof SearchResult>>;
    };
}

const MAX_OPTIONS = 10;
/** Limit of a search, the maximum of the API. Higher than `MAX_OPTIONS`, because the picker drops archived coupons from the result. */
const MAX_HITS = '20';

export const customerOption = (row: RowOf['customers']): Option => ({
  value: row.id,
  title: customerName(row, row.id),
  detail: row.name === null ? '' : (row.email ?? ''),
});
export const productOption = ({ id, name, active }: RowOf['products']): Option => ({
  value: id,
  title: name,
  detail: active ? '' : 'Archived',
});
const couponOption = (row: RowOf['coupons']): Option => ({
  value: row.code,
  title: row.code,
  detail:
    row.percent_off === null ? `${money(row.amount_off_cents ?? 0, row.currency ?? 'EUR')} off` : `${percentText(row.percent_off)} off`,
});
export const clockOption = ({ id, name }: RowOf['test_clocks']): Option => ({
  value: id,
  title: name ?? id,
  detail: name === null ? '' : id,
});
export const meterOption = (row: RowOf['meters']): Option => ({ value: row.id, title: meterText(row), detail: '' });
export const priceOption = (price: RowOf['prices'], productName: string): Option => ({
  value: price.id,
  title: `${productName}, ${priceText(price)}`,
  detail: price.trial_days === 0 ? '' : `${price.trial_days} days trial`,
});

/** Returns a function that calls `read` once and returns the same result at every call. After a failure, the next call reads again. */
const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | null = null;
  return () => {
    result ??= read().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
};

/** The lists that a picker searches itself, because the API does not search them. Each is read once, when it is needed. */
export const pickerLists = (api: PickerApi) => ({
  prices: once(() => fetchNewestRows(api, 'prices', { active: 'true' })),
  meters: once(() => fetchNewestRows(api, 'meters', { status: 'active' })),
  test_clocks: once(() => fetchNewestRows(api, 'test_clocks', {})),
});

/** Where a picker finds objects. */
interface Source {
  readonly api: PickerApi;
  readonly lists: ReturnType<typeof pickerLists>;
}

/** The objects that match a text. */
export interface FoundOptions {
  /** The first objects; the newest ones if the text is empty. */
  readonly options: readonly Option[];
  /** Whether more objects match. */
  readonly hasMore: boolean;
  /** Whether all objects were searched, not only the newest ones. */
  readonly isComplete: boolean;
}

const foundOptionsOf = (matches: readonly Option[], { hasMore = false, isComplete = true } = {}): FoundOptions => ({
  options: matches.slice(0, MAX_OPTIONS),
  hasMore: hasMore || matches.length > MAX_OPTIONS,
  isComplete,
});

const hasText = (text: string, { title, detail }: Option): boolean => `${title} ${detail}`.toLowerCase().includes(text.toLowerCase());

/** The objects that the search of the API finds; if the text is empty, the newest ones that match `filters`. */
const searchObjects = async <Name extends 'customers' | 'products' | 'coupons'>(
  { calls, mode }: PickerApi,
  kind: Name,
  text: string,
  filters: Readonly<Record<string, string>> = {},
): Promise<{ readonly rows: readonly RowOf[Name][]; readonly hasMore: boolean }> => {
  const none = { data: [], has_more: false };
  const readFound = async () =>
    queryTerms(text).length > 0 ? (await calls.search(mode, new URLSearchParams({ query: text, limit: MAX_HITS })))[kind] : none;
  const newest = new URLSearchParams({ ...filters, limit: String(MAX_OPTIONS) });
  const { data, has_more: hasMore } = (text === '' ? await calls.page(mode, kind, newest) : await readFound()) ?? none;
  return { rows: data as readonly RowOf[Name][], hasMore };
};

/** The active prices of the products that the search finds. */
const readPricesOfProducts = async (api: PickerApi, text: string): Promise<readonly RowOf['prices'][]> => {
  const { rows: products } = await searchObjects(api, 'products', text);
  const lists = await Promise.all(products.map(({ id }) => fetchNewestRows(api, 'prices', { product_id: id, active: 'true' })));
  return lists.flatMap(({ rows }) => rows);
};

/** Finds the active prices whose product name or amount contains the text. */
const findPrices = async ({ api, lists }: Source, text: string): Promise<FoundOptions> => {
  const { rows, isComplete } = await lists.prices();
  const others = isComplete || text === '' ? [] : await readPricesOfProducts(api, text);
  const prices = [...new Map([...rows, ...others].map((price) => [price.id, price])).values()];
  const names = await readNamesByIds(
    api,
    prices.map(({ product_id: productId }) => productId),
  );
  const options = prices.map((price) => priceOption(price, names.get(price.product_id) ?? price.product_id));
  return foundOptionsOf(
    options.filter((option) => hasText(text, option)),
    { isComplete },
  );
};

/** Finds the objects of a list whose title or detail contains the text. */
const findIn = <R>({ rows, isComplete }: NewestRows<R>, optionFor: (row: R) => Option, text: string): FoundOptions =>
  foundOptionsOf(
    rows.map(optionFor).filter((option) => hasText(text, option)),
    { isComplete },
  );

const FINDERS: Readonly<Record<EntityKind, (source: Source, text: string) => Promise<FoundOptions>>> = {
  customers: async ({ api }, text) => {
    const { rows, hasMore } = await searchObjects(api, 'customers', text);
    return foundOptionsOf(rows.map(customerOption), { hasMore });
  },
  products: async ({ api }, text) => {
    const { rows, hasMore } = await searchObjects(api, 'products', text);
    return foundOptionsOf(rows.map(productOption), { hasMore });
  },
  coupons: async ({ api }, text) => {
    const { rows, hasMore } = await searchObjects(api, 'coupons', text, { active: 'true' });
    return foundOptionsOf(rows.filter(({ active }) => active).map(couponOption), { hasMore });
  },
  prices: findPrices,
  meters: async ({ lists }, text) => findIn(await lists.meters(), meterOption, text),
  test_clocks: async ({ lists }, text) => findIn(await lists.test_clocks(), clockOption, text),
};

/** Finds the objects of the kind that match the text. Throws `CallError`. */
export const findOptions = (source: Source, kind: EntityKind, text: string): Promise<FoundOptions> => FINDERS[kind](source, text);

/** What a picker says below its options; `null`: nothing, since it offers all objects that match. */
export const noteOf = ({ options, hasMore, isComplete }: FoundOptions, text: string): string | null => {
  const newest = numberText(MAX_NEWEST);
  if (hasMore) return text === '' ? 'Type to find others.' : 'There are more results. Type more to narrow them down.';
  if (options.length > 0) return isComplete ? null : `Only the newest ${newest} were searched. Enter an id to find others.`;
  if (text === '') return 'There is none yet.';
  return isComplete ? `No results for “${text}”.` : `No results for “${text}” among the newest ${newest}. Enter an id to find others.`;
};
