import { describe, expect, it } from 'vitest';
import {
  applicableDiscount,
  basisPointsAsPercent,
  type Discount,
  type DiscountGrant,
  discountCovers,
  discountEnd,
  discountsOfLines,
  grantAfter,
  grantForPeriod,
  percentAsBasisPoints,
  reducesChargesFrom,
  viewDiscount,
} from '../../../shared/domain/amounts/discounts.ts';

const JAN_31 = Date.UTC(2026, 0, 31, 12) / 1000;
const FEB_28 = Date.UTC(2026, 1, 28, 12) / 1000;
const APR_30 = Date.UTC(2026, 3, 30, 12) / 1000;

const HALF: Discount = {
  couponId: 'cpn_1',
  code: 'HALF',
  percentOffBasisPoints: 5000,
  amountOffCents: null,
  currency: null,
  duration: 'forever',
  durationInMonths: null,
  endsAt: null,
};
const FIVE_EUR: Discount = { ...HALF, code: 'FIVE', percentOffBasisPoints: null, amountOffCents: 500, currency: 'EUR' };

/** The amount that a discount grants for the period from 100 to 200: 5.00, of which 2.00 are used. */
const GRANT: DiscountGrant = { start: 100, end: 200, interval: 'month', limitCents: 500, usedCents: 200 };

describe('the end of a discount', () => {
  it.each([
    ['once', null, FEB_28],
    ['repeating', 3, APR_30],
    ['repeating', 1, FEB_28],
    ['forever', null, null],
  ] as const)('with duration %s (%s months) and the first period 31 January to 28 February is %s', (duration, months, end) => {
    expect(discountEnd(duration, months, { start: JAN_31, end: FEB_28 })).toBe(end);
  });

  it('with duration `once` is the end of the first period, even if that is a year', () => {
    expect(discountEnd('once', null, { start: JAN_31, end: JAN_31 + 365 * 86_400 })).toBe(JAN_31 + 365 * 86_400);
  });
});

describe('a discount for a period that starts at a given time', () => {
  it.each<[string, Partial<Discount>, DiscountGrant | null, number, boolean]>([
    ['of duration `once` applies at any time while it is unused', { duration: 'once', endsAt: 50 }, null, 9999, true],
    ['of duration `once` applies in the last second of its period', { duration: 'once' }, GRANT, 199, true],
    ['of duration `once` does not apply at the end of its period', { duration: 'once' }, GRANT, 200, false],
    ['of duration `repeating` applies in the last second before its end', { duration: 'repeating', endsAt: 300 }, GRANT, 299, true],
    ['of duration `repeating` does not apply at its end', { duration: 'repeating', endsAt: 300 }, GRANT, 300, false],
    ['of duration `forever` applies at any time', {}, GRANT, 9999, true],
  ])('%s', (_name, overrides, grant, start, expected) => {
    expect(discountCovers({ ...HALF, ...overrides }, grant, start)).toBe(expected);
  });

  it('is limited to the rest of the grant, within the period of the grant', () => {
    const leftAt = (start: number, grant: DiscountGrant | null = GRANT) => applicableDiscount(FIVE_EUR, grant, start);
    expect(leftAt(199)).toEqual({ ...FIVE_EUR, leftCents: null, usedCents: GRANT.usedCents });
    expect(applicableDiscount({ ...FIVE_EUR, duration: 'once' }, GRANT, 199)).toMatchObject({ leftCents: 300 });
    expect(leftAt(200)).toEqual({ ...FIVE_EUR, leftCents: null });
    expect(leftAt(199, null)).toEqual({ ...FIVE_EUR, leftCents: null });
    expect(discountsOfLines(leftAt(199), [250, 250])).toEqual([250, 50]);
    expect(discountsOfLines(leftAt(150, { ...GRANT, usedCents: 501 }), [100])).toEqual([0]);
  });

  it('is null without a coupon, or after the discount has ended', () => {
    expect(applicableDiscount(null, GRANT, 150)).toBeNull();
    expect(applicableDiscount({ ...FIVE_EUR, duration: 'repeating', endsAt: 150 }, GRANT, 150)).toBeNull();
  });
});

