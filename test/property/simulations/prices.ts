import { change } from '../../../shared/domain/aggregate.ts';
import { createCoupon } from '../../../shared/domain/coupon/create.ts';
import { type Meter, meterAggregate } from '../../../shared/domain/meter/record.ts';
import { type Price, priceAggregate } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { findCoupon } from '../../../shared/flows/load/coupons.ts';
import { type Shop, writeDecision } from '../../provider/shop.ts';
import { writeChanges } from '../../store/support.ts';
import type { CouponTerms } from './amounts.ts';
import { PLANS, type Plan } from './sale.ts';

/** Name of the usage events that metered prices are billed from. */
export const EVENT_NAME = 'units';

/** The meter of all metered prices. */
const METER: Meter = {
  id: `mtr_${'0'.repeat(26)}`,
  created: 0,
  eventName: EVENT_NAME,
  aggregation: 'sum',
  valueKey: null,
  filters: [],
  status: 'active',
};

/** Adds the meter to a metered price; returns other prices unchanged. */
const withMeter = (price: Price): Price => (price.usageType === 'metered' ? { ...price, meterId: METER.id } : price);

/** Returns the fields of a price record that a plan defines. */
export const priceFieldsOf = ({ amountCents, tiers, interval }: Plan): Pick<Price, 'amountCents' | 'interval' | 'usageType' | 'tiers'> => ({
  amountCents,
  interval,
  usageType: amountCents === null ? 'metered' : 'licensed',
  tiers:
    amountCents === null
      ? tiers.map(({ upTo, flatCents, unitMillicents }) => ({
          upTo,
          flatAmountCents: flatCents,
          unitAmountDecimal: String(unitMillicents / 1000),
        }))
      : null,
});

/**
 * Gives the tenant's only price the terms of `plan` (`null`: it stays unchanged), creates a price for each of `PLANS`, and allows promotion
 * codes. Metered prices are billed from a meter. Returns the price ids by plan name; the price that the tenant had before is named `sold`.
 */
export const createPrices = async (shop: Shop, plan: Plan | null): Promise<ReadonlyMap<string, string>> => {
  const { items } = await shop.fixture.store.page(priceAggregate, shop.tenant, { limit: 1 });
  const [soldPrice] = items;
  if (soldPrice === undefined) throw new Error('The tenant has no price.');
  const product = await shop.fixture.store.get(productAggregate, shop.tenant, soldPrice.record.productId);
  if (product === null) throw new Error('The tenant has no product.');
  const others = PLANS.map((otherPlan, index): readonly [Plan, Price] => [
    otherPlan,
    withMeter({ ...soldPrice.record, ...priceFieldsOf(otherPlan), id: `price_${String(index).padStart(26, '0')}` }),
  ]);
  await writeChanges(shop.fixture.store, shop.tenant, [
    change(productAggregate, product, { ...product.record, allowPromotionCodes: true }),
    change(priceAggregate, soldPrice, withMeter({ ...soldPrice.record, ...(plan === null ? {} : priceFieldsOf(plan)) })),
    change(meterAggregate, null, METER),
    ...others.map(([, price]) => change(priceAggregate, null, price)),
  ]);
  return new Map([['sold', soldPrice.record.id], ...others.map(([{ name }, { id }]) => [name, id] as const)]);
};

/** Creates a coupon with the code. `priceIds`: the prices that it applies to; `null`: all. */
export const createCode = async (shop: Shop, coupon: CouponTerms, code: string, priceIds: readonly string[] | null) => {
  const { percentBasisPoints: percentOffBasisPoints, amountOffCents, duration, months: durationInMonths } = coupon;
  const { items } = await shop.fixture.store.page(priceAggregate, shop.tenant, { limit: 1 });
  const { currency = 'EUR' } = items[0]?.record ?? {};
  const command = { code, currency, percentOffBasisPoints, amountOffCents, duration, durationInMonths, appliesToPriceIds: priceIds };
  const environment = { knownPriceIds: new Set(priceIds), currencies: [currency] };
  await writeDecision(shop, (context) => createCoupon(command, environment, context));
  return findCoupon(shop.fixture.store, shop.tenant, code, null);
};
