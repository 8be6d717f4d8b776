import fc from 'fast-check';
import { enterCode } from '../../histories/requests.ts';
import type { CouponTerms } from '../amounts.ts';
import { createCode } from '../prices.ts';
import { defineAction } from './action.ts';

const coupon: fc.Arbitrary<CouponTerms> = fc.constantFrom<CouponTerms>(
  { percentBasisPoints: 5000, amountOffCents: null, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 700, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 1000, duration: 'repeating', months: 3 },
  { percentBasisPoints: null, amountOffCents: 150, duration: 'forever', months: null },
  { percentBasisPoints: 1250, amountOffCents: null, duration: 'repeating', months: 2 },
);

/** The customer enters a code in the portal. */
export const code = defineAction({
  name: 'code',
  weight: 2,
  inputs: coupon,
  perform: async (simulation, terms) => {
    const { shop, model, subscriptionId } = simulation;
    simulation.keyCount += 1;
    const couponCode = `PORTAL-${simulation.keyCount}`;
    await createCode(shop, terms, couponCode, null);
    const actual = await enterCode(shop, shop.fixture.store, subscriptionId, couponCode);
    const expected = model.enterCode(terms);
    if (actual !== expected) throw new Error(`entering a code returned ${actual}, not ${expected}`);
    if (expected === null) simulation.countAction('code entered');
  },
});
