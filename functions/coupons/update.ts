import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { couponAggregate, viewCoupon } from '../../shared/domain/coupon/record.ts';
import { updateCoupon } from '../../shared/domain/coupon/update.ts';
import { loadCouponContext } from '../../shared/flows/load/coupons.ts';
import * as terms from './fields.ts';

const body = v.strictObject({
  active: v.optional(v.boolean()),
  max_redemptions: v.optional(v.nullable(terms.maxRedemptions)),
  max_redemptions_per_customer: v.optional(v.nullable(terms.maxRedemptions)),
  min_amount_cents: v.optional(v.nullable(terms.minAmountCents)),
  applies_to_price_ids: v.optional(v.nullable(terms.appliesToPriceIds)),
  redeem_by: v.optional(v.nullable(terms.redeemBy)),
  metadata: v.optional(fields.metadata),
});

export const operation = defineOperation({
  id: 'coupons.update',
  method: 'POST',
  path: '/v1/coupons/{coupon_id}',
  summary: 'Update a coupon',
  description:
    'Omitted fields keep their values; `null` clears `max_redemptions`, `max_redemptions_per_customer`, `min_amount_cents`, `applies_to_price_ids` and `redeem_by`. `active: false` disables the code. Existing discounts do not change.',
  auth: apiKey('coupons:write'),
  profile: 'write',
  params: { coupon_id: fields.ids.coupon },
  body,
  response: Coupon,
  errors: ['resource_missing'],
});

const commandOf = (input: v.InferOutput<typeof body>) => ({
  active: input.active,
  maxRedemptions: input.max_redemptions,
  maxRedemptionsPerCustomer: input.max_redemptions_per_customer,
  minAmountCents: input.min_amount_cents,
  appliesToPriceIds: input.applies_to_price_ids,
  redeemBy: input.redeem_by,
  metadata: input.metadata,
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
    decide: (state, context) => updateCoupon(commandOf(input), state, context),
    answer: (coupon) => viewCoupon(coupon, tenant),
  }),
);
