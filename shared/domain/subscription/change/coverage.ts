import { splitByWeights } from '../../credit-note/portion.ts';
import type { Invoice } from '../../invoice/record.ts';
import { proportionOf, sum } from '../../money.ts';
import { type Payment, refundedOrDisputedCents } from '../../payment/record.ts';
import { grossCents, type TaxBehavior } from '../../tax.ts';

/** The part of a charge that pays for a coverage or backs a credit. Amounts include tax. */
export interface SourceCharge {
  readonly paymentId: string;
  /** Part of the value that this charge paid, before refunds and disputes. */
  readonly shareCents: number;
  /** Refunded and disputed amount of the whole charge, updated in the transaction that changes the payment. */
  readonly returnedCents: number;
  /** Part of `returnedCents` that was attributed to used service, and therefore does not reduce the remaining value. */
  readonly absorbedCents: number;
}

/** Basis of the unused part of a coverage: the unrounded amount of a whole period. */
export interface ProrationBasis {
  /** Amount of the period after discount, in the tax behavior of the invoice. */
  readonly netCents: number;
  readonly start: number;
  readonly end: number;
  readonly taxBehavior: TaxBehavior;
}

/** Service of a licensed price paid until `end`, by a charge or by earlier credit. */
export interface Coverage {
  readonly start: number;
  readonly end: number;
  /** After discount, tax included. */
  readonly amountCents: number;
  /** Discount on the invoice for this service. */
  readonly discountCents: number;
  /** Tax rate of the invoice, also used for the credit of the unused part. */
  readonly taxRateBasisPoints: number;
  readonly basis: ProrationBasis;
  /** All charges that pay for the service. When one of them is refunded in full, the period is unpaid [PLAN-07, SUB-45]. */
  readonly charges: readonly SourceCharge[];
}

/** Value of paid, unused service. Later invoices deduct the part that is not refunded or disputed (`spendable`). */
export interface Credit {
  /** Tax included; the sum of the shares in `charges`. */
  readonly amountCents: number;
  readonly taxRateBasisPoints: number;
  readonly charges: readonly SourceCharge[];
}

/** Credit used by an invoice. */
export interface UsedCredit {
  /** The used share of each charge. */
  readonly charges: readonly SourceCharge[];
  /** Credit carried to the next invoice. */
  readonly left: readonly Credit[];
}

export const NO_CREDIT_USED: UsedCredit = { charges: [], left: [] };

/** Merges entries of the same charge: adds up the shares, and takes the highest returned and absorbed amount. */
export const distinctCharges = (charges: readonly SourceCharge[]): readonly SourceCharge[] => {
  const byPayment = new Map<string, SourceCharge>();
  for (const charge of charges) {
    const existing = byPayment.get(charge.paymentId);
    byPayment.set(charge.paymentId, {
      paymentId: charge.paymentId,
      shareCents: charge.shareCents + (existing?.shareCents ?? 0),
      returnedCents: Math.max(charge.returnedCents, existing?.returnedCents ?? 0),
      absorbedCents: Math.max(charge.absorbedCents, existing?.absorbedCents ?? 0),
    });
  }
  return [...byPayment.values()];
};

const isService = ({ type }: Invoice['lines'][number]): boolean => type === 'subscription' || type === 'proration_charge';

/**
 * The service that an invoice prepays; `null`: an invoice of usage. `usedCharges`: shares of earlier charges in the invoice's credit lines.
 * `basis`: the full period if the line is prorated; `null`: the period of the invoice.
 */
export const coverageOf = (
  { lines, periodEnd, taxBehavior }: Pick<Invoice, 'lines' | 'periodEnd' | 'taxBehavior'>,
  usedCharges: readonly SourceCharge[],
  basis: ProrationBasis | null = null,
): Coverage | null => {
  const service = lines.filter(isService);
  const [first] = service;
  if (first === undefined || first.periodStart === null || periodEnd === null) return null;
  const netCents = sum(service.map(({ amountCents, discountCents }) => amountCents - discountCents));
  const amountCents = grossCents(netCents, first.taxRateBasisPoints, taxBehavior);
  return {
    start: first.periodStart,
    end: periodEnd,
    amountCents,
    discountCents: sum(service.map(({ discountCents }) => discountCents)),
    taxRateBasisPoints: first.taxRateBasisPoints,
    basis: basis ?? { netCents, start: first.periodStart, end: periodEnd, taxBehavior },
    charges: sharesUpTo(distinctCharges(usedCharges), amountCents),
  };
};

/** Limits the sum of the shares to an amount, in order. Charges without a share stay in the list. */
const sharesUpTo = (charges: readonly SourceCharge[], amountCents: number): readonly SourceCharge[] => {
  let unassignedCents = amountCents;
  return charges.map((charge) => {
    const shareCents = Math.min(charge.shareCents, unassignedCents);
    unassignedCents -= shareCents;
    return { ...charge, shareCents };
  });
};

/**
 * Adds a payment to a coverage. Its share is the amount that the earlier charges do not pay. `payment: null`: the coverage is unchanged.
 */
export const withCharge = (coverage: Coverage | null, payment: Pick<Payment, 'id'> | null): Coverage | null => {
  if (coverage === null || payment === null) return coverage;
  const shareCents = Math.max(0, coverage.amountCents - sum(coverage.charges.map((charge) => charge.shareCents)));
  return { ...coverage, charges: [...coverage.charges, { paymentId: payment.id, shareCents, returnedCents: 0, absorbedCents: 0 }] };
};

