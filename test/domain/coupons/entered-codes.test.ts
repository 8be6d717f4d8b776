import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import type { CreateCoupon } from '../../../shared/domain/coupon/create.ts';
import { isCodeRefusal } from '../../../shared/domain/coupon/enter.ts';
import { abandonPayable } from '../../../shared/domain/payable/unpaid.ts';
import { periodAt } from '../../../shared/domain/periods.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import { quotePlanChange } from '../../../shared/domain/subscription/change/plan-change.ts';
import { applyCouponToSubscription } from '../../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { type Billing, newBilling, newSubscription } from '../billing.ts';
import { anotherPrice, changePlan, planState } from '../plan-changes.ts';
import { refusalOf, runRenewals, viewOf } from '../renewals.ts';
import { METERED } from '../usage.ts';

const FREE: Partial<CreateCoupon> = { percentOffBasisPoints: 10_000, duration: 'once' };

const productOf = (billing: Billing, allowPromotionCodes: boolean) => ({
  ...billing.world.get(productAggregate, billing.catalogue.product.record.id).record,
  allowPromotionCodes,
});

/** Enters the code in the portal. `allowed`: the product allows promotion codes. */
const enterCode = (billing: Billing, id: string, coupon: ReturnType<Billing['coupon']>, allowed = true) => {
  const state = { ...billing.lifecycleState(id), product: productOf(billing, allowed), couponLookup: billing.findCoupon(coupon) };
  return billing.world.apply(applyCouponToSubscription(null, state, billing.world.ctx()));
};

const ALREADY_REDEEMED = ['parameter_invalid', 'coupon_already_redeemed'];

describe('a customer', () => {
  it('redeems a coupon once: alternating two codes does not make every renewal free', () => {
    const { billing, id } = newSubscription();
    const [firstCoupon, secondCoupon] = [billing.coupon({ ...FREE, code: 'ONE' }), billing.coupon({ ...FREE, code: 'OTHER' })];
    enterCode(billing, id, firstCoupon);
    expect(runRenewals(billing, id, 1)).toEqual([0]);
    enterCode(billing, id, secondCoupon);
    expect(runRenewals(billing, id, 1)).toEqual([0]);
    expect(refusalOf(enterCode(billing, id, firstCoupon))).toEqual(ALREADY_REDEEMED);
    expect(runRenewals(billing, id, 2)).toEqual([1000, 1000]);
    expect(refusalOf(enterCode(billing, id, secondCoupon))).toEqual(ALREADY_REDEEMED);
  });

  it.each([
    ['licensed', {}],
    ['metered', METERED],
  ] as const)('gets all months of a repeating coupon whose code is entered in the trial of a %s price', (_usageType, price) => {
    const billing = newBilling({ ...price, trialDays: 31 });
    const { id, trialEnd } = billing.subscribe();
    enterCode(billing, id, billing.coupon({ code: 'QUARTER', amountOffCents: 500, duration: 'repeating', durationInMonths: 3 }));
    const endsAt = periodAt(Number(trialEnd), 'month', 2).end;
    expect(billing.subscription(id).discount).toMatchObject({ endsAt });
  });

  it('cannot extend a repeating coupon by entering its code again', () => {
    const { billing, id } = newSubscription();
    const coupon = billing.coupon({ ...FREE, duration: 'repeating', durationInMonths: 2 });
    enterCode(billing, id, coupon);
    const { endsAt } = billing.subscription(id).discount ?? {};
    expect(runRenewals(billing, id, 1)).toEqual([0]);
    enterCode(billing, id, coupon);
    expect(billing.subscription(id).discount).toMatchObject({ endsAt });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 1500 }), coupon });
    expect(billing.subscription(id).discount).toMatchObject({ endsAt });
    expect(billing.findCoupon(coupon)).toMatchObject({ customerUses: 1 });
    runRenewals(billing, id, 2);
    expect(refusalOf(enterCode(billing, id, coupon))).toEqual(ALREADY_REDEEMED);
  });

  it('redeems a coupon up to max_redemptions_per_customer', () => {
    const { billing, id } = newSubscription();
    const coupon = billing.coupon({ ...FREE, maxRedemptionsPerCustomer: 2 });
    for (let redemption = 0; redemption < 2; redemption += 1) {
      enterCode(billing, id, coupon);
      expect(runRenewals(billing, id, 2)).toEqual([0, 1000]);
    }
    expect(refusalOf(enterCode(billing, id, coupon))).toEqual(ALREADY_REDEEMED);
  });

  it('reserves a redemption by opening a checkout, and can use it again if the checkout ends unpaid', () => {
    const billing = newBilling();
    const coupon = billing.coupon(FREE);
    const session = billing.open({}, { coupon: billing.findCoupon(coupon) });
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 1, customerUses: 1 });
    billing.world.do(
      abandonPayable(
        checkoutSessionKind,
        { withdrawnId: null },
        { payable: billing.world.get(checkoutSessionAggregate, session.id), payment: null },
      ),
    );
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 0, customerUses: 0 });
  });
});

