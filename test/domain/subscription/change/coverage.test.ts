import { describe, expect, it } from 'vitest';
import { type Coverage, endCoverage } from '../../../../shared/domain/subscription/change/coverage.ts';
import { type Billing, newBilling } from '../../billing.ts';
import { anotherPrice, changePlan } from '../../plan-changes.ts';
import { runRenewals } from '../../renewals.ts';

const carriedCents = (billing: Billing, id: string): number =>
  billing.subscription(id).carriedCredits.reduce((all, { amountCents }) => all + amountCents, 0);

describe('a refund before plan changes', () => {
  it('reduces the credit of the first change, and does not reduce the credit of the second change again', () => {
    const billing = newBilling({ amountCents: 3000 });
    const { id, lastPaymentId } = billing.subscribe();
    billing.refund(String(lastPaymentId), 1000);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 1000 }) });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 500 }) });
    expect(carriedCents(billing, id)).toBe(2500);
    // 20.00 of the charge are left: 5.00 pay for the current period, and 15.00 for three more periods.
    expect(runRenewals(billing, id, 4)).toEqual([0, 0, 0, 500]);
  });
});

describe('unused service', () => {
  const coverage: Coverage = {
    amountCents: 1000,
    discountCents: 0,
    taxRateBasisPoints: 0,
    charges: [{ paymentId: 'pay_1', shareCents: 1000, returnedCents: 0, absorbedCents: 0 }],
    start: 100,
    end: 200,
    basis: { netCents: 1000, start: 100, end: 200, taxBehavior: 'inclusive' },
  };

  it('is credited by the second: all of it until its start, and none of it from its end on', () => {
    const creditAt = (now: number) => endCoverage(coverage, [], now).unused?.amountCents ?? null;
    expect([creditAt(100), creditAt(150), creditAt(199), creditAt(200), creditAt(201)]).toEqual([1000, 500, 10, null, null]);
    expect(creditAt(50)).toBe(1000);
  });
});
