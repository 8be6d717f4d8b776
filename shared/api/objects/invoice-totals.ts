import * as v from 'valibot';
import type { CurrencyTotal } from '../../domain/invoice/totals.ts';
import { described, doc, named } from '../schemas/described.ts';
import { cents, count, currency, objectName } from './common.ts';

const InvoiceTotalSchema = named(
  v.strictObject({
    currency,
    count: described(count, doc('Number of invoices.')),
    total_cents: described(cents, doc('Sum of `total_cents` of the invoices, in cents.')),
    tax_cents: described(cents, doc('Sum of `tax_cents` of the invoices, in cents.')),
    amount_paid_cents: described(cents, doc('Sum of `amount_paid_cents` of the invoices, in cents.')),
    amount_due_cents: described(cents, doc('What customers still owe: sum of `amount_due_cents` of the open invoices, in cents.')),
    amount_credited_cents: described(cents, doc('Sum of `amount_credited_cents` of the invoices, in cents.')),
  }),
  'InvoiceTotal',
);

export const InvoiceTotals = v.strictObject({
  object: objectName('invoice_totals'),
  data: described(v.array(InvoiceTotalSchema), doc('One entry per currency; empty if there are no invoices.')),
});

/** Builds an entry of the API's `invoice_totals`. */
export const viewInvoiceTotal = (total: CurrencyTotal) => ({
  currency: total.currency,
  count: total.count,
  total_cents: total.totalCents,
  tax_cents: total.taxCents,
  amount_paid_cents: total.amountPaidCents,
  amount_due_cents: total.amountDueCents,
  amount_credited_cents: total.amountCreditedCents,
});
