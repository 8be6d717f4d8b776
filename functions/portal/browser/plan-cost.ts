import { sum } from '../../../shared/domain/amounts/money.ts';
import type { Preview } from './types.ts';

/** The amounts of which the cost of a plan change consists. Credit and discount are negative. */
export interface PlanCost {
  readonly creditCents: number;
  /** Usage of the former plan that is not billed yet, before discount. */
  readonly usageCents: number;
  /** The new plan, before discount. */
  readonly chargeCents: number;
  readonly discountCents: number;
}

/**
 * The amounts of a plan change, from the lines of its invoice. The credit is what the invoice deducts, including credit of earlier changes.
 * The amounts, plus exclusive tax, add up to the amount due now. Without an invoice, the credit is the value of the unused time.
 */
export const planCost = ({ lines, credit_cents, charge_cents }: Pick<Preview, 'lines' | 'credit_cents' | 'charge_cents'>): PlanCost => {
  if (lines.length === 0) return { creditCents: -credit_cents, usageCents: 0, chargeCents: charge_cents, discountCents: 0 };
  const isCredit = ({ type }: (typeof lines)[number]): boolean => type === 'proration_credit' || type === 'carried_credit';
  const charges = lines.filter((line) => !isCredit(line));
  const [usage, others] = [charges.filter(({ type }) => type === 'usage'), charges.filter(({ type }) => type !== 'usage')];
  return {
    creditCents: sum(lines.filter(isCredit).map(({ amount_cents }) => amount_cents)),
    usageCents: sum(usage.map(({ amount_cents }) => amount_cents)),
    chargeCents: sum(others.map(({ amount_cents }) => amount_cents)),
    discountCents: -sum(charges.map(({ discount_cents }) => discount_cents)),
  };
};
