import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { basisPointsAsPercent, type DiscountDuration } from '../amounts/discounts.ts';
import { activityOf } from '../catalogue-states.ts';
import type { Metadata } from '../fields.ts';
import { textTerms } from '../search-terms.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** Default number of redemptions per customer. */
export const DEFAULT_REDEMPTIONS_PER_CUSTOMER = 1;

export type DiscountType = 'percent' | 'fixed_amount';

/** A promotion code with the terms of its discount. Code, discount, currency and duration never change. */
export interface Coupon extends BaseRecord {
  /** As the account wrote it; comparisons ignore case. */
  readonly code: string;
  /** Hundredths of a percent, 1 to 10000. Either this field or `amountOffCents` is set [CPN-06]. */
  readonly percentOffBasisPoints: number | null;
  readonly amountOffCents: number | null;
  /** Currency of the fixed amount and the minimum; prices in other currencies are not discounted. */
  readonly currency: string | null;
  readonly duration: DiscountDuration;
  /** Set for `repeating` only. */
  readonly durationInMonths: number | null;
  readonly maxRedemptions: number | null;
  /** Redemptions per customer; `null`: unlimited. */
  readonly maxRedemptionsPerCustomer: number | null;
  /** Minimum price before discount and tax. */
  readonly minAmountCents: number | null;
  /** `null`: every price. */
  readonly appliesToPriceIds: readonly string[] | null;
  /** Last second in which the coupon can be redeemed; existing discounts continue. */
  readonly redeemBy: number | null;
  readonly timesRedeemed: number;
  readonly active: boolean;
  readonly metadata: Metadata;
}

const discountTypeOf = (coupon: Coupon): DiscountType => (coupon.percentOffBasisPoints === null ? 'fixed_amount' : 'percent');

export const viewCoupon = (coupon: Coupon, tenant: Tenant) => ({
  id: coupon.id,
  object: 'coupon' as const,
  created: coupon.created,
  livemode: livemode(tenant),
  code: coupon.code,
  discount_type: discountTypeOf(coupon),
  percent_off: basisPointsAsPercent(coupon.percentOffBasisPoints),
  amount_off_cents: coupon.amountOffCents,
  currency: coupon.currency,
  duration: coupon.duration,
  duration_in_months: coupon.durationInMonths,
  max_redemptions: coupon.maxRedemptions,
  max_redemptions_per_customer: coupon.maxRedemptionsPerCustomer,
  times_redeemed: coupon.timesRedeemed,
  min_amount_cents: coupon.minAmountCents,
  applies_to_price_ids: coupon.appliesToPriceIds,
  redeem_by: coupon.redeemBy,
  active: coupon.active,
  metadata: coupon.metadata,
});
type CouponView = ReturnType<typeof viewCoupon>;

/** Version 1 had no limit per customer. Redemptions before this migration are not counted per customer. */
const withCustomerLimit = (coupon: Omit<Coupon, 'maxRedemptionsPerCustomer'>): Coupon => ({
  ...coupon,
  maxRedemptionsPerCustomer: DEFAULT_REDEMPTIONS_PER_CUSTOMER,
});

export const couponAggregate: Aggregate<Coupon, CouponView> = {
  type: 'coupon',
  prefix: 'cpn_',
  migrations: [withCustomerLimit],
  view: viewCoupon,
  listStateOf: activityOf,
  searchTermsOf: ({ code }) => textTerms(code),
};

/** Name that a coupon claims, so that its code is unique in the account and mode. An inactive coupon keeps its claim. */
export const codeClaim = (code: string): string => `coupon_code#${code.normalize('NFC').toLowerCase()}`;
