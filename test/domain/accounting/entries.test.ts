import { describe, expect, it } from 'vitest';
import { entriesOfCreditNote, entriesOfInvoice } from '../../../shared/domain/accounting/entries.ts';
import { nextPortion } from '../../../shared/domain/credit-note/portion.ts';
import type { CreditNote } from '../../../shared/domain/credit-note/record.ts';
import { totalsOf } from '../../../shared/domain/invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { newBilling } from '../billing.ts';

const at = (day: string): number => Date.parse(day) / 1000;

const billing = newBilling();
billing.subscribe();
const [SAMPLE] = billing.world.all(invoiceAggregate) as [Invoice];
const [LINE] = SAMPLE.lines as [Invoice['lines'][number]];

/** An invoice of 310.00 EUR and 19 % tax, for 16 days of January and 15 of February. */
const invoice: Invoice = {
  ...SAMPLE,
  id: 'inv_1',
  currency: 'EUR',
  taxBehavior: 'exclusive',
  buyer: { ...SAMPLE.buyer, countryCode: 'DE' },
  issuedAt: at('2026-01-16'),
  voidedAt: null,
  ...totalsOf([{ ...LINE, amountCents: 31_000, periodStart: at('2026-01-16'), periodEnd: at('2026-02-16') }], null, {
    behavior: 'exclusive',
    rate: { rateBasisPoints: 1900, displayName: null },
    reverseCharge: false,
  }),
};

const rows = (entries: ReturnType<typeof entriesOfInvoice>) =>
  entries.map(({ kind, at: time, postings }) => [
    kind,
    new Date(time * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length),
    Object.fromEntries(postings.map(({ account, amountCents }) => [account, amountCents])),
  ]);

describe('the entries of a document', () => {
  it('defer the revenue of an invoice, recognize it at the end of each month, and contain country and rate of the tax', () => {
    expect(rows(entriesOfInvoice(invoice))).toEqual([
      ['invoice_issued', '2026-01-16', { receivables: 36_890, deferred_revenue: -31_000, vat: -5890 }],
      ['revenue_recognized', '2026-01-31', { deferred_revenue: 16_000, revenue: -16_000 }],
      ['revenue_recognized', '2026-02-28', { deferred_revenue: 15_000, revenue: -15_000 }],
    ]);
    expect(entriesOfInvoice(invoice)[0]?.postings.at(-1)?.tax).toEqual({ countryCode: 'DE', rateBasisPoints: 1900 });
    const taxedInNetherlands = entriesOfInvoice({ ...invoice, taxCountryCode: 'NL' });
    expect(taxedInNetherlands[0]?.postings.at(-1)?.tax).toEqual({ countryCode: 'NL', rateBasisPoints: 1900 });
  });

  it('reverse a voided invoice: the revenue of ended months at once, the revenue of other months when they end', () => {
    expect(rows(entriesOfInvoice({ ...invoice, voidedAt: at('2026-02-10') })).slice(3)).toEqual([
      ['invoice_voided', '2026-02-10', { receivables: -36_890, revenue: 16_000, deferred_revenue: 15_000, vat: 5890 }],
      ['revenue_recognized', '2026-02-28', { deferred_revenue: -15_000, revenue: 15_000 }],
    ]);
  });

  it('for a credit note reduce the revenue of each month in proportion', () => {
    const note = { ...invoice, id: 'cn_1', ...nextPortion(invoice, 18_445), issuedAt: at('2026-01-20') } as unknown as CreditNote;
    expect(rows(entriesOfCreditNote(note))).toEqual([
      ['credit_note_issued', '2026-01-20', { receivables: -18_445, deferred_revenue: 15_500, vat: 2945 }],
      ['revenue_recognized', '2026-01-31', { deferred_revenue: -8000, revenue: 8000 }],
      ['revenue_recognized', '2026-02-28', { deferred_revenue: -7500, revenue: 7500 }],
    ]);
  });
});
