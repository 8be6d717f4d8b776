import { describe, expect, it } from 'vitest';
import { checkoutSessions } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import type { CreateCoupon } from '../../shared/domain/coupon/create.ts';
import { abandonPayable } from '../../shared/domain/payable/lapse.ts';
import { periodAt } from '../../shared/domain/periods.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { quotePlanChange } from '../../shared/domain/subscription/change/plan-change.ts';
import { applyCouponToSubscription } from '../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { type Billing, given } from './billing.ts';
import { anotherPrice, beginChange, changePlan, declineChange, planState } from './plan-changes.ts';
import { refusalOf, show } from './renewals.ts';
import { DAY } from './world.ts';

const FREE: Partial<CreateCoupon> = { percentOffBasisPoints: 10_000, duration: 'once' };

const productOf = (billing: Billing, allowPromotionCodes: boolean) => ({
  ...billing.world.get(productAggregate, billing.catalogue.product.record.id).record,
  allowPromotionCodes,
});

const enter = (billing: Billing, id: string, coupon: ReturnType<Billing['coupon']>, allowed = true) => {
  const state = { ...billing.lifecycle(id), product: productOf(billing, allowed), found: billing.found(coupon) };
  return billing.world.apply(applyCouponToSubscription(null, state, billing.world.ctx()));
};

const renewals = (billing: Billing, id: string, count: number): readonly number[] =>
  Array.from({ length: count }, () => {
    const due = billing.due(id);
    if (!('outcome' in due) || due.outcome !== 'charge') return 0;
    billing.settle(due.payment.id);
    return due.payment.amountCents;
  });

const ALREADY = ['parameter_invalid', 'coupon_already_redeemed'];

describe('a customer', () => {
  it('redeems a coupon once: two codes in turn do not make every renewal free', () => {
    const billing = given();
    const { id } = billing.subscribe();
    const [one, other] = [billing.coupon({ ...FREE, code: 'ONE' }), billing.coupon({ ...FREE, code: 'OTHER' })];
    enter(billing, id, one);
    expect(renewals(billing, id, 1)).toEqual([0]);
    enter(billing, id, other);
    expect(renewals(billing, id, 1)).toEqual([0]);
    expect(refusalOf(enter(billing, id, one))).toEqual(ALREADY);
    expect(renewals(billing, id, 2)).toEqual([1000, 1000]);
    expect(refusalOf(enter(billing, id, other))).toEqual(ALREADY);
  });

  it.each([
    ['licensed', {}],
    ['metered', { usageType: 'metered', unitAmountDecimal: '5' }],
  ] as const)('has every month of a repeating code that is entered in the trial of a %s price', (_usageType, price) => {
    const billing = given({ ...price, trialDays: 31 });
    const { id, trialEnd } = billing.subscribe();
    enter(billing, id, billing.coupon({ code: 'QUARTER', amountOffCents: 500, duration: 'repeating', durationInMonths: 3 }));
    const endsAt = periodAt(Number(trialEnd), 'month', 2).end;
    expect(billing.subscription(id).discount).toMatchObject({ endsAt });
  });

  it('cannot enter a repeating code again to prolong it', () => {
    const billing = given();
    const { id } = billing.subscribe();
    const coupon = billing.coupon({ ...FREE, duration: 'repeating', durationInMonths: 2 });
    enter(billing, id, coupon);
    const { endsAt } = billing.subscription(id).discount ?? {};
    expect(renewals(billing, id, 1)).toEqual([0]);
    enter(billing, id, coupon);
    expect(billing.subscription(id).discount).toMatchObject({ endsAt });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 1500 }), coupon });
    expect(billing.subscription(id).discount).toMatchObject({ endsAt });
    expect(billing.found(coupon)).toMatchObject({ customerUses: 1 });
    renewals(billing, id, 2);
    expect(refusalOf(enter(billing, id, coupon))).toEqual(ALREADY);
  });

  it('redeems it as often as its terms say', () => {
    const billing = given();
    const { id } = billing.subscribe();
    const coupon = billing.coupon({ ...FREE, maxRedemptionsPerCustomer: 2 });
    for (let time = 0; time < 2; time += 1) {
      enter(billing, id, coupon);
      expect(renewals(billing, id, 2)).toEqual([0, 1000]);
    }
    expect(refusalOf(enter(billing, id, coupon))).toEqual(ALREADY);
  });

  it('holds one by an open checkout, which returns when that ends without a sale', () => {
    const billing = given();
    const coupon = billing.coupon(FREE);
    const session = billing.open({}, { coupon: billing.found(coupon) });
    expect(billing.found(coupon)).toMatchObject({ uses: 1, customerUses: 1 });
    billing.world.do(abandonPayable(checkoutSessions, { payable: billing.world.get(checkoutSessionAggregate, session.id), payment: null }));
    expect(billing.found(coupon)).toMatchObject({ uses: 0, customerUses: 0 });
  });

  it('has it back where the plan change that it was entered with is declined', () => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.world.now += 14 * DAY;
    const coupon = billing.coupon({ duration: 'once' });
    const begun = beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }), coupon });
    if (!('payment' in begun) || begun.payment === null) throw new Error('nothing to pay');
    expect(billing.found(coupon)).toMatchObject({ customerUses: 1 });
    declineChange(billing, begun.payment.id);
    expect(billing.found(coupon)).toMatchObject({ uses: 0, customerUses: 0 });
  });
});

describe('a code that is sent with a plan change', () => {
  const asked = (inPortal: boolean, allowed: boolean) => {
    const billing = given();
    const { id } = billing.subscribe();
    const coupon = billing.coupon({ code: 'CODE' });
    const state = planState(billing, id, { priceId: anotherPrice(billing), coupon });
    return quotePlanChange({ couponCode: 'CODE', inPortal }, { ...state, product: productOf(billing, allowed) }, billing.world.now);
  };

  it('is refused in the portal where the product takes no promotion codes', () => {
    expect(asked(true, false)).toMatchObject({ code: 'parameter_invalid', param: 'coupon_code', reason: 'promotion_codes_not_allowed' });
  });

  it('is taken in the portal where the product takes them, and from an account in any case', () => {
    for (const quoted of [asked(true, true), asked(false, false)]) expect(quoted).toMatchObject({ chargeCents: 500 });
  });
});

describe('a code that is bound already', () => {
  it('is as if it had not been sent', () => {
    const billing = given();
    const coupon = billing.coupon({ duration: 'forever' });
    const { id } = billing.subscribe({}, { coupon: billing.found(coupon) });
    const before = show(billing, id);
    enter(billing, id, coupon);
    expect(show(billing, id)).toEqual(before);
    expect(billing.found(coupon)).toMatchObject({ uses: 1, customerUses: 1 });
  });
});
