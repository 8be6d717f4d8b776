import { describe, expect, it } from 'vitest';
import { type Discount, type DiscountGrant, maxDiscountCents } from '../../../../shared/domain/amounts/discounts.ts';
import type { CreateCoupon } from '../../../../shared/domain/coupon/create.ts';
import { couponAggregate } from '../../../../shared/domain/coupon/record.ts';
import { type DiscountChange, discountForChange, type NewDiscount } from '../../../../shared/domain/subscription/change/discount.ts';
import { NO_TAX } from '../../../../shared/domain/tax/tax.ts';
import { newBilling, newSubscription } from '../../billing.ts';
import { anotherPrice, changePlan, previewChange, subscribeMidPeriod } from '../../plan-changes.ts';
import { FEB, MAR, runRenewals, viewOf } from '../../renewals.ts';
import { DAY, START } from '../../world.ts';

const NOW = START + 14 * DAY;

const FIVE_ONCE: Discount = {
  couponId: 'cpn_1',
  code: 'FIVE',
  percentOffBasisPoints: null,
  amountOffCents: 500,
  currency: 'EUR',
  duration: 'once',
  durationInMonths: null,
  endsAt: FEB,
};
const HALF_ONCE: Discount = { ...FIVE_ONCE, code: 'HALF', percentOffBasisPoints: 5000, amountOffCents: null, currency: null };
const FIVE_FOREVER: Discount = { ...FIVE_ONCE, duration: 'forever', endsAt: null };

const monthly = newBilling().subscribe();
const yearly = newBilling({ interval: 'year' }).subscribe();

/** The grant of the first period, of which this amount is used. */
const grant = (usedCents: number, limitCents = 500): DiscountGrant => ({
  start: START,
  end: FEB,
  interval: 'month',
  limitCents,
  usedCents,
});

/** A change in the middle of the first period to a price with the same interval. */
const changeOf = (discount: Discount, discountGrant: DiscountGrant | null, fields: Partial<DiscountChange> = {}): DiscountChange => ({
  before: { ...monthly, discount, discountGrant },
  price: monthly.price,
  period: { start: START, end: FEB },
  coupons: { couponLookup: null, currentCoupon: null },
  coverage: null,
  isWaived: false,
  tax: NO_TAX,
  usageOffCents: null,
  now: NOW,
  ...fields,
});

const leftOf = ({ applicable }: NewDiscount): number | null => (applicable === null ? null : maxDiscountCents(applicable));

/** A metered subscription with a discount of 5.00 in each period, in the middle of its first period, with usage of 4.00. */
const inMidPeriodWithUsage = () => {
  const billing = newBilling({ usageType: 'metered', unitAmountDecimal: '10' });
  const { id } = billing.subscribeWithCoupon({ amountOffCents: 500, duration: 'forever' });
  billing.world.now = NOW;
  billing.use(id, 40);
  return { billing, id };
};

describe('an unused `once` discount at a plan change', () => {
  it.each<[string, Discount, number | null, number]>([
    ['a fixed amount without usage lines', FIVE_ONCE, null, 500],
    ['a fixed amount with usage lines', FIVE_ONCE, 300, 200],
    ['a percentage, which has no maximum', HALF_ONCE, 300, Number.POSITIVE_INFINITY],
  ])('applies to the line of the new price, less what the usage lines used: %s', (_name, discount, usageOffCents, leftCents) => {
    expect(leftOf(discountForChange(changeOf(discount, null, { usageOffCents })))).toBe(leftCents);
  });

  it('stays unused if the change charges neither usage nor service', () => {
    const after = discountForChange(changeOf(FIVE_ONCE, null)).after(null);
    expect(after).toEqual({ discount: FIVE_ONCE, discountGrant: null });
  });

  it.each([
    [null, 200, 200],
    [300, null, 300],
    [300, 200, 500],
  ])('is used by the invoice with %d cents off the usage and %d off the service', (usageOffCents, offCents, usedCents) => {
    const { discountGrant } = discountForChange(changeOf(FIVE_ONCE, null, { usageOffCents })).after(offCents);
    expect(discountGrant).toEqual({ start: NOW, end: FEB, interval: 'month', limitCents: usedCents, usedCents });
  });

  it('ends with the first period at the new price', () => {
    const change = changeOf(FIVE_ONCE, null, { price: yearly.price, period: { start: NOW, end: NOW + 365 * DAY } });
    expect(discountForChange(change).after(null).discount).toEqual({ ...FIVE_ONCE, endsAt: NOW + 365 * DAY });
  });
});

