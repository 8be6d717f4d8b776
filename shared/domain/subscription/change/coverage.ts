import { proportionOf, sum } from '../../amounts/money.ts';
import { splitByWeights } from '../../credit-note/portion.ts';
import { taxTermsIn } from '../../document-terms.ts';
import type { Invoice } from '../../invoice/record.ts';
import { lostCents, type Payment } from '../../payment/record.ts';
import { grossCents, type TaxBehavior } from '../../tax/tax.ts';
import { type TaxTerms, taxOfLine } from '../../tax/terms.ts';

/** The share of one charge (payment) in the value of a coverage or credit. Amounts include tax. */
export interface SourceCharge {
  readonly paymentId: string;
  /** Part of the coverage's or credit's value that this charge paid; not reduced by refunds and disputes. */
  readonly shareCents: number;
  /** Refunded and disputed amount of the whole charge, updated in the transaction that changes the payment. */
  readonly returnedCents: number;
  /** Part of `returnedCents` that was attributed to used service, and therefore does not reduce the remaining value. */
  readonly absorbedCents: number;
  /** `returnedCents` at the time when `absorbedCents` was computed. Absent: the same as `absorbedCents`. */
  readonly absorbedOfCents?: number;
}

/**
 * Sets `returnedCents` of the share. If a won dispute or failed refund lowers this amount below `absorbedOfCents`, `absorbedCents` falls in
 * proportion. Otherwise the next refund would be attributed to used service and would not reduce credit.
 */
export const withReturnedAmount = (charge: SourceCharge, returnedCents: number): SourceCharge => {
  const { absorbedCents, absorbedOfCents = absorbedCents } = charge;
  if (returnedCents >= absorbedOfCents) return { ...charge, returnedCents };
  const remainingCents = proportionOf(absorbedCents, returnedCents, absorbedOfCents);
  return { ...charge, returnedCents, absorbedCents: remainingCents, absorbedOfCents: returnedCents };
};

/** Amount of a whole period, from which the unused part of a coverage is prorated, so that proration rounds only once. */
export interface ProrationBasis {
  /** Amount of the period from `start` to `end` after discount; includes the tax if `taxBehavior` is `inclusive`. */
  readonly netCents: number;
  readonly start: number;
  readonly end: number;
  readonly taxBehavior: TaxBehavior;
}

/** Prepaid service of a licensed price from `start` to `end`, paid by a charge, by credit or by both. */
export interface Coverage {
  readonly start: number;
  readonly end: number;
  /** Price of the service after discount, tax included. */
  readonly amountCents: number;
  /** Discount on the invoice for this service. */
  readonly discountCents: number;
  /** Tax rate of the invoice, also used for the credit of the unused part. */
  readonly taxRateBasisPoints: number;
  /** How the service is taxed; absent if an earlier release stored the coverage. */
  readonly taxTerms?: TaxTerms;
  readonly basis: ProrationBasis;
  /**
   * All charges that pay for the service, and those that paid for the period before a plan change (`withEarlierCharges`). When one of them is
   * refunded in full, the period is unpaid [PLAN-07, SUB-44, SUB-45].
   */
  readonly charges: readonly SourceCharge[];
}

/** Value of service that was paid but not used. Later invoices deduct the part of it that is not refunded or disputed (`toSpendableCredits`). */
export interface Credit {
  /** Tax included; the sum of the shares in `charges`. */
  readonly amountCents: number;
  readonly taxRateBasisPoints: number;
  /** The `taxTerms` of the coverage. Without them, the credit is taxed like the invoice that uses it. */
  readonly taxTerms?: TaxTerms;
  /** Amount of the credit in the journal account `customer_credit`, without tax; absent if no invoice posted the credit when it arose. */
  readonly liabilityCents?: number;
  readonly charges: readonly SourceCharge[];
}

/** Credit used by an invoice. */
export interface UsedCredit {
  /** The used share of each charge. */
  readonly charges: readonly SourceCharge[];
  /** Credit that this invoice did not use; the next invoice can use it. */
  readonly left: readonly Credit[];
}

export const NO_CREDIT_USED: UsedCredit = { charges: [], left: [] };

type Absorbed = Pick<SourceCharge, 'absorbedCents' | 'absorbedOfCents'>;

const absorbedOf = ({ absorbedCents, absorbedOfCents }: Absorbed): Absorbed => ({
  absorbedCents,
  ...(absorbedOfCents === undefined ? {} : { absorbedOfCents }),
});

