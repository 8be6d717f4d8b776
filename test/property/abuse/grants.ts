import { monthsAfter, secondsOf } from '../../domain/golden-calendars/civil.ts';
import type { Plan } from '../simulations/sale.ts';
import type { CodeTerms } from './catalogue.ts';
import type { Coverage, LedgerInput } from './history.ts';

/** 100 % in basis points. */
const WHOLE = 10_000;
const DAY = 86_400;

/** The discount that a code grants in a time range. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly interval: Plan['interval'];
  /** Maximum discount in the window. */
  readonly limitCents: number;
  usedCents: number;
  /**
   * Time of the usage invoice that first used the `once` code; a licensed charge on the same invoice gets the rest of the discount. `null`:
   * a licensed charge used the code first, or the code is not `once`.
   */
  readonly openedByUsageAt: number | null;
}

/** Returns the time `months` calendar months later. */
const monthsLater = (at: number, months: number): number => {
  const date = new Date(at * 1000);
  const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), second: at % DAY };
  return secondsOf(monthsAfter(civil, months));
};

/**
 * Upper bound of the discounts that coupons can give, prorated by the second and not rounded. A percentage applies to all service that the
 * code covers; a `repeating` code covers the billing periods that begin before its end. A fixed amount is granted once per billing period
 * and spread over the period. A `once` code applies to the billing period in which it is first used, until that period ends or the billing
 * interval changes; its limit is the discount on the first charge that used it. A code grants nothing if it was not redeemed, does not
 * apply to the price, or has expired.
 */
export class DiscountGrants {
  readonly #codes: ReadonlyMap<string, CodeTerms>;
  /** By redeemed code: the start of the first service with the code. */
  readonly #redeemed: ReadonlyMap<string, number>;
  /** The latest window by code. */
  readonly #windows = new Map<string, Window>();

  constructor({ codes, redemptions }: Pick<LedgerInput, 'codes' | 'redemptions'>) {
    this.#codes = new Map(codes.map((each) => [each.code, each]));
    this.#redeemed = new Map(redemptions.map(({ code, firstServiceStart }) => [code, firstServiceStart]));
  }

  /** The terms of the code if it grants a discount on the plan in the billing period that begins at `periodStart`; otherwise `null`. */
  #termsFor(code: string | null, { name, amountCents }: Plan, periodStart: number): CodeTerms | null {
    const terms = code === null ? undefined : this.#codes.get(code);
    const firstServiceStart = code === null ? undefined : this.#redeemed.get(code);
    if (terms === undefined || firstServiceStart === undefined) return null;
    if (terms.onlyFor !== null && !terms.onlyFor.includes(name)) return null;
    if (terms.minAmountCents !== null && (amountCents ?? 0) < terms.minAmountCents) return null;
    if (terms.duration === 'repeating' && periodStart >= monthsLater(firstServiceStart, terms.months ?? 1)) return null;
    return terms;
  }

  /** Uses `naturalCents` (the discount if there were no limit), or the rest of the window if that is less. Returns the used cents. */
  static #useFrom(window: Window, naturalCents: number): number {
    const cents = Math.max(0, Math.min(naturalCents, window.limitCents - window.usedCents));
    window.usedCents += cents;
    return cents;
  }

  /** Returns the window of a fixed amount that is granted once per period. Opens one if the interval changed or the last one ended. */
  #periodWindow(code: string, amountCents: number, { plan: { interval }, start, end, from }: Coverage): Window {
    const openWindow = this.#windows.get(code);
    if (openWindow !== undefined && from < openWindow.end && openWindow.interval === interval) return openWindow;
    // The part of the amount for the time until `from`.
    const elapsedCents =
      openWindow === undefined ? 0 : (Math.max(0, from - openWindow.start) / (openWindow.end - openWindow.start)) * amountCents;
    const usedCents = openWindow === undefined || from >= openWindow.end ? 0 : Math.max(0, openWindow.usedCents - elapsedCents);
    const window = { start, end, interval, limitCents: amountCents, usedCents, openedByUsageAt: null };
    this.#windows.set(code, window);
    return window;
  }

  /** Starts a coverage. A change of interval starts a new window, even if the plan changes again in the same second. */
  beginCoverage(coverage: Coverage): void {
    if (coverage.isTrial) return;
    const terms = this.#termsFor(coverage.code, coverage.plan, coverage.start);
    // Opens the window without using any discount.
    if (coverage.plan.amountCents !== null) this.discountOnLicensed(coverage, 0);
    else if (terms !== null && terms.duration !== 'once' && terms.amountOffCents !== null) {
      this.#periodWindow(terms.code, terms.amountOffCents, coverage);
    }
  }

  /** Returns the discount in cents on `seconds` of a coverage that is billed in advance (licensed price). */
  discountOnLicensed(coverage: Coverage, seconds: number): number {
    const { plan, from, start, end, code } = coverage;
    const terms = this.#termsFor(code, plan, start);
    if (terms === null) return 0;
    const amountCents = plan.amountCents ?? 0;
    const { percentBasisPoints: percent, amountOffCents, duration } = terms;
    const offCents = percent === null ? Math.min(amountOffCents ?? 0, amountCents) : (amountCents * percent) / WHOLE;
    const naturalFor = (partSeconds: number): number => (offCents * partSeconds) / (end - start);
    if (duration !== 'once') {
      return percent === null
        ? DiscountGrants.#useFrom(this.#periodWindow(terms.code, amountOffCents ?? 0, coverage), naturalFor(seconds))
        : naturalFor(seconds);
    }
    const openWindow = this.#windows.get(terms.code);
    const paidWithUsage = openWindow !== undefined && openWindow.openedByUsageAt === from;
    if (openWindow === undefined || paidWithUsage) {
      const leftCents = paidWithUsage && percent === null ? (amountOffCents ?? 0) - openWindow.usedCents : Number.POSITIVE_INFINITY;
      const limitCents = Math.min(leftCents, naturalFor(end - from));
      const window = { start: from, end, interval: plan.interval, limitCents, usedCents: 0, openedByUsageAt: null };
      this.#windows.set(terms.code, window);
      return DiscountGrants.#useFrom(window, naturalFor(seconds));
    }
    return from < openWindow.end && openWindow.interval === plan.interval ? DiscountGrants.#useFrom(openWindow, naturalFor(seconds)) : 0;
  }

  /** Returns the discount in cents on usage that costs `valueCents` and is billed when the coverage ends. */
  discountOnUsage(coverage: Coverage, valueCents: number): number {
    const { plan, start, end, until, codeAtClose } = coverage;
    const terms = this.#termsFor(codeAtClose, plan, start);
    if (terms === null || valueCents === 0) return 0;
    const { percentBasisPoints: percent, amountOffCents, duration } = terms;
    const naturalCents = percent === null ? Math.min(amountOffCents ?? 0, valueCents) : (valueCents * percent) / WHOLE;
    if (duration !== 'once') {
      return percent === null
        ? DiscountGrants.#useFrom(this.#periodWindow(terms.code, amountOffCents ?? 0, coverage), naturalCents)
        : naturalCents;
    }
    const openWindow = this.#windows.get(terms.code);
    if (openWindow !== undefined)
      return start < openWindow.end && openWindow.interval === plan.interval ? DiscountGrants.#useFrom(openWindow, naturalCents) : 0;
    const used = { limitCents: naturalCents, usedCents: naturalCents, openedByUsageAt: until };
    this.#windows.set(terms.code, { start, end, interval: plan.interval, ...used });
    return naturalCents;
  }
}
