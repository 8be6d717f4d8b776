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
    'Takes exactly one of `percent_off` and `amount_off_cents`. A code is taken once, whatever its case. A customer can redeem it `max_redemptions_per_customer` times: once where it is left out, `null` without limit. `currency` is needed for a fixed amount or a minimum when the prices of the account are in several currencies; otherwise it is theirs (EUR before the first price).',
  auth: apiKey('coupons:write'),
  profile: 'write',
  params: {},
  query: null,
  body,
  response: Coupon,
  errors: ['resource_missing', 'state_conflict'],
});

const commandOf = (given: v.InferOutput<typeof body>) => ({
  code: given.code,
  discountType: given.discount_type,
  percentOffBasisPoints: typeof given.percent_off === 'number' ? percentAsBasisPoints(given.percent_off) : null,
  amountOffCents: given.amount_off_cents,
  currency: given.currency,
  duration: given.duration,
  durationInMonths: given.duration_in_months,
  maxRedemptions: given.max_redemptions,
  maxRedemptionsPerCustomer: given.max_redemptions_per_customer,
  minAmountCents: given.min_amount_cents,
  appliesToPriceIds: given.applies_to_price_ids,
  redeemBy: given.redeem_by,
  metadata: given.metadata ?? {},
});

export const handler = serve(operation, async ({ body: given }, { tenant, store, run }) =>
  run({
    load: () => loadCouponContext(store, tenant, given.applies_to_price_ids),
    nowOf: () => null,
    decide: (state, context) => createCoupon(commandOf(given), state, context),
    answer: (coupon) => viewCoupon(coupon, tenant),
  }),
);
