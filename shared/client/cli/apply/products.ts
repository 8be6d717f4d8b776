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
  const own = product.prices.filter((price) => keyOf('prices', price) === key);
  const same = own.filter((price) => differingFields(terms, price).length === 0);
  const chosen = same.find(isActive) ?? same[0];
  const archived = own
    .filter((price) => price !== chosen && isActive(price))
    .map((price) => planArchival('prices', key, price, NOTES.replaced));
  if (chosen === undefined) {
    const created = planCreation('prices', key, schemas, [fields, { product_id: product.id }]);
    return { changes: created, archived, id: new Reference('prices', key) };
  }
  const isSoldAgain = !isActive(chosen) && desired['active'] === true;
  const changes = planUpdates('prices', key, schemas, [desired, chosen]);
  return { changes: isSoldAgain ? changes.map((change) => ({ ...change, note: NOTES.reactivated })) : changes, archived, id: chosen.id };
};

/** Plans the default price: the one that the file names, or the price that replaces the former default. */
const planDefault = (
  key: string,
  entry: ProductEntry,
  product: ApiObject | undefined,
  prices: ReadonlyMap<string, PricePlan>,
): readonly Change[] => {
  const before = (product?.['default_price_id'] ?? null) as string | null;
  const [first] = prices.values();
  const replacing = [...prices.values()].find(({ archived }) => archived.some(({ id }) => id === before));
  const desired = entry.defaultPrice === null ? replacing?.id : prices.get(entry.defaultPrice)?.id;
  // The service makes the first price of a product its default.
  const stored = before ?? first?.id;
  if (desired === undefined || isDeepStrictEqual(desired, stored)) return [];
  return [
    {
      action: 'update',
      kind: 'products',
      key,
      id: product?.id ?? null,
      fields: { default_price_id: desired },
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
    ...planDefault(key, entry, product, planned),
    ...all.flatMap(({ archived }) => archived),
  ];
};
