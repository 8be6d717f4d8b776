import type * as v from 'valibot';
import type { Metrics } from '../../../../shared/api/objects/reports/metrics.ts';
import type { VatReport as VatReportObject } from '../../../../shared/api/objects/reports/vat-report.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useApi } from '../app/api.ts';
import { COUNTRIES, money, percentText } from '../app/format.ts';
import { Await, Card, Empty, useRead, useSingleAttempt } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import { Stat } from '../metrics/metrics.tsx';
import { DataTable, type TableColumn } from '../objects/table.tsx';
import { useMonth } from './month-select.tsx';
import { type Month, previousMonth } from './months.ts';

/** The VAT of a month by country, compared with the month before. */

type Report = v.InferOutput<typeof VatReportObject>;
/** `previousGross`: gross of the same country and rate in the month before, in cents. */
type Line = Report['rows'][number] & { readonly month?: string; readonly previousGross?: number; readonly isTotal?: true };

/** What is read for the report of a month. */
interface Closing {
  readonly report: Report;
  readonly previous: Report;
  /** The metrics of both months, for the refunded amounts. */
  readonly metrics: v.InferOutput<typeof Metrics>['data'];
}

/** The labels of the tax treatments (`treatment` of a line). */
const TREATMENTS: Readonly<Record<string, string>> = {
  taxed: 'Taxed',
  zero_rated: 'Zero rate',
  reverse_charge: 'Reverse charge',
  export: 'Export',
  untaxed: 'No tax rate',
};

const countryText = (code: string | null): string => (code === null ? 'Unknown' : (COUNTRIES[code] ?? code));
const rateText = ({ treatment, rate_basis_points: rate }: Line): string =>
  treatment === 'taxed' ? percentText(rate / 100) : (TREATMENTS[treatment] ?? treatment);

const COLUMNS: readonly TableColumn<Line>[] = [
  { title: 'Country', cell: ({ country_code: code, isTotal }) => (isTotal ? 'Total' : countryText(code)) },
  { title: 'VAT rate', cell: (line) => (line.isTotal ? null : rateText(line)) },
  { title: 'Invoices', isNumber: true, cell: ({ invoices }) => invoices },
  { title: 'Credit notes', isNumber: true, cell: ({ credit_notes: notes, voided_invoices: voided }) => notes + voided },
  { title: 'Net', isNumber: true, cell: ({ net_cents: net, currency }) => money(net, currency) },
  { title: 'VAT', isNumber: true, cell: ({ tax_cents: tax, currency }) => money(tax, currency) },
  { title: 'Gross', isNumber: true, cell: ({ gross_cents: gross, currency }) => money(gross, currency) },
];

const keyOf = (line: Line): string =>
  [line.isTotal, line.month, line.currency, line.country_code, line.treatment, line.rate_basis_points].join(' ');

const NO_TOTAL = { gross_cents: 0, net_cents: 0, tax_cents: 0, credited_cents: 0 };

/** The stats of a currency: their titles, and the values of the month and the month before in cents. */
const statsOf = ({ report, previous, metrics }: Closing, currency: string) => {
  const totalIn = ({ totals }: Report) => totals.find((total) => total.currency === currency) ?? NO_TOTAL;
  const refundedIn = ({ from }: Report): number =>
    metrics.find((each) => each.currency === currency && each.period_start === Date.parse(from) / 1000)?.refunded_cents ?? 0;
  const [current, before] = [totalIn(report), totalIn(previous)];
  return [
    { title: 'Gross', values: [current.gross_cents, before.gross_cents] },
    { title: 'Net', values: [current.net_cents, before.net_cents] },
    { title: 'VAT', values: [current.tax_cents, before.tax_cents], isNeutral: true },
    { title: 'Credit notes', values: [current.credited_cents, before.credited_cents], isNeutral: true },
    { title: 'Refunds', values: [refundedIn(report), refundedIn(previous)], isNeutral: true },
  ] as const;
};

/** The currencies with documents or refunds in the month. */
const currenciesOf = ({ report, metrics }: Closing): readonly string[] => {
  const start = Date.parse(report.from) / 1000;
  const refunded = metrics.filter(({ period_start: at, refunded_cents: cents }) => at === start && cents > 0);
  return [...new Set([...report.totals, ...refunded].map(({ currency }) => currency))];
};

const Totals = ({ closing }: { readonly closing: Closing }) => (
  <>
    {currenciesOf(closing).map((currency) => (
      <dl class="stats" key={currency}>
        {statsOf(closing, currency).map(({ title, values: [cents, previousCents], ...stat }) => (
          <Stat
            key={title}
            {...stat}
            title={title}
            value={money(cents, currency)}
            compared={[cents, previousCents]}
            previousText={money(previousCents, currency)}
            previousName="the month before"
          />
        ))}
      </dl>
    ))}
  </>
);

