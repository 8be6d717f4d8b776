import { isDeepStrictEqual } from 'node:util';
import type { ProductEntry } from './catalogue.ts';
import { type ApiObject, type Change, type PlanContext, Reference } from './change.ts';
import {
  differingFields,
  isActive,
  keyOf,
  NOTES,
  pick,
  planArchival,
  planCreation,
  planUpdates,
  singleObject,
  withEntryKey,
} from './entries.ts';
import { type Fields, isUpdatable, type KindSchemas } from './kinds.ts';

interface PricePlan {
  readonly changes: readonly Change[];
  /** Archives the replaced prices. Executed after the change of the product's default price. */
  readonly archived: readonly Change[];
  /** The id of the price that is sold from now on; a reference if the plan creates the price. */
  readonly id: string | Reference;
  readonly isSold: boolean;
}

/**
 * Plans one price. The terms of a price cannot be changed. If the file has other terms, an archived price with these terms is used again,
 * or a new price is created.
 */
const planPrice = (
  key: string,
  fields: Fields,
  schemas: KindSchemas,
  product: { readonly id: string | Reference; readonly prices: readonly ApiObject[] },
): PricePlan => {
  const desired = withEntryKey('prices', key, fields);
  const terms = pick(
    desired,
    Object.keys(desired).filter((name) => !isUpdatable(schemas, name)),
  );
  const isSold = desired['active'] === true;
  const own = product.prices.filter((price) => keyOf('prices', price) === key);
  const same = own.filter((price) => differingFields(terms, price).length === 0);
  const chosen = same.find(isActive) ?? same[0];
  const archived = own
    .filter((price) => price !== chosen && isActive(price))
    .map((price) => planArchival('prices', key, price, NOTES.replaced));
  if (chosen === undefined) {
    const created = planCreation('prices', key, schemas, [fields, { product_id: product.id }]);
    return { changes: created, archived, id: new Reference('prices', key), isSold };
  }
  const updates = planUpdates('prices', key, schemas, [desired, chosen]);
  const changes = isSold && !isActive(chosen) ? updates.map((change) => ({ ...change, note: NOTES.reactivated })) : updates;
  return { changes, archived, id: chosen.id, isSold };
};

/**
 * Plans the default price: the one that the file names, or the price that replaces the former default. Adds a problem to `problems` if the
 * file archives the price that becomes the default: the service refuses that.
 */
const planDefault = (
  key: string,
  entry: ProductEntry,
  product: ApiObject | undefined,
  prices: ReadonlyMap<string, PricePlan>,
  problems: string[],
): readonly Change[] => {
  const before = (product?.['default_price_id'] ?? null) as string | null;
  const [first] = prices.values();
  const replacing = [...prices.values()].find(({ archived, isSold }) => isSold && archived.some(({ id }) => id === before));
  const chosen = entry.defaultPrice === null ? replacing : prices.get(entry.defaultPrice);
  // The service makes the first price of a product its default.
  const stored = before ?? first?.id;
  if (chosen === undefined || isDeepStrictEqual(chosen.id, stored)) return [];
  if (!chosen.isSold) problems.push(`products.${key}.default_price: ${entry.defaultPrice} has "active: false". Choose an active price.`);
  return [
    {
      action: 'update',
      kind: 'products',
      key,
      id: product?.id ?? null,
      fields: { default_price_id: chosen.id },
      before: { default_price_id: before },
      note: null,
    },
  ];
};

/** Plans a product and its prices. Sets the ids of its prices in the context. */
export const planProduct = (key: string, entry: ProductEntry, { schemas, current, prices, problems }: PlanContext) => {
  const product = singleObject(
    'products',
    key,
    current.products.filter((each) => keyOf('products', each) === key),
    problems,
  );
  const productChanges =
    product === undefined
      ? planCreation('products', key, schemas.products, [entry.fields, {}])
      : planUpdates('products', key, schemas.products, [withEntryKey('products', key, entry.fields), product]);
  const target = {
    id: product?.id ?? new Reference('products', key),
    prices: current.prices.filter((each) => each['product_id'] === product?.id),
  };
  const planned = new Map(
    Object.entries(entry.prices).map(([name, fields]) => [name, planPrice(`${key}.${name}`, fields, schemas.prices, target)] as const),
  );
  for (const [name, { id }] of planned) prices.set(`${key}.${name}`, id);
  const all = [...planned.values()];
  return [
    ...productChanges,
    ...all.flatMap(({ changes }) => changes),
    ...planDefault(key, entry, product, planned, problems),
    ...all.flatMap(({ archived }) => archived),
  ];
};
