import { describe, expect, it } from 'vitest';
import { applyCredit, describeCarriedCredits } from '../../../../shared/domain/subscription/change/carried-credit.ts';
import type { Credit } from '../../../../shared/domain/subscription/change/coverage.ts';
import { NO_TAX } from '../../../../shared/domain/tax/tax.ts';
import { lineOf } from '../../invoice-lines.ts';

/** Posted credit that one charge paid, of which `returnedCents` are refunded or disputed. */
const creditOf = (paymentId: string, amountCents: number, returnedCents = 0): Credit => ({
  amountCents,
  taxRateBasisPoints: 0,
  liabilityCents: amountCents,
  charges: [{ paymentId, shareCents: amountCents, returnedCents, absorbedCents: 0 }],
});

/** Applies credits to an invoice of 5.00. Returns amount and released liability of its credit lines, and the credits that are left. */
const apply = (...credits: readonly Credit[]) => {
  const { totals, left } = applyCredit([lineOf(500, 0)], describeCarriedCredits(credits, 'Plan'), NO_TAX);
  return { lines: totals.lines.slice(1).map(({ amountCents, creditReleasedCents }) => [amountCents, creditReleasedCents]), left };
};

describe('credit that an invoice cannot use', () => {
  it('has no line if earlier credit pays the whole invoice, and keeps its liability', () => {
    const second = creditOf('pay_2', 300);
    expect(apply(creditOf('pay_1', 500), second)).toEqual({ lines: [[-500, 500]], left: [second] });
  });

  it('has no line if its charge is disputed or refunded in full, and keeps its liability', () => {
    const disputed = creditOf('pay_1', 300, 300);
    expect(apply(disputed)).toEqual({ lines: [], left: [disputed] });
    expect(apply(creditOf('pay_2', 200), disputed)).toEqual({ lines: [[-200, 200]], left: [disputed] });
  });
});