const highestAbsorbed = (one: SourceCharge, other: SourceCharge | undefined): Absorbed =>
  absorbedOf(other === undefined || one.absorbedCents > other.absorbedCents ? one : other);

/** Merges entries of the same charge into one: the sum of their shares, the highest `returnedCents` and the highest `absorbedCents`. */
export const distinctCharges = (charges: readonly SourceCharge[]): readonly SourceCharge[] => {
  const byPayment = new Map<string, SourceCharge>();
  for (const charge of charges) {
    const existing = byPayment.get(charge.paymentId);
    byPayment.set(charge.paymentId, {
      paymentId: charge.paymentId,
      shareCents: charge.shareCents + (existing?.shareCents ?? 0),
      returnedCents: Math.max(charge.returnedCents, existing?.returnedCents ?? 0),
      ...highestAbsorbed(charge, existing),
    });
  }
  return [...byPayment.values()];
};

/** An issued invoice, or the lines of a future one, for service that is paid in advance. */
interface Prepaid extends Pick<Invoice, 'lines' | 'periodEnd' | 'taxBehavior'> {
  readonly taxTerms: TaxTerms | undefined;
}

const isServiceLine = ({ type }: Invoice['lines'][number]): boolean => type === 'subscription' || type === 'proration_charge';

/**
 * The service that an invoice prepays; `null`: the invoice has no line of prepaid service. `usedCharges`: shares of earlier charges in the
 * credit that the invoice uses. `basis`: given for a prorated line; `null`: the amount and period of the invoice's lines are the basis.
 */
export const coverageOf = (
  { lines, periodEnd, taxBehavior, taxTerms }: Prepaid,
  usedCharges: readonly SourceCharge[],
  basis: ProrationBasis | null = null,
): Coverage | null => {
  const service = lines.filter(isServiceLine);
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
    ...(taxTerms === undefined ? {} : { taxTerms }),
    basis: basis ?? { netCents, start: first.periodStart, end: periodEnd, taxBehavior },
    charges: sharesUpTo(distinctCharges(usedCharges), amountCents),
  };
};

/** The service that an issued invoice prepays; `null`: none. */
export const coverageOfInvoice = (invoice: Invoice, usedCharges: readonly SourceCharge[]): Coverage | null => {
  const service = invoice.lines.find(isServiceLine);
  return coverageOf({ ...invoice, taxTerms: service && taxTermsIn(invoice, taxOfLine(service)) }, usedCharges);
};

/** Limits the sum of the shares to `amountCents` by reducing the last shares. A charge whose share becomes 0 stays in the list. */
const sharesUpTo = (charges: readonly SourceCharge[], amountCents: number): readonly SourceCharge[] => {
  let unassignedCents = amountCents;
  return charges.map((charge) => {
    const shareCents = Math.min(charge.shareCents, unassignedCents);
    unassignedCents -= shareCents;
    return { ...charge, shareCents };
  });
};

/**
 * Adds a payment to a coverage. The payment's share is the amount that the coverage's other charges do not pay. `payment: null`: returns
 * the coverage unchanged.
 */
export const withCharge = (coverage: Coverage | null, payment: Pick<Payment, 'id'> | null): Coverage | null => {
  if (coverage === null || payment === null) return coverage;
  const shareCents = Math.max(0, coverage.amountCents - sum(coverage.charges.map((charge) => charge.shareCents)));
  return { ...coverage, charges: [...coverage.charges, { paymentId: payment.id, shareCents, returnedCents: 0, absorbedCents: 0 }] };
};

/** For each payment id, the refunded and disputed amount that reduces the value of the payment's shares. */
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
 * Computes the spendable part of credits: the share of each charge minus `returnedCents - absorbedCents` of that charge. If several credits
 * have a share of the charge, the last credits are reduced first. A won dispute or failed refund restores the value.
 */
