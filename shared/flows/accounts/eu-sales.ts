import { type Account, taxModeOf } from '../../domain/account/record.ts';
import { type Invoice, invoiceAggregate, ossIndexKey, thresholdIndexKey } from '../../domain/invoice/record.ts';
import { EVIDENCE_LIMIT_PERCENT, thresholdPercent, uncountedCurrencies, yearOf } from '../../domain/tax/threshold.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Sums the sales to consumers in other member states, in percent of the EU threshold of 10 000 EUR a year. */

/** Sales per read, and maximum number of reads of one index. */
const SALES_PAGE = 500;
const MAX_READS = 10;

interface IndexedSales {
  readonly percent: number;
  /** Currencies in which sales are not part of `percent`. */
  readonly uncountedCurrencies: readonly string[];
  /** False if the sum stopped at the limit or after the maximum number of reads, so that there may be more sales. */
  readonly isComplete: boolean;
}

/** Sums the sales in an index. Stops above `limitPercent`, and after five thousand sales. */
const salesInIndex = async (store: Store, tenant: Tenant, indexKey: string, limitPercent: number): Promise<IndexedSales> => {
  let percent = 0;
  let uncounted: readonly string[] = [];
  let after: string | undefined;
  for (let read = 0; read < MAX_READS && percent <= limitPercent; read += 1) {
    const ids = await store.idsInSparseIndex(invoiceAggregate, tenant, indexKey, SALES_PAGE, after);
    const stored = [...(await store.getEach(invoiceAggregate, tenant, ids)).values()];
    const invoices = stored.flatMap((invoice) => (invoice instanceof Error ? [] : [invoice.record]));
    percent += thresholdPercent(invoices);
    uncounted = [...new Set([...uncounted, ...uncountedCurrencies(invoices)])].sort();
    if (ids.length < SALES_PAGE) return { percent, uncountedCurrencies: uncounted, isComplete: true };
    after = ids.at(-1);
  }
  return { percent, uncountedCurrencies: uncounted, isComplete: false };
};

/** The sales of an account in the tax mode `eu_home` that count towards the EU threshold. */
export interface ThresholdSales {
  /** The sales of this or the last year, whichever are higher, in percent of the threshold. */
  readonly percent: number;
  /** Currencies of sales of this year that are not part of `percent`, because there are no exchange rates. */
  readonly uncountedCurrencies: readonly string[];
}

/** Sums the sales that count towards the EU threshold; `null`: the account is not in the tax mode `eu_home`. */
export const thresholdSalesOf = async (store: Store, tenant: Tenant, account: Account, nowMs: number): Promise<ThresholdSales | null> => {
  if (taxModeOf(account) !== 'eu_home') return null;
  const year = yearOf(nowMs / 1000);
  const [current, last] = await Promise.all([
    salesInIndex(store, tenant, thresholdIndexKey(year), 100),
    salesInIndex(store, tenant, thresholdIndexKey(year - 1), 100),
  ]);
  return { percent: Math.max(current.percent, last.percent), uncountedCurrencies: current.uncountedCurrencies };
};

/**
 * True if the account's sales to other member states in the year of the invoice and in the year before are each at most 100 000 EUR, with
 * the VAT of either country. False if there are too many sales to sum. Sales in currencies of other countries are not counted.
 */
export const isBelowEvidenceLimit = async (store: Store, tenant: Tenant, { issuedAt }: Pick<Invoice, 'issuedAt'>): Promise<boolean> => {
  const year = yearOf(issuedAt);
  const years = await Promise.all(
    [year, year - 1].map((each) =>
      Promise.all([thresholdIndexKey(each), ossIndexKey(each)].map((key) => salesInIndex(store, tenant, key, EVIDENCE_LIMIT_PERCENT))),
    ),
  );
  return years.every(([home, oss]) => {
    const isComplete = home?.isComplete === true && oss?.isComplete === true;
    return isComplete && home.percent + oss.percent <= EVIDENCE_LIMIT_PERCENT;
  });
};
