import * as v from 'valibot';
import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { couponAggregate, viewCoupon } from '../../shared/domain/coupon/record.ts';
import { updateCoupon } from '../../shared/domain/coupon/update.ts';
import { loadCouponContext } from '../../shared/flows/load/coupons.ts';
import * as terms from './fields.ts';

const body = v.strictObject({
  active: described(
    v.optional(v.boolean()),
    doc('`false` disables the code, `true` enables the code again. Existing discounts do not change.'),
  ),
  max_redemptions: described(
    v.optional(v.nullable(terms.maxRedemptions)),
    doc('How often the coupon can be redeemed in total; `null`: without limit.'),
  ),
  max_redemptions_per_customer: described(
    v.optional(v.nullable(terms.maxRedemptions)),
    doc('How often one customer can redeem the coupon; `null`: without limit.'),
  ),
  min_amount_cents: described(
    v.optional(v.nullable(terms.minAmountCents)),
    doc('Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price.'),
  ),
  applies_to_price_ids: described(
    v.optional(v.nullable(terms.appliesToPriceIds)),
    doc('Ids of the prices that the coupon can be used for; `null`: all prices.'),
  ),
  redeem_by: described(
    v.optional(v.nullable(terms.redeemBy)),
    doc('Time in the future until which the coupon can be redeemed, Unix seconds; `null`: without end.'),
  ),
  metadata: fields.changedMetadata,
});

export const operation = defineOperation({
  id: 'coupons.update',
  method: 'POST',
  path: '/v1/coupons/{coupon_id}',
  summary: 'Update a coupon',
  description: doc(
    'Omitted fields keep their values; `null` clears `max_redemptions`, `max_redemptions_per_customer`, `min_amount_cents`, `applies_to_price_ids` and `redeem_by`. `active: false` disables the code. Existing discounts do not change.',
  ),
  events: ['coupon.updated'],
  auth: apiKey('coupons:write'),
  profile: 'write',
  params: { coupon_id: fields.idParams.coupon },
  body,
  response: Coupon,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [coupon, couponContext] = await Promise.all([
        store.get(couponAggregate, tenant, params.coupon_id),
        loadCouponContext(store, tenant, input.applies_to_price_ids),
      ]);
      return { coupon, ...couponContext };
    },
    nowOf: () => null,
    decide: (state, context) => updateCoupon(camelKeys(input), state, context),
    answer: (coupon) => viewCoupon(coupon, tenant),
  }),
);
