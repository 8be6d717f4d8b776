import type * as v from 'valibot';
import type { CreditNote } from '../../shared/api/objects/credit-note.ts';
import { examplesOf, id, PERIOD_END, START } from './example.ts';

const creditNote: v.InferOutput<typeof CreditNote> = {
  id: id('cn', 1),
  object: 'credit_note',
  created: START,
  livemode: false,
  number: 'TC-2026-000001',
  invoice_id: id('inv', 1),
  customer_id: id('cus', 1),
  refund_id: id('re', 1),
  reason: 'refund',
  currency: 'EUR',
  subtotal_cents: 2900,
  tax_cents: 503,
  total_cents: 2900,
  tax: [{ rate_basis_points: 2100, display_name: 'BTW', taxable_cents: 2397, tax_cents: 503 }],
  lines: [
    {
      type: 'subscription',
      description: 'Pro',
      quantity: '1',
      unit_amount_decimal: '2900',
      amount_cents: 2900,
      discount_cents: 0,
      price_id: id('price', 1),
      tax_rate_basis_points: 2100,
      period_start: START,
      period_end: PERIOD_END,
    },
  ],
  issued_at: START,
};

export const creditNoteExamples = examplesOf(creditNote, {
  'credit_note.created': { previous: null, invalid: { data: { tax: 503 } } },
});
