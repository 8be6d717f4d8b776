import type { OfferedPlans } from '../../domain/account/record.ts';
import { activityOf } from '../../domain/catalogue-states.ts';
import { plansFor } from '../../domain/portal-session/plans.ts';
import { type Price, priceAggregate } from '../../domain/price/record.ts';
import type { PriceSummary } from '../../domain/price/summary.ts';
import { productAggregate } from '../../domain/product/record.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

const PAGE = 100;

/** Maximum number of price pages read; an account with more prices must list the prices that it offers. */
const MAX_PAGES = 10;

/**
 * Returns those `ids` that belong to a price in either mode: the list of offered prices is part of the branding, which both modes share.
 */
export const findExistingPriceIds = async (store: Store, { accountId }: Tenant, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const modes = await Promise.all((['live', 'test'] as const).map((mode) => store.getMany(priceAggregate, { accountId, mode }, ids)));
  return modes.flatMap((prices) => [...prices.keys()]);
};

const isOnSale = ({ active }: Price): boolean => active;

/** Lists at most `MAX_PAGES` pages of active prices, newest first. `productId: null`: of all products. */
const listPricesOnSale = async (store: Store, tenant: Tenant, productId: string | null): Promise<readonly Price[]> => {
  const by = productId === null ? undefined : { parentId: productId };
  const states = [activityOf({ active: true })];
  const prices: Price[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const startingAfter = prices.at(-1)?.id;
    const { items, hasMore } = await store.page(priceAggregate, tenant, { limit: PAGE, startingAfter, by, states, where: isOnSale });
    prices.push(...items.map(({ record }) => record));
    if (!hasMore || items.length === 0) break;
  }
  return prices;
};

/** Loads the prices that the account's setting `plans` includes, in display order. */
const loadIncludedPrices = async (store: Store, tenant: Tenant, plans: OfferedPlans, productId: string): Promise<readonly Price[]> => {
  if (plans === 'all' || plans === 'same_product') return listPricesOnSale(store, tenant, plans === 'all' ? null : productId);
  const prices = await store.getMany(priceAggregate, tenant, plans);
  return plans.flatMap((id) => prices.get(id)?.record ?? []);
};

/** Loads the plans that the portal offers for the subscription. */
export const loadPlans = async (
  store: Store,
  tenant: Tenant,
  plans: OfferedPlans,
  subscription: Subscription,
): Promise<readonly PriceSummary[]> => {
  const prices = await loadIncludedPrices(store, tenant, plans, subscription.price.productId);
  const products = await store.getMany(productAggregate, tenant, [...new Set(prices.map(({ productId }) => productId))]);
  return plansFor(
    plans,
    subscription,
    prices.flatMap((price) => {
      const product = products.get(price.productId)?.record;
      return product === undefined ? [] : { price, product };
    }),
  );
};
