import { describe, expect, it } from 'vitest';
import { planCost } from '../../functions/portal/browser/plan-cost.ts';
import { type Billing, newBilling } from '../domain/billing.ts';
import { anotherPrice, beginChange, payChange, pendingChargeOf, previewChange } from '../domain/plan-changes.ts';
import { DAY } from '../domain/world.ts';

const GERMAN_VAT = { rateBasisPoints: 1900, displayName: 'USt' };

/** A subscription of 49.00 per month plus VAT with a discount of 25 %, and the id of a price of 490.00 per year. */
const withDiscount = (durationInMonths: number): { readonly billing: Billing; readonly id: string; readonly yearlyId: string } => {
  const billing = newBilling({ amountCents: 4900 });
  billing.taxRate = GERMAN_VAT;
  billing.taxBehavior = 'exclusive';
  const { id } = billing.subscribeWithCoupon({ percentOffBasisPoints: 2500, duration: 'repeating', durationInMonths });
  return { billing, id, yearlyId: anotherPrice(billing, { amountCents: 49_000, interval: 'year' }) };
};

describe('the cost of a plan change in the portal', () => {
  it('consists of credit, price, discount and VAT that add up to the amount due, to the cent', () => {
    const { billing, id, yearlyId } = withDiscount(14);
    const shown = previewChange(billing, id, { priceId: yearlyId });
    const cost = planCost(shown);
    expect(cost).toEqual({ creditCents: -3674, usageCents: 0, chargeCents: 49_000, discountCents: -12_250 });
    expect(cost.creditCents + cost.chargeCents + cost.discountCents + shown.tax_cents).toBe(shown.amount_due_now_cents);
  });

  it('contains the credit of an earlier change', () => {
    const { billing, id, yearlyId } = withDiscount(14);
    payChange(billing, pendingChargeOf(beginChange(billing, id, { priceId: yearlyId })).id);
    billing.world.now += 10 * DAY;
    const smallId = anotherPrice(billing, { amountCents: 500 });
    beginChange(billing, id, { priceId: smallId });
    billing.world.now += DAY;
    const shown = previewChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 60_000, interval: 'year' }) });
    const cost = planCost(shown);
    expect(cost.creditCents).toBeLessThan(-30_000);
    expect(cost.creditCents + cost.chargeCents + cost.discountCents + shown.tax_cents).toBe(shown.amount_due_now_cents);
  });

  it('consists only of the credit for the unused time if the change issues no invoice', () => {
    expect(planCost({ lines: [], credit_cents: 900, charge_cents: 0 })).toEqual({
      creditCents: -900,
      usageCents: 0,
      chargeCents: 0,
      discountCents: 0,
    });
  });

  it('separates the usage of the former plan from the new plan', () => {
    const line = { quantity: 1, unit_amount_decimal: null, discount_cents: 0 };
    const lines = [
      { ...line, type: 'usage', amount_cents: 5000 },
      { ...line, type: 'usage', amount_cents: 20, discount_cents: 2 },
      { ...line, type: 'proration_charge', amount_cents: 1000 },
    ];
    expect(planCost({ lines: lines as never, credit_cents: 0, charge_cents: 6020 })).toEqual({
      creditCents: 0,
      usageCents: 5020,
      chargeCents: 1000,
      discountCents: -2,
    });
  });
});
