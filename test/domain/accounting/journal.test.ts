import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../shared/domain/accounting/entries.ts';
import { journalOf } from '../../../shared/domain/accounting/journal.ts';

const at = (time: string): number => Date.parse(time) / 1000;
const OCTOBER = { first: at('2026-10-01'), end: at('2026-11-01') };

const entryOf = (documentId: string, kind: JournalEntry['kind'], time: string, issued: string, amountCents: number): JournalEntry => ({
  kind,
  at: at(time),
  documentAt: at(issued),
  documentId,
  number: null,
  currency: documentId.startsWith('us') ? 'USD' : 'EUR',
  postings:
    kind === 'revenue_recognized'
      ? [
          { account: 'deferred_revenue', tax: null, amountCents },
          { account: 'revenue', tax: null, amountCents: -amountCents },
        ]
      : [
          { account: 'receivables', tax: null, amountCents },
          { account: 'deferred_revenue', tax: null, amountCents: -amountCents },
        ],
});

const ENTRIES = [
  entryOf('b', 'revenue_recognized', '2026-12-31T23:59:59Z', '2026-10-10', 200),
  entryOf('b', 'revenue_recognized', '2026-11-30T23:59:59Z', '2026-10-10', 100),
  entryOf('b', 'invoice_issued', '2026-10-10', '2026-10-10', 300),
  entryOf('a', 'revenue_recognized', '2026-10-31T23:59:59Z', '2026-09-05', 50),
  entryOf('a', 'revenue_recognized', '2026-11-30T23:59:59Z', '2026-09-05', 60),
  entryOf('later', 'revenue_recognized', '2026-11-30T23:59:59Z', '2026-11-01', 900),
  entryOf('us_1', 'invoice_issued', '2026-10-31T23:59:59Z', '2026-10-31T23:59:59Z', 70),
  entryOf('out', 'invoice_issued', '2026-11-01', '2026-11-01', 900),
];

describe('the journal of a month', () => {
  it('lists entries by time, totals per account, and the deferred revenue that each later month recognizes', () => {
    const { entries, totals, deferredRevenue } = journalOf(ENTRIES, OCTOBER, null);
    expect(entries.map(({ documentId, kind }) => [documentId, kind])).toEqual([
      ['b', 'invoice_issued'],
      ['a', 'revenue_recognized'],
      ['us_1', 'invoice_issued'],
    ]);
    expect(totals).toEqual([
      { currency: 'EUR', account: 'receivables', debitCents: 300, creditCents: 0 },
      { currency: 'EUR', account: 'revenue', debitCents: 0, creditCents: 50 },
      { currency: 'EUR', account: 'deferred_revenue', debitCents: 50, creditCents: 300 },
      { currency: 'USD', account: 'receivables', debitCents: 70, creditCents: 0 },
      { currency: 'USD', account: 'deferred_revenue', debitCents: 0, creditCents: 70 },
    ]);
    expect(deferredRevenue).toEqual([
      { currency: 'EUR', month: '2026-11', cents: 160 },
      { currency: 'EUR', month: '2026-12', cents: 200 },
    ]);
  });

  it('in one currency leaves out entries in other currencies', () => {
    expect(journalOf(ENTRIES, OCTOBER, 'USD')).toMatchObject({ entries: [{ documentId: 'us_1' }], deferredRevenue: [] });
  });
});
