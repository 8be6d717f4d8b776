import type { Stored } from '../aggregate.ts';
import { basisPointsAsPercent, discountsOfLines } from '../amounts/discounts.ts';
import { isCurrency } from '../amounts/money.ts';
import type { Customer } from '../customer/record.ts';
import { customerExists } from '../customer/update.ts';
import type { Price } from '../price/record.ts';
import { invalidParam, missingParam, Refusal } from '../refusal.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { type CouponLookup, type CouponProblem, type CouponTarget, couponProblem, discountOf, refuseCoupon } from './eligibility.ts';
import type { Coupon } from './record.ts';

export interface ValidateCoupon {
  readonly code: string;
  /** The request has either a price, or a currency with or without an amount. */
  readonly priceId?: string | undefined;
  readonly currency?: string | undefined;
  readonly amountCents?: number | undefined;
  readonly customerId?: string | null | undefined;
}

export interface ValidateCouponState {
  readonly couponLookup: CouponLookup;
  readonly price: Stored<Price> | null;
  readonly customer: Stored<Customer> | null;
}

/** Result of a validation. Contains the coupon also when it cannot be used. */
export interface CouponValidation {
  readonly code: string;
  /** `null`: no coupon has the code. */
  readonly coupon: Coupon | null;
  /** Why the code cannot be used; `null`: it can be used. */
  readonly reason: CouponProblem | null;
  /** Discount on the amount; `null`: the code cannot be used, or the amount is unknown. */
  readonly discountCents: number | null;
}

/** A price as the target of a coupon. */
export const targetOfPrice = (price: Pick<Price, 'id' | 'currency' | 'amountCents'>): CouponTarget => ({
  priceId: price.id,
  currency: price.currency,
  amountCents: price.amountCents,
});

/** Returns the coupon of a code for this price, or a refusal if it cannot be used now; `null`: there is no code. */
export const couponForPrice = (couponLookup: CouponLookup | null, price: Price, now: number): Coupon | null | Refusal => {
  if (couponLookup === null) return null;
  const problem = couponProblem(couponLookup, targetOfPrice(price), now);
  return problem === null ? (couponLookup.coupon?.record ?? null) : refuseCoupon(problem, 'coupon_code');
};

const targetOf = (command: ValidateCoupon, price: Stored<Price> | null): CouponTarget | Refusal => {
  if (command.priceId !== undefined) {
    if (command.currency !== undefined) return invalidParam('currency', 'Omit currency when price_id is sent.');
    if (command.amountCents !== undefined) return invalidParam('amount_cents', 'Omit amount_cents when price_id is sent.');
    return price === null ? new Refusal('resource_missing', 'No such price.', { param: 'price_id' }) : targetOfPrice(price.record);
  }
  if (command.currency === undefined) return missingParam('price_id', 'price_id or currency is required.');
  const currency = command.currency.toUpperCase();
  if (!isCurrency(currency)) return invalidParam('currency', 'This currency is not supported.');
  return { priceId: null, currency, amountCents: command.amountCents ?? null };
};

/** Validates a code: `reason` is `null` when it can be used now [CPN-19, CPN-20]. Nothing is reserved or written. */
export const validateCoupon = (command: ValidateCoupon, state: ValidateCouponState, now: number): CouponValidation | Refusal => {
  if (typeof command.customerId === 'string' && !customerExists(state.customer)) {
    return new Refusal('resource_missing', 'No such customer.', { param: 'customer_id' });
  }
  const target = targetOf(command, state.price);
  if (target instanceof Refusal) return target;
  const coupon = state.couponLookup.coupon?.record ?? null;
  const reason = couponProblem(state.couponLookup, target, now);
  const discounts =
    coupon === null || reason !== null || target.amountCents === null ? [] : discountsOfLines(discountOf(coupon), [target.amountCents]);
  return { code: coupon?.code ?? command.code, coupon, reason, discountCents: discounts[0] ?? null };
};

export const viewCouponValidation = ({ code, coupon, reason, discountCents }: CouponValidation, tenant: Tenant) => ({
  object: 'coupon.validation' as const,
  livemode: livemode(tenant),
  valid: reason === null,
  reason,
  code,
  coupon_id: coupon?.id ?? null,
  percent_off: basisPointsAsPercent(coupon?.percentOffBasisPoints ?? null),
  amount_off_cents: coupon?.amountOffCents ?? null,
  currency: coupon?.currency ?? null,
  discount_cents: discountCents,
});
