import { monthsAfter, secondsOf } from '../../domain/golden-calendars/civil.ts';
import type { Plan } from '../lives/sale.ts';
import type { CodeTerms } from './catalogue.ts';
import type { Coverage, History } from './history.ts';

const WHOLE = 10_000;
const DAY = 86_400;

/** What a code has given in a window of time. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly interval: Plan['interval'];
  readonly limitCents: number;
  usedCents: number;
  /** When usage opened it: service that is paid with that usage shares it. */
  readonly openedByUsageAt: number | null;
}

/** Calendar months after a moment, on the grid of that moment. */
const monthsLater = (at: number, months: number): number => {
  const date = new Date(at * 1000);
  const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), second: at % DAY };
  return secondsOf(monthsAfter(civil, months));
};

/**
 * What coupons give at most, by the second and without rounding. A percentage: of the service that the code covers. A fixed amount: spread
 * over each service period, once a period over all that is invoiced in it. `once`: of the first service that is paid with it, until its
 * period ends or its interval changes, in all no more than that first invoice deducts. A code that was not redeemed, is not for
 * the price, or is over gives nothing.
 */
export class Grants {
  readonly #codes: ReadonlyMap<string, CodeTerms>;
  readonly #redeemed: ReadonlyMap<string, number>;
  readonly #windows = new Map<string, Window>();

  constructor({ codes, redemptions }: Pick<History, 'codes' | 'redemptions'>) {
    this.#codes = new Map(codes.map((each) => [each.code, each]));
    this.#redeemed = new Map(redemptions.map(({ code, firstPaid }) => [code, firstPaid]));
  }

  #termsFor(code: string | null, { name, amountCents }: Plan, serviceStart: number): CodeTerms | null {
    const terms = code === null ? undefined : this.#codes.get(code);
    const firstPaid = code === null ? undefined : this.#redeemed.get(code);
    if (terms === undefined || firstPaid === undefined) return null;
    if (terms.onlyFor !== null && !terms.onlyFor.includes(name)) return null;
    if (terms.minAmountCents !== null && (amountCents ?? 0) < terms.minAmountCents) return null;
    if (terms.duration === 'repeating' && serviceStart >= monthsLater(firstPaid, terms.months ?? 1)) return null;
    return terms;
  }

  /** Takes at most what the window has left. */
  static #from(window: Window, naturalCents: number): number {
    const cents = Math.max(0, Math.min(naturalCents, window.limitCents - window.usedCents));
    window.usedCents += cents;
    return cents;
  }

  /** The window of a fixed amount that is granted once a period. */
  #period(code: string, amountCents: number, { plan: { interval }, start, end, from }: Coverage): Window {
    const known = this.#windows.get(code);
    if (known !== undefined && from < known.end && known.interval === interval) return known;
    const passed = known === undefined ? 0 : (Math.max(0, from - known.start) / (known.end - known.start)) * amountCents;
    const usedCents = known === undefined || from >= known.end ? 0 : Math.max(0, known.usedCents - passed);
    const window = { start, end, interval, limitCents: amountCents, usedCents, openedByUsageAt: null };
    this.#windows.set(code, window);
    return window;
  }

  /** The coverage begins: a change of interval begins a new window, also in a coverage that ends in the same second. */
  begin(coverage: Coverage): void {
    if (coverage.isTrial) return;
    const terms = this.#termsFor(coverage.code, coverage.plan, coverage.from);
    if (coverage.plan.amountCents !== null) this.ahead(coverage, 0);
    else if (terms !== null && terms.duration !== 'once' && terms.amountOffCents !== null) {
      this.#period(terms.code, terms.amountOffCents, coverage);
    }
  }

  /** What is deducted service of a licensed price in these seconds of a coverage. */
  ahead(coverage: Coverage, seconds: number): number {
    const { plan, from, start, end, code } = coverage;
    const terms = this.#termsFor(code, plan, from);
    if (terms === null) return 0;
    const amountCents = plan.amountCents ?? 0;
    const { percentBasisPoints: percent, amountOffCents, duration } = terms;
    const offCents = percent === null ? Math.min(amountOffCents ?? 0, amountCents) : (amountCents * percent) / WHOLE;
    const naturalFor = (some: number): number => (offCents * some) / (end - start);
    if (duration !== 'once') {
      return percent === null
        ? Grants.#from(this.#period(terms.code, amountOffCents ?? 0, coverage), naturalFor(seconds))
        : naturalFor(seconds);
    }
    const known = this.#windows.get(terms.code);
    const paidWithUsage = known !== undefined && known.openedByUsageAt === from;
    if (known === undefined || paidWithUsage) {
      const leftCents = paidWithUsage && percent === null ? (amountOffCents ?? 0) - known.usedCents : Number.POSITIVE_INFINITY;
      const limitCents = Math.min(leftCents, naturalFor(end - from));
      const window = { start: from, end, interval: plan.interval, limitCents, usedCents: 0, openedByUsageAt: null };
      this.#windows.set(terms.code, window);
      return Grants.#from(window, naturalFor(seconds));
    }
    return from < known.end && known.interval === plan.interval ? Grants.#from(known, naturalFor(seconds)) : 0;
  }

  /** What is deducted usage of a coverage that comes to so much. */
  afterwards(coverage: Coverage, valueCents: number): number {
    const { plan, start, end, until, codeAtClose } = coverage;
    const terms = this.#termsFor(codeAtClose, plan, start);
    if (terms === null || valueCents === 0) return 0;
    const { percentBasisPoints: percent, amountOffCents, duration } = terms;
    const naturalCents = percent === null ? Math.min(amountOffCents ?? 0, valueCents) : (valueCents * percent) / WHOLE;
    if (duration !== 'once') {
      return percent === null ? Grants.#from(this.#period(terms.code, amountOffCents ?? 0, coverage), naturalCents) : naturalCents;
    }
    const known = this.#windows.get(terms.code);
    if (known !== undefined) return start < known.end && known.interval === plan.interval ? Grants.#from(known, naturalCents) : 0;
    const used = { limitCents: naturalCents, usedCents: naturalCents, openedByUsageAt: until };
    this.#windows.set(terms.code, { start, end, interval: plan.interval, ...used });
    return naturalCents;
  }
}
