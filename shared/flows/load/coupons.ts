import type { CouponContext } from '../../domain/coupon/create.ts';
import { type CouponLookup, customerUsesCounter, usesCounter } from '../../domain/coupon/eligibility.ts';
import { codeClaim, couponAggregate } from '../../domain/coupon/record.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../domain/price/currencies.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/**
 * Finds the coupon of a code with its redemption counts, strongly consistent. `customerId`: the customer who redeems the code; `null`:
 * unknown.
 */
export const findCoupon = async (store: Store, tenant: Tenant, code: string, customerId: string | null): Promise<CouponLookup> => {
  const id = await store.ownerOf(tenant, codeClaim(code));
  if (id === null) return { coupon: null, uses: 0, customerUses: 0 };
  const [coupon, uses, customerUses] = await Promise.all([
    store.get(couponAggregate, tenant, id),
    store.counter(tenant, usesCounter(id)),
    customerId === null ? 0 : store.counter(tenant, customerUsesCounter(id, customerId)),
  ]);
  return { coupon, uses, customerUses };
};

/** Loads the prices and currencies that the terms of a coupon are checked against. */
export const loadCouponContext = async (
  store: Store,
  tenant: Tenant,
  priceIds: readonly string[] | null | undefined,
): Promise<CouponContext> => {
  const distinctPriceIds = [...new Set(priceIds ?? [])];
  const [prices, currencies] = await Promise.all([
    distinctPriceIds.length === 0 ? null : store.getMany(priceAggregate, tenant, distinctPriceIds),
    store.get(billingCurrenciesAggregate, tenant, BILLING_CURRENCIES_ID),
  ]);
  return { knownPriceIds: new Set(prices?.keys()), currencies: currencies?.record.currencies ?? [] };
};
