import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import {
  type Coverage,
  type Credit,
  coverageOf,
  distinctCharges,
  endCoverage,
  type SourceCharge,
  spendableCents,
  spendableCentsOfPayment,
  spendCredit,
  toSpendableCredits,
  withCharge,
  withReturnedAmount,
  withReturnsOfPayment,
} from '../../../../shared/domain/subscription/change/coverage.ts';
import { type Billing, newBilling } from '../../billing.ts';
import { anotherPrice, changePlan } from '../../plan-changes.ts';
import { runRenewals } from '../../renewals.ts';

/** `absorbedCents`: the part of the returned amount that paid for used service. It does not reduce the credit. */
const charge = (paymentId: string, shareCents: number, returnedCents = 0, absorbedCents = 0): SourceCharge => ({
  paymentId,
  shareCents,
  returnedCents,
  absorbedCents,
});

const credit = (...charges: readonly SourceCharge[]): Credit => ({
  amountCents: charges.reduce((all, { shareCents }) => all + shareCents, 0),
  taxRateBasisPoints: 2100,
  charges,
});

/** Prepaid service at 10.00 from second 100 to 200, paid by one charge. */
const COVERAGE: Coverage = {
  amountCents: 1000,
  discountCents: 0,
  taxRateBasisPoints: 0,
  charges: [charge('pay_1', 1000)],
  start: 100,
  end: 200,
  basis: { netCents: 1000, start: 100, end: 200, taxBehavior: 'inclusive' },
};

const carriedCents = (billing: Billing, id: string): number =>
  billing.subscription(id).carriedCredits.reduce((all, { amountCents }) => all + amountCents, 0);

describe('a small refund before a plan change', () => {
  it('attributes no negative amount to used service, whatever is rounded', () => {
    const totals = Array.from({ length: 30 }, (_, index) => index + 1);
    const cases = totals.flatMap((totalCents) => totals.filter((first) => first <= totalCents).map((first) => ({ totalCents, first })));
    for (const { totalCents, first } of cases) {
      const basis = { netCents: totalCents, start: 100, end: 200, taxBehavior: 'inclusive' } as const;
      const absorbedCents = (returnedCents: number, at: number): number => {
        const charges = [charge('a', first), charge('b', totalCents - first, returnedCents)];
        const { unused } = endCoverage({ ...COVERAGE, amountCents: totalCents, taxRateBasisPoints: 0, basis, charges }, [], at);
        const [counted] = unused?.charges.filter(({ paymentId }) => paymentId === 'b') ?? [];
        return counted?.absorbedCents ?? 0;
      };
      for (const at of [101, 113, 137, 150, 177, 199])
        expect(
          Math.min(...[1, 2, 3].map((returnedCents) => absorbedCents(returnedCents, at))),
          `${totalCents}, ${first}, ${at}`,
        ).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a refund before plan changes', () => {
  it('reduces the credit of the first change, and does not reduce the credit of the second change again', () => {
    const billing = newBilling({ amountCents: 3000 });
    const { id, lastPaymentId } = billing.subscribe();
    billing.refund(String(lastPaymentId), 1000);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 1000 }) });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 500 }) });
    expect(carriedCents(billing, id)).toBe(2500);
    // 10.00 of the carried 25.00 are refunded: the other 15.00 pay for three more periods.
    expect(runRenewals(billing, id, 4)).toEqual([0, 0, 0, 500]);
  });
});

