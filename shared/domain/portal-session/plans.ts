import type { OfferedPlans } from '../account/record.ts';
import { type BillingParties, taxTreatmentFor } from '../parties.ts';
import type { Price } from '../price/record.ts';
import { type PriceSummary, summarize, taxCategoryOf, viewPriceSummary } from '../price/summary.ts';
import type { Product } from '../product/record.ts';
import { isOfferedInPortal } from '../subscription/change/offered-plans.ts';
import type { Subscription } from '../subscription/types.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { viewChargedPrice, viewTax } from './charged.ts';

/** The prices that the portal offers for the subscription, in the given order. */
export const plansFor = (
  plans: OfferedPlans,
  subscription: Subscription,
  prices: readonly { readonly price: Price; readonly product: Product }[],
): readonly PriceSummary[] =>
  prices
    .filter(({ price, product }) => isOfferedInPortal(plans, subscription, price, product))
    .map(({ price, product }) => summarize(price, product));

/** The API's `portal.plans`: each plan with the tax and price of a change to it at `now`. */
export const viewPlans = (plans: readonly PriceSummary[], parties: BillingParties, now: number, tenant: Tenant) => ({
  object: 'portal.plans' as const,
  livemode: livemode(tenant),
  data: plans.map((plan) => {
    const tax = taxTreatmentFor(parties, { at: now, category: taxCategoryOf(plan) });
    return { ...viewPriceSummary(plan), tax: viewTax(tax), ...viewChargedPrice(plan, tax) };
  }),
});
