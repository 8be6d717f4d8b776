import { readFileSync } from 'node:fs';
import SalesTax from 'sales-tax';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isInEu } from '../../../shared/domain/tax.ts';
import table from '../../../shared/domain/tax-rates.json' with { type: 'json' };
import { RATED_AREAS, TAX_CATEGORIES, vatRateAt } from '../../../shared/domain/tax-rates.ts';

/** Extract of the Python package `eu-vat-rates-data`. */
const extract = JSON.parse(readFileSync(new URL('eu-vat-rates-data.json', import.meta.url), 'utf8')) as {
  readonly rates: Readonly<Record<string, { readonly standard: number; readonly reduced: readonly number[] }>>;
};
/** The day of the extract. */
const EXTRACTED = Date.UTC(2026, 8, 29) / 1000;
/** Days around the rate changes since 2024. The package `sales-tax` knows the rates of these days. */
const DAYS = ['2024-01-02', '2024-08-30', '2024-09-02', '2024-12-30', '2025-01-02', '2025-06-29', '2025-07-02', '2025-08-03', '2026-01-02'];

afterEach(() => {
  vi.useRealTimers();
});

const MEMBER_STATES = RATED_AREAS.filter(isInEu);

describe('the table of VAT rates', () => {
  it('has the 27 member states, Switzerland, Norway and the United Kingdom', () => {
    expect([MEMBER_STATES.length, RATED_AREAS.filter((area) => !isInEu(area))]).toEqual([27, ['CH', 'GB', 'NO']]);
  });

  it('lists the days of each rate in order, and has sources and the day of the last check', () => {
    for (const area of Object.values<Readonly<Record<string, Readonly<Record<string, number>>>>>(table.areas)) {
      for (const rates of Object.values(area)) expect(Object.keys(rates)).toEqual(Object.keys(rates).sort());
    }
    expect(Object.keys(table.sources).length).toBeGreaterThan(0);
    expect(table.checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(RATED_AREAS)('has the standard rate of %s that eu-vat-rates-data has', (area) => {
    expect(vatRateAt(area, 'electronic_service', EXTRACTED)).toBe(Math.round(Number(extract.rates[area]?.standard) * 100));
  });

  it.each(RATED_AREAS)('has only reduced rates of %s that eu-vat-rates-data has, or a zero rate', (area) => {
    const known = [0, ...(extract.rates[area]?.reduced ?? []), extract.rates[area]?.standard ?? 0].map((rate) => Math.round(rate * 100));
    for (const category of TAX_CATEGORIES) expect(known).toContain(vatRateAt(area, category, EXTRACTED));
  });

  it.each(RATED_AREAS)('has the standard rates of %s that sales-tax has, around each change', async (area) => {
    for (const day of DAYS) {
      vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`), toFake: ['Date'] });
      const { rate } = await SalesTax.getSalesTax(area);
      expect([day, vatRateAt(area, 'electronic_service', Date.parse(day) / 1000)]).toEqual([day, Math.round(rate * 10_000)]);
    }
  });

  it('changes at 00:00 UTC, and has the standard rate before a reduced rate existed', () => {
    const change = Date.UTC(2025, 0, 1) / 1000;
    expect([vatRateAt('SK', 'electronic_service', change - 1), vatRateAt('SK', 'electronic_service', change)]).toEqual([2000, 2300]);
    expect([vatRateAt('DE', 'e_book', Date.UTC(2019, 0, 1) / 1000), vatRateAt('DE', 'e_book', change)]).toEqual([1900, 700]);
    expect([vatRateAt('HU', 'news', change), vatRateAt('US', 'news', change), vatRateAt('toString', 'news', change)]).toEqual([
      2700,
      null,
      null,
    ]);
  });
});
