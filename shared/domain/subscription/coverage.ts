import type { Invoice } from '../invoice/record.ts';
import { proportionOf, sum } from '../money.ts';
import type { Payment } from '../payment/record.ts';
import { grossCents } from '../tax.ts';

/** A charge that value comes from. */
export interface SourceCharge {
  readonly paymentId: string;
  /** What of it had come back already, and was reckoned with. */
  readonly returnedCents: number;
}

/** What was paid for the service of a licensed price until `end`: by a charge, or by credit for earlier ones. */
export interface Coverage {
  readonly start: number;
  readonly end: number;
  /** After discount, tax included. */
  readonly amountCents: number;
  /** The rate that it was taxed with, and is given back with. */
  readonly taxRateBasisPoints: number;
  /** What paid for it: once one of them is returned in full, the period is not paid for any more [PLAN-07, SUB-45]. */
  readonly charges: readonly SourceCharge[];
}

/** Value that was paid for and not used: it is taken off later invoices. */
export interface Credit {
  /** Tax included. */
  readonly amountCents: number;
  readonly taxRateBasisPoints: number;
  readonly charges: readonly SourceCharge[];
}

/** What an invoice uses of the credit that was carried to it. */
export interface UsedCredit {
  /** The charges whose value it uses. */
  readonly charges: readonly SourceCharge[];
  /** What is carried to the next invoice. */
  readonly left: readonly Credit[];
}

export const NO_CREDIT_USED: UsedCredit = { charges: [], left: [] };

/** Each charge once; of two words on what had come back of one, the later counts. */
export const distinctCharges = (charges: readonly SourceCharge[]): readonly SourceCharge[] => {
  const returnedOf = new Map<string, number>();
  for (const { paymentId, returnedCents } of charges) returnedOf.set(paymentId, Math.max(returnedCents, returnedOf.get(paymentId) ?? 0));
  return [...returnedOf].map(([paymentId, returnedCents]) => ({ paymentId, returnedCents }));
};

/** What came back of a charge, is on its way back, or is disputed. */
const returnedOf = ({ amountRefundedCents, amountDisputedCents }: Payment): number => amountRefundedCents + amountDisputedCents;

const isService = ({ type }: Invoice['lines'][number]): boolean => type === 'subscription' || type === 'proration_charge';

/** What an invoice pays for in advance; `null` for one that bills usage, which is paid for afterwards. */
export const coverageOf = (
  { lines, periodEnd, taxBehavior }: Pick<Invoice, 'lines' | 'periodEnd' | 'taxBehavior'>,
  charges: readonly SourceCharge[],
): Coverage | null => {
  const service = lines.filter(isService);
  const [first] = service;
  if (first === undefined || first.periodStart === null || periodEnd === null) return null;
  const netCents = sum(service.map(({ amountCents, discountCents }) => amountCents - discountCents));
  return {
    start: first.periodStart,
    end: periodEnd,
    amountCents: grossCents(netCents, first.taxRateBasisPoints, taxBehavior),
    taxRateBasisPoints: first.taxRateBasisPoints,
    charges: distinctCharges(charges),
  };
};

/**
 * The part that is not used at that moment, by the second, less what came back of its charges since it was paid for [DESIGN 9,
 * proration]. `payments`: those charges as they stand. `null`: nothing.
 */
export const unusedCredit = (coverage: Coverage | null, payments: readonly Payment[], now: number): Credit | null => {
  if (coverage === null || now >= coverage.end) return null;
  const { start, end, taxRateBasisPoints } = coverage;
  const sources = coverage.charges.flatMap((charge) => {
    const payment = payments.find(({ id }) => id === charge.paymentId);
    return payment === undefined ? [] : [{ paymentId: payment.id, returnedCents: returnedOf(payment), before: charge.returnedCents }];
  });
  const sinceCents = sum(sources.map(({ returnedCents, before }) => Math.max(0, returnedCents - before)));
  const paidCents = Math.max(0, coverage.amountCents - sinceCents);
  const amountCents = proportionOf(paidCents, end - Math.max(now, start), end - start);
  if (amountCents === 0) return null;
  return { amountCents, taxRateBasisPoints, charges: sources.map(({ paymentId, returnedCents }) => ({ paymentId, returnedCents })) };
};
