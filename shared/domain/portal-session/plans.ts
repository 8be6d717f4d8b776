import { livemode, type Tenant } from '../kernel.ts';
import type { Price } from '../price/record.ts';
import { type PriceSummary, summarize, viewPriceSummary } from '../price/summary.ts';
import type { Product } from '../product/record.ts';

/** As many as a customer can choose from at a glance. */
const MOST_PLANS = 24;

/**
 * What a customer may change to by themselves: other prices of the same product that are on sale in the same currency. Other products
 * are other things, which the account offers where it wants to.
 */
export const plansFor = (current: PriceSummary, product: Product | null, prices: readonly Price[]): readonly PriceSummary[] =>
  product === null || !product.active
    ? []
    : prices
        .filter(({ id, active, currency }) => active && id !== current.id && currency === current.currency)
        .slice(0, MOST_PLANS)
        .map((price) => summarize(price, product));

export const viewPlans = (plans: readonly PriceSummary[], tenant: Tenant) => ({
  object: 'portal.plans' as const,
  livemode: livemode(tenant),
  data: plans.map(viewPriceSummary),
});