/** The rows of the month with the gross of the month before; also rows that only the month before has, with amounts of 0. */
const comparedRows = (report: Report, previous: Report): readonly Line[] => {
  const before = new Map(previous.rows.map((row) => [keyOf(row), row]));
  const current = new Set(report.rows.map(keyOf));
  const nothing = { invoices: 0, voided_invoices: 0, credit_notes: 0, credited_cents: 0, net_cents: 0, tax_cents: 0, gross_cents: 0 };
  return [
    ...report.rows.map((row) => ({ ...row, previousGross: before.get(keyOf(row))?.gross_cents ?? 0 })),
    ...previous.rows.filter((row) => !current.has(keyOf(row))).map((row) => ({ ...row, ...nothing, previousGross: row.gross_cents })),
  ];
};

/** Sorts by currency, then by the shown name of the country, then by rate, highest first. */
const compareLines = (one: Line, other: Line): number =>
  one.currency.localeCompare(other.currency) ||
  countryText(one.country_code).localeCompare(countryText(other.country_code)) ||
  other.rate_basis_points - one.rate_basis_points;

const SUMMED = ['invoices', 'voided_invoices', 'credit_notes', 'net_cents', 'tax_cents', 'gross_cents', 'previousGross'] as const;

/** The sum of `lines`, all lines of one currency. The fields that are not summed are copied from `first`, the first line. */
const totalOf = (first: Line, lines: readonly Line[]): Line => ({
  ...first,
  ...Object.fromEntries(SUMMED.map((name) => [name, lines.reduce((sum, line) => sum + (line[name] ?? 0), 0)])),
  isTotal: true,
});

/** The lines in the order in which they are shown, each currency with its total. */
const withTotals = (lines: readonly Line[]): readonly Line[] => {
  const sorted = lines.toSorted(compareLines);
  return [...new Set(sorted.map(({ currency }) => currency))].flatMap((currency) => {
    const group = sorted.filter((line) => line.currency === currency);
    const [first] = group;
    return first === undefined ? [] : [...group, totalOf(first, group)];
  });
};

const PREVIOUS: TableColumn<Line> = {
  title: 'Gross, month before',
  isNumber: true,
  cell: ({ previousGross = 0, currency }) => money(previousGross, currency),
};

const Content = ({ closing, name }: { readonly closing: Closing; readonly name: string }) => {
  const { report, previous } = closing;
  if (currenciesOf(closing).length === 0)
    return <Empty title={`No invoices in ${name}`} text="Invoices count when they are issued, also unpaid ones." />;
  return (
    <>
      <div class="body">
        <Totals closing={closing} />
        <p class="soft">
          Invoices count when they are issued, also unpaid ones. The revenue in the metrics is what was paid, less refunds.
        </p>
      </div>
      <DataTable<Line>
        isMatrix
        label={`VAT of ${name} by country`}
        columns={[...COLUMNS, PREVIOUS]}
        rows={withTotals(comparedRows(report, previous))}
        keyOf={keyOf}
        isTotal={({ isTotal }) => isTotal === true}
      />
      {report.corrections.length === 0 ? null : (
        <>
          <h3 class="body">Corrections of earlier months</h3>
          <DataTable<Line>
            isMatrix
            label="Corrections of earlier months"
            columns={[{ title: 'Month', cell: ({ month }) => month ?? null }, ...COLUMNS]}
            rows={report.corrections}
            keyOf={keyOf}
          />
        </>
      )}
      {report.ec_sales.length === 0 ? null : (
        <>
          <h3 class="body">Reverse charge by VAT number</h3>
          <DataTable<Report['ec_sales'][number]>
            label="Reverse charge by VAT number"
            rows={report.ec_sales}
            keyOf={({ vat_number: number, currency }) => `${number} ${currency}`}
            columns={[
              { title: 'VAT number', cell: ({ vat_number: number }) => number ?? '–' },
              { title: 'Country', cell: ({ country_code: code }) => countryText(code) },
              { title: 'Net', isNumber: true, cell: ({ net_cents: net, currency }) => money(net, currency) },
            ]}
          />
        </>
      )}
    </>
  );
};

export const VatReport = ({ onSignedOut }: { readonly onSignedOut: () => void }) => {
  const { calls, mode } = useApi();
  const { month, select } = useMonth('Month');
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const before = previousMonth(month);
  const pathOf = ({ from, to }: Month) => `reports/vat?from=${from}&to=${to}` as const;
  const path = pathOf(month);
  const readClosing = async (): Promise<Closing> => {
    const [report, previous, { data: metrics }] = await Promise.all([
      calls.object(mode, path),
      calls.object(mode, pathOf(before)),
      calls.object(mode, `metrics?interval=month&from=${before.from}&to=${month.to}`),
    ]);
    return { report, previous, metrics };
  };
  const read = useRead(readClosing, `${mode} ${path}`, onSignedOut);
  const download = async (): Promise<void> =>
    saveFile(await calls.file(mode, `${path}&format=csv`), `vat-${month.from.slice(0, 'yyyy-mm'.length)}.csv`);
  return (
    <Card title="VAT by country" action={select}>
      <Await read={read}>{(closing) => <Content closing={closing} name={month.name} />}</Await>
      <div class="body">
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void attempt(download)}>
          Export CSV
        </button>
        {problem === null ? null : <ProblemBox text={problem} />}
      </div>
    </Card>
  );
};
