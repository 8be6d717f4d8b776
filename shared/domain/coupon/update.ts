import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type CouponContext, DEFAULT_CURRENCY, refusePastRedeemBy, refuseUnknownPrices } from './create.ts';
import { type Coupon, couponAggregate } from './record.ts';

/** Omitted fields do not change; `null` clears [PAGE-15..18]. Discount, code and duration cannot be changed. */
export interface UpdateCoupon {
  readonly active?: boolean | undefined;
  readonly maxRedemptions?: number | null | undefined;
  readonly maxRedemptionsPerCustomer?: number | null | undefined;
  readonly redeemBy?: number | null | undefined;
  readonly appliesToPriceIds?: readonly string[] | null | undefined;
  readonly minAmountCents?: number | null | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface UpdateCouponState extends CouponContext {
  readonly coupon: Stored<Coupon> | null;
}

/** Sets the account's currency on a coupon with a minimum amount and no currency. Refuses if the account bills in several currencies. */
const withCurrency = (coupon: Coupon, currencies: readonly string[]): Coupon | Refusal => {
  if (coupon.minAmountCents === null || coupon.currency !== null) return coupon;
  const [currency, second] = currencies;
  if (second === undefined) return { ...coupon, currency: currency ?? DEFAULT_CURRENCY };
  return invalidParam('min_amount_cents', 'A minimum amount needs a currency: this coupon has none, and this account bills in several.');
};

/**
 * Updates a coupon. Event: `coupon.updated`, also for an activation or deactivation [EVT-59]. Existing checkout sessions and
 * subscriptions keep their discount.
 */
export const updateCoupon = (command: UpdateCoupon, state: UpdateCouponState, ctx: DecisionContext): Decision<Coupon> | Refusal => {
  if (state.coupon === null) return new Refusal('resource_missing', 'No such coupon.');
  const before = state.coupon.record;
  const { redeemBy, appliesToPriceIds } = command;
  const refusal =
    refuseUnknownPrices(appliesToPriceIds ?? [], state) ??
    (typeof redeemBy === 'number' && redeemBy !== before.redeemBy ? refusePastRedeemBy(redeemBy, ctx.now) : null);
  if (refusal !== null) return refusal;
  const distinctPriceIds = appliesToPriceIds ? [...new Set(appliesToPriceIds)] : appliesToPriceIds;
  const after = withCurrency(patched(before, { ...command, appliesToPriceIds: distinctPriceIds }), state.currencies);
  if (after instanceof Refusal) return after;
  if (!differs(state.coupon, after)) return unchanged(after);
  return {
    changes: [change(couponAggregate, state.coupon, after)],
    events: [{ type: 'coupon.updated', subjectId: after.id }],
    audit: audited('coupon', 'updated', after.id),
    result: after,
  };
};
