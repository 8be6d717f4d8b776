import { describe, expect, it } from 'vitest';
import { applyCredit, carriedOver } from '../../shared/domain/subscription/change/carried-credit.ts';
import type { Credit } from '../../shared/domain/subscription/change/coverage.ts';
import type { TaxTreatment } from '../../shared/domain/tax.ts';
import { lineOf } from './invoice-lines.ts';

const taxedOnTop = (rateBasisPoints: number): TaxTreatment => ({
  behavior: 'exclusive',
  rate: { rateBasisPoints, displayName: null },
  reverseCharge: false,
});

const creditOf = (amountCents: number, taxRateBasisPoints: number): Credit => ({
  amountCents,
  taxRateBasisPoints,
  charges: [{ paymentId: `pay_${amountCents}_${taxRateBasisPoints}`, shareCents: amountCents, returnedCents: 0, absorbedCents: 0 }],
});

const carried = (credits: readonly Credit[]): number => credits.reduce((all, { amountCents }) => all + amountCents, 0);

/** What an invoice of 5.00 before tax came down by, and what of the credits was used for that. */
const comesDown = (credits: readonly Credit[], rate: number) => {
  const tax = taxedOnTop(rate);
  const lines = [lineOf(500, rate)];
  const { totals, left } = applyCredit(lines, carriedOver(credits, 'Plan'), tax);
  const whole = applyCredit(lines, [], tax).totals;
  return { by: whole.totalCents - totals.totalCents, used: carried(credits) - carried(left), due: totals.totalCents };
};

describe('credit on an invoice that is taxed on top', () => {
  it('is used for what the invoice comes down by: of 0.49 that can take 0.48 off one cent stays', () => {
    expect(comesDown([creditOf(49, 2100)], 2100)).toEqual({ by: 48, used: 48, due: 557 });
  });

  it('never takes more off than there is of it: 0.37 do not take 0.38 off', () => {
    expect(comesDown([creditOf(37, 2100)], 2100)).toEqual({ by: 36, used: 36, due: 569 });
  });

  it('pays an invoice to the last cent where it suffices', () => {
    expect(comesDown([creditOf(700, 2100)], 2100)).toEqual({ by: 605, used: 605, due: 0 });
  });

  it.each([2100, 1900, 700, 0])('at %i hundredths of a percent loses or makes no cent, whatever there is of it', (rate) => {
    for (let cents = 1; cents <= 700; cents += 1) {
      for (const other of [rate, 2000]) {
        const { by, used, due } = comesDown([creditOf(cents, other), creditOf(13, rate)], rate);
        expect({ cents, other, by }).toEqual({ cents, other, by: used });
        expect(due).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
