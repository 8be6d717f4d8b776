import type * as v from 'valibot';
import type { UpcomingInvoice } from '../objects.ts';
import { examplesOf, id, PERIOD_END } from './example.ts';

const upcomingInvoice: v.InferOutput<typeof UpcomingInvoice> = {
  object: 'upcoming_invoice',
  livemode: false,
  invoice_id: null,
  subscription_id: id('sub', 1),
  customer_id: id('cus', 1),
  currency: 'EUR',
  amount_due_cents: 2900,
  tax_cents: 503,
  period_start: PERIOD_END,
  period_end: 1_772_323_200,
};

export const upcomingInvoiceExamples = examplesOf(upcomingInvoice, {
  'invoice.upcoming': { previous: null, invalid: { data: { invoice_id: undefined } } },
});
