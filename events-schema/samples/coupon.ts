import type * as v from 'valibot';
import type { Coupon } from '../../shared/api/objects/coupon.ts';
import { examplesOf, id, START } from './example.ts';

const coupon: v.InferOutput<typeof Coupon> = {
  id: id('cpn', 1),
  object: 'coupon',
  created: START,
  livemode: false,
  code: 'WELCOME',
  discount_type: 'percent',
  percent_off: 20,
  amount_off_cents: null,
  currency: null,
  duration: 'repeating',
  duration_in_months: 3,
  max_redemptions: 100,
  max_redemptions_per_customer: 1,
  times_redeemed: 0,
  min_amount_cents: null,
  applies_to_price_ids: null,
  redeem_by: null,
  active: true,
  metadata: {},
};

export const couponExamples = examplesOf(coupon, {
  'coupon.created': { previous: null, invalid: { data: { amount_off_cents: 500 } } },
  'coupon.updated': {
    data: { active: false },
    previous: { active: true },
    invalid: { data: { percent_off: undefined, discount_value: 20 } },
  },
});