describe('a code that no coupon has', () => {
  it('is refused and counts as a wrong code; a code for a product that allows no codes does not count as wrong', () => {
    const { billing, id } = newSubscription();
    const state = { ...billing.lifecycleState(id), couponLookup: { coupon: null, uses: 0, customerUses: 0 } };
    const enter = (allowed: boolean) =>
      applyCouponToSubscription(null, { ...state, product: productOf(billing, allowed) }, billing.world.ctx()) as Refusal;
    expect(enter(true)).toMatchObject({ code: 'parameter_invalid', param: 'code', reason: 'coupon_not_found' });
    expect(isCodeRefusal(enter(true))).toBe(true);
    expect(enter(false)).toMatchObject({ reason: 'promotion_codes_not_allowed' });
    expect(isCodeRefusal(enter(false))).toBe(false);
    expect(isCodeRefusal({ reason: undefined })).toBe(false);
  });
});

describe('a code that is sent with a plan change', () => {
  const quoteWithCode = (inPortal: boolean, allowed: boolean) => {
    const { billing, id } = newSubscription();
    const coupon = billing.coupon({ code: 'CODE' });
    const state = planState(billing, id, { priceId: anotherPrice(billing), coupon });
    return quotePlanChange({ couponCode: 'CODE', inPortal }, { ...state, product: productOf(billing, allowed) }, billing.world.now);
  };

  it('is refused in the portal if the product does not allow promotion codes', () => {
    expect(quoteWithCode(true, false)).toMatchObject({
      code: 'parameter_invalid',
      param: 'coupon_code',
      reason: 'promotion_codes_not_allowed',
    });
  });

  it('is accepted in the portal if the product allows promotion codes, and always with the account’s API key', () => {
    for (const result of [quoteWithCode(true, true), quoteWithCode(false, false)]) expect(result).toMatchObject({ chargeCents: 500 });
  });
});

describe('a code that the subscription already has', () => {
  it('changes nothing if it is entered again', () => {
    const billing = newBilling();
    const coupon = billing.coupon({ duration: 'forever' });
    const { id } = billing.subscribe({}, { coupon: billing.findCoupon(coupon) });
    const before = viewOf(billing, id);
    enterCode(billing, id, coupon);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 1, customerUses: 1 });
  });
});

describe('a code whose discount the subscription stores, but cannot use again', () => {
  const TWICE = { maxRedemptionsPerCustomer: 2 } as const;

  const subscribe = (command: Partial<CreateCoupon>, price: Parameters<typeof newBilling>[0] = {}) => {
    const billing = newBilling(price);
    const coupon = billing.coupon(command);
    const { id } = billing.subscribe({}, { coupon: billing.findCoupon(coupon) });
    return { billing, id, coupon };
  };

  it.each([
    ['`once`', { duration: 'once' }],
    ['`repeating`, in its last period', { duration: 'repeating', durationInMonths: 1 }],
  ] as const)('is refused at the limit of redemptions: %s', (_name, command) => {
    const { billing, id, coupon } = subscribe(command);
    expect(refusalOf(enterCode(billing, id, coupon))).toEqual(ALREADY_REDEEMED);
    expect(runRenewals(billing, id, 1)).toEqual([1000]);
  });

  it('is refused if it discounted the usage that a plan change billed, because none of the discount is left for the period', () => {
    const { billing, id, coupon } = subscribe({ duration: 'once' }, METERED);
    billing.use(id, 10);
    changePlan(billing, id, { priceId: anotherPrice(billing, METERED) });
    expect(refusalOf(enterCode(billing, id, coupon))).toEqual(ALREADY_REDEEMED);
  });

  it('is redeemed again below the limit', () => {
    const { billing, id, coupon } = subscribe(TWICE);
    enterCode(billing, id, coupon);
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 2, customerUses: 2 });
    expect(runRenewals(billing, id, 2)).toEqual([500, 1000]);
  });

  const yearly = (billing: Billing) => anotherPrice(billing, { amountCents: 12_000, interval: 'year' });

  it.each([true, false])('is refused at the limit of redemptions, also with a change of the interval (in the portal: %s)', (inPortal) => {
    const { billing, id, coupon } = subscribe({});
    const state = { ...planState(billing, id, { priceId: yearly(billing), coupon }), product: productOf(billing, true) };
    expect(quotePlanChange({ couponCode: coupon.code, inPortal }, state, billing.world.now)).toMatchObject({
      param: 'coupon_code',
      reason: 'coupon_already_redeemed',
    });
  });

  it('is redeemed again below the limit, also with a change of the interval; a repetition of the request redeems nothing', () => {
    const { billing, id, coupon } = subscribe(TWICE);
    const request = { priceId: yearly(billing), coupon };
    // Half of 120.00, less 5.00 for the month.
    expect(changePlan(billing, id, request).payment?.amountCents).toBe(5500);
    expect(changePlan(billing, id, request).payment).toBeNull();
    expect(billing.findCoupon(coupon)).toMatchObject({ customerUses: 2 });
  });

  it('is refused if it is sent with a change to a price that the coupon is not for', () => {
    const { billing, id, coupon } = subscribe({ duration: 'forever', maxRedemptionsPerCustomer: null, minAmountCents: 1000 });
    const state = planState(billing, id, { priceId: anotherPrice(billing, { amountCents: 500 }), coupon });
    expect(quotePlanChange({ couponCode: coupon.code, inPortal: false }, state, billing.world.now)).toMatchObject({
      param: 'coupon_code',
      reason: 'coupon_minimum_not_reached',
    });
  });

  it('is accepted without another redemption if it is sent with a change to a price of the same interval', () => {
    const { billing, id, coupon } = subscribe({});
    expect(changePlan(billing, id, { priceId: anotherPrice(billing), coupon }).payment).toBeNull();
    expect(billing.findCoupon(coupon)).toMatchObject({ customerUses: 1 });
  });
});
