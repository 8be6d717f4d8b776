import type { Calls } from '../app/calls.ts';
import { priceText } from '../app/format.ts';
import { fetchAllRows } from '../exports/all-rows.ts';
import type { Row, RowOf } from '../objects/rows.ts';
import type { PriceChoice } from './plans.ts';

/** A price of the account, as an option of a select. */
export interface PriceOption extends PriceChoice {
  readonly label: string;
}

const fetchActive = (calls: Calls, path: string): Promise<readonly Row[]> =>
  fetchAllRows({ filters: { active: 'true' }, fetchPage: (query) => calls.page('test', path, query) });

const labelOf = (price: Row, productName: string): string => `${productName}, ${priceText(price as RowOf['prices'])}`;

/** Fetches the active prices of test mode whose product is active too, sorted by label. */
export const fetchPriceOptions = async (calls: Calls): Promise<readonly PriceOption[]> => {
  const [products, prices] = await Promise.all([fetchActive(calls, 'products'), fetchActive(calls, 'prices')]);
  const names = new Map(products.map((product) => [String(product['id']), String(product['name'])]));
  return prices
    .flatMap((price) => {
      const [id, productId, interval] = [String(price['id']), String(price['product_id']), String(price['interval'])];
      const productName = names.get(productId);
      return productName === undefined ? [] : [{ id, productId, productName, interval, label: labelOf(price, productName) }];
    })
    .sort((one, other) => one.label.localeCompare(other.label));
};
