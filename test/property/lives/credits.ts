import { creditLine, type Line, rounded, type TaxTerms, totalOf } from './amounts.ts';
import type { ModelCharge } from './collection.ts';

/** A charge that value comes from, and what of it had come back when that was reckoned. */
export interface Source {
  readonly charge: ModelCharge;
  readonly backCents: number;
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
  /** Of the credit that it uses. */
  readonly sources: readonly Source[];
}

/** Of two words on what came back of one charge, the later counts. */
const distinct = (sources: readonly Source[]): readonly Source[] =>
  [...new Set(sources.map(({ charge }) => charge))].map((charge) => ({
    charge,
    backCents: Math.max(...sources.filter((source) => source.charge === charge).map(({ backCents }) => backCents)),
  }));

/** Credit is used in its order, until nothing is left to pay. */
export const takeOff = (lines: readonly Line[], credits: readonly Credit[], tax: TaxTerms): Credited => {
  let all = lines;
  const left: Credit[] = [];
  const sources: Source[] = [];
  for (const credit of credits) {
    const usedCents = Math.min(credit.cents, totalOf(all, tax));
    if (usedCents > 0) {
      all = [...all, creditLine(all, usedCents, credit.rate, tax)];
      sources.push(...credit.sources);
    }
    if (usedCents < credit.cents) left.push({ ...credit, cents: credit.cents - usedCents });
  }
  return { totalCents: totalOf(all, tax), left, sources: distinct(sources) };
};

/** What is not used of what was paid from `start` to `end`, by the second, less what came back since. */
export const unusedOf = (
  covers: {
    readonly start: number;
    readonly end: number;
    readonly cents: number;
    readonly rate: number;
    readonly sources: readonly Source[];
  } | null,
  now: number,
): readonly Credit[] => {
  if (covers === null || now >= covers.end) return [];
  const { start, end, rate, sources } = covers;
  const backCents = sources.reduce((all, { charge, backCents: before }) => all + Math.max(0, charge.backCents - before), 0);
  const cents = rounded(Math.max(0, covers.cents - backCents) * (end - now), end - start);
  return cents === 0 ? [] : [{ cents, rate, sources: sources.map(({ charge }) => ({ charge, backCents: charge.backCents })) }];
};

/** Without what comes from a charge that went back as a whole. */
export const withoutCharge = (credits: readonly Credit[], charge: ModelCharge): readonly Credit[] =>
  credits.filter(({ sources }) => sources.every((source) => source.charge !== charge));
