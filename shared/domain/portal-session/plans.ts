import type { OfferedPlans } from '../account/record.ts';
import type { Price } from '../price/record.ts';
import { type PriceSummary, summarize, viewPriceSummary } from '../price/summary.ts';
import type { Product } from '../product/record.ts';
import { isOffered } from '../subscription/change/offered-plans.ts';
import type { Subscription } from '../subscription/types.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** The prices that the portal offers for the subscription, in the given order. */
export const plansFor = (
  plans: OfferedPlans,
  subscription: Subscription,
  prices: readonly { readonly price: Price; readonly product: Product }[],
): readonly PriceSummary[] =>
  prices
    .filter(({ price, product }) => isOffered(plans, subscription, price, product))
    .map(({ price, product }) => summarize(price, product));

export const viewPlans = (plans: readonly PriceSummary[], tenant: Tenant) => ({
  object: 'portal.plans' as const,
  livemode: livemode(tenant),
  data: plans.map(viewPriceSummary),
});
