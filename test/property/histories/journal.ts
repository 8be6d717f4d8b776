import { datevRows, datevText } from '../../../shared/domain/accounting/datev.ts';
import { accountNumber, datevAccounts } from '../../../shared/domain/accounting/datev-accounts.ts';
import {
  entriesOfCreditNote,
  entriesOfDispute,
  entriesOfInvoice,
  entriesOfPayment,
  entriesOfRefund,
  type JournalAccount,
  type JournalEntry,
  paidInvoiceOf,
} from '../../../shared/domain/accounting/entries.ts';
import { type Journal, journalOf } from '../../../shared/domain/accounting/journal.ts';
import { sum } from '../../../shared/domain/amounts/money.ts';
import { groupsBy } from '../../../shared/domain/groups.ts';
import { dayOf } from '../../../shared/domain/metrics/metrics.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import * as vat from '../../../shared/domain/reports/vat.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import type { TimeRange } from '../../../shared/domain/time-range.ts';
import { checkDatev } from '../../domain/accounting/datev-checker.ts';
import type { Market } from './markets.ts';
import type { HistoryRecords } from './records.ts';
import { vatViolations } from './vat.ts';

const totalOf = (records: readonly { readonly amountCents: number }[]): number => sum(records.map(({ amountCents }) => amountCents));

const entriesOf = ({ invoices, creditNotes, payments, refunds, disputes }: HistoryRecords): readonly JournalEntry[] => {
  const invoiceById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const invoicePaidBy = (payment: Payment | undefined) =>
    payment === undefined ? null : paidInvoiceOf(payment, invoiceById.get(payment.invoiceId ?? ''));
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]));
  return [
    ...invoices.flatMap(entriesOfInvoice),
    ...creditNotes.flatMap(entriesOfCreditNote),
    ...payments.flatMap((payment) => entriesOfPayment(payment, invoicePaidBy(payment))),
    ...refunds.flatMap(entriesOfRefund),
    ...disputes.flatMap((dispute) => entriesOfDispute(dispute, invoicePaidBy(paymentById.get(dispute.paymentId)))),
  ];
};

const ALL_TIME: TimeRange = { first: 0, end: Number.POSITIVE_INFINITY };

const vatReportOf = ({ invoices, creditNotes }: HistoryRecords, range: TimeRange): vat.VatReport => {
  const issuedAt = new Map(invoices.map((invoice) => [invoice.id, invoice.issuedAt]));
  return vat.vatReport(
    [
      ...invoices.flatMap((invoice) => vat.vatAmountsOfInvoice(invoice, range)),
      ...creditNotes.flatMap((note) => vat.vatAmountsOfCreditNote(note, issuedAt.get(note.invoiceId) ?? 0, range)),
    ],
    range,
  );
};

/** The calendar months (UTC) from the first entry to the last. */
const monthsOf = (entries: readonly JournalEntry[]): readonly TimeRange[] => {
  const times = entries.map(({ at }) => at).sort((a, b) => a - b);
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = new Date(first * 1000);
  const startOf = (count: number): number => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count) / 1000;
  const months: TimeRange[] = [];
  for (let count = 0; startOf(count) <= last; count += 1) months.push({ first: startOf(count), end: startOf(count + 1) });
  return months;
};

/** Compares the DATEV file of a month, parsed by `checkDatev`, with the journal of the month. */
const datevViolations = ({ entries }: Journal, { first, end }: TimeRange): readonly string[] => {
  const accounts = datevAccounts('skr04', {});
  const [from, to] = [dayOf(first), dayOf(end - 1)];
  const clientAndYear = { consultantNumber: '1001', clientNumber: '1', fiscalYearStart: `${from.slice(0, 4)}-01-01` };
  const text = datevText(datevRows(entries, accounts), { ...clientAndYear, from, to, currency: 'EUR', chart: 'skr04', createdAt: end });
  const { problems, rows } = checkDatev(Buffer.from(text, 'latin1'));
  const postings = entries.flatMap((entry) => entry.postings);
  return [
    ...problems.map((problem) => `DATEV ${from}: ${problem}`),
    ...[...new Set(Object.values(accounts))].flatMap((account) => {
      const written = sum(
        rows.map(({ amountCents, debit, credit }) => (debit === account ? amountCents : 0) - (credit === account ? amountCents : 0)),
      );
      const expected = totalOf(postings.filter((posting) => accountNumber(posting, accounts) === account));
      return written === expected ? [] : [`DATEV ${from}: account ${account} is ${written}, not ${expected}`];
    }),
  ];
};

