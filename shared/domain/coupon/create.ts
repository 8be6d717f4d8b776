import { change } from '../aggregate.ts';
import type { DiscountDuration } from '../amounts/discounts.ts';
import { isCurrency } from '../amounts/money.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { missingMessage } from '../missing-message.ts';
import { invalidParam, missingParam, Refusal } from '../refusal.ts';
import { type Coupon, codeClaim, couponAggregate, DEFAULT_REDEMPTIONS_PER_CUSTOMER, type DiscountType } from './record.ts';

export interface CreateCoupon {
  readonly code: string;
  readonly discountType?: DiscountType | undefined;
  /** Hundredths of a percent, 1 to 10000. */
  readonly percentOffBasisPoints?: number | null | undefined;
  readonly amountOffCents?: number | null | undefined;
  /** ISO 4217, case-insensitive. */
  readonly currency?: string | null | undefined;
  readonly duration?: DiscountDuration | undefined;
  readonly durationInMonths?: number | null | undefined;
  readonly maxRedemptions?: number | null | undefined;
  /** Omitted: 1. `null`: unlimited. */
  readonly maxRedemptionsPerCustomer?: number | null | undefined;
  readonly minAmountCents?: number | null | undefined;
  readonly appliesToPriceIds?: readonly string[] | null | undefined;
  readonly redeemBy?: number | null | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface CouponContext {
  /** Existing prices among the command's ids. */
  readonly knownPriceIds: ReadonlySet<string>;
  /** Currencies of the account's prices. */
  readonly currencies: readonly string[];
}

/** Refuses unless exactly one of the two amounts is set [CPN-11] and `discountType`, if set, matches it [CPN-10]. */
const refuseAmounts = ({ percentOffBasisPoints, amountOffCents, discountType }: CreateCoupon): Refusal | null => {
  const hasPercent = typeof percentOffBasisPoints === 'number';
  const hasFixedAmount = typeof amountOffCents === 'number';
  if (hasPercent && hasFixedAmount) return invalidParam('amount_off_cents', 'Send percent_off or amount_off_cents, not both.');
  if (!hasPercent && !hasFixedAmount) {
    return missingParam(
      discountType === 'fixed_amount' ? 'amount_off_cents' : 'percent_off',
      'percent_off or amount_off_cents is required.',
    );
  }
  const impliedType: DiscountType = hasPercent ? 'percent' : 'fixed_amount';
  if (discountType === undefined || discountType === impliedType) return null;
  return invalidParam('discount_type', `\`discount_type\` must be ${impliedType} for this amount, or omitted.`);
};

const refuseDuration = ({ duration, durationInMonths }: CreateCoupon): Refusal | null => {
  const hasMonths = typeof durationInMonths === 'number';
  if (duration === 'repeating')
    return hasMonths ? null : missingParam('duration_in_months', 'duration_in_months is required for a repeating coupon.');
  return hasMonths ? invalidParam('duration_in_months', 'duration_in_months is allowed for repeating coupons only.') : null;
};

/** Currency of an account without prices. */
export const DEFAULT_CURRENCY = 'EUR';

/**
 * Currency of a coupon's amounts; `null`: the coupon has no amounts. Default: the only currency of the account's prices. If the prices have
 * several currencies, the command must name the currency [CPN-13, CPN-14].
 */
const currencyOf = (command: CreateCoupon, currencies: readonly string[]): string | null | Refusal => {
  if (typeof command.currency === 'string') {
    const currency = command.currency.toUpperCase();
    return isCurrency(currency) ? currency : invalidParam('currency', 'This currency is not supported.');
  }
  if (typeof command.amountOffCents !== 'number' && typeof command.minAmountCents !== 'number') return null;
  if (currencies.length > 1) return missingParam('currency', 'currency is required, since this account bills in several currencies.');
  return currencies[0] ?? DEFAULT_CURRENCY;
};

export const refuseUnknownPrices = (priceIds: readonly string[], { knownPriceIds }: CouponContext): Refusal | null => {
  const unknownId = priceIds.find((id) => !knownPriceIds.has(id));
  return unknownId === undefined
    ? null
    : new Refusal('resource_missing', missingMessage('price', unknownId), { param: 'applies_to_price_ids' });
};

export const refusePastRedeemBy = (redeemBy: number, now: number): Refusal | null =>
  redeemBy > now ? null : invalidParam('redeem_by', 'redeem_by must be in the future.');

const refuse = (command: CreateCoupon, context: CouponContext, now: number): Refusal | null =>
  refuseAmounts(command) ??
  refuseDuration(command) ??
  refuseUnknownPrices(command.appliesToPriceIds ?? [], context) ??
  (typeof command.redeemBy === 'number' ? refusePastRedeemBy(command.redeemBy, now) : null);

/**
 * Creates an active coupon. Its code must be unique in the account and mode, ignoring case and including inactive coupons (409,
 * `reason: coupon_code_taken`). Refuses unknown prices (404) and contradictory terms (400).
 */
export const createCoupon = (command: CreateCoupon, state: CouponContext, ctx: DecisionContext): Decision<Coupon> | Refusal => {
  const refused = refuse(command, state, ctx.now);
  if (refused !== null) return refused;
  const currency = currencyOf(command, state.currencies);
  if (currency instanceof Refusal) return currency;
  const coupon: Coupon = {
    id: ctx.ids.next(couponAggregate.prefix),
    created: ctx.now,
    code: command.code,
    percentOffBasisPoints: command.percentOffBasisPoints ?? null,
    amountOffCents: command.amountOffCents ?? null,
    currency,
    duration: command.duration ?? 'once',
    durationInMonths: command.durationInMonths ?? null,
    maxRedemptions: command.maxRedemptions ?? null,
    maxRedemptionsPerCustomer:
      command.maxRedemptionsPerCustomer === undefined ? DEFAULT_REDEMPTIONS_PER_CUSTOMER : command.maxRedemptionsPerCustomer,
    minAmountCents: command.minAmountCents ?? null,
    appliesToPriceIds: command.appliesToPriceIds ? [...new Set(command.appliesToPriceIds)] : null,
    redeemBy: command.redeemBy ?? null,
    timesRedeemed: 0,
    active: true,
    metadata: command.metadata ?? {},
  };
  const codeTaken = new Refusal('state_conflict', 'Another coupon has this code.', { reason: 'coupon_code_taken' });
  return {
    changes: [change(couponAggregate, null, coupon)],
    events: [{ type: 'coupon.created', subjectId: coupon.id }],
    audit: audited('coupon', 'created', coupon.id),
    guards: [{ kind: 'claim', name: codeClaim(coupon.code), owner: coupon.id, refusal: codeTaken }],
    result: coupon,
  };
};
