import { creditLine, type Line, rounded, type TaxTerms, totalOf, withTax } from './amounts.ts';
import type { ModelCharge } from './collection.ts';

/** The part of a value that comes from one charge. */
export interface Source {
  readonly charge: ModelCharge;
  /** At most so much, before anything of the charge came back. */
  readonly cents: number;
  /** What came back of the charge and was borne by service that is used. */
  readonly absorbed: number;
}

/** What was paid for and not used, tax included, at the rate that it was taxed with. */
export interface Credit {
  readonly cents: number;
  readonly rate: number;
  readonly sources: readonly Source[];
}

/** What an invoice comes to with credit. */
export interface Credited {
  readonly totalCents: number;
  readonly left: readonly Credit[];
  /** The parts of charges that it uses. */
  readonly sources: readonly Source[];
}

/** Paid service, as the whole period that it is a part of was priced. */
export interface CoveredService {
  readonly start: number;
  readonly end: number;
  readonly cents: number;
  readonly rate: number;
  /** What a coupon deducted. */
  readonly offCents: number;
  readonly whole: { readonly netCents: number; readonly start: number; readonly end: number; readonly tax: TaxTerms };
  readonly sources: readonly Source[];
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

/** Each charge once, with all its parts. */
const distinct = (sources: readonly Source[]): readonly Source[] =>
  [...new Set(sources.map(({ charge }) => charge))].map((charge) => {
    const own = sources.filter((source) => source.charge === charge);
    return { charge, cents: total(own.map(({ cents }) => cents)), absorbed: Math.max(...own.map(({ absorbed }) => absorbed)) };
  });

/** What came back of the charge and lowers what is left. */
const lossOf = (charge: ModelCharge, sources: readonly Source[]): number =>
  Math.max(0, charge.backCents - Math.max(0, ...sources.filter((source) => source.charge === charge).map(({ absorbed }) => absorbed)));

/** What of each part can be spent: a charge's parts together no more than what did not come back, the first ones first. */
const spendableParts = (credits: readonly Credit[]): readonly (readonly number[])[] => {
  const all = credits.flatMap(({ sources }) => sources);
  const open = new Map(distinct(all).map(({ charge, cents }) => [charge, Math.max(0, cents - lossOf(charge, all))]));
  return credits.map(({ sources }) =>
    sources.map(({ charge, cents }) => {
      const part = Math.min(cents, open.get(charge) ?? 0);
      open.set(charge, (open.get(charge) ?? 0) - part);
      return part;
    }),
  );
};

/** What can be spent of one charge. */
export const spendableOf = (charge: ModelCharge, credits: readonly Credit[]): number => {
  const parts = spendableParts(credits);
  return total(
    credits.flatMap(({ sources }, at) => sources.map((source, index) => (source.charge === charge ? (parts[at]?.[index] ?? 0) : 0))),
  );
};

export const spendable = (credits: readonly Credit[]): number => total(spendableParts(credits).flat());

/** Credit is used in its order, as far as it can be spent, until nothing is left to pay. */
export const applyCredit = (lines: readonly Line[], credits: readonly Credit[], tax: TaxTerms): Credited => {
  const parts = spendableParts(credits);
  let all = lines;
  const left: Credit[] = [];
  const used: Source[] = [];
  for (const [index, credit] of credits.entries()) {
    const own = parts[index] ?? [];
    const before = totalOf(all, tax);
    const line = creditLine(all, Math.min(total(own), before), credit.rate, tax);
    if (line !== null) all = [...all, line];
    const usedCents = before - totalOf(all, tax);
    let open = usedCents;
    const taken = own.map((part) => {
      const cents = Math.min(part, open);
      open -= cents;
      return cents;
    });
    used.push(...credit.sources.map((source, at) => ({ ...source, cents: taken[at] ?? 0 })).filter(({ cents }) => cents > 0));
    const sources = credit.sources
      .map((source, at) => ({ ...source, cents: source.cents - (taken[at] ?? 0) }))
      .filter(({ cents }) => cents > 0);
    if (usedCents < credit.cents) left.push({ ...credit, cents: credit.cents - usedCents, sources });
  }
  return { totalCents: totalOf(all, tax), left, sources: distinct(used) };
};

/** Parts of no more than an amount in all. */
export const upTo = (sources: readonly Source[], cents: number): readonly Source[] => {
  let open = cents;
  return sources.map((source) => {
    const part = Math.min(source.cents, open);
    open -= part;
    return { ...source, cents: part };
  });
};

/** An amount in proportion to weights, to the cent; what rounding leaves goes to the last ones. */
const split = (cents: number, weights: readonly number[]): readonly number[] => {
  let [rest, restWeight] = [cents, total(weights)];
  const parts: number[] = [];
  for (const weight of weights.toReversed()) {
    const before = restWeight === 0 ? 0 : rounded(rest * (restWeight - weight), restWeight);
    parts.unshift(rest - before);
    rest = before;
    restWeight -= weight;
  }
  return parts;
};

/**
 * What is given up of paid service, by the second and from the price of the whole period, and what was carried before. Where so much of a charge
 * came back that its credit does not bear it, the service counts as cheaper: the used part bears its share.
 */
export const givenUp = (
  covers: CoveredService | null,
  carried: readonly Credit[],
  now: number,
): { readonly unused: readonly Credit[]; readonly carried: readonly Credit[] } => {
  if (covers === null || now >= covers.end) return { unused: [], carried };
  const { end, rate, whole } = covers;
  const from = Math.max(now, covers.start);
  const netCents = rounded(whole.netCents * (end - from), whole.end - whole.start);
  const faceCents = Math.min(covers.cents, withTax(netCents, rate, whole.tax));
  const faces = split(
    faceCents,
    covers.sources.map(({ cents }) => cents),
  );
  const credits = carried.flatMap(({ sources }) => sources);
  const all = distinct([...covers.sources, ...credits]);
  const absorbed = new Map(all.map((source) => [source.charge, source.absorbed]));
  const sources = covers.sources.map(({ charge, cents }, index) => {
    const face = faces[index] ?? 0;
    const inCredit = total(credits.filter((source) => source.charge === charge).map((source) => source.cents));
    const loss = Math.min(cents, Math.max(0, lossOf(charge, all) - inCredit));
    const kept = Math.min(face, rounded((cents - loss) * (end - from), end - covers.start));
    if (loss > 0) absorbed.set(charge, (absorbed.get(charge) ?? 0) + loss - (face - kept));
    return { charge, cents: face, absorbed: absorbed.get(charge) ?? 0 };
  });
  const bearing = carried.map((credit) => ({
    ...credit,
    sources: credit.sources.map((source) => ({ ...source, absorbed: absorbed.get(source.charge) ?? 0 })),
  }));
  return { unused: faceCents === 0 ? [] : [{ cents: faceCents, rate, sources }], carried: bearing };
};
