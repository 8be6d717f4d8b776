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
    'Fields left out keep their values; `null` clears `max_redemptions`, `max_redemptions_per_customer`, `min_amount_cents`, `applies_to_price_ids` and `redeem_by`. `active: false` withdraws the code. Discounts that were given already stay as they are.',
  auth: apiKey('coupons:write'),
  profile: 'write',
  params: { coupon_id: fields.ids.coupon },
  query: null,
  body,
  response: Coupon,
  errors: ['resource_missing'],
});

const commandOf = (given: v.InferOutput<typeof body>) => ({
  active: given.active,
  maxRedemptions: given.max_redemptions,
  maxRedemptionsPerCustomer: given.max_redemptions_per_customer,
  minAmountCents: given.min_amount_cents,
  appliesToPriceIds: given.applies_to_price_ids,
  redeemBy: given.redeem_by,
  metadata: given.metadata,
});

export const handler = serve(operation, async ({ params, body: given }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [coupon, around] = await Promise.all([
        store.get(couponAggregate, tenant, params.coupon_id),
        loadCouponContext(store, tenant, given.applies_to_price_ids),
      ]);
      return { coupon, ...around };
    },
    nowOf: () => null,
    decide: (state, context) => updateCoupon(commandOf(given), state, context),
    answer: (coupon) => viewCoupon(coupon, tenant),
  }),
);
