import { type CustomerSummaryView, customerAggregate, viewCustomerSummary } from '../../domain/customer/record.ts';
import { type PriceView, priceAggregate, viewPrice } from '../../domain/price/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Fetches the summaries of customers by id, in one batch. Deleted, purged and unknown customers are not in the map [EXP-08]. */
export const fetchCustomerSummaries = async (
  store: Store,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomerSummaryView>> => {
  const customers = await store.getMany(customerAggregate, tenant, [...new Set(ids)]);
  const existing = [...customers].filter(([, { record }]) => record.deletedAt === null);
  return new Map(existing.map(([id, { record }]) => [id, viewCustomerSummary(record)]));
};

/** Fills the field `customer` of the objects if `expand` contains it. */
export const withCustomers = async <T extends { readonly customer_id: string; readonly customer: CustomerSummaryView | null }>(
  store: Store,
  tenant: Tenant,
  expand: ReadonlySet<string>,
  objects: readonly T[],
): Promise<T[]> => {
  if (!expand.has('customer')) return [...objects];
  const summaries = await fetchCustomerSummaries(
    store,
    tenant,
    objects.map((object) => object.customer_id),
  );
  return objects.map((object) => ({ ...object, customer: summaries.get(object.customer_id) ?? null }));
};

/** Fills the field `default_price` of the products if `expand` contains it, in one batch [EXP-06]. */
export const withDefaultPrices = async <T extends { readonly default_price_id: string | null; readonly default_price: PriceView | null }>(
  store: Store,
  tenant: Tenant,
  expand: ReadonlySet<string>,
  products: readonly T[],
): Promise<T[]> => {
  const ids = products.flatMap(({ default_price_id: id }) => id ?? []);
  if (!expand.has('default_price') || ids.length === 0) return [...products];
  const prices = await store.getMany(priceAggregate, tenant, [...new Set(ids)]);
  return products.map((product) => {
    const price = prices.get(product.default_price_id ?? '');
    return { ...product, default_price: price === undefined ? null : viewPrice(price.record, tenant) };
  });
};
