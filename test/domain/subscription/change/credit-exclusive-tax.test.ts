import { describe, expect, it } from 'vitest';
import { applyCredit, describeCarriedCredits } from '../../../../shared/domain/subscription/change/carried-credit.ts';
import type { Credit } from '../../../../shared/domain/subscription/change/coverage.ts';
import type { TaxTreatment } from '../../../../shared/domain/tax/tax.ts';
import { lineOf } from '../../invoice-lines.ts';

const exclusiveTax = (rateBasisPoints: number): TaxTreatment => ({
  behavior: 'exclusive',
  rate: { rateBasisPoints, displayName: null },
  reverseCharge: false,
});

/** Credit of a charge that was made at this tax rate. */
const creditOf = (amountCents: number, taxRateBasisPoints: number): Credit => ({
  amountCents,
  taxRateBasisPoints,
  charges: [{ paymentId: `pay_${amountCents}_${taxRateBasisPoints}`, shareCents: amountCents, returnedCents: 0, absorbedCents: 0 }],
});

const totalCents = (credits: readonly Credit[]): number => credits.reduce((all, { amountCents }) => all + amountCents, 0);

/** Applies credits to an invoice of 5.00 before tax. Returns the amount deducted from its total, the used credit and the amount due. */
const applyToInvoice = (credits: readonly Credit[], rate: number) => {
  const tax = exclusiveTax(rate);
  const lines = [lineOf(500, rate)];
  const { totals, left } = applyCredit(lines, describeCarriedCredits(credits, 'Plan'), tax);
  const uncredited = applyCredit(lines, [], tax).totals;
  return { deducted: uncredited.totalCents - totals.totalCents, used: totalCents(credits) - totalCents(left), due: totals.totalCents };
};

describe('credit on an invoice with exclusive tax', () => {
  it('is used only as far as it reduces the total: of 0.49, 0.48 is used and 0.01 is left', () => {
    expect(applyToInvoice([creditOf(49, 2100)], 2100)).toEqual({ deducted: 48, used: 48, due: 557 });
  });

  it('deducts 0.36 if the credit is 0.37: 0.30 before tax is 0.36 with tax, and 0.31 is already 0.38', () => {
    expect(applyToInvoice([creditOf(37, 2100)], 2100)).toEqual({ deducted: 36, used: 36, due: 569 });
  });

  it('pays an invoice in full if the credit is at least the total', () => {
    expect(applyToInvoice([creditOf(700, 2100)], 2100)).toEqual({ deducted: 605, used: 605, due: 0 });
  });

  it.each([2100, 1900, 700, 0])('at a tax rate of %i basis points deducts exactly the used amount, for every credit up to 7.00', (rate) => {
    for (let cents = 1; cents <= 700; cents += 1) {
      for (const other of [rate, 2000]) {
        const { deducted, used, due } = applyToInvoice([creditOf(cents, other), creditOf(13, rate)], rate);
        expect({ cents, other, deducted }).toEqual({ cents, other, deducted: used });
        expect(due).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
