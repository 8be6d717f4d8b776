import { describe, expect, it } from 'vitest';
import { type DatevBatch, datevRows, datevText } from '../../../shared/domain/accounting/datev.ts';
import { accountPairsWithSameNumber, datevAccounts } from '../../../shared/domain/accounting/datev-accounts.ts';
import type { EntryKind, JournalEntry, Posting } from '../../../shared/domain/accounting/entries.ts';
import { checkDatev } from './datev-checker.ts';

const at = (time: string): number => Date.parse(time) / 1000;

const BATCH: DatevBatch = {
  consultantNumber: '29098',
  clientNumber: '55003',
  fiscalYearStart: '2026-01-01',
  from: '2026-10-01',
  to: '2026-10-31',
  currency: 'EUR',
  chart: 'skr03',
  createdAt: at('2026-11-01T08:30:15Z'),
};

const entryOf = (
  kind: EntryKind,
  day: string,
  postings: readonly (readonly [Posting['account'], number, (string | null)?])[],
): JournalEntry => ({
  kind,
  at: at(day),
  documentAt: at(day),
  documentId: 'inv_1',
  number: 'INV-000001',
  currency: 'EUR',
  postings: postings.map(([account, amountCents, countryCode]) => ({
    account,
    tax: countryCode === undefined ? null : { countryCode, rateBasisPoints: countryCode === 'DE' ? 1900 : 2550 },
    amountCents,
  })),
});

const ACCOUNTS_BY_NAME = datevAccounts('skr03', {});

describe('a document with VAT among its debits and its credits', () => {
  it.each([
    ['two countries whose VAT has the same account', 'FR', 'IT', 1],
    ['two countries, as a credit', 'FR', 'IT', -1],
    ['two German rates', 'DE', 'DE', 1],
  ] as const)('posts no account against itself: %s', (_what, credited, charged, sign) => {
    const postings = [
      ['receivables', 6200 * sign],
      ['deferred_revenue', -5000 * sign],
      ['vat', -2200 * sign, charged],
      ['vat', 1000 * sign, credited],
    ] as const;
    const rows = datevRows([entryOf('invoice_issued', '2026-10-06', postings)], ACCOUNTS_BY_NAME);
    expect(rows.filter(({ debit, credit }) => debit === credit)).toEqual([]);
    const centsOfOtherDebits = rows.reduce((sum, { debit, amountCents }) => sum + (debit === rows[0]?.debit ? 0 : amountCents), 0);
    expect(centsOfOtherDebits).toBeGreaterThan(0);
    expect(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(7200);
  });
});

describe('a document whose debits and credits are mostly VAT', () => {
  it('posts no account against itself, and changes each account by its sum', () => {
    const postings = [
      ['receivables', 120],
      ['revenue', -100],
      ['vat', 2200, 'FR'],
      ['vat', -2220, 'IT'],
    ] as const;
    const rows = datevRows([entryOf('invoice_issued', '2026-10-06', postings)], ACCOUNTS_BY_NAME);
    const changes = new Map<string, number>();
    for (const { debit, credit, amountCents } of rows) {
      expect(debit).not.toBe(credit);
      changes.set(debit, (changes.get(debit) ?? 0) + amountCents);
      changes.set(credit, (changes.get(credit) ?? 0) - amountCents);
    }
    expect([...changes.values()].toSorted((a, b) => a - b)).toEqual([-100, -20, 120]);
  });
});

const ENTRIES: readonly JournalEntry[] = [
  entryOf('invoice_issued', '2026-10-05', [
    ['receivables', 11_900],
    ['revenue', -1000],
    ['deferred_revenue', -9000],
    ['vat', -1900, 'DE'],
  ]),
  entryOf('invoice_issued', '2026-10-06', [
    ['receivables', 12_550],
    ['revenue', -10_000],
    ['vat', -2550, 'FI'],
  ]),
  entryOf('payment', '2026-10-07', [
    ['provider_cash', 11_900],
    ['receivables', -11_900],
  ]),
  entryOf('revenue_recognized', '2026-10-31T23:59:59Z', [
    ['deferred_revenue', 3000],
    ['revenue', -3000],
  ]),
  entryOf('revenue_recognized', '2026-10-31T23:59:59Z', [
    ['deferred_revenue', 4000],
    ['revenue', -4000],
  ]),
];

const fileOf = (entries = ENTRIES, batch = BATCH): string => datevText(datevRows(entries, datevAccounts(batch.chart, {})), batch);
const check = (text: string) => checkDatev(Buffer.from(text, 'latin1'));

describe('a DATEV file', () => {
  it('posts each credit against the debits of its entry, and recognizes the revenue of a month in one row', () => {
    const { problems, rows } = check(fileOf());
    expect(problems).toEqual([]);
    expect(rows.map(({ day, debit, credit, amountCents }) => [day, debit, credit, amountCents])).toEqual([
      ['0510', '1410', '8200', 1000],
      ['0510', '1410', '0990', 9000],
      ['0510', '1410', '1770', 1900],
      ['0610', '1410', '8200', 10_000],
      ['0610', '1410', '1768', 2550],
      ['0710', '1360', '1410', 11_900],
      ['3110', '0990', '8200', 7000],
    ]);
  });

  it('has the numbers of the tax consultant and the client, and texts without personal data', () => {
    const [header, , ...rows] = fileOf().split('\r\n');
    expect(header).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261101083015000;;"";"";"";29098;55003;20260101;4;20261001;20261031;' +
        '"Journal 2026-10-01 2026-10-31";"";1;0;0;"EUR";;"";;;"03";;;"";""',
    );
    expect(rows[2]?.replace(/;+$/, '')).toBe('19,00;"S";"EUR";;;;1410;1770;;0510;"INV-000001";;;"Rechnung, USt DE 19 % inv_1"');
    expect(rows[6]).toContain('"PRAP-2026-10";;;"Umsatzrealisierung"');
  });

  it('has the accounts of SKR04, or accounts that replace them; only the two accounts for VAT may be the same', () => {
    expect(check(fileOf(ENTRIES, { ...BATCH, chart: 'skr04' })).rows[0]).toMatchObject({ debit: '1210', credit: '4200' });
    expect(datevAccounts('skr04', { revenue: '4250' })).toMatchObject({ revenue: '4250', vat: '3800' });
    expect(accountPairsWithSameNumber(datevAccounts('skr03', { revenue: '1410' }))).toEqual(['receivables and revenue']);
    expect(accountPairsWithSameNumber(datevAccounts('skr03', { foreign_vat: '1770' }))).toEqual([]);
    expect(accountPairsWithSameNumber(datevAccounts('skr03', { foreign_vat: '8200' }))).toEqual(['revenue and foreign_vat']);
  });

  it('posts VAT without a country, which an earlier release stored, as German VAT', () => {
    const entry = entryOf('invoice_issued', '2026-10-05', [
      ['receivables', 2550],
      ['vat', -2550, null],
    ]);
    expect(check(fileOf([entry])).rows).toMatchObject([{ debit: '1410', credit: '1770' }]);
  });

  it('without entries has no rows', () => {
    expect(check(fileOf([]))).toEqual({ problems: [], rows: [] });
  });
});

