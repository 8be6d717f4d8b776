import { describe, expect, it } from 'vitest';
import { type Coverage, endCoverage } from '../../shared/domain/subscription/change/coverage.ts';
import { newBilling } from './billing.ts';
import { anotherPrice, changePlan } from './plan-changes.ts';

const carriedCents = (billing: ReturnType<typeof newBilling>, id: string): number =>
  billing.subscription(id).carriedCredits.reduce((all, { amountCents }) => all + amountCents, 0);

describe('a refund before plan changes', () => {
  it('reduces the credit of the first change, and not that of the second again', () => {
    const billing = newBilling({ amountCents: 3000 });
    const { id, lastPaymentId } = billing.subscribe();
    billing.refund(String(lastPaymentId), 1000);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 1000 }) });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 500 }) });
    expect(carriedCents(billing, id)).toBe(2500);
    // 20.00 of the charge are left: 5.00 pay for the current period, and the rest for three more.
    const charges = Array.from({ length: 4 }, () => {
      const due = billing.renew(id);
      if (!('outcome' in due)) throw new Error(due.message);
      if (due.outcome === 'charge') billing.settle(due.payment.id);
      return due.outcome === 'charge' ? due.payment.amountCents : 0;
    });
    expect(charges).toEqual([0, 0, 0, 500]);
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

  it('is credited by the second, and not from its end on', () => {
    const creditAt = (now: number) => endCoverage(coverage, [], now).unused?.amountCents ?? null;
    expect([creditAt(100), creditAt(150), creditAt(199), creditAt(200), creditAt(201)]).toEqual([1000, 500, 10, null, null]);
    expect(creditAt(50)).toBe(1000);
  });
});
