import { type Account, taxModeOf } from '../../domain/account/record.ts';
import { type Invoice, invoiceAggregate, ossIndexKey, thresholdIndexKey } from '../../domain/invoice/record.ts';
import { addPercents, EVIDENCE_LIMIT_PERCENT, thresholdPercent, uncountedCurrencies, yearOf } from '../../domain/tax/threshold.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Sums the sales to consumers in other member states, in percent of the EU threshold of 10,000 EUR a year. */

/** Sales per read, and maximum number of reads of one index. */
const SALES_PAGE = 500;
const MAX_READS = 10;

interface SummedSales {
  readonly percent: number;
  /** Currencies in which sales are not part of `percent`. */
  readonly uncountedCurrencies: readonly string[];
  /** False if there may be more sales: the sum stopped at the limit or after the maximum number of reads, or an invoice was unreadable. */
  readonly isComplete: boolean;
}

const unionOf = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

/** Sums the sales in an index. Stops above `limitPercent`, and after five thousand sales. */
const sumSalesInIndex = async (store: Store, tenant: Tenant, indexKey: string, limitPercent: number): Promise<SummedSales> => {
  let percent = 0;
  let uncounted: readonly string[] = [];
  let isReadable = true;
  let after: string | undefined;
  for (let read = 0; read < MAX_READS && percent <= limitPercent; read += 1) {
    const ids = await store.idsInSparseIndex(invoiceAggregate, tenant, indexKey, SALES_PAGE, after);
    const stored = [...(await store.getEach(invoiceAggregate, tenant, ids)).values()];
    isReadable &&= !stored.some((invoice) => invoice instanceof Error);
    const invoices = stored.flatMap((invoice) => (invoice instanceof Error ? [] : [invoice.record]));
    percent = addPercents([percent, thresholdPercent(invoices)]);
    uncounted = unionOf([uncounted, uncountedCurrencies(invoices)]);
    if (ids.length < SALES_PAGE) return { percent, uncountedCurrencies: uncounted, isComplete: isReadable };
    after = ids.at(-1);
  }
  return { percent, uncountedCurrencies: uncounted, isComplete: false };
};

/** Sums a year's sales to consumers in other member states: those with the seller's VAT and those with the VAT of the buyer's country. */
const sumSalesOfYear = async (store: Store, tenant: Tenant, year: number, limitPercent: number): Promise<SummedSales> => {
  const keys = [thresholdIndexKey(year), ossIndexKey(year)];
  const sales = await Promise.all(keys.map((key) => sumSalesInIndex(store, tenant, key, limitPercent)));
  return {
    percent: addPercents(sales.map(({ percent }) => percent)),
    uncountedCurrencies: unionOf(sales.map(({ uncountedCurrencies: currencies }) => currencies)),
    isComplete: sales.every(({ isComplete }) => isComplete),
  };
};

/** The sales of an account in the tax mode `eu_home` that count towards the EU threshold. */
export interface ThresholdSales {
  /** The sales of this year in percent of the threshold, or the sales of last year if these exceed the threshold and are higher. */
  readonly percent: number;
  /** Currencies of sales of this or last year that are not part of `percent`, because there are no exchange rates. */
  readonly uncountedCurrencies: readonly string[];
  /** False if not all sales of this and last year could be summed, so that `percent` may be too low. */
  readonly isComplete: boolean;
}

const THRESHOLD_PERCENT = 100;

/** Sums the sales that count towards the EU threshold; `null`: the account is not in the tax mode `eu_home`. */
export const sumThresholdSales = async (store: Store, tenant: Tenant, account: Account, nowMs: number): Promise<ThresholdSales | null> => {
  if (taxModeOf(account) !== 'eu_home') return null;
  const year = yearOf(nowMs / 1000);
  const [thisYear, lastYear] = await Promise.all([
    sumSalesOfYear(store, tenant, year, THRESHOLD_PERCENT),
    sumSalesOfYear(store, tenant, year - 1, THRESHOLD_PERCENT),
  ]);
  const isExceededLastYear = lastYear.percent > THRESHOLD_PERCENT;
  const isExceeded = isExceededLastYear || thisYear.percent > THRESHOLD_PERCENT;
  return {
    percent: isExceededLastYear ? Math.max(thisYear.percent, lastYear.percent) : thisYear.percent,
    uncountedCurrencies: unionOf([thisYear.uncountedCurrencies, lastYear.uncountedCurrencies]),
    isComplete: isExceeded || (thisYear.isComplete && lastYear.isComplete),
  };
};

/**
 * True if the account's sales to consumers in other member states were at most 100,000 EUR both in the year of the invoice and in the year
 * before. False if there are too many sales to sum, or one cannot be read. Counts only sales in currencies of member states.
 */
export const isBelowEvidenceLimit = async (store: Store, tenant: Tenant, { issuedAt }: Pick<Invoice, 'issuedAt'>): Promise<boolean> => {
  const year = yearOf(issuedAt);
  const years = await Promise.all([year, year - 1].map((each) => sumSalesOfYear(store, tenant, each, EVIDENCE_LIMIT_PERCENT)));
  return years.every(({ percent, isComplete }) => isComplete && percent <= EVIDENCE_LIMIT_PERCENT);
};
