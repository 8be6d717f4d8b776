import type { Calls } from '../app/calls.ts';
import { money } from '../app/format.ts';
import type { Row } from '../objects/rows.ts';
import { retryRateLimited } from './calls.ts';
import type { PriceChoice } from './plans.ts';

/** A price of the account, as an option of a select. */
export interface PriceOption extends PriceChoice {
  readonly label: string;
}

const PAGE_SIZE = '100';

const fetchAll = async (calls: Calls, path: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const query = new URLSearchParams({
      active: 'true',
      limit: PAGE_SIZE,
      ...(last === undefined ? {} : { starting_after: String(last['id']) }),
    });
    const { data, has_more: hasMore } = await retryRateLimited(() => calls.page('test', path, query));
    rows.push(...data);
    if (!hasMore) return rows;
  }
};

const labelOf = (price: Row, productName: string): string => {
  const [currency, cents] = [String(price['currency']), price['amount_cents']];
  const amount = typeof cents === 'number' ? money(cents, currency) : 'by usage';
  return `${productName}: ${amount} a ${String(price['interval'])}, ${currency}`;
};

/** Fetches the active prices of test mode whose product is active too, sorted by label. */
export const priceOptions = async (calls: Calls): Promise<readonly PriceOption[]> => {
  const [products, prices] = await Promise.all([fetchAll(calls, 'products'), fetchAll(calls, 'prices')]);
  const names = new Map(products.map((product) => [String(product['id']), String(product['name'])]));
  return prices
    .flatMap((price) => {
      const [id, productId, interval] = [String(price['id']), String(price['product_id']), String(price['interval'])];
      const productName = names.get(productId);
      return productName === undefined ? [] : [{ id, productId, productName, interval, label: labelOf(price, productName) }];
    })
    .sort((one, other) => one.label.localeCompare(other.label));
};
