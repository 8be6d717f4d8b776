import { dayOf } from '../metrics/metrics.ts';
import table from './rates.json' with { type: 'json' };

/** Category of a product for VAT. The reduced rates of some countries apply to electronic books and to newspapers and magazines. */
export const TAX_CATEGORIES = ['electronic_service', 'e_book', 'news'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** The category that applies to products for which none is set, and to one-off payments. */
export const DEFAULT_TAX_CATEGORY: TaxCategory = 'electronic_service';

/** Rates in basis points by the UTC day from which they apply, oldest first. */
type RatesByDay = Readonly<Record<string, number>>;

/** Rates of one VAT area. A missing category has the standard rate, which is the rate of `electronic_service`. */
export type AreaRates = { readonly electronic_service: RatesByDay } & { readonly [Category in TaxCategory]?: RatesByDay };

const AREAS: Readonly<Record<string, AreaRates>> = table.areas;

/** The VAT areas in the rate table: the member states of the EU, Switzerland, Norway and the United Kingdom. */
export const RATED_AREAS: readonly string[] = Object.keys(AREAS);

const rateOn = (rates: RatesByDay | undefined, day: string): number | null =>
  Object.entries(rates ?? {}).findLast(([from]) => from <= day)?.[1] ?? null;

/**
 * The VAT rate of an area at a time, in basis points, from the table `rates.json`; `null`: the table has no rate for the area at that time.
 * The rate of a day applies from 00:00 UTC.
 */
export const vatRateAt = (area: string, category: TaxCategory, at: number): number | null => {
  const rates = Object.hasOwn(AREAS, area) ? AREAS[area] : undefined;
  const day = dayOf(at);
  return rates === undefined ? null : (rateOn(rates[category], day) ?? rateOn(rates.electronic_service, day));
};