describe('a used discount at a plan change', () => {
  it('keeps its grant if the change has no line for the new price, and adds to it otherwise', () => {
    const outcome = discountForChange(changeOf(FIVE_FOREVER, grant(200)));
    expect(leftOf(outcome)).toBe(300);
    expect(outcome.after(null)).toEqual({ discount: FIVE_FOREVER, discountGrant: grant(200) });
    expect(outcome.after(300)).toEqual({ discount: FIVE_FOREVER, discountGrant: grant(500) });
  });

  it('adds the discount on the usage lines to its grant', () => {
    const outcome = discountForChange(changeOf(FIVE_FOREVER, grant(200), { usageOffCents: 100 }));
    expect(leftOf(outcome)).toBe(200);
    expect(outcome.after(null).discountGrant).toEqual(grant(300));
  });

  it('continues at a price with another interval, unless it is a `once` discount', () => {
    const change = { price: yearly.price, period: { start: NOW, end: NOW + 365 * DAY } };
    expect(discountForChange(changeOf(FIVE_FOREVER, grant(500), change)).after(null).discount).toEqual(FIVE_FOREVER);
    expect(discountForChange(changeOf(FIVE_ONCE, grant(500), change)).after(null)).toEqual({ discount: null, discountGrant: null });
  });
});

describe('a coupon that is redeemed by a plan change', () => {
  it('is used by the line of the new price; without such a line, it is still unused', () => {
    const billing = newBilling();
    const coupon = billing.coupon({ amountOffCents: 500 });
    const coupons = { couponLookup: billing.findCoupon(coupon), currentCoupon: null };
    const change = { ...changeOf(FIVE_ONCE, null, { coupons }), before: monthly };
    const outcome = discountForChange(change);
    expect(outcome.after(null)).toMatchObject({ discount: { couponId: coupon.id, endsAt: FEB }, discountGrant: null });
    expect(outcome.after(200).discountGrant).toMatchObject({ start: NOW, end: FEB, limitCents: 200, usedCents: 200 });
  });
});

describe('a fixed discount that usage of the period has used in part', () => {
  it('is limited to its rest at a plan change; the next change credits what was charged', () => {
    const { billing, id } = inMidPeriodWithUsage();
    const request = { priceId: anotherPrice(billing, { amountCents: 3000 }) };
    expect(previewChange(billing, id, request)).toMatchObject({
      lines: [
        { type: 'usage', amount_cents: 400, discount_cents: 400 },
        { type: 'proration_charge', amount_cents: 1500, discount_cents: 100 },
      ],
    });
    changePlan(billing, id, request);
    const credited = () => previewChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) }).credit_cents;
    expect(credited()).toBe(1400);
    billing.world.now += 7 * DAY;
    expect(credited()).toBe(700);
  });
});

describe('a coupon for the current price', () => {
  it('discounts the rest of a paid period, and credits the rest at the full price', () => {
    const { billing, id } = subscribeMidPeriod();
    const request = { priceId: billing.subscription(id).price.id, coupon: billing.coupon({ duration: 'once' }) };
    expect(previewChange(billing, id, request)).toMatchObject({ credit_cents: 500, charge_cents: 250, carried_credit_cents: 250 });
    changePlan(billing, id, request);
    expect(runRenewals(billing, id, 2)).toEqual([750, 1000]);
  });
});

describe('a coupon that is redeemed by a plan change in a trial', () => {
  it('discounts the first charge, even if its term is shorter than the trial', () => {
    const { billing, id } = newSubscription({ trialDays: 45 });
    const coupon = billing.coupon({ duration: 'repeating', durationInMonths: 1 });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }), coupon });
    expect(runRenewals(billing, id, 3)).toEqual([1500, 3000, 3000]);
  });
});

