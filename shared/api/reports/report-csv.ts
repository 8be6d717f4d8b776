import type { JournalEntry } from '../../domain/accounting/entries.ts';
import { decimalText } from '../../domain/amounts/money.ts';
import { dayOf } from '../../domain/metrics/metrics.ts';
import type { VatReport, VatRow } from '../../domain/reports/vat.ts';
import { csvText } from './csv.ts';

/** Content type of reports as CSV. */
export const CSV_TYPE = 'text/csv; charset=utf-8';

/** A journal as CSV: a line for each posting. Amounts are decimals, days are in UTC, and rates are percentages. */
export const journalCsv = (entries: readonly JournalEntry[]): string =>
  csvText(
    ['day', 'kind', 'document_id', 'number', 'currency', 'account', 'country_code', 'rate', 'debit', 'credit'],
    entries.flatMap(({ at, kind, documentId, number, currency, postings }) =>
      postings.map(({ account, tax, amountCents }) => [
        dayOf(at),
        kind,
        documentId,
        number ?? '',
        currency,
        account,
        tax?.countryCode ?? '',
        tax === null ? '' : tax.rateBasisPoints / 100,
        amountCents > 0 ? decimalText(amountCents, currency) : '',
        amountCents < 0 ? decimalText(-amountCents, currency) : '',
      ]),
    ),
  );

type Line = VatRow & { readonly month?: string };

const vatLine = (section: string, line: Line): readonly (string | number)[] => [
  section,
  line.month ?? '',
  line.currency,
  line.countryCode ?? '',
  line.treatment,
  line.rateBasisPoints / 100,
  '',
  line.invoices,
  line.voidedInvoices,
  line.creditNotes,
  ...[line.netCents, line.taxCents, line.netCents + line.taxCents].map((cents) => decimalText(cents, line.currency)),
];

/**
 * A VAT report as CSV. The column `section` separates its parts: `sales`, `corrections` of earlier months, and `ec_sales`, whose amounts
 * are part of the other two. Amounts are decimals, and rates are percentages.
 */
export const vatCsv = ({ rows, corrections, ecSales }: VatReport): string =>
  csvText(
    [
      ...['section', 'month', 'currency', 'country_code', 'treatment', 'rate', 'vat_number'],
      ...['invoices', 'voided_invoices', 'credit_notes', 'net', 'tax', 'gross'],
    ],
    [
      ...rows.map((line) => vatLine('sales', line)),
      ...corrections.map((line) => vatLine('corrections', line)),
      ...ecSales.map(({ currency, countryCode, vatNumber, netCents }) => [
        ...['ec_sales', '', currency, countryCode ?? '', 'reverse_charge', 0, vatNumber ?? ''],
        ...['', '', '', decimalText(netCents, currency), decimalText(0, currency), decimalText(netCents, currency)],
      ]),
    ],
  );
