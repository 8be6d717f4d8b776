import * as v from 'valibot';
import { FileContent } from '../../shared/api/calls/file-content.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { Journal, viewJournal } from '../../shared/api/objects/reports/journal.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { day } from '../../shared/api/reports/day.ts';
import { scanJournal } from '../../shared/api/reports/journal-scan.ts';
import { CSV_TYPE, journalCsv } from '../../shared/api/reports/report-csv.ts';
import { reportDays, reportRange } from '../../shared/api/reports/report-range.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { currencyCode } from '../../shared/api/schemas/fields.ts';
import { serveWithFiles } from '../../shared/api/serve/serve.ts';
import { DATEV_MAX_ROWS, datevRows, datevText } from '../../shared/domain/accounting/datev.ts';
import {
  accountPairsWithSameNumber,
  DATEV_ACCOUNTS,
  DATEV_CHARTS,
  type DatevAccounts,
  datevAccounts,
} from '../../shared/domain/accounting/datev-accounts.ts';
import type { JournalEntry } from '../../shared/domain/accounting/entries.ts';
import { journalOf } from '../../shared/domain/accounting/journal.ts';

const DATEV_TYPE = 'text/csv; charset=windows-1252';
/** Maximum number of entries: a larger file would exceed the maximum size of a response, even compressed. */
const MAX_ENTRIES = 100_000;

const querySchema = v.strictObject({
  ...reportDays,
  format: described(
    v.optional(v.picklist(['json', 'csv', 'datev'])),
    doc('`json` (default), `csv`, or `datev`: a posting batch in EXTF 700.'),
  ),
  currency: described(v.optional(currencyCode), doc('Only entries in this currency. Default: all; for `datev`, it must be `EUR`.')),
  datev_consultant: described(
    v.optional(
      v.pipe(v.string(), v.regex(/^(?:100[1-9]|10[1-9]\d|1[1-9]\d\d|[2-9]\d{3}|[1-9]\d{4,6})$/, 'must be a number from 1001 to 9999999.')),
    ),
    doc('Number of the tax consultant (Beraternummer), 1001 to 9999999. Required for `datev`.'),
  ),
  datev_client: described(
    v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'must be a number from 1 to 99999.'))),
    doc('Number of the client (Mandantennummer), 1 to 99999. Required for `datev`.'),
  ),
  datev_chart: described(v.optional(v.picklist(DATEV_CHARTS)), doc('Chart of accounts: `skr03` (default) or `skr04`.')),
  datev_accounts: described(
    v.optional(v.pipe(v.string(), v.regex(/^[a-z_]+:\d{4}(?:,[a-z_]+:\d{4})*$/, 'must be like `revenue:8200,provider_cash:1360`.'))),
    doc(
      'Account numbers that replace those of the chart: `revenue:8200,provider_cash:1365`. Choose accounts without automatic tax ' +
        'calculation (no Automatikkonten). Names: the accounts of the journal, and `foreign_vat`.',
    ),
  ),
  datev_fiscal_year_start: described(
    v.optional(day),
    doc(
      'First day of the fiscal year, as `yyyy-mm-dd`. Default: 1 January of the year of `from`. `from` and `to` must be in this fiscal year.',
    ),
  ),
});

type JournalQuery = v.InferOutput<typeof querySchema>;

export const operation = defineOperation({
  id: 'reports.journal',
  method: 'GET',
  path: '/v1/reports/journal',
  summary: 'Retrieve the accounting journal of a period',
  description: doc(
    'Returns the entries of double-entry bookkeeping from `from` to `to` (UTC): receivables, revenue, deferred revenue, VAT by country, money at the ' +
      'payment provider, refunds and chargebacks. The postings of each entry add up to 0, and the VAT equals that of the VAT report. Revenue ' +
      'of a period is recognized at the end of each calendar month. At most 366 days, 100,000 records of a kind, 100,000 entries and, in a ' +
      'DATEV file, 99,999 rows. Responses of more than 4 MB are compressed and need `Accept-Encoding: gzip`. This endpoint is an extension of ' +
      'the specification.',
  ),
  auth: apiKey('invoices:read'),
  profile: 'read',
  readsMuch: true,
  params: {},
  query: querySchema,
  response: Journal,
  files: { csv: CSV_TYPE, datev: DATEV_TYPE },
});

