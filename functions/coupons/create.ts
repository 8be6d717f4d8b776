import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { createCoupon } from '../../shared/domain/coupon/create.ts';
import { viewCoupon } from '../../shared/domain/coupon/record.ts';
import { percentAsBasisPoints } from '../../shared/domain/discounts.ts';
import { loadCouponContext } from '../../shared/flows/load/coupons.ts';
import * as terms from './fields.ts';

const body = v.strictObject({
  code: fields.text(1, 64),
  discount_type: v.optional(v.picklist(['percent', 'fixed_amount'])),
  percent_off: v.nullish(terms.percentOff),
  amount_off_cents: v.nullish(terms.amountOffCents),
  currency: v.nullish(fields.currencyCode),
  duration: v.optional(v.picklist(['once', 'forever', 'repeating'])),
  duration_in_months: v.nullish(terms.durationInMonths),
  max_redemptions: v.nullish(terms.maxRedemptions),
  max_redemptions_per_customer: v.nullish(terms.maxRedemptions),
  min_amount_cents: v.nullish(terms.minAmountCents),
  applies_to_price_ids: v.nullish(terms.appliesToPriceIds),
  redeem_by: v.nullish(terms.redeemBy),
  metadata: v.nullish(fields.metadata),
});

export const operation = defineOperation({
  id: 'coupons.create',
  method: 'POST',
  path: '/v1/coupons',
  summary: 'Create a coupon',
  description:
    'Requires exactly one of `percent_off` and `amount_off_cents`. Codes are unique and case-insensitive. `max_redemptions_per_customer` is 1 by default; `null` means no limit. `currency` is required for `amount_off_cents` and `min_amount_cents` if the account has prices in several currencies; otherwise it defaults to the currency of the prices (EUR before the first price).',
  auth: apiKey('coupons:write'),
  profile: 'write',
  params: {},
  body,
  response: Coupon,
  errors: ['resource_missing', 'state_conflict'],
});

const commandOf = (input: v.InferOutput<typeof body>) => ({
  code: input.code,
  discountType: input.discount_type,
  percentOffBasisPoints: typeof input.percent_off === 'number' ? percentAsBasisPoints(input.percent_off) : null,
  amountOffCents: input.amount_off_cents,
  currency: input.currency,
  duration: input.duration,
  durationInMonths: input.duration_in_months,
  maxRedemptions: input.max_redemptions,
  maxRedemptionsPerCustomer: input.max_redemptions_per_customer,
  minAmountCents: input.min_amount_cents,
  appliesToPriceIds: input.applies_to_price_ids,
  redeemBy: input.redeem_by,
  metadata: input.metadata ?? {},
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: () => loadCouponContext(store, tenant, input.applies_to_price_ids),
    nowOf: () => null,
    decide: (state, context) => createCoupon(commandOf(input), state, context),
    answer: (coupon) => viewCoupon(coupon, tenant),
  }),
);