/** Compares the journals of all months with the entries, the VAT reports and the DATEV files. */
const monthViolations = (records: HistoryRecords, entries: readonly JournalEntry[]): readonly string[] => {
  const months = monthsOf(entries);
  const journals = months.map((month) => journalOf(entries, month, null));
  const inMonths = sum(journals.map((journal) => journal.entries.length));
  return [
    ...(inMonths === entries.length ? [] : [`journal: the months have ${inMonths} entries, not ${entries.length}`]),
    ...journals.flatMap((journal, index) => {
      const month = months[index] ?? ALL_TIME;
      const vatCents = sum(
        journal.totals.map(({ account, debitCents, creditCents }) => (account === 'vat' ? creditCents - debitCents : 0)),
      );
      const reportedCents = sum(vatReportOf(records, month).totals.map(({ taxCents }) => taxCents));
      const deferred = sum(journal.deferredRevenue.map(({ cents }) => cents));
      const postingsUntilEnd = entries.filter(({ at }) => at < month.end).flatMap(({ postings }) => postings);
      const balance = 0 - totalOf(postingsUntilEnd.filter(({ account }) => account === 'deferred_revenue'));
      return [
        ...(vatCents === reportedCents ? [] : [`journal: VAT of ${dayOf(month.first)} is ${vatCents}, not ${reportedCents}`]),
        ...(deferred === balance ? [] : [`journal: deferred at ${dayOf(month.end)} is ${deferred}, not ${balance}`]),
        ...datevViolations(journalOf(entries, month, 'EUR'), month),
      ];
    }),
  ];
};

/** The journal's liability for the carried credit of a subscription. Credit that an unpaid renewal invoice uses is not part of it. */
const liabilityOf = ({ carriedCredits, renewal }: Subscription): number =>
  sum((renewal?.credited.left ?? carriedCredits).map(({ liabilityCents = 0 }) => liabilityCents));

/** Compares the journal and the VAT reports of a whole history with the records of the history. Returns the violated rules. */
export const journalViolations = (records: HistoryRecords, market: Market): readonly string[] => {
  const { invoices, payments, refunds, disputes, subscriptions } = records;
  const entries = entriesOf(records);
  const balance = (account: JournalAccount): number =>
    totalOf(entries.flatMap(({ postings }) => postings.filter((posting) => posting.account === account)));
  const report = vatReportOf(records, ALL_TIME);
  const vatByCountry = groupsBy(
    entries.flatMap(({ postings }) => postings.filter(({ tax }) => tax !== null)),
    ({ tax }) => `${tax?.countryCode} ${tax?.rateBasisPoints}`,
  );
  const reportedTaxCents = (rate: string): number =>
    sum(report.rows.flatMap((row) => (`${row.countryCode} ${row.rateBasisPoints}` === rate ? [row.taxCents] : [])));
  const byDay = groupsBy(entries, ({ at, currency }) => `${dayOf(at)} ${currency}`);
  const unpaid = invoices.filter(({ status }) => status === 'open' || status === 'uncollectible');
  const cashCents =
    totalOf(payments.filter(({ status }) => status === 'succeeded')) -
    totalOf(refunds.filter(({ status }) => status === 'succeeded')) -
    totalOf(disputes.filter(({ status }) => status === 'open'));
  const rules: readonly (readonly [name: string, actual: number, expected: number])[] = [
    ...[...byDay].map(([day, ofDay]) => [`sum of ${day}`, totalOf(ofDay.flatMap(({ postings }) => postings)), 0] as const),
    [
      'receivables',
      balance('receivables'),
      // Credited money that came back is owed to the customers.
      sum(unpaid.map(({ totalCents, amountPaidCents }) => totalCents - amountPaidCents)) -
        totalOf(payments.flatMap(({ unreturnedCredits = [] }) => unreturnedCredits)),
    ],
    ['provider cash', balance('provider_cash'), cashCents],
    ['VAT', balance('vat'), 0 - sum(report.totals.map(({ taxCents }) => taxCents))],
    ...[...vatByCountry].map(([rate, postings]) => [`VAT of ${rate}`, totalOf(postings), 0 - reportedTaxCents(rate)] as const),
    ['customer credit', balance('customer_credit'), 0 - sum(subscriptions.map(liabilityOf))],
    [
      'revenue and customer credit',
      balance('revenue') + balance('customer_credit'),
      0 - sum(report.totals.map(({ netCents }) => netCents)),
    ],
    ['deferred revenue after all periods', balance('deferred_revenue'), 0],
  ];
  return [
    ...rules.flatMap(([name, actual, expected]) => (actual === expected ? [] : [`journal: ${name} is ${actual}, not ${expected}`])),
    ...monthViolations(records, entries),
    ...vatViolations(records, market, {
      all: report,
      months: monthsOf(entries).map((range) => ({ range, report: vatReportOf(records, range) })),
    }),
  ];
};
