import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../../../shared/domain/amounts/money.ts';
import type { Tier } from '../../../../shared/domain/amounts/tiers.ts';
import { type InvoiceLine, invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { type Billing, newSubscription } from '../../billing.ts';
import { anotherPrice, changePlan, previewChange } from '../../plan-changes.ts';
import { lastInvoice, runRenewals } from '../../renewals.ts';
import { METERED } from '../../usage.ts';

const tiersWith = (...fees: readonly number[]): readonly Tier[] =>
  fees.map((flatAmountCents, index) => ({
    upTo: index === fees.length - 1 ? null : (index + 1) * 10,
    flatAmountCents,
    unitAmountDecimal: '1',
  }));

/** A metered price with tiers of 10 units; the last tier has no end. Each unit costs 1 cent. `fees`: the flat fee of each tier. */
const tiered = (...fees: readonly number[]) => ({ ...METERED, unitAmountDecimal: null, tiers: tiersWith(...fees) });

/** Flat fees of three prices. Each combination of them has a different sum. */
const FEES = [100_000, 200_000, 400_000] as const;

/** Quantity and amount of each usage line. */
const charged = (lines: readonly InvoiceLine[]) => lines.map(({ quantity, amountCents }) => [Number(quantity), amountCents]);

const changeTo = (billing: Billing, id: string, priceId: string): void => {
  changePlan(billing, id, { priceId });
};

/** Ends the period. Returns quantity and amount of each line of the usage invoice. */
const endPeriod = (billing: Billing, id: string) => {
  runRenewals(billing, id, 1);
  return charged(lastInvoice(billing).lines);
};

describe('the flat fee of a price tier', () => {
  it('[USE-09] is charged for units at a new price, although earlier units at the old price fill part of the tier', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 4);
    changeTo(billing, id, anotherPrice(billing, tiered(500, 300)));
    billing.use(id, 3);
    expect(endPeriod(billing, id)).toEqual([[3, 503]]);
  });

  it('is not charged for a tier of the new price which only earlier units at the old price have entered', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 14);
    changeTo(billing, id, anotherPrice(billing, tiered(500, 300)));
    billing.use(id, 2);
    expect(endPeriod(billing, id)).toEqual([[2, 302]]);
  });

  it('is charged once per price and period, also if the customer changes back', () => {
    const { billing, id } = newSubscription(tiered(500, 300));
    const first = billing.subscription(id).price.id;
    const second = anotherPrice(billing, tiered(70, 30));
    billing.use(id, 3);
    changeTo(billing, id, second);
    expect(charged(lastInvoice(billing).lines)).toEqual([[3, 503]]);
    billing.use(id, 2);
    changeTo(billing, id, first);
    expect(charged(lastInvoice(billing).lines)).toEqual([[2, 72]]);
    billing.use(id, 5);
    changeTo(billing, id, second);
    expect(charged(lastInvoice(billing).lines)).toEqual([[5, 5]]);
    billing.use(id, 4);
    expect(endPeriod(billing, id)).toEqual([[4, 34]]);
    billing.use(id, 1);
    expect(endPeriod(billing, id)).toEqual([[1, 71]]);
  });

  it('is charged once for each tier, also after several changes to another price and back', () => {
    const { billing, id } = newSubscription(tiered(500, 300));
    const first = billing.subscription(id).price.id;
    const second = anotherPrice(billing, METERED);
    const useAt = (priceId: string, units: number) => {
      billing.use(id, units);
      changeTo(billing, id, priceId);
      return charged(lastInvoice(billing).lines);
    };
    expect(useAt(second, 3)).toEqual([[3, 503]]);
    expect(useAt(first, 2)).toEqual([[2, 10]]);
    expect(useAt(second, 8)).toEqual([
      [5, 5],
      [3, 303],
    ]);
    expect(useAt(first, 1)).toEqual([[1, 5]]);
    billing.use(id, 1);
    expect(endPeriod(billing, id)).toEqual([[1, 1]]);
  });

  it('is not charged by a change without usage', () => {
    const { billing, id } = newSubscription(tiered(500));
    changeTo(billing, id, anotherPrice(billing, tiered(70)));
    billing.use(id, 1);
    expect(endPeriod(billing, id)).toEqual([[1, 71]]);
  });

  it('is charged again in a period that a change of the interval starts', () => {
    const { billing, id } = newSubscription(tiered(500));
    const first = billing.subscription(id).price.id;
    billing.use(id, 1);
    changeTo(billing, id, anotherPrice(billing, { ...tiered(70), interval: 'year' as const }));
    billing.use(id, 1);
    changeTo(billing, id, first);
    expect(charged(lastInvoice(billing).lines)).toEqual([[1, 71]]);
    billing.use(id, 1);
    expect(endPeriod(billing, id)).toEqual([[1, 501]]);
  });

  it('is in the preview of the next change', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 4);
    changeTo(billing, id, anotherPrice(billing, tiered(500)));
    billing.use(id, 3);
    expect(previewChange(billing, id, { priceId: anotherPrice(billing, METERED) })).toMatchObject({ charge_cents: 503 });
  });

  it('is not charged for a tier that contains units which a former release billed', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 4);
    changeTo(billing, id, anotherPrice(billing, tiered(500, 300)));
    billing.amend(id, { flatFees: undefined as never });
    billing.use(id, 8);
    expect(endPeriod(billing, id)).toEqual([
      [6, 6],
      [2, 302],
    ]);
  });

  it('is not charged again at a price at which a former release billed units, after changes to another price and back', () => {
    const { billing, id } = newSubscription(tiered(500));
    const first = billing.subscription(id).price.id;
    billing.use(id, 4);
    changeTo(billing, id, anotherPrice(billing, METERED));
    billing.amend(id, { flatFees: undefined as never });
    billing.use(id, 2);
    changeTo(billing, id, first);
    billing.use(id, 3);
    expect(endPeriod(billing, id)).toEqual([[3, 3]]);
  });

  it('is charged once for each price at which units were billed, in any order of changes', () => {
    const step = fc.record({ price: fc.nat(2), units: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const { billing, id } = newSubscription(tiered(FEES[0]));
        const prices = [billing.subscription(id).price.id, ...FEES.slice(1).map((fee) => anotherPrice(billing, tiered(fee)))];
        for (const { price, units } of steps) {
          billing.use(id, units + 1);
          changeTo(billing, id, prices[price] ?? '');
        }
        billing.use(id, 1);
        runRenewals(billing, id, 1);
        const units = sum(steps.map((step) => step.units + 1)) + 1;
        const usedPrices = new Set([0, ...steps.map(({ price }) => price)]);
        const fees = [...usedPrices].map((price) => FEES[price] ?? 0);
        expect(sum(billing.world.all(invoiceAggregate).map(({ subtotalCents }) => subtotalCents))).toBe(units + sum(fees));
      }),
      { numRuns: 100 },
    );
  });
});