describe('the grant of a discount after an invoice', () => {
  const NEXT = { start: 200, end: 300, interval: 'month' } as const;

  it.each<[string, Discount | null, DiscountGrant | null, number, DiscountGrant | null]>([
    ['without a discount', null, null, 200, null],
    ['of a percentage with duration forever', HALF, null, 200, null],
    ['of a percentage with duration forever, after an earlier grant', HALF, GRANT, 150, null],
    ['of a fixed amount, in a new period', FIVE_EUR, GRANT, 200, { ...NEXT, limitCents: 500, usedCents: 120 }],
    ['of a fixed amount, without an earlier grant', FIVE_EUR, null, 200, { ...NEXT, limitCents: 500, usedCents: 120 }],
    ['of a fixed amount, in the period of the grant', FIVE_EUR, GRANT, 199, { ...GRANT, usedCents: 320 }],
    ['of an unused `once` discount', { ...HALF, duration: 'once' }, null, 200, { ...NEXT, limitCents: 120, usedCents: 120 }],
    ['of a `once` discount of a fixed amount', { ...FIVE_EUR, duration: 'once' }, null, 200, { ...NEXT, limitCents: 120, usedCents: 120 }],
    ['of a `once` discount, in the period of the grant', { ...HALF, duration: 'once' }, GRANT, 199, { ...GRANT, usedCents: 320 }],
    ['of a used `once` discount, in a later period', { ...HALF, duration: 'once' }, GRANT, 200, GRANT],
    ['of a discount that has ended', { ...FIVE_EUR, duration: 'repeating', endsAt: 200 }, GRANT, 200, GRANT],
  ])('%s', (_name, discount, grant, start, expected) => {
    expect(grantAfter(discount, grant, { ...NEXT, start, periodStart: start }, 120)).toEqual(expected);
  });
});

describe('the grant after an invoice for the rest of a period', () => {
  const REST = { start: 250, end: 300, interval: 'month', periodStart: 200 } as const;
  const FIVE_UNTIL_220: Discount = { ...FIVE_EUR, duration: 'repeating', endsAt: 220 };

  it('contains a discount that ended after the start of the period', () => {
    expect(grantAfter(FIVE_UNTIL_220, null, REST, 120)).toEqual({
      start: 250,
      end: 300,
      interval: 'month',
      limitCents: 500,
      usedCents: 120,
    });
  });
});

describe('the grant of a new period', () => {
  const yearAt = (start: number) => ({ start, end: start + 1200, interval: 'year' }) as const;

  it('counts as used only the discount for the rest of the old period, if it starts within that period', () => {
    // At 130, 30 % of the old period have passed. Of the used 2.00, 1.50 (30 % of 5.00) are for this part, and 0.50 for the rest.
    expect(grantForPeriod(GRANT, yearAt(130))).toEqual({ ...yearAt(130), limitCents: 500, usedCents: 50 });
    expect(grantForPeriod(GRANT, yearAt(199))).toEqual({ ...yearAt(199), limitCents: 500, usedCents: 0 });
  });

  it('counts everything as used if it starts at or before the start of the old period', () => {
    expect(grantForPeriod(GRANT, yearAt(100))).toMatchObject({ usedCents: 200 });
    expect(grantForPeriod(GRANT, yearAt(50))).toMatchObject({ usedCents: 200 });
  });

  it('is the old grant if the new period starts at or after the end of the old one', () => {
    expect(grantForPeriod(GRANT, yearAt(200))).toBe(GRANT);
    expect(grantForPeriod(null, yearAt(150))).toBeNull();
  });
});

