import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { DiscountDuration } from '../discounts.ts';
import type { Metadata } from '../fields.ts';
import { missingMessage } from '../missing.ts';
import { isCurrency } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { type Coupon, codeClaim, couponAggregate, type DiscountType, REDEMPTIONS_PER_CUSTOMER } from './record.ts';

export interface CreateCoupon {
  readonly code: string;
  readonly discountType?: DiscountType | undefined;
  /** 1 to 10000. */
  readonly percentOffBasisPoints?: number | null | undefined;
  readonly amountOffCents?: number | null | undefined;
  /** ISO 4217, case-insensitive. */
  readonly currency?: string | null | undefined;
  readonly duration?: DiscountDuration | undefined;
  readonly durationInMonths?: number | null | undefined;
  readonly maxRedemptions?: number | null | undefined;
  /** Left out: once. `null`: without limit. */
  readonly maxRedemptionsPerCustomer?: number | null | undefined;
  readonly minAmountCents?: number | null | undefined;
  readonly appliesToPriceIds?: readonly string[] | null | undefined;
  readonly redeemBy?: number | null | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface CouponContext {
  /** Those of the named prices that exist. */
  readonly knownPriceIds: ReadonlySet<string>;
  /** Currencies of the account's prices. */
  readonly currencies: readonly string[];
}

const invalid = (param: string, message: string): Refusal => new Refusal('parameter_invalid', message, { param });
const missing = (param: string, message: string): Refusal => new Refusal('parameter_missing', message, { param });

/** Exactly one of the two amounts [CPN-11]; a type that is given must be the one it implies [CPN-10]. */
const refuseAmounts = ({ percentOffBasisPoints, amountOffCents, discountType }: CreateCoupon): Refusal | null => {
  const percent = typeof percentOffBasisPoints === 'number';
  const fixed = typeof amountOffCents === 'number';
  if (percent && fixed) return invalid('amount_off_cents', 'A coupon takes percent_off or amount_off_cents, not both.');
  if (!percent && !fixed) {
    return missing(discountType === 'fixed_amount' ? 'amount_off_cents' : 'percent_off', 'A coupon needs percent_off or amount_off_cents.');
  }
  const implied: DiscountType = percent ? 'percent' : 'fixed_amount';
  if (discountType === undefined || discountType === implied) return null;
  return invalid('discount_type', `The amount that was sent makes this a coupon of type ${implied}.`);
};

const refuseDuration = ({ duration, durationInMonths }: CreateCoupon): Refusal | null => {
  const months = typeof durationInMonths === 'number';
  if (duration === 'repeating') return months ? null : missing('duration_in_months', 'A repeating coupon needs duration_in_months.');
  return months ? invalid('duration_in_months', 'Only a repeating coupon takes duration_in_months.') : null;
};

/** Currency of an account without prices. */
export const FIRST_CURRENCY = 'EUR';

/** Currency of a coupon's amounts. Default: the account's; required if the account has several [CPN-13, CPN-14]. */
const currencyOf = (command: CreateCoupon, currencies: readonly string[]): string | null | Refusal => {
  if (typeof command.currency === 'string') {
    const currency = command.currency.toUpperCase();
    return isCurrency(currency) ? currency : invalid('currency', 'This currency is not supported.');
  }
  if (typeof command.amountOffCents !== 'number' && typeof command.minAmountCents !== 'number') return null;
  if (currencies.length > 1) return missing('currency', 'This account bills in several currencies: say in which the amount is.');
  return currencies[0] ?? FIRST_CURRENCY;
};

export const refusePrices = (priceIds: readonly string[], { knownPriceIds }: CouponContext): Refusal | null => {
  const unknown = priceIds.find((id) => !knownPriceIds.has(id));
  return unknown === undefined
    ? null
    : new Refusal('resource_missing', missingMessage('price', unknown), { param: 'applies_to_price_ids' });
};

export const refusePastRedeemBy = (redeemBy: number, now: number): Refusal | null =>
  redeemBy > now ? null : invalid('redeem_by', 'redeem_by must lie in the future.');

const refuse = (command: CreateCoupon, around: CouponContext, now: number): Refusal | null =>
  refuseAmounts(command) ??
  refuseDuration(command) ??
  refusePrices(command.appliesToPriceIds ?? [], around) ??
  (typeof command.redeemBy === 'number' ? refusePastRedeemBy(command.redeemBy, now) : null);

/**
 * Creates a coupon that can be redeemed at once. A code is taken once in the account and mode, whatever its case, also by a
 * withdrawn coupon: 409 with `reason: coupon_code_taken`. Refuses unknown prices (404) and terms that do not go together (400).
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
      command.maxRedemptionsPerCustomer === undefined ? REDEMPTIONS_PER_CUSTOMER : command.maxRedemptionsPerCustomer,
    minAmountCents: command.minAmountCents ?? null,
    appliesToPriceIds: command.appliesToPriceIds ? [...new Set(command.appliesToPriceIds)] : null,
    redeemBy: command.redeemBy ?? null,
    timesRedeemed: 0,
    active: true,
    metadata: command.metadata ?? {},
  };
  const taken = new Refusal('state_conflict', 'Another coupon has this code.', { reason: 'coupon_code_taken' });
  return {
    changes: [change(couponAggregate, null, coupon)],
    events: [{ type: 'coupon.created', subjectId: coupon.id }],
    audit: audited('coupon', 'created', coupon.id),
    guards: [{ kind: 'claim', name: codeClaim(coupon.code), owner: coupon.id, refusal: taken }],
    result: coupon,
  };
};
