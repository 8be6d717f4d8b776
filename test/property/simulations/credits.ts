import { addTax, buildCreditLine, divideRounded, type Line, type TaxTerms, totalOf } from './amounts.ts';
import type { ModelCharge } from './collection.ts';

/** The part of a credit or of paid service that one charge funds. */
export interface Source {
  readonly charge: ModelCharge;
  /** Amount of the part, before refunds and chargebacks of the charge. */
  readonly cents: number;
  /** The part of the charge's returned cents that was for used service when it was computed. It does not reduce credit. */
  readonly absorbed: number;
  /** Number of `formerReturns` of the charge when `absorbed` was computed. */
  readonly absorbedAt: number;
}

/**
 * The absorbed cents now. If the charge's returned cents fall below the amount that they had when `absorbed` was computed, the absorbed
 * cents fall in proportion.
 */
const absorbedOf = ({ charge, absorbed, absorbedAt }: Source): number => {
  const [of = 0, ...later] = [...charge.formerReturns, charge.returnedCents].slice(absorbedAt);
  const step = (current: { readonly absorbed: number; readonly of: number }, returned: number) =>
    returned < current.of ? { absorbed: divideRounded(current.absorbed * returned, current.of), of: returned } : current;
  return later.reduce(step, { absorbed, of }).absorbed;
};

/** The `absorbed` fields of the source with the most absorbed cents. */
const mostAbsorbed = (sources: readonly Source[]): Pick<Source, 'absorbed' | 'absorbedAt'> =>
  sources.reduce((most, source) => (absorbedOf(source) > absorbedOf(most) ? source : most));

/** Paid and unused value including tax, with the tax rate of the payment. */
export interface Credit {
  readonly cents: number;
  readonly rate: number;
  readonly sources: readonly Source[];
}

/** An invoice total after credit. */
export interface CreditedInvoice {
  readonly totalCents: number;
  readonly remainingCredits: readonly Credit[];
  /** The charges that funded the used credit. */
  readonly sources: readonly Source[];
}

