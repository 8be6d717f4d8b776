import fc from 'fast-check';
import { enterCode } from '../../histories/valued.ts';
import type { CouponTerms } from '../amounts.ts';
import { bind } from '../shelf.ts';
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
    life.keys += 1;
    const entered = `PORTAL-${life.keys}`;
    await bind(shop, terms, entered, null);
    const outcome = await enterCode(shop, shop.fixture.store, subscriptionId, entered);
    const answered = outcome.kind === 'refused' ? outcome.refusal.code : null;
    const expected = model.enter(terms);
    if (answered !== expected) throw new Error(`the code was answered ${answered}, not ${expected}`);
    if (expected === null) life.happened('code entered');
  },
});
