import { change } from '../../../shared/domain/aggregate.ts';
import { createCoupon } from '../../../shared/domain/coupon/create.ts';
import { type Price, priceAggregate } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { findCoupon } from '../../../shared/flows/load/coupons.ts';
import { type Shop, write } from '../../provider/shop.ts';
import type { CouponTerms } from './amounts.ts';
import { PLANS, type Plan } from './sale.ts';

export const pricingOf = ({ amountCents, tiers, interval }: Plan): Pick<Price, 'amountCents' | 'interval' | 'usageType' | 'tiers'> => ({
  amountCents,
  interval,
  usageType: amountCents === null ? 'metered' : 'licensed',
  tiers:
    amountCents === null
      ? tiers.map(({ upTo, flatCents, unitMills }) => ({ upTo, flatAmountCents: flatCents, unitAmountDecimal: String(unitMills / 1000) }))
      : null,
});

/**
 * The price that is sold, as this plan (`null`: as it is), and those of all other plans, which nothing is sold at, by name. Their product
 * takes codes.
 */
export const shelve = async (shop: Shop, plan: Plan | null): Promise<ReadonlyMap<string, string>> => {
  const { items } = await shop.fixture.store.page(priceAggregate, shop.tenant, { limit: 1 });
  const [sold] = items;
  if (sold === undefined) throw new Error('no price');
  const product = await shop.fixture.store.get(productAggregate, shop.tenant, sold.record.productId);
  if (product === null) throw new Error('no product');
  const others = PLANS.map((other, index): readonly [Plan, Price] => [
    other,
    { ...sold.record, ...pricingOf(other), id: `price_${String(index).padStart(26, '0')}` },
  ]);
  await write(shop, () => ({
    changes: [
      change(productAggregate, product, { ...product.record, allowPromotionCodes: true }),
      change(priceAggregate, sold, { ...sold.record, ...(plan === null ? {} : pricingOf(plan)) }),
      ...others.map(([, price]) => change(priceAggregate, null, price)),
    ],
    events: [],
    result: null,
  }));
  return new Map([['sold', sold.record.id], ...others.map(([{ name }, { id }]) => [name, id] as const)]);
};

/** A code for these prices; `null`: for all. */
export const bind = async (shop: Shop, coupon: CouponTerms, code: string, priceIds: readonly string[] | null) => {
  const { percentBasisPoints: percentOffBasisPoints, amountOffCents, duration, months: durationInMonths } = coupon;
  const { items } = await shop.fixture.store.page(priceAggregate, shop.tenant, { limit: 1 });
  const { currency = 'EUR' } = items[0]?.record ?? {};
  const command = { code, currency, percentOffBasisPoints, amountOffCents, duration, durationInMonths, appliesToPriceIds: priceIds };
  const environment = { knownPriceIds: new Set(priceIds), currencies: [currency] };
  await write(shop, (context) => createCoupon(command, environment, context));
  return findCoupon(shop.fixture.store, shop.tenant, code, null);
};