describe('a fixed discount after a renewal', () => {
  it('is used for the whole period: a plan change in the period adds no discount', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ amountOffCents: 500, duration: 'repeating', durationInMonths: 3 });
    expect(runRenewals(billing, id, 1)).toEqual([500]);
    expect(billing.subscription(id).discountGrant).toEqual({ start: FEB, end: MAR, interval: 'month', limitCents: 500, usedCents: 500 });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
    expect(billing.subscription(id).discountGrant).toMatchObject({ usedCents: 500 });
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 2500 });
  });
});

describe('a `repeating` discount that ends within a period', () => {
  const halfway = (from: number, until: number): number => (from + until) / 2;

  /** A discounted yearly subscription of 120.00, in the middle of the year. The discount ended after 3 months. */
  const inMidYear = (coupon: Partial<CreateCoupon>) => {
    const billing = newBilling({ amountCents: 12_000, interval: 'year' });
    const { id, currentPeriodEnd } = billing.subscribeWithCoupon({ ...coupon, duration: 'repeating', durationInMonths: 3 });
    billing.world.now = halfway(START, currentPeriodEnd);
    return { billing, id };
  };

  it.each([
    // Half of 180.00 less half of 90.00.
    ['25 %', { percentOffBasisPoints: 2500 }, 24_000, 4500],
    ['25 %, at the same amount', { percentOffBasisPoints: 2500 }, 12_000, 0],
    // Half of 240.00, less half of 30.00, less half of 90.00.
    ['a fixed amount', { amountOffCents: 3000, currency: 'EUR' }, 24_000, 6000],
  ] as const)('discounts the rest of the year at a plan change: %s', (_name, coupon, amountCents, dueCents) => {
    const { billing, id } = inMidYear(coupon);
    const priceId = anotherPrice(billing, { amountCents, interval: 'year' });
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      amount_due_now_cents: dueCents,
      next_charge_amount_cents: amountCents,
    });
    changePlan(billing, id, { priceId });
    const discountedYearCents = billing.subscription(id).discount?.amountOffCents ? amountCents - 3000 : amountCents * 0.75;
    expect(viewOf(billing, id)).toMatchObject({ mrr_cents: discountedYearCents / 12 });
  });

  it('does not discount a month that begins with a plan change after the end of the discount', () => {
    const { billing, id } = inMidYear({ percentOffBasisPoints: 2500 });
    const priceId = anotherPrice(billing, { amountCents: 10_000 });
    // 100.00 for a month, less 45.00 for the unused half of the year.
    expect(previewChange(billing, id, { priceId })).toMatchObject({ amount_due_now_cents: 5500 });
    changePlan(billing, id, { priceId });
    expect(viewOf(billing, id)).toMatchObject({ mrr_cents: 10_000 });
  });

  it('can be redeemed again for such a month', () => {
    const { billing, id } = inMidYear({ percentOffBasisPoints: 2500, maxRedemptionsPerCustomer: null });
    const { discount } = billing.subscription(id);
    const coupon = billing.world.get(couponAggregate, discount?.couponId).record;
    const priceId = anotherPrice(billing, { amountCents: 10_000 });
    expect(previewChange(billing, id, { priceId, coupon }).charge_cents).toBe(7500);
  });

  it('does not discount a year that begins with a plan change after the end of the discount, even within a discounted month', () => {
    const billing = newBilling();
    const { id } = billing.subscribe();
    const coupon = billing.coupon({ duration: 'repeating', durationInMonths: 1 });
    billing.world.now = halfway(START, FEB);
    changePlan(billing, id, { priceId: anotherPrice(billing), coupon });
    runRenewals(billing, id, 1);
    const { endsAt } = billing.subscription(id).discount ?? {};
    expect(endsAt).toBeLessThan(MAR);
    billing.world.now = Number(endsAt);
    const [monthlyId, yearlyId] = [anotherPrice(billing), anotherPrice(billing, { amountCents: 12_000, interval: 'year' })];
    expect(previewChange(billing, id, { priceId: monthlyId })).toMatchObject({ amount_due_now_cents: 0, carried_credit_cents: 0 });
    expect(previewChange(billing, id, { priceId: yearlyId }).charge_cents).toBe(12_000);
  });
});
