import type * as v from 'valibot';
import type { VatReport as VatReportObject } from '../../../../shared/api/objects/vat-report.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useApi } from '../app/api.ts';
import { COUNTRIES, money, percentText } from '../app/format.ts';
import { Await, Card, Empty, useRead, useSingleAttempt } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import { DataTable, type TableColumn } from '../objects/table.tsx';
import { useMonth } from './month-select.tsx';

/** The VAT of a month by country, for closing the month and for tax returns. */

type Report = v.InferOutput<typeof VatReportObject>;
type Line = Report['rows'][number] & { readonly month?: string };

/** The labels of the treatments. */
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
  { title: 'Country', cell: ({ country_code: code }) => countryText(code) },
  { title: 'VAT rate', cell: rateText },
  { title: 'Invoices', isNumber: true, cell: ({ invoices }) => invoices },
  { title: 'Credit notes', isNumber: true, cell: ({ credit_notes: notes, voided_invoices: voided }) => notes + voided },
  { title: 'Net', isNumber: true, cell: ({ net_cents: net, currency }) => money(net, currency) },
  { title: 'VAT', isNumber: true, cell: ({ tax_cents: tax, currency }) => money(tax, currency) },
  { title: 'Gross', isNumber: true, cell: ({ gross_cents: gross, currency }) => money(gross, currency) },
];

const keyOf = (line: Line): string => [line.month, line.currency, line.country_code, line.treatment, line.rate_basis_points].join(' ');

const Totals = ({ report }: { readonly report: Report }) => (
  <dl class="stats">
    {report.totals.map(({ currency, net_cents: net, tax_cents: tax, gross_cents: gross }) =>
      (
        [
          ['Gross', gross],
          ['Net', net],
          ['VAT', tax],
        ] as const
      ).map(([name, cents]) => (
        <div key={`${currency} ${name}`}>
          <dt>{name}</dt>
          <dd>{money(cents, currency)}</dd>
        </div>
      )),
    )}
  </dl>
);

const Content = ({ report, name }: { readonly report: Report; readonly name: string }) => {
  if (report.totals.length === 0)
    return <Empty title={`No invoices in ${name}`} text="Invoices count when they are issued, also unpaid ones." />;
  return (
    <>
      <div class="body">
        <Totals report={report} />
      </div>
      <DataTable<Line> isMatrix label={`VAT of ${name} by country`} columns={COLUMNS} rows={report.rows} keyOf={keyOf} />
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
  const path = `reports/vat?from=${month.from}&to=${month.to}` as const;
  const read = useRead(() => calls.object(mode, path), `${mode} ${path}`, onSignedOut);
  const download = async (): Promise<void> =>
    saveFile(await calls.file(mode, `${path}&format=csv`), `vat-${month.from.slice(0, 'yyyy-mm'.length)}.csv`);
  return (
    <Card title="VAT by country" action={select}>
      <Await read={read}>{(report) => <Content report={report} name={month.name} />}</Await>
      <div class="body">
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void attempt(download)}>
          Export CSV
        </button>
        {problem === null ? null : <ProblemBox text={problem} />}
      </div>
    </Card>
  );
};