export const toSpendableCredits = (credits: readonly Credit[]): readonly SpendableCredit[] => {
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

export const spendableCents = (credits: readonly Credit[]): number =>
  sum(toSpendableCredits(credits).map(({ amountCents }) => amountCents));

/** The part of the spendable credit that this payment paid. */
export const spendableCentsOfPayment = (paymentId: string, credits: readonly Credit[]): number =>
  sum(
    toSpendableCredits(credits)
      .flatMap(({ shares }) => shares)
      .flatMap((share) => (share.paymentId === paymentId ? share.shareCents : [])),
  );

/** Splits a credit in two: `used` contains its first shares, which add up to `usedCents`; `left` is the remaining credit. */
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

export interface EndedCoverage {
  /** Credit for the unused part of the coverage; `null`: no part is unused. */
  readonly unused: Credit | null;
  /** The credits that the subscription carried already, with updated `absorbedCents`. */
  readonly carried: readonly Credit[];
}

/**
 * Converts the unused part of a coverage at `now` into credit: the amount of `basis`, prorated to the second. A partial refund of a charge
 * reduces the carried credit of that charge first. The rest of the refund is split by time between the used and the unused service. The
 * part for the used service does not reduce the credit: it is added to `absorbedCents` of every share of the charge.
 */
export const endCoverage = (coverage: Coverage | null, carried: readonly Credit[], now: number): EndedCoverage => {
  if (coverage === null || now >= coverage.end) return { unused: null, carried };
  const { end, basis, taxRateBasisPoints } = coverage;
  const terms = coverage.taxTerms === undefined ? {} : { taxTerms: coverage.taxTerms };
  const start = Math.max(now, coverage.start);
  const restCents = grossCents(proportionOf(basis.netCents, end - start, basis.end - basis.start), taxRateBasisPoints, basis.taxBehavior);
  const unusedCents = Math.min(coverage.amountCents, restCents);
  const shares = splitByWeights(
    unusedCents,
    coverage.charges.map(({ shareCents }) => shareCents),
  );
  const all = distinctCharges([...coverage.charges, ...sharesIn(carried)]);
  const losses = lossesOf(all);
  const absorbed = new Map(all.map((charge) => [charge.paymentId, absorbedOf(charge)]));
  const charges = coverage.charges.map((charge, index): SourceCharge => {
    const shareCents = shares[index] ?? 0;
    const carriedCents = sum(sharesIn(carried).flatMap((share) => (share.paymentId === charge.paymentId ? share.shareCents : [])));
    const lossCents = Math.min(charge.shareCents, Math.max(0, (losses.get(charge.paymentId) ?? 0) - carriedCents));
    const remainingShareCents = Math.min(shareCents, proportionOf(charge.shareCents - lossCents, end - start, end - coverage.start));
    if (lossCents > 0) {
      // Rounding can reduce the unused share by a cent more than was returned.
      const absorbedNowCents = Math.max(0, lossCents - (shareCents - remainingShareCents));
      const absorbedCents = (absorbed.get(charge.paymentId)?.absorbedCents ?? 0) + absorbedNowCents;
      absorbed.set(charge.paymentId, { absorbedCents, absorbedOfCents: charge.returnedCents });
    }
    return { ...charge, shareCents, ...absorbed.get(charge.paymentId) };
  });
  const withAbsorbed = (charge: SourceCharge): SourceCharge => ({ ...charge, ...absorbed.get(charge.paymentId) });
  return {
    unused: unusedCents === 0 ? null : { amountCents: unusedCents, taxRateBasisPoints, ...terms, charges },
    carried: carried.map((credit) => ({ ...credit, charges: credit.charges.map(withAbsorbed) })),
  };
};

/**
 * Adds to the coverage of the rest of a period the charges that have paid for the period so far, with the share 0. A full refund of such a
 * charge leaves the period unpaid, too, even if other credit is enough for the rest of it [SUB-44]. Leaves out charges without any value
 * left, such as one of which a full refund is pending: the new charge has replaced it. `ended`: what `endCoverage` returned for `before`.
 */
export const withEarlierCharges = (
  coverage: Coverage | null,
  before: Coverage | null,
  { unused, carried }: EndedCoverage,
): Coverage | null => {
  if (coverage === null || before === null) return coverage;
  const credits = unused === null ? carried : [unused, ...carried];
  const isIn = (charges: readonly SourceCharge[], paymentId: string): boolean => charges.some((charge) => charge.paymentId === paymentId);
  const earlier = distinctCharges(sharesIn(credits)).filter(
    ({ paymentId }) =>
      isIn(before.charges, paymentId) && !isIn(coverage.charges, paymentId) && spendableCentsOfPayment(paymentId, credits) > 0,
  );
  return { ...coverage, charges: [...coverage.charges, ...earlier.map((charge) => ({ ...charge, shareCents: 0 }))] };
};

/** Sets `returnedCents` of this payment's charges to the amount that is refunded, disputed or credited. */
export const withReturnsOfPayment = (charges: readonly SourceCharge[], payment: Payment): readonly SourceCharge[] =>
  charges.map((charge) => (charge.paymentId === payment.id ? withReturnedAmount(charge, lostCents(payment)) : charge));
