import { viewInvoice } from '../../shared/domain/invoice/record.ts';
import { CHANGED_AT, examplesOf, START } from './example.ts';
import { CONTEXT, INVOICE } from './sale.ts';

export const invoiceExamples = examplesOf(viewInvoice(INVOICE, CONTEXT.tenant), {
  'invoice.created': { previous: null, invalid: { data: { lines: undefined } } },
  'invoice.paid': {
    data: { status: 'paid', amount_paid_cents: 2900, amount_due_cents: 0, paid_at: START },
    previous: { status: 'open', amount_paid_cents: 0, amount_due_cents: 2900, paid_at: null },
    invalid: { data: { total_cents: 29.5 } },
  },
  'invoice.payment_failed': {
    data: { billing_reason: 'usage', next_payment_attempt: 1_767_398_400 },
    previous: { next_payment_attempt: null },
    invalid: { event: { previous_attributes: { next_payment_attempt: 'tomorrow' } } },
  },
  'invoice.voided': {
    data: { status: 'void', voided_at: CHANGED_AT },
    previous: { status: 'open', voided_at: null },
    invalid: { data: { voided_at: '2026-01-01T00:01:00Z' } },
  },
  'invoice.marked_uncollectible': {
    data: { status: 'uncollectible' },
    previous: { status: 'open', next_payment_attempt: START },
    invalid: { data: { reverse_charge: 0 } },
  },
});