describe('the checker of DATEV files', () => {
  const file = fileOf();
  it.each([
    ['lines that end without CR', file.replaceAll('\r\n', '\n')],
    ['a missing end of the last line', file.slice(0, -2)],
    ['a byte order mark', `\u00ef\u00bb\u00bf${file}`],
    ['an undefined character', file.replace('Rechnung', 'Rechnun\u0081')],
    ['another version', file.replace(';700;', ';510;')],
    ['a consultant number that is too short', file.replace('29098', '290')],
    ['a fiscal year that ended', file.replace(';20260101;', ';20250101;')],
    ['a missing heading', file.replace('Kurs;', '')],
    ['a decimal point', file.replace('90,00;', '90.00;')],
    ['an amount of 0', file.replace('90,00;', '0,00;')],
    ['a negative amount', file.replace('90,00;', '-90,00;')],
    ['a side without quotation marks', file.replace('"S"', 'S')],
    ['a foreign currency', file.replace('"S";"EUR"', '"S";"USD"')],
    ['a short account', file.replace(';1410;0990;', ';1410;990;')],
    ['an account against itself', file.replace(';1410;0990;', ';1410;1410;')],
    ['a day of another month', file.replace(';0510;', ';0511;')],
    ['a day without leading zero', file.replace(';0510;', ';510;')],
    ['a document number with spaces', file.replace('"INV-000001"', '"INV 000001"')],
    ['a long text', file.replace('"Rechnung', `"${'R'.repeat(60)}`)],
    ['a field too few', file.replace(';"EUR";;;;', ';"EUR";;;')],
  ])('finds %s', (_name, faulty) => {
    expect(faulty).not.toBe(file);
    expect(check(faulty).problems).not.toEqual([]);
  });
});
