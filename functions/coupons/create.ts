import * as v from 'valibot';
import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { percentAsBasisPoints } from '../../shared/domain/amounts/discounts.ts';
import { createCoupon } from '../../shared/domain/coupon/create.ts';
import { viewCoupon } from '../../shared/domain/coupon/record.ts';
import { loadCouponContext } from '../../shared/flows/load/coupons.ts';
import * as terms from './fields.ts';

const body = v.strictObject({
  code: described(
    terms.code,
    doc('Code that buyers enter; case does not matter. Unique in the account and mode, also among inactive coupons.'),
  ),
  discount_type: described(
    v.optional(v.picklist(['percent', 'fixed_amount'])),
    doc('`percent` or `fixed_amount`. Default: implied by the amount that is sent.'),
  ),
  percent_off: described(
    v.nullish(terms.percentOff),
    doc('Discount in percent, with at most two decimals. Send this or `amount_off_cents`.'),
  ),
  amount_off_cents: described(v.nullish(terms.amountOffCents), doc('Discount in cents. Send this or `percent_off`.')),
  currency: described(
    v.nullish(fields.currencyCode),
    doc(
      'Currency of the amounts: ISO 4217 code, in upper or lower case. Default: the currency of the prices of the account; required if the prices have several currencies.',
    ),
  ),
  duration: described(
    v.optional(v.picklist(['once', 'forever', 'repeating'])),
    doc('`once` (one period), `repeating` (`duration_in_months` months) or `forever`. Default: `once`.'),
  ),
  duration_in_months: described(
    v.nullish(terms.durationInMonths),
    doc('How many months a `repeating` discount lasts; required for `repeating`, not allowed otherwise.'),
  ),
  max_redemptions: described(
    v.nullish(terms.maxRedemptions),
    doc('How often the coupon can be redeemed in total. Default: `null`, without limit.'),
  ),
  max_redemptions_per_customer: described(
    v.nullish(terms.maxRedemptions),
    doc('How often one customer can redeem the coupon; `null`: without limit. Default: 1.'),
  ),
  min_amount_cents: described(
    v.nullish(terms.minAmountCents),
    doc('Lowest price that the coupon can be used for, in cents, before discount and tax. Default: `null`, any price.'),
  ),
  applies_to_price_ids: described(
    v.nullish(terms.appliesToPriceIds),
    doc('Ids of the prices that the coupon can be used for. Default: `null`, all prices.'),
  ),
  redeem_by: described(
    v.nullish(terms.redeemBy),
    doc('Unix time in seconds until which the coupon can be redeemed, in the future. Default: `null`, without end.'),
  ),
  metadata: fields.newMetadata,
});

export const operation = defineOperation({
  id: 'coupons.create',
  method: 'POST',
  path: '/v1/coupons',
  summary: 'Create a coupon',
  description: doc(
    'Requires exactly one of `percent_off` and `amount_off_cents`. Codes are unique and case-insensitive. `max_redemptions_per_customer` is 1 by default; `null` means no limit. `currency` is required for `amount_off_cents` and `min_amount_cents` if the account has prices in several currencies; otherwise it defaults to the currency of the prices (EUR before the first price).',
  ),
  events: ['coupon.created'],
  auth: apiKey('coupons:write'),
  profile: 'write',
  params: {},
  body,
  response: Coupon,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['coupon_code_taken'],
});

const commandOf = ({ percent_off: percentOff, ...input }: v.InferOutput<typeof body>) => ({
  ...camelKeys(input),
  percentOffBasisPoints: typeof percentOff === 'number' ? percentAsBasisPoints(percentOff) : null,
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