describe('the discount of lines', () => {
  it.each([
    ['no discount', null, [1000, 0], [0, 0]],
    ['a percentage, rounded per line', { percentOffBasisPoints: 5000, amountOffCents: null }, [1, 3, 1000], [1, 2, 500]],
    ['a percentage of 100', { percentOffBasisPoints: 10_000, amountOffCents: null }, [999], [999]],
    ['a fixed amount, line by line', { percentOffBasisPoints: null, amountOffCents: 500 }, [300, 100, 400], [300, 100, 100]],
    ['a fixed amount below the first line', { percentOffBasisPoints: null, amountOffCents: 500 }, [501, 7], [500, 0]],
    ['a fixed amount and negative lines', { percentOffBasisPoints: null, amountOffCents: 500 }, [-200, 0, 600], [0, 0, 500]],
    ['a percentage and negative lines', { percentOffBasisPoints: 5000, amountOffCents: null }, [-200, 0, 600], [0, 0, 300]],
    ['a percentage limited by the grant', { percentOffBasisPoints: 5000, amountOffCents: null, leftCents: 250 }, [400, 400], [200, 50]],
    ['a fixed amount above the grant', { percentOffBasisPoints: null, amountOffCents: 500, leftCents: 100 }, [80, 80], [80, 20]],
    ['a fixed amount below the grant', { percentOffBasisPoints: null, amountOffCents: 100, leftCents: 500 }, [80, 80], [80, 20]],
    ['a grant that is used up', { percentOffBasisPoints: 5000, amountOffCents: null, leftCents: 0 }, [400], [0]],
  ])('with %s', (_name, discount, amounts, expected) => {
    expect(discountsOfLines(discount, amounts)).toEqual(expected);
  });
});

describe('the discount in the API', () => {
  it('[SUB-26] shows the percentage with decimals, or the fixed amount with its currency', () => {
    const shown = { object: 'discount', coupon_id: 'cpn_1', duration_in_months: null, ends_at: null };
    expect(viewDiscount({ ...HALF, percentOffBasisPoints: 1234 })).toEqual({
      ...shown,
      code: 'HALF',
      percent_off: 12.34,
      amount_off_cents: null,
      currency: null,
      duration: 'forever',
    });
    expect(viewDiscount({ ...FIVE_EUR, duration: 'repeating', durationInMonths: 3, endsAt: APR_30 })).toEqual({
      ...shown,
      code: 'FIVE',
      percent_off: null,
      amount_off_cents: 500,
      currency: 'EUR',
      duration: 'repeating',
      duration_in_months: 3,
      ends_at: APR_30,
    });
    expect(viewDiscount(null)).toBeNull();
    expect(basisPointsAsPercent(null)).toBeNull();
  });
});

describe('a percentage off', () => {
  it.each<[number, number | null]>([
    [12.34, 1234],
    [0.01, 1],
    [100, 10_000],
    [33.3, 3330],
    [8.7, 870],
    [0, null],
    [-1, null],
    [100.01, null],
    [12.345, null],
    [0.001, null],
    [1e-7, null],
    [1e21, null],
  ])('[CPN-12] [LIM-20] %d percent is %s basis points', (percent, expected) => {
    expect(percentAsBasisPoints(percent)).toBe(expected);
  });
});

describe('a discount', () => {
  it.each<[string, boolean, Partial<Discount> | null, number | null, number]>([
    ['there is no discount', false, null, null, 100],
    ['it is unused', true, {}, null, 100],
    ['the period has used a part of it', true, {}, 499, 100],
    ['the period has used it, and the next period gets it again', true, {}, 500, 100],
    ['the period has used it, and it ends later than the period', true, { duration: 'repeating', endsAt: 201 }, 500, 100],
    ['the period has used it, and it ends with the period', false, { duration: 'repeating', endsAt: 200 }, 500, 100],
    ['it has ended', false, { duration: 'repeating', endsAt: 100 }, null, 100],
    ['it is an unused `once` discount', true, { duration: 'once' }, null, 100],
    ['the period has used a part of a `once` discount', true, { duration: 'once' }, 499, 100],
    ['the period has used a `once` discount', false, { duration: 'once' }, 500, 100],
    ['an earlier period has used a `once` discount', false, { duration: 'once' }, 0, 200],
  ])('can reduce the charge of a period or of a later one, or not: %s', (_what, expected, fields, usedCents, periodStart) => {
    const discount = fields === null ? null : { ...FIVE_EUR, ...fields };
    expect(reducesChargesFrom(discount, usedCents === null ? null : { ...GRANT, usedCents }, periodStart)).toBe(expected);
  });
});