describe('unused service', () => {
  it('is credited in proportion to its unused seconds: all of it until its start, and none of it from its end on', () => {
    const creditAt = (now: number) => endCoverage(COVERAGE, [], now).unused?.amountCents ?? null;
    expect([creditAt(100), creditAt(150), creditAt(199), creditAt(200), creditAt(201)]).toEqual([1000, 500, 10, null, null]);
    expect(creditAt(50)).toBe(1000);
  });

  it('is worth the unused part of the proration basis, but at most the price of the coverage', () => {
    const basis = { ...COVERAGE.basis, netCents: 3000, start: 0, end: 300 };
    expect(endCoverage({ ...COVERAGE, basis }, [], 150).unused).toMatchObject({ amountCents: 500 });
    expect(endCoverage({ ...COVERAGE, basis, amountCents: 900 }, [], 100).unused).toMatchObject({ amountCents: 900 });
  });

  it('includes exclusive tax, and has the tax rate of the coverage', () => {
    const basis = { ...COVERAGE.basis, taxBehavior: 'exclusive' as const };
    const taxed: Coverage = { ...COVERAGE, amountCents: 1210, taxRateBasisPoints: 2100, basis, charges: [charge('pay_1', 1210)] };
    expect(endCoverage(taxed, [], 150).unused).toEqual({ amountCents: 605, taxRateBasisPoints: 2100, charges: [charge('pay_1', 605)] });
  });

  it('gives no credit if the service was free or is over, or if there is no coverage', () => {
    const carried = [credit(charge('pay_0', 100))];
    const free = { ...COVERAGE, amountCents: 0, basis: { ...COVERAGE.basis, netCents: 0 }, charges: [] };
    expect(endCoverage(free, carried, 150)).toEqual({ unused: null, carried });
    expect(endCoverage(null, carried, 150)).toEqual({ unused: null, carried });
    expect(endCoverage(COVERAGE, carried, 200)).toEqual({ unused: null, carried });
  });

  it('is split between the charges of the coverage in proportion to their shares', () => {
    const charges = [charge('pay_1', 700), charge('pay_2', 300)];
    expect(endCoverage({ ...COVERAGE, charges }, [], 150).unused?.charges).toEqual([charge('pay_1', 350), charge('pay_2', 150)]);
  });

  it('is reduced by a partial refund of its charge, in proportion to the unused seconds', () => {
    const { unused } = endCoverage({ ...COVERAGE, charges: [charge('pay_1', 1000, 400)] }, [], 150);
    // 6.00 of the price of 10.00 remain after the refund of 4.00. Half of the period is unused, so 3.00 are left.
    expect(unused).toMatchObject({ amountCents: 500, charges: [charge('pay_1', 500, 400, 200)] });
    expect(spendableCents(unused === null ? [] : [unused])).toBe(300);
  });

  it('is worth nothing if its charge is refunded in full', () => {
    const { unused } = endCoverage({ ...COVERAGE, charges: [charge('pay_1', 1000, 1000)] }, [], 150);
    expect(spendableCents(unused === null ? [] : [unused])).toBe(0);
  });

  it('is reduced only by the part of a refund that exceeds the carried credit of the same charge', () => {
    const carried = [credit(charge('pay_1', 300, 400), charge('pay_2', 50))];
    const ended = endCoverage({ ...COVERAGE, charges: [charge('pay_1', 1000, 400)] }, carried, 150);
    // 3.00 of the refund reduce the carried credit, 1.00 reduces the price of the coverage: half of 9.00 is left.
    expect(ended.unused?.charges).toEqual([{ ...charge('pay_1', 500, 400, 50), absorbedOfCents: 400 }]);
    expect(ended.carried).toEqual([credit({ ...charge('pay_1', 300, 400, 50), absorbedOfCents: 400 }, charge('pay_2', 50))]);
    expect(spendableCentsOfPayment('pay_1', [...ended.carried, ...(ended.unused === null ? [] : [ended.unused])])).toBe(450);
  });

  it('is reduced by the part of a refund that was not absorbed earlier', () => {
    const absorbed = { ...charge('pay_1', 1000, 400, 100), absorbedOfCents: 250 };
    const { unused } = endCoverage({ ...COVERAGE, charges: [absorbed] }, [], 150);
    // 3.00 of the refund reduce the price of the coverage: half of 7.00 is left.
    expect(unused?.charges).toEqual([{ ...charge('pay_1', 500, 400, 250), absorbedOfCents: 400 }]);
    expect(spendableCents(unused === null ? [] : [unused])).toBe(350);
  });

  it('is not reduced by a refund that was absorbed earlier', () => {
    const carried = [credit(charge('pay_1', 300, 30, 30))];
    const ended = endCoverage({ ...COVERAGE, charges: [charge('pay_1', 1000, 30, 30)] }, carried, 150);
    expect(ended.unused?.charges).toEqual([charge('pay_1', 500, 30, 30)]);
    expect(ended.carried).toEqual(carried);
  });
});

