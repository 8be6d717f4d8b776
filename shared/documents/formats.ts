import { BASIS_POINTS } from '../domain/amounts/money.ts';
import { periodFormat } from '../locales/invoice-facts.ts';
import { amountText, quantityFormat, unitAmountText } from '../platform/amounts.ts';
import { displayNames, numberFormat } from '../platform/intl.ts';
import { dateFormat, dateLocale } from '../platform/language.ts';

const MILLISECONDS = 1000;

/** Formatters for the amounts, numbers and dates of one document. */
export interface DocumentFormatters {
  /** `1999` cents as `€19.99` or `19,99 €`; JPY and ISK without decimals. Exact: no floating point. */
  readonly amount: (amountCents: number) => string;
  /** A decimal number of cents with all its decimals: `0.25` cents as `€0.0025`. */
  readonly unitAmount: (amountDecimal: string) => string;
  /** A decimal number of units. */
  readonly quantity: (decimal: string) => string;
  /** `2100` as `21%`. */
  readonly rate: (basisPoints: number) => string;
  /** Unix seconds as a day, in UTC. */
  readonly day: (seconds: number) => string;
  /** The first and last day of a period. `start` (inclusive) and `end` (exclusive): Unix seconds. */
  readonly period: (start: number, end: number) => string;
  /** `NL` as `Netherlands`; unknown codes unchanged. */
  readonly country: (code: string) => string;
}

/** Creates the formatters of a document. `countryCode`: the buyer's country, for dates in a language without region; `null`: unknown. */
export const documentFormatters = (locale: string, currency: string, countryCode: string | null = null): DocumentFormatters => {
  const rates = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const days = dateFormat(dateLocale(locale, countryCode), { dateStyle: 'long' });
  const countries = displayNames(locale, { type: 'region', fallback: 'code' });
  const day = (seconds: number): string => days.format(seconds * MILLISECONDS);
  return {
    amount: (amountCents) => amountText(amountCents, currency, locale),
    unitAmount: (amountDecimal) => unitAmountText(amountDecimal, currency, locale),
    quantity: quantityFormat(locale),
    rate: (basisPoints) => rates.format(basisPoints / BASIS_POINTS),
    day,
    period: periodFormat(day),
    country: (code) => countryName(countries, code),
  };
};

const countryName = (names: Intl.DisplayNames, code: string): string => {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};
