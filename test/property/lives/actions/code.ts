import fc from 'fast-check';
import { productAggregate } from '../../../../shared/domain/product/record.ts';
import { applyCouponToSubscription } from '../../../../shared/domain/subscription/apply-coupon.ts';
import { findCoupon } from '../../../../shared/flows/coupons.ts';
import { loadCourse } from '../../../../shared/flows/course.ts';
import { SYSTEM } from '../../../../shared/store/audit/entries.ts';
import type { CouponTerms } from '../amounts.ts';
import { bind } from '../life.ts';
import { defineAction } from './action.ts';

const coupon: fc.Arbitrary<CouponTerms> = fc.constantFrom<CouponTerms>(
  { percentBasisPoints: 5000, amountOffCents: null, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 700, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 1000, duration: 'repeating', months: 3 },
  { percentBasisPoints: null, amountOffCents: 150, duration: 'forever', months: null },
  { percentBasisPoints: 1250, amountOffCents: null, duration: 'repeating', months: 2 },
);

/** The customer enters a code in the portal, in the middle of a period. */
export const code = defineAction({
  name: 'code',
  weight: 2,
  given: coupon,
  perform: async (life, terms) => {
    const { shop, model, subscriptionId } = life;
    const { tenant, customerId, fixture } = shop;
    const { store } = fixture;
    life.keys += 1;
    const entered = `PORTAL-${life.keys}`;
    await bind(shop, terms, entered, null);
    const load = async () => {
      const [course, found] = await Promise.all([
        loadCourse(store, tenant, subscriptionId),
        findCoupon(store, tenant, entered, customerId),
      ]);
      const productId = course.subscription?.record.price.productId;
      const product = productId === undefined ? null : await store.get(productAggregate, tenant, productId);
      return { ...course, found, product: product?.record ?? null };
    };
    const outcome = await store.run({
      tenant,
      actor: SYSTEM,
      load,
      nowOf: ({ moment }) => moment,
      decide: (state, context) => applyCouponToSubscription(null, state, context),
    });
    const answered = outcome.kind === 'refused' ? outcome.refusal.code : null;
    const expected = model.enter(terms);
    if (answered !== expected) throw new Error(`the code was answered ${answered}, not ${expected}`);
    if (expected === null) life.happened('code entered');
  },
});
