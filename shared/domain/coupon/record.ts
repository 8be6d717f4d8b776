import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { activity } from '../catalogue-states.ts';
import { basisPointsAsPercent, type DiscountDuration } from '../discounts.ts';
import type { Metadata } from '../fields.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** How often a customer can redeem a coupon where its terms do not say it. */
export const REDEMPTIONS_PER_CUSTOMER = 1;

export type DiscountType = 'percent' | 'fixed_amount';

/** Terms of a discount under a code. Code, discount, currency and duration never change once created. */
export interface Coupon extends BaseRecord {
  /** As it was written; in whichever case it is sent, it is the same code. */
  readonly code: string;
  /** Hundredths of a percent, 1 to 10000; exactly one of this and `amountOffCents` is set [CPN-06]. */
  readonly percentOffBasisPoints: number | null;
  readonly amountOffCents: number | null;
  /** Of the fixed amount and the minimum; where it is set, prices in other currencies are not discounted. */
  readonly currency: string | null;
  readonly duration: DiscountDuration;
  /** Set for `repeating` only. */
  readonly durationInMonths: number | null;
  readonly maxRedemptions: number | null;
  /** How often one customer can redeem it; `null`: without limit. */
  readonly maxRedemptionsPerCustomer: number | null;
  /** What the price must cost at least, before discount and tax. */
  readonly minAmountCents: number | null;
  /** `null`: every price. */
  readonly appliesToPriceIds: readonly string[] | null;
  /** The last second in which it can be redeemed; a discount that runs continues. */
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

/** Version 1 did not limit a customer's redemptions; what was redeemed then is not counted. */
const withCustomerLimit = (coupon: Omit<Coupon, 'maxRedemptionsPerCustomer'>): Coupon => ({
  ...coupon,
  maxRedemptionsPerCustomer: REDEMPTIONS_PER_CUSTOMER,
});

export const couponAggregate: Aggregate<Coupon, CouponView> = {
  type: 'coupon',
  prefix: 'cpn_',
  migrations: [withCustomerLimit],
  view: viewCoupon,
  listStateOf: activity,
};

/** The claim by which a code belongs to one coupon of the account and mode, withdrawn ones included. Its owner is the coupon's id. */
export const codeClaim = (code: string): string => `coupon_code#${code.normalize('NFC').toLowerCase()}`;
