import * as v from 'valibot';
import {
  type EcSale,
  VAT_TREATMENTS,
  type VatCorrection,
  type VatReport as VatReportRecord,
  type VatRow,
  type VatTotal,
} from '../../../domain/reports/vat.ts';
import { livemode as livemodeOf, type Tenant } from '../../../domain/tenant.ts';
import { described, doc, named } from '../../schemas/described.ts';
import { cents, count, currency, livemode, objectName, openEnum } from '../common.ts';

const amounts = {
  net_cents: described(cents, doc('Sum without VAT, in cents.')),
  tax_cents: described(cents, doc('VAT in cents.')),
};

const totals = {
  currency,
  ...amounts,
  gross_cents: described(cents, doc('Sum with VAT, in cents.')),
  invoices: described(count, doc('Number of invoices that were issued.')),
  voided_invoices: described(count, doc('Number of invoices that were voided.')),
  credit_notes: described(count, doc('Number of credit notes that were issued.')),
  credited_cents: described(cents, doc('Sum of the credit notes with VAT, in cents; positive. Already deducted from the other amounts.')),
};

const country = described(
  v.nullable(v.string()),
  doc(
    'Country of the VAT, ISO 3166-1 alpha-2: the country of the customer or, for sales to consumers in other member states in the tax mode `eu_home`, your country; `null` if it is unknown.',
  ),
);

const row = {
  country_code: country,
  treatment: described(
    openEnum(VAT_TREATMENTS),
    doc(
      '`taxed`; `zero_rated` (a rate of 0 applied); `reverse_charge` (the customer owes the VAT); `export` (from the EU to another country, ' +
        'untaxed); `untaxed` (no tax rate applied, or you declared an exemption).',
    ),
  ),
  rate_basis_points: described(count, doc('Tax rate in hundredths of a percent: 2100 is 21 %.')),
  ...totals,
};

const VatReportRow = named(v.strictObject(row), 'VatReportRow');
const VatReportTotal = named(v.strictObject(totals), 'VatReportTotal');
const VatReportCorrection = named(
  v.strictObject({ month: described(v.string(), doc('Month of the corrected invoices in UTC, such as `2026-09`.')), ...row }),
  'VatReportCorrection',
);
const VatReportEcSale = named(
  v.strictObject({
    vat_number: described(
      v.nullable(v.string()),
      doc('VAT number of the customer; `null` if the invoice shows none. Credit for unused time has the number of its charge.'),
    ),
    country_code: country,
    currency,
    net_cents: amounts.net_cents,
  }),
  'VatReportEcSale',
);

export const VatReport = v.strictObject({
  object: objectName('vat_report'),
  livemode,
  from: described(v.string(), doc('First day of the report, as `yyyy-mm-dd` in UTC.')),
  to: described(v.string(), doc('Last day of the report, as `yyyy-mm-dd` in UTC.')),
  rows: described(
    v.array(VatReportRow),
    doc('Invoices of the period, less their credit notes and voids in the period; by currency, country, treatment and rate.'),
  ),
  corrections: described(
    v.array(VatReportCorrection),
    doc('Credit notes and voids of the period for invoices of earlier months; amounts are negative.'),
  ),
  ec_sales: described(v.array(VatReportEcSale), doc('Reverse-charge sales by VAT number, as for an EC sales list, including corrections.')),
  totals: described(v.array(VatReportTotal), doc('Sum of `rows` and `corrections` per currency.')),
});

const viewTotal = ({ currency: code, netCents, taxCents, invoices, voidedInvoices, creditNotes, creditedCents }: VatTotal) => ({
  currency: code,
  net_cents: netCents,
  tax_cents: taxCents,
  gross_cents: netCents + taxCents,
  invoices,
  voided_invoices: voidedInvoices,
  credit_notes: creditNotes,
  credited_cents: creditedCents,
});

const viewRow = (entry: VatRow) => ({
  country_code: entry.countryCode,
  treatment: entry.treatment,
  rate_basis_points: entry.rateBasisPoints,
  ...viewTotal(entry),
});

const viewCorrection = (entry: VatCorrection) => ({ month: entry.month, ...viewRow(entry) });

const viewEcSale = ({ vatNumber, countryCode, currency: code, netCents }: EcSale) => ({
  vat_number: vatNumber,
  country_code: countryCode,
  currency: code,
  net_cents: netCents,
});

/** Builds the API's `vat_report`. `days`: first and last day. */
export const viewVatReport = (report: VatReportRecord, days: { readonly from: string; readonly to: string }, tenant: Tenant) => ({
  object: 'vat_report' as const,
  livemode: livemodeOf(tenant),
  from: days.from,
  to: days.to,
  rows: report.rows.map(viewRow),
  corrections: report.corrections.map(viewCorrection),
  ec_sales: report.ecSales.map(viewEcSale),
  totals: report.totals.map(viewTotal),
});
