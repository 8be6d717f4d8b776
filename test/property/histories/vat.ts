import { sum } from '../../../shared/domain/amounts/money.ts';
import { groupsBy } from '../../../shared/domain/groups.ts';
import type { Invoice, InvoiceLine } from '../../../shared/domain/invoice/record.ts';
import { dayOf } from '../../../shared/domain/metrics/metrics.ts';
import type { VatReport, VatRow, VatTreatment } from '../../../shared/domain/reports/vat.ts';
import { isInRange, type TimeRange } from '../../../shared/domain/time-range.ts';
import { expectedVat, type Market } from './markets.ts';
import type { HistoryRecords } from './records.ts';

type Document = Pick<Invoice, 'buyer' | 'currency' | 'lines' | 'tax' | 'taxBehavior' | 'totalCents'>;
type Amounts = readonly (readonly [group: string, grossCents: number])[];

const groupOf = (
  currency: string,
  { countryCode, treatment, rateBasisPoints }: Pick<VatRow, 'countryCode' | 'treatment' | 'rateBasisPoints'>,
) => `${currency} ${countryCode} ${treatment} ${rateBasisPoints}`;

/**
 * The group in which the report counts a line. If the line has `taxTerms`, they decide the group: credit, for example, keeps the terms of
 * the charge that it comes from. Other lines have the VAT of the buyer.
 */
const groupOfLine = (market: Market, { currency, buyer }: Document, { taxRateBasisPoints, taxTerms }: InvoiceLine): string => {
  if (taxTerms === undefined) return groupOf(currency, expectedVat(market, buyer));
  const { countryCode, treatment } = taxTerms;
  // The only buyer in Spain is in the Canary Islands, which are outside the VAT area of the EU.
  const isOutside = countryCode !== 'NL' && countryCode !== 'DE';
  const treatments: Readonly<Record<typeof treatment, VatTreatment>> = {
    reverse_charge: 'reverse_charge',
    zero_rated: 'zero_rated',
    rate: isOutside ? 'export' : 'zero_rated',
    no_rate: isOutside ? 'export' : 'untaxed',
  };
  return groupOf(currency, {
    countryCode,
    treatment: taxRateBasisPoints > 0 ? 'taxed' : treatments[treatment],
    rateBasisPoints: taxRateBasisPoints,
  });
};

/**
 * Amounts of a document including VAT, by country, treatment and rate, computed from its lines. For exclusive prices, the VAT of each rate
 * (rounded once) is added.
 */
const amountsOf = (market: Market, document: Document): Amounts => {
  const { lines, tax, taxBehavior } = document;
  const keyOf = (each: Pick<InvoiceLine, 'taxTerms'>, rate: number): string => JSON.stringify([rate, each.taxTerms ?? null]);
  return [...groupsBy(lines, (line) => keyOf(line, line.taxRateBasisPoints))].map(([key, ofRate]) => {
    const cents = sum(ofRate.map(({ amountCents, discountCents }) => amountCents - discountCents));
    const added = taxBehavior === 'exclusive' ? tax.filter((each) => keyOf(each, each.rateBasisPoints) === key) : [];
    return [groupOfLine(market, document, ofRate[0]), cents + sum(added.map(({ taxCents }) => taxCents))];
  });
};

const signed = (amounts: Amounts, sign: 1 | -1): Amounts => amounts.map(([group, cents]) => [group, sign * cents]);

const totals = (amounts: Amounts): ReadonlyMap<string, number> =>
  new Map([...groupsBy(amounts, ([group]) => group)].map(([group, all]) => [group, sum(all.map(([, cents]) => cents))]));

/** Describes the groups whose amounts differ between the report and the documents. */
const differences = (when: string, report: VatReport, documents: Amounts): readonly string[] => {
  const rows = [...report.rows, ...report.corrections];
  const reported = totals(rows.map((row) => [groupOf(row.currency, row), row.netCents + row.taxCents]));
  const expected = totals(documents);
  return [...new Set([...reported.keys(), ...expected.keys()])].flatMap((group) => {
    const [actualCents, expectedCents] = [reported.get(group) ?? 0, expected.get(group) ?? 0];
    return actualCents === expectedCents ? [] : [`VAT report of ${when}: ${group} is ${actualCents}, not ${expectedCents}`];
  });
};

/** A range of the VAT report, with the report. */
export interface ReportedRange {
  readonly range: TimeRange;
  readonly report: VatReport;
}

/**
 * Compares the VAT reports with amounts that are computed from the lines of the documents. `all`: the report of all documents, which
 * contains the invoices that are not void, minus the credit notes. `months`: the reports of all months with journal entries.
 */
export const vatViolations = (
  { invoices, creditNotes }: HistoryRecords,
  market: Market,
  { all, months }: { readonly all: VatReport; readonly months: readonly ReportedRange[] },
): readonly string[] => {
  const amounts = new Map([...invoices, ...creditNotes].map((document) => [document.id, amountsOf(market, document)]));
  const signedOf = (documents: readonly { readonly id: string }[], sign: 1 | -1): Amounts =>
    documents.flatMap(({ id }) => signed(amounts.get(id) ?? [], sign));
  const incomplete = [...invoices, ...creditNotes].filter(
    ({ id, totalCents }) => sum((amounts.get(id) ?? []).map(([, cents]) => cents)) !== totalCents,
  );
  const valid = invoices.filter(({ status }) => status !== 'void');
  return [
    ...incomplete.map(({ id, totalCents }) => `VAT report: the lines of ${id} do not add up to ${totalCents}`),
    ...differences('all months', all, [...signedOf(valid, 1), ...signedOf(creditNotes, -1)]),
    ...months.flatMap(({ range, report }) => {
      const issued = invoices.filter(({ issuedAt }) => isInRange(range, issuedAt));
      const voided = invoices.filter(({ voidedAt }) => isInRange(range, voidedAt));
      const credited = creditNotes.filter(({ issuedAt }) => isInRange(range, issuedAt));
      return differences(dayOf(range.first), report, [...signedOf(issued, 1), ...signedOf(voided, -1), ...signedOf(credited, -1)]);
    }),
  ];
};