/** Refunded and disputed amount that reduces the remaining value, by payment id. */
const lossesOf = (charges: readonly SourceCharge[]): ReadonlyMap<string, number> =>
  new Map(
    distinctCharges(charges).map(({ paymentId, returnedCents, absorbedCents }) => [paymentId, Math.max(0, returnedCents - absorbedCents)]),
  );

const sharesIn = (credits: readonly Credit[]): readonly SourceCharge[] => credits.flatMap(({ charges }) => charges);

/** A credit with the shares that can be spent now. */
export interface SpendableCredit {
  readonly credit: Credit;
  readonly amountCents: number;
  readonly shares: readonly SourceCharge[];
}

/**
 * Computes the spendable part of credits: the share of each charge minus the charge's refunds and disputes, of which `absorbedCents` is not
 * deducted. Refunds and disputes reduce the last credits first. A won dispute or failed refund restores the value.
 */
export const spendable = (credits: readonly Credit[]): readonly SpendableCredit[] => {
  const all = sharesIn(credits);
  const losses = lossesOf(all);
  const remaining = new Map(
    distinctCharges(all).map(({ paymentId, shareCents }) => [paymentId, Math.max(0, shareCents - (losses.get(paymentId) ?? 0))]),
  );
  return credits.map((credit) => {
    const shares = credit.charges.map((charge) => {
      const remainingCents = remaining.get(charge.paymentId) ?? 0;
      const shareCents = Math.min(charge.shareCents, remainingCents);
      remaining.set(charge.paymentId, remainingCents - shareCents);
      return { ...charge, shareCents };
    });
    return { credit, shares, amountCents: sum(shares.map(({ shareCents }) => shareCents)) };
  });
};

export const spendableCents = (credits: readonly Credit[]): number => sum(spendable(credits).map(({ amountCents }) => amountCents));

/** Spendable part of the credits that comes from this payment. */
export const spendableOf = (paymentId: string, credits: readonly Credit[]): number =>
  sum(
    spendable(credits)
      .flatMap(({ shares }) => shares)
      .flatMap((share) => (share.paymentId === paymentId ? share.shareCents : [])),
  );

/** Splits a credit: into the shares that make up `usedCents`, in order, and the remaining credit. */
export const spendCredit = (
  { credit, shares }: SpendableCredit,
  usedCents: number,
): { readonly used: readonly SourceCharge[]; readonly left: Credit } => {
  const usedCharges = sharesUpTo(shares, usedCents);
  const charges = credit.charges.map((charge, index) => ({
    ...charge,
    shareCents: charge.shareCents - (usedCharges[index]?.shareCents ?? 0),
  }));
  const left = { ...credit, amountCents: credit.amountCents - usedCents, charges: charges.filter(({ shareCents }) => shareCents > 0) };
  return { used: usedCharges.filter(({ shareCents }) => shareCents > 0), left };
};

/** The credit for the unused part of a coverage, and the credit that was carried before. */
export interface EndedCoverage {
  /** `null`: nothing is left. */
  readonly unused: Credit | null;
  readonly carried: readonly Credit[];
}

/**
 * Converts the unused part of a coverage at `now` into credit, by the second, from the unrounded amount of the period. A partial refund of
 * a charge reduces carried credit first, then the price of the whole coverage. The part of that reduction for the used service is recorded
 * in `absorbedCents` of every share of the charge.
 */
export const endCoverage = (coverage: Coverage | null, carried: readonly Credit[], now: number): EndedCoverage => {
  if (coverage === null || now >= coverage.end) return { unused: null, carried };
  const { end, basis, taxRateBasisPoints } = coverage;
  const start = Math.max(now, coverage.start);
  const restCents = grossCents(proportionOf(basis.netCents, end - start, basis.end - basis.start), taxRateBasisPoints, basis.taxBehavior);
  const faceCents = Math.min(coverage.amountCents, restCents);
  const shares = splitByWeights(
    faceCents,
    coverage.charges.map(({ shareCents }) => shareCents),
  );
  const all = distinctCharges([...coverage.charges, ...sharesIn(carried)]);
  const losses = lossesOf(all);
  const absorbed = new Map(all.map((charge) => [charge.paymentId, charge.absorbedCents]));
  const charges = coverage.charges.map((charge, index): SourceCharge => {
    const shareCents = shares[index] ?? 0;
    const creditCents = sum(sharesIn(carried).flatMap((each) => (each.paymentId === charge.paymentId ? each.shareCents : [])));
    const lossCents = Math.min(charge.shareCents, Math.max(0, (losses.get(charge.paymentId) ?? 0) - creditCents));
    const keptCents = Math.min(shareCents, proportionOf(charge.shareCents - lossCents, end - start, end - coverage.start));
    const absorbedCents = (absorbed.get(charge.paymentId) ?? 0) + (lossCents === 0 ? 0 : lossCents - (shareCents - keptCents));
    absorbed.set(charge.paymentId, absorbedCents);
    return { ...charge, shareCents, absorbedCents };
  });
  const withAbsorbed = (charge: SourceCharge): SourceCharge => ({ ...charge, absorbedCents: absorbed.get(charge.paymentId) ?? 0 });
  return {
    unused: faceCents === 0 ? null : { amountCents: faceCents, taxRateBasisPoints, charges },
    carried: carried.map((credit) => ({ ...credit, charges: credit.charges.map(withAbsorbed) })),
  };
};

/** Updates `returnedCents` of this payment in the charges. */
export const withReturned = (charges: readonly SourceCharge[], payment: Payment): readonly SourceCharge[] =>
  charges.map((charge) => (charge.paymentId === payment.id ? { ...charge, returnedCents: refundedOrDisputedCents(payment) } : charge));
