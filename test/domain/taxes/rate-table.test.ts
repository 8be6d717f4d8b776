import { readFileSync } from 'node:fs';
import SalesTax from 'sales-tax';
import { afterEach, describe, expect, it, vi } from 'vitest';
import table from '../../../shared/domain/tax/rates.json' with { type: 'json' };
import { RATED_AREAS, TAX_CATEGORIES, vatRateAt } from '../../../shared/domain/tax/rates.ts';
import { isInEu } from '../../../shared/domain/tax/tax.ts';

const readText = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Extract of the Python package `eu-vat-rates-data`, a source of the table: the comparison finds only copying errors. */
const source = JSON.parse(readText('eu-vat-rates-data.json')) as {
  readonly rates: Readonly<Record<string, { readonly standard: number; readonly reduced: readonly number[] }>>;
};
/** Extract of an independent package, which its community maintains by hand. The table was not made from it. */
const independent = JSON.parse(readText('oca-oss-rates.json')) as { readonly rates: Readonly<Record<string, number>> };
/** The day of the extract of the source. */
const EXTRACTED = Date.UTC(2026, 8, 29) / 1000;
/** The day of the independent extract and of the rates in `publication-rates.tsv`. */
const COMPARED_ON = Date.UTC(2026, 10, 28) / 1000;
/** Days around the rate changes since 2024. The independent package `sales-tax` has the rates of these days. */
const DAYS = ['2024-01-02', '2024-08-30', '2024-09-02', '2024-12-30', '2025-01-02', '2025-06-29', '2025-07-02', '2025-08-03', '2026-01-02'];

/**
 * Rates of publications by member state: electronic book, electronic newspaper, source. A rate with `?` is the standard rate, because no
 * source confirms a reduced rate.
 */
const PUBLICATIONS = readText('publication-rates.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

const basisPoints = (percent: string | number | undefined): number => Math.round(Number(percent) * 100);

afterEach(() => {
  vi.useRealTimers();
});

const MEMBER_STATES = RATED_AREAS.filter(isInEu);

describe('the table of VAT rates', () => {
  it('has the 27 member states, Switzerland, Norway and the United Kingdom', () => {
    expect([MEMBER_STATES.length, RATED_AREAS.filter((area) => !isInEu(area))]).toEqual([27, ['CH', 'GB', 'NO']]);
  });

  it('lists the rates of each category by day, oldest first, and has sources and the day of the last check', () => {
    for (const area of Object.values<Readonly<Record<string, Readonly<Record<string, number>>>>>(table.areas)) {
      for (const rates of Object.values(area)) expect(Object.keys(rates)).toEqual(Object.keys(rates).sort());
    }
    expect(Object.keys(table.sources).length).toBeGreaterThan(0);
    expect(table.checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(RATED_AREAS)('has the same standard rate of %s as its source eu-vat-rates-data', (area) => {
    expect(vatRateAt(area, 'electronic_service', EXTRACTED)).toBe(basisPoints(source.rates[area]?.standard));
  });

  it.each(RATED_AREAS)('has a rate of publications in %s that exists there: zero, a reduced rate, or the standard rate', (area) => {
    const known = [0, ...(source.rates[area]?.reduced ?? []), source.rates[area]?.standard].map(basisPoints);
    for (const category of TAX_CATEGORIES) expect(known).toContain(vatRateAt(area, category, EXTRACTED));
  });

  it.each(MEMBER_STATES)('has the same standard rate of %s as the independent package odoo-addon-l10n-eu-oss-oca', (area) => {
    expect(vatRateAt(area, 'electronic_service', COMPARED_ON)).toBe(basisPoints(independent.rates[area]));
  });

  it('is compared with `publication-rates.tsv`, which has a row with a source for each member state', () => {
    expect(PUBLICATIONS.map(([area]) => area)).toEqual([...MEMBER_STATES].sort());
    expect(PUBLICATIONS.filter((row) => row.length !== 4 || row[3] === '')).toEqual([]);
  });

  it.each(PUBLICATIONS)(
    'has the rates of publications of %s: %s % for electronic books, %s % for electronic newspapers',
    (area, book, news) => {
      const [bookRate, newsRate] = [book, news].map((rate) => basisPoints(rate?.replace('?', '')));
      expect([vatRateAt(String(area), 'e_book', COMPARED_ON), vatRateAt(String(area), 'news', COMPARED_ON)]).toEqual([bookRate, newsRate]);
      const standard = vatRateAt(String(area), 'electronic_service', COMPARED_ON);
      for (const rate of [book, news].filter((each) => each?.endsWith('?'))) expect(basisPoints(rate?.replace('?', ''))).toBe(standard);
    },
  );

  it.each(RATED_AREAS)('has the same standard rates of %s as the independent package sales-tax, around each change', async (area) => {
    for (const day of DAYS) {
      vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`), toFake: ['Date'] });
      const { rate } = await SalesTax.getSalesTax(area);
      expect([day, vatRateAt(area, 'electronic_service', Date.parse(day) / 1000)]).toEqual([day, Math.round(rate * 10_000)]);
    }
  });

  it('applies a new rate from 00:00 UTC, has the standard rate before a reduced rate existed, and has no rate for other areas', () => {
    const change = Date.UTC(2025, 0, 1) / 1000;
    expect([vatRateAt('SK', 'electronic_service', change - 1), vatRateAt('SK', 'electronic_service', change)]).toEqual([2000, 2300]);
    expect([vatRateAt('SK', 'e_book', change - 1), vatRateAt('SK', 'e_book', change)]).toEqual([2000, 500]);
    expect([vatRateAt('DE', 'e_book', Date.UTC(2019, 0, 1) / 1000), vatRateAt('DE', 'e_book', change)]).toEqual([1900, 700]);
    expect([vatRateAt('HU', 'news', change), vatRateAt('US', 'news', change), vatRateAt('toString', 'news', change)]).toEqual([
      2700,
      null,
      null,
    ]);
  });
});
