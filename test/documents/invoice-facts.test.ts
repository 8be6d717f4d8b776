import { describe, expect, it } from 'vitest';
import { buyerNamed, invoiceOf, lineOf } from '../../scripts/documents/sales.ts';
import { viewInvoiceFields } from '../../shared/domain/invoice/record.ts';
import { FACT_LABELS, invoiceFacts, periodFormat } from '../../shared/locales/invoice-facts.ts';
import { LANGUAGES } from '../../shared/locales/translations.ts';

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);
const FORMATS = { day, period: periodFormat(day) };
const UNPAID = viewInvoiceFields(invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 100)] }));
const PAID = { ...UNPAID, paid_at: Date.UTC(2026, 10, 3) / 1000 };

describe('the facts of an invoice', () => {
  it.each([
    ['document', ['Invoice number: INV-000042', 'Date of issue: 2026-11-01', 'Service period: 2026-11-01 – 2026-12-01']],
    ['email', ['Date of issue: 2026-11-01', 'Paid on: 2026-11-03', 'Period: 2026-11-01 – 2026-12-01']],
    ['receipt', ['Period: 2026-11-01 – 2026-12-01']],
    ['portal', ['Service period: 2026-11-01 – 2026-12-01']],
    ['console', ['Service period: 2026-11-01 – 2026-12-01']],
  ] as const)('for the %s are %j', (place, facts) => {
    expect(invoiceFacts(PAID, place, 'en', FORMATS).map((fact) => fact.join(': '))).toEqual(facts);
  });

  it('leave out the period and the payment date of an invoice that has neither', () => {
    expect(invoiceFacts({ ...UNPAID, period_start: null, period_end: null }, 'email', 'de', FORMATS)).toEqual([
      ['Ausstellungsdatum', '2026-11-01'],
    ]);
  });

  it('have a label in every language', () => {
    const labels = Object.values(FACT_LABELS).flatMap((label) => LANGUAGES.map((language) => label[language].trim()));
    expect(labels).toHaveLength(Object.keys(FACT_LABELS).length * LANGUAGES.length);
    expect(labels).not.toContain('');
  });
});