describe('the returned amount of a charge', () => {
  const absorbed = { ...charge('pay_1', 500, 1000, 400), absorbedOfCents: 1000 };

  it.each([
    ['leaves the absorbed part unchanged when it rises', 1200, 400, 1000],
    ['reduces the absorbed part in proportion when it falls because a dispute is won', 500, 200, 500],
    ['leaves no absorbed part when it falls to zero', 0, 0, 0],
  ])('%s', (_what, returnedCents, absorbedCents, absorbedOfCents) => {
    expect(withReturnedAmount(absorbed, returnedCents)).toEqual({ ...absorbed, returnedCents, absorbedCents, absorbedOfCents });
  });

  it('does not change the absorbed part if it rises and then falls to its former value', () => {
    expect(withReturnedAmount(withReturnedAmount(absorbed, 3000), 1000)).toEqual(absorbed);
  });

  it('that falls also reduces the absorbed part of a charge that an earlier release stored', () => {
    expect(withReturnedAmount(charge('pay_1', 500, 30, 30), 10)).toEqual({ ...charge('pay_1', 500, 10, 10), absorbedOfCents: 10 });
  });
});

describe('the source charges of coverage and credit', () => {
  it('are merged by payment, with the sum of the shares, the highest returned amount and the highest absorbed amount', () => {
    const merged = distinctCharges([charge('pay_1', 100, 10, 5), charge('pay_2', 50), charge('pay_1', 30, 20, 2)]);
    expect(merged).toEqual([charge('pay_1', 130, 20, 5), charge('pay_2', 50)]);
    const absorbed = { ...charge('pay_1', 30, 20, 8), absorbedOfCents: 15 };
    const expected = { ...charge('pay_1', 130, 20, 8), absorbedOfCents: 15 };
    expect(distinctCharges([charge('pay_1', 100, 10, 5), absorbed])).toEqual([expected]);
    expect(distinctCharges([absorbed, charge('pay_1', 100, 10, 5)])).toEqual([expected]);
  });

  it('get the refunded and disputed amounts of their payment; charges of other payments are unchanged', () => {
    const billing = newBilling();
    const { lastPaymentId } = billing.subscribe();
    const payment = { ...billing.world.get(paymentAggregate, lastPaymentId).record, amountRefundedCents: 300, amountDisputedCents: 70 };
    const charges = [charge(payment.id, 1000, 1), charge('pay_other', 500, 2)];
    expect(withReturnsOfPayment(charges, payment)).toEqual([charge(payment.id, 1000, 370), charge('pay_other', 500, 2)]);
  });
});

