import { decimalText, sum } from '../amounts/money.ts';
import { groupsBy } from '../groups.ts';
import { dayOf, monthOf } from '../metrics/metrics.ts';
import { accountNumber, type DatevAccounts, type DatevChart } from './datev-accounts.ts';
import { DATEV_COLUMNS } from './datev-columns.ts';
import type { EntryKind, JournalEntry, Posting } from './entries.ts';
import { recognizedCents } from './journal.ts';

/** Posting batches in the DATEV format: EXTF 700, category 21, format version 13. */

/** The largest number of rows that a posting batch may have. */
export const DATEV_MAX_ROWS = 99_999;

/** Values of the first line of a file. Days are `yyyy-mm-dd`. */
export interface DatevBatch {
  readonly consultantNumber: string;
  readonly clientNumber: string;
  readonly fiscalYearStart: string;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly chart: DatevChart;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** A row: `amountCents` is positive, debited to `debit` and credited to `credit`. */
export interface DatevRow {
  readonly amountCents: number;
  readonly debit: string;
  readonly credit: string;
  /** Unix seconds. */
  readonly at: number;
  readonly reference: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<EntryKind, string>> = {
  invoice_issued: 'Rechnung',
  invoice_voided: 'Storno der Rechnung',
  credit_note_issued: 'Rechnungskorrektur',
  revenue_recognized: 'Umsatzrealisierung',
  payment: 'Zahlung',
  refund: 'Erstattung',
  refund_reversed: 'Rücklauf der Erstattung',
  chargeback: 'Rückbelastung',
  chargeback_reversed: 'Aufhebung der Rückbelastung',
};

/** A posting and the part of its amount that no row contains yet. */
interface OpenPosting {
  readonly posting: Posting;
  left: number;
}

const percent = (basisPoints: number): string => `${String(basisPoints / 100).replace('.', ',')} %`;

const textOf = ({ kind, documentId, number }: JournalEntry, { tax }: Posting): string => {
  const vat = tax === null ? '' : `, USt ${tax.countryCode ?? '?'} ${percent(tax.rateBasisPoints)}`;
  return `${TEXTS[kind]}${vat}${number === null || kind === 'revenue_recognized' ? '' : ` ${documentId}`}`;
};

const isVat = ({ posting }: OpenPosting): boolean => posting.account === 'vat';

/**
 * The postings of `side` in the order in which they are matched. If both sides have VAT, the VAT of `side` is first, because VAT is last on
 * the other side. So as few rows as possible match VAT with VAT.
 */
const inMatchingOrder = (side: readonly OpenPosting[], otherSide: readonly OpenPosting[]): OpenPosting[] =>
  side.some(isVat) && otherSide.some(isVat) ? [...side.filter(isVat), ...side.filter((each) => !isVat(each))] : [...side];

/**
 * Matches the debits of an entry with its credits, in their order. Each match is a row, so the rows have the same sums per account as the
 * entry. If a row contains a VAT posting, its text describes this posting. A match of an account with itself changes no account, so it
 * gets no row.
 */
const rowsOfEntry = (entry: JournalEntry, accounts: DatevAccounts): readonly DatevRow[] => {
  const reference = (entry.number ?? entry.documentId).replaceAll(/[^\w$%&*+/-]/g, '-').slice(0, 36);
  const sides = ([1, -1] as const).map((sign): readonly OpenPosting[] =>
    entry.postings.flatMap((posting) => (sign * posting.amountCents > 0 ? [{ posting, left: sign * posting.amountCents }] : [])),
  );
  const [allDebits = [], allCredits = []] = sides;
  const [debits, credits] = [inMatchingOrder(allDebits, allCredits), [...allCredits]];
  const rows: DatevRow[] = [];
  for (let [debit, credit] = [debits.shift(), credits.shift()]; debit !== undefined && credit !== undefined; ) {
    const amountCents = Math.min(debit.left, credit.left);
    const numbers = { debit: accountNumber(debit.posting, accounts), credit: accountNumber(credit.posting, accounts) };
    const text = textOf(entry, debit.posting.tax === null ? credit.posting : debit.posting);
    if (numbers.debit !== numbers.credit) rows.push({ amountCents, ...numbers, at: entry.at, reference, text });
    debit.left -= amountCents;
    credit.left -= amountCents;
    if (debit.left === 0) debit = debits.shift();
    if (credit.left === 0) credit = credits.shift();
  }
  return rows;
};

/** Combines entries that recognize revenue at the same time into one. */
const combinedRecognition = (entries: readonly [JournalEntry, ...JournalEntry[]]): JournalEntry => {
  const [{ at }] = entries;
  const cents = sum(entries.map(recognizedCents));
  const postings = [
    { account: 'deferred_revenue', tax: null, amountCents: cents },
    { account: 'revenue', tax: null, amountCents: -cents },
  ] as const;
  return { ...entries[0], documentId: `PRAP-${monthOf(dayOf(at))}`, number: null, postings };
};

/**
 * The rows of entries of one currency, by time. All revenue that is recognized at the end of a month is one row, as accountants post it;
 * the other formats of the journal list it by document.
 */
export const datevRows = (entries: readonly JournalEntry[], accounts: DatevAccounts): readonly DatevRow[] => {
  const recognized = groupsBy(
    entries.filter(({ kind }) => kind === 'revenue_recognized'),
    ({ at }) => String(at),
  );
  return [...entries.filter(({ kind }) => kind !== 'revenue_recognized'), ...[...recognized.values()].map(combinedRecognition)]
    .sort((a, b) => a.at - b.at)
    .flatMap((entry) => rowsOfEntry(entry, accounts));
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const compactDay = (day: string): string => day.replaceAll('-', '');

/** The first line: 31 fields, in their order. */
const headerOf = (batch: DatevBatch): string => {
  const created = new Date(batch.createdAt * 1000).toISOString().replaceAll(/\D/g, '');
  const format = [quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', created];
  const origin = ['', quoted(''), quoted(''), quoted('')];
  const client = [batch.consultantNumber, batch.clientNumber, compactDay(batch.fiscalYearStart), '4'];
  const content = [compactDay(batch.from), compactDay(batch.to), quoted(`Journal ${batch.from} ${batch.to}`.slice(0, 30))];
  // Dictation code, financial accounting, no special purpose, not locked, currency.
  const kind = [quoted(''), '1', '0', '0', quoted(batch.currency)];
  const chart = ['', quoted(''), '', '', quoted(batch.chart.slice('skr'.length)), '', '', quoted(''), quoted('')];
  return [...format, ...origin, ...client, ...content, ...kind, ...chart].join(';');
};

const AFTER_TEXT = DATEV_COLUMNS.length - DATEV_COLUMNS.indexOf('Buchungstext') - 1;

const lineOf = ({ amountCents, debit, credit, at, reference, text }: DatevRow, { currency }: DatevBatch): string => {
  const [, month = '', day = ''] = dayOf(at).split('-');
  const amount = [decimalText(amountCents, currency).replace('.', ','), quoted('S'), quoted(currency), '', '', ''];
  const posting = [debit, credit, '', `${day}${month}`, quoted(reference), '', '', quoted(text.slice(0, 60))];
  return `${[...amount, ...posting].join(';')}${';'.repeat(AFTER_TEXT)}`;
};

/**
 * A file with rows of the currency of `batch`. Lines end with CRLF. DATEV reads Windows-1252; the file can be encoded as Latin-1, because
 * its characters have the same bytes in both.
 */
export const datevText = (rows: readonly DatevRow[], batch: DatevBatch): string =>
  [headerOf(batch), DATEV_COLUMNS.join(';'), ...rows.map((row) => lineOf(row, batch)), ''].join('\r\n');