/** Paid service, with the price of the full period that it is part of. */
export interface CoveredService {
  readonly start: number;
  readonly end: number;
  readonly cents: number;
  readonly rate: number;
  /** Coupon discount, in cents. */
  readonly offCents: number;
  readonly fullPeriod: { readonly netCents: number; readonly start: number; readonly end: number; readonly tax: TaxTerms };
  readonly sources: readonly Source[];
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

/** Merges all sources with the same charge into one. */
const mergeByCharge = (sources: readonly Source[]): readonly Source[] =>
  [...new Set(sources.map(({ charge }) => charge))].map((charge) => {
    const same = sources.filter((source) => source.charge === charge);
    const { absorbed, absorbedAt } = mostAbsorbed(same);
    return { charge, cents: total(same.map(({ cents }) => cents)), absorbed, absorbedAt };
  });

/** Returned cents of the charge that are not absorbed. */
const lossOf = (charge: ModelCharge, sources: readonly Source[]): number =>
  Math.max(0, charge.returnedCents - Math.max(0, ...sources.filter((source) => source.charge === charge).map(absorbedOf)));

/** The spendable cents of each source. The credit of a charge, less its loss (`lossOf`), is assigned to its sources in order. */
const spendableParts = (credits: readonly Credit[]): readonly (readonly number[])[] => {
  const all = credits.flatMap(({ sources }) => sources);
  const remaining = new Map(mergeByCharge(all).map(({ charge, cents }) => [charge, Math.max(0, cents - lossOf(charge, all))]));
  return credits.map(({ sources }) =>
    sources.map(({ charge, cents }) => {
      const part = Math.min(cents, remaining.get(charge) ?? 0);
      remaining.set(charge, (remaining.get(charge) ?? 0) - part);
      return part;
    }),
  );
};

/** The spendable credit of one charge, in cents. */
export const spendableOf = (charge: ModelCharge, credits: readonly Credit[]): number => {
  const parts = spendableParts(credits);
  return total(
    credits.flatMap(({ sources }, at) => sources.map((source, index) => (source.charge === charge ? (parts[at]?.[index] ?? 0) : 0))),
  );
};

export const totalSpendable = (credits: readonly Credit[]): number => total(spendableParts(credits).flat());

/** Applies credits in order, as far as they are spendable, until the total is zero. */
export const applyCredit = (lines: readonly Line[], credits: readonly Credit[], tax: TaxTerms): CreditedInvoice => {
  const parts = spendableParts(credits);
  let all = lines;
  const remainingCredits: Credit[] = [];
  const usedSources: Source[] = [];
  for (const [index, credit] of credits.entries()) {
    const creditParts = parts[index] ?? [];
    const before = totalOf(all, tax);
    const line = buildCreditLine(all, Math.min(total(creditParts), before), credit.rate, tax);
    if (line !== null) all = [...all, line];
    const usedCents = before - totalOf(all, tax);
    let remaining = usedCents;
    const spentParts = creditParts.map((part) => {
      const cents = Math.min(part, remaining);
      remaining -= cents;
      return cents;
    });
    usedSources.push(...credit.sources.map((source, at) => ({ ...source, cents: spentParts[at] ?? 0 })).filter(({ cents }) => cents > 0));
    const sources = credit.sources
      .map((source, at) => ({ ...source, cents: source.cents - (spentParts[at] ?? 0) }))
      .filter(({ cents }) => cents > 0);
    if (usedCents < credit.cents) remainingCredits.push({ ...credit, cents: credit.cents - usedCents, sources });
  }
  return { totalCents: totalOf(all, tax), remainingCredits, sources: mergeByCharge(usedSources) };
};

/**
 * The charges that paid for the period until a plan change, have unspent credit, and pay nothing of the rest (`used`). If one of them is
 * returned in full, the period is unpaid, too.
 */
export const earlierSources = (covers: CoveredService | null, credits: readonly Credit[], used: readonly Source[]): readonly Source[] =>
  mergeByCharge(credits.flatMap(({ sources }) => sources))
    .filter(({ charge }) => covers?.sources.some((source) => source.charge === charge) === true)
    .filter(({ charge }) => !used.some((source) => source.charge === charge) && spendableOf(charge, credits) > 0)
    .map((source) => ({ ...source, cents: 0 }));

/** Reduces sources to `cents` in total, and keeps as much as possible of the first ones. */
export const limitSources = (sources: readonly Source[], cents: number): readonly Source[] => {
  let remaining = cents;
  return sources.map((source) => {
    const part = Math.min(source.cents, remaining);
    remaining -= part;
    return { ...source, cents: part };
  });
};

/** Splits an amount in proportion to weights. */
const split = (cents: number, weights: readonly number[]): readonly number[] => {
  let [rest, restWeight] = [cents, total(weights)];
  const parts: number[] = [];
  for (const weight of weights.toReversed()) {
    const before = restWeight === 0 ? 0 : divideRounded(rest * (restWeight - weight), restWeight);
    parts.unshift(rest - before);
    rest = before;
    restWeight -= weight;
  }
  return parts;
};

/**
 * Credits the unused service, prorated to the second from the price of the full period, and updates the carried credits. If the returned
 * cents of a charge exceed its credit, the excess is a loss, which is spread over the whole service, used and unused. The part of the loss
 * that belongs to the used service is added to `absorbed`. Amounts named `face` are amounts before the loss.
 */
export const creditUnusedService = (
  covers: CoveredService | null,
  carried: readonly Credit[],
  now: number,
): { readonly unused: readonly Credit[]; readonly carried: readonly Credit[] } => {
  if (covers === null || now >= covers.end) return { unused: [], carried };
  const { end, rate, fullPeriod } = covers;
  const from = Math.max(now, covers.start);
  const netCents = divideRounded(fullPeriod.netCents * (end - from), fullPeriod.end - fullPeriod.start);
  const faceCents = Math.min(covers.cents, addTax(netCents, rate, fullPeriod.tax));
  const faceAmounts = split(
    faceCents,
    covers.sources.map(({ cents }) => cents),
  );
  const credits = carried.flatMap(({ sources }) => sources);
  const all = mergeByCharge([...covers.sources, ...credits]);
  const absorbed = new Map(all.map((source) => [source.charge, source]));
  const absorbedIn = (charge: ModelCharge): Pick<Source, 'absorbed' | 'absorbedAt'> => {
    const { absorbed: cents = 0, absorbedAt = 0 } = absorbed.get(charge) ?? {};
    return { absorbed: cents, absorbedAt };
  };
  const sources = covers.sources.map(({ charge, cents }, index) => {
    const sourceFaceCents = faceAmounts[index] ?? 0;
    const inCredit = total(credits.filter((source) => source.charge === charge).map((source) => source.cents));
    const loss = Math.min(cents, Math.max(0, lossOf(charge, all) - inCredit));
    const keptCents = Math.min(sourceFaceCents, divideRounded((cents - loss) * (end - from), end - covers.start));
    const source = absorbed.get(charge);
    if (loss > 0 && source !== undefined) {
      const absorbedCents = absorbedOf(source) + Math.max(0, loss - (sourceFaceCents - keptCents));
      absorbed.set(charge, { ...source, absorbed: absorbedCents, absorbedAt: charge.formerReturns.length });
    }
    return { charge, cents: sourceFaceCents, ...absorbedIn(charge) };
  });
  const updatedCredits = carried.map((credit) => ({
    ...credit,
    sources: credit.sources.map((source) => ({ ...source, ...absorbedIn(source.charge) })),
  }));
  return { unused: faceCents === 0 ? [] : [{ cents: faceCents, rate, sources }], carried: updatedCredits };
};
