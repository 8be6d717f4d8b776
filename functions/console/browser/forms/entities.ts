import type { Api } from '../app/api.ts';
import { customerName } from '../app/customer-name.ts';
import { money, percentText, priceText } from '../app/format.ts';
import { search } from '../app/hits.ts';
import { ID } from '../app/screens.ts';
import type { RowOf } from '../objects/rows.ts';
import { meterText } from '../objects/usage/meter-texts.ts';
import type { EntityKind } from './forms.ts';

/** The objects that a picker offers. */

export interface Option {
  /** The value of the field: the id, or the code of a coupon. */
  readonly value: string;
  readonly title: string;
  readonly detail: string;
}

const MAX_OPTIONS = 10;
/** Page size of lists that the picker filters by the typed text. */
const FILTERED_PAGE_SIZE = '100';

const customerOption = (row: RowOf['customers']): Option => ({
  value: row.id,
  title: customerName(row, row.id),
  detail: row.name === null ? '' : (row.email ?? ''),
});
const productOption = ({ id, name, active }: RowOf['products']): Option => ({ value: id, title: name, detail: active ? '' : 'Archived' });
const couponOption = (row: RowOf['coupons']): Option => ({
  value: row.code,
  title: row.code,
  detail:
    row.percent_off === null ? `${money(row.amount_off_cents ?? 0, row.currency ?? 'EUR')} off` : `${percentText(row.percent_off)} off`,
});
const clockOption = ({ id, name }: RowOf['test_clocks']): Option => ({ value: id, title: name ?? id, detail: name === null ? '' : id });
const meterOption = (row: RowOf['meters']): Option => ({ value: row.id, title: meterText(row), detail: '' });
const priceOption = (price: RowOf['prices'], productName: string): Option => ({
  value: price.id,
  title: `${productName}, ${priceText(price)}`,
  detail: price.trial_days === 0 ? '' : `${price.trial_days} days trial`,
});

const fetchPage = async <Path extends 'customers' | 'products' | 'prices' | 'meters' | 'coupons' | 'test_clocks'>(
  { calls, mode }: Api,
  path: Path,
  query: Readonly<Record<string, string>>,
) => (await calls.page(mode, path, new URLSearchParams(query))).data;

const hasText = (text: string, { title, detail }: Option): boolean => `${title} ${detail}`.toLowerCase().includes(text.toLowerCase());

/** The objects that the search finds; the newest ones if the text is empty. */
const searchObjects = async <Name extends 'customers' | 'products' | 'coupons'>(
  api: Api,
  kind: Name,
  text: string,
): Promise<readonly RowOf[Name][]> => {
  if (text === '') return (await fetchPage(api, kind, { limit: String(MAX_OPTIONS) })) as readonly RowOf[Name][];
  const hits = await search(api.calls, api.mode, text, MAX_OPTIONS);
  return hits.filter(({ screen }) => screen === kind).map(({ row }) => row as RowOf[Name]);
};

/** Finds the active prices whose product name or amount contains the text. */
const findPrices = async (api: Api, text: string): Promise<readonly Option[]> => {
  const [prices, products, found] = await Promise.all([
    fetchPage(api, 'prices', { limit: FILTERED_PAGE_SIZE, active: 'true' }),
    fetchPage(api, 'products', { limit: FILTERED_PAGE_SIZE }),
    text === '' ? [] : searchObjects(api, 'products', text),
  ]);
  const names = new Map([...products, ...found].map(({ id, name }) => [id, name]));
  const missing = found.filter(({ id }) => !prices.some((price) => price.product_id === id));
  const others = await Promise.all(
    missing.map(({ id }) => fetchPage(api, 'prices', { product_id: id, active: 'true', limit: FILTERED_PAGE_SIZE })),
  );
  return [...prices, ...others.flat()]
    .map((price) => priceOption(price, names.get(price.product_id) ?? price.product_id))
    .filter((option) => hasText(text, option));
};

const FIND: Readonly<Record<EntityKind, (api: Api, text: string) => Promise<readonly Option[]>>> = {
  customers: async (api, text) => (await searchObjects(api, 'customers', text)).map(customerOption),
  products: async (api, text) => (await searchObjects(api, 'products', text)).map(productOption),
  coupons: async (api, text) => (await searchObjects(api, 'coupons', text)).filter(({ active }) => active).map(couponOption),
  prices: findPrices,
  meters: async (api, text) =>
    (await fetchPage(api, 'meters', { limit: FILTERED_PAGE_SIZE, status: 'active' }))
      .map(meterOption)
      .filter((option) => hasText(text, option)),
  test_clocks: async (api, text) =>
    (await fetchPage(api, 'test_clocks', { limit: FILTERED_PAGE_SIZE })).map(clockOption).filter((option) => hasText(text, option)),
};

/** The first objects of the kind that match the text; the newest ones if the text is empty. Throws `CallError`. */
export const findOptions = async (api: Api, kind: EntityKind, text: string): Promise<readonly Option[]> =>
  (await FIND[kind](api, text)).slice(0, MAX_OPTIONS);

/** The option for the current value of a field; `null`: no such object, or it could not be read. */
export const optionOf = async (api: Api, kind: EntityKind, value: string): Promise<Option | null> => {
  if (kind === 'coupons') return { value, title: value, detail: '' };
  const row = await api.calls.object(api.mode, `${kind}/${encodeURIComponent(value)}`).catch(() => null);
  if (row === null) return null;
  if (kind === 'customers') return customerOption(row as RowOf['customers']);
  if (kind === 'products') return productOption(row as RowOf['products']);
  if (kind === 'meters') return meterOption(row as RowOf['meters']);
  if (kind === 'test_clocks') return clockOption(row as RowOf['test_clocks']);
  const price = row as RowOf['prices'];
  const product = (await api.calls.object(api.mode, `products/${price.product_id}`).catch(() => null)) as RowOf['products'] | null;
  return priceOption(price, product?.name ?? price.product_id);
};

/** Whether a typed text can be the field's value without choosing an option: an id, or for coupons any text, since it can be a code. */
export const isValue = (kind: EntityKind, text: string): boolean => kind === 'coupons' || ID.test(text);
