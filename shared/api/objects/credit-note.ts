import * as v from 'valibot';
import { cents, objectHead, timestamp } from './common.ts';
import { Invoice } from './invoice.ts';

export const CreditNote = v.strictObject({
  ...objectHead('credit_note'),
  number: v.string(),
  invoice_id: v.string(),
  customer_id: v.string(),
  refund_id: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  currency: v.string(),
  subtotal_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  tax: Invoice.entries.tax,
  lines: Invoice.entries.lines,
  issued_at: timestamp,
});