export const handler = serveWithFiles(operation, async ({ query }, { tenant, store, now }) => {
  const range = reportRange(query);
  const batch = query.format === 'datev' ? datevBatch(query, now) : refuseDatevParameters(query);
  const journal = journalOf(await scanJournal(store, tenant, range), range, query.currency?.toUpperCase() ?? null);
  if (journal.entries.length > MAX_ENTRIES) throw tooLong(`The journal has more than ${MAX_ENTRIES} entries.`);
  const name = `${query.from}-${query.to}.csv`;
  if (batch !== null) return new FileContent(`EXTF_journal-${name}`, DATEV_TYPE, datevFile(journal.entries, batch));
  if (query.format === 'csv') return new FileContent(`journal-${name}`, CSV_TYPE, Buffer.from(journalCsv(journal.entries)));
  return viewJournal(journal, query, tenant);
});

const tooLong = (message: string): ApiError =>
  new ApiError('parameter_invalid', { param: 'from', message: `${message} Choose a shorter range.` });

/** Throws 400 if a request whose `format` is not `datev` has parameters of DATEV files. */
const refuseDatevParameters = (query: JournalQuery): null => {
  const param = Object.keys(query).find((name) => name.startsWith('datev_'));
  if (param === undefined) return null;
  throw new ApiError('parameter_invalid', { param, message: `\`${param}\` requires \`format=datev\`.` });
};

/** Returns the value of a parameter that DATEV files require; throws 400 if it is missing. */
const required = (query: JournalQuery, param: 'datev_consultant' | 'datev_client'): string => {
  const value = query[param];
  if (value === undefined) throw new ApiError('parameter_missing', { param, message: `\`${param}\` is required for \`format=datev\`.` });
  return value;
};

/** Builds the header and the accounts of a DATEV file from the parameters. Throws 400 if a parameter is invalid. */
const datevBatch = (query: JournalQuery, now: number) => {
  const { datev_chart: chart = 'skr03', from, to, currency = 'EUR' } = query;
  const consultantNumber = required(query, 'datev_consultant');
  const clientNumber = required(query, 'datev_client');
  if (currency.toUpperCase() !== 'EUR') throw new ApiError('parameter_invalid', { param: 'currency', message: 'DATEV files are in EUR.' });
  const fiscalYearStart = query.datev_fiscal_year_start ?? `${from.slice(0, 'yyyy'.length)}-01-01`;
  const nextYear = `${Number(fiscalYearStart.slice(0, 'yyyy'.length)) + 1}${fiscalYearStart.slice('yyyy'.length)}`;
  if (from < fiscalYearStart || to >= nextYear) {
    const message = `The range must be in one fiscal year. The fiscal year starts on ${fiscalYearStart}.`;
    throw new ApiError('parameter_invalid', { param: 'datev_fiscal_year_start', message });
  }
  const batch = { consultantNumber, clientNumber, fiscalYearStart, from, to, currency: 'EUR', chart, createdAt: now };
  return { ...batch, accounts: accountsOf(query) };
};

const accountsOf = ({ datev_chart: chart = 'skr03', datev_accounts: replacements }: JournalQuery): DatevAccounts => {
  const invalid = (message: string): ApiError => new ApiError('parameter_invalid', { param: 'datev_accounts', message });
  const pairs = replacements?.split(',').map((pair) => pair.split(':')) ?? [];
  const [unknown] = pairs.flatMap(([name = '']) => (DATEV_ACCOUNTS.some((known) => known === name) ? [] : [name]));
  if (unknown !== undefined) throw invalid(`There is no account \`${unknown}\`. Accounts: ${DATEV_ACCOUNTS.join(', ')}.`);
  const repeated = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index);
  if (repeated !== undefined) throw invalid(`The account \`${repeated[0]}\` has several numbers. Name each account once.`);
  const accounts = datevAccounts(chart, Object.fromEntries(pairs));
  const [same] = accountPairsWithSameNumber(accounts);
  if (same !== undefined) throw invalid(`The accounts ${same} must have different numbers.`);
  return accounts;
};

const datevFile = (entries: readonly JournalEntry[], batch: ReturnType<typeof datevBatch>): Uint8Array => {
  const foreign = entries.find(({ currency }) => currency !== batch.currency);
  if (foreign !== undefined) {
    const message = `The journal has entries in ${foreign.currency}. Leave them out with \`currency=EUR\`, and export them as CSV.`;
    throw new ApiError('parameter_invalid', { param: 'currency', message });
  }
  const rows = datevRows(entries, batch.accounts);
  if (rows.length > DATEV_MAX_ROWS) throw tooLong(`A DATEV file has at most ${DATEV_MAX_ROWS} rows, and this one has ${rows.length}.`);
  return Buffer.from(datevText(rows, batch), 'latin1');
};