describe('the coverage of an invoice', () => {
  const line = {
    type: 'subscription',
    description: 'Hosting',
    quantity: '1',
    unitAmountDecimal: null,
    amountCents: 1000,
    discountCents: 100,
    priceId: null,
    taxRateBasisPoints: 2100,
    periodStart: 100,
    periodEnd: 200,
  } as const;
  const lines = [
    { ...line, type: 'usage', amountCents: 555, discountCents: 5, periodStart: 0 },
    line,
    { ...line, type: 'proration_charge', amountCents: 200, discountCents: 0, periodStart: 150 },
    { ...line, type: 'carried_credit', amountCents: -400, discountCents: 0 },
  ] as const;
  const taxTerms = { countryCode: 'NL', treatment: 'rate' } as const;
  const invoice = { lines, periodEnd: 200, taxBehavior: 'exclusive', taxTerms } as const;

  it('is its prepaid service: without usage and credit, after discount, with tax', () => {
    expect(coverageOf(invoice, [])).toEqual({
      start: 100,
      end: 200,
      amountCents: 1331,
      discountCents: 100,
      taxRateBasisPoints: 2100,
      taxTerms,
      basis: { netCents: 1100, start: 100, end: 200, taxBehavior: 'exclusive' },
      charges: [],
    });
    expect(coverageOf({ ...invoice, taxBehavior: 'inclusive' }, [], COVERAGE.basis)).toMatchObject({
      amountCents: 1100,
      basis: COVERAGE.basis,
    });
  });

  it('is null without a line of prepaid service, or without a period', () => {
    expect(coverageOf({ ...invoice, lines: lines.filter(({ type }) => type === 'usage') }, [])).toBeNull();
    expect(coverageOf({ ...invoice, periodEnd: null }, [])).toBeNull();
    expect(coverageOf({ ...invoice, lines: [{ ...line, periodStart: null }] }, [])).toBeNull();
  });

  it('is paid first by the charges of the used credit, up to the price of the coverage, then by the payment of the invoice', () => {
    const used = [charge('pay_1', 1000), charge('pay_2', 200), charge('pay_1', 100), charge('pay_3', 500)];
    const paid = coverageOf(invoice, used);
    expect(paid?.charges).toEqual([charge('pay_1', 1100), charge('pay_2', 200), charge('pay_3', 31)]);
    expect(withCharge(paid, { id: 'pay_4' })?.charges.at(-1)).toEqual(charge('pay_4', 0));
    const partlyPaid = coverageOf(invoice, [charge('pay_1', 331)]);
    expect(withCharge(partlyPaid, { id: 'pay_4' })).toEqual({ ...partlyPaid, charges: [charge('pay_1', 331), charge('pay_4', 1000)] });
    expect(withCharge(partlyPaid, null)).toBe(partlyPaid);
    expect(withCharge(null, { id: 'pay_4' })).toBeNull();
  });
});

describe('credit', () => {
  it('can be spent except for what was returned and not absorbed; the last credits are reduced first', () => {
    const credits = [credit(charge('pay_1', 100, 120, 20)), credit(charge('pay_1', 50, 120, 20), charge('pay_2', 30))];
    expect(toSpendableCredits(credits)).toEqual([
      { credit: credits[0], amountCents: 50, shares: [charge('pay_1', 50, 120, 20)] },
      { credit: credits[1], amountCents: 30, shares: [charge('pay_1', 0, 120, 20), charge('pay_2', 30)] },
    ]);
    expect(spendableCents(credits)).toBe(80);
    expect([
      spendableCentsOfPayment('pay_1', credits),
      spendableCentsOfPayment('pay_2', credits),
      spendableCentsOfPayment('pay_3', credits),
    ]).toEqual([50, 30, 0]);
  });

  it('is worth its shares at most, and 0 at least', () => {
    expect(spendableCents([credit(charge('pay_1', 100, 10, 20))])).toBe(100);
    expect(spendableCents([credit(charge('pay_1', 100, 500))])).toBe(0);
  });

  it.each<[number, readonly SourceCharge[], Credit]>([
    [150, [charge('pay_1', 80, 20), charge('pay_2', 70)], credit(charge('pay_1', 20, 20), charge('pay_2', 130))],
    [80, [charge('pay_1', 80, 20)], credit(charge('pay_1', 20, 20), charge('pay_2', 200))],
    [280, [charge('pay_1', 80, 20), charge('pay_2', 200)], credit(charge('pay_1', 20, 20))],
    [0, [], credit(charge('pay_1', 100, 20), charge('pay_2', 200))],
  ])('is spent from its first share on: %i cents', (usedCents, used, left) => {
    const [spendableCredit] = toSpendableCredits([credit(charge('pay_1', 100, 20), charge('pay_2', 200))]);
    if (spendableCredit === undefined) throw new Error('There is no credit.');
    expect(spendCredit(spendableCredit, usedCents)).toEqual({ used, left });
  });
});
