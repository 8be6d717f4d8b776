import * as v from 'valibot';
import { address, cents, objectHead, openEnum, timestamp } from './common.ts';

export const InvoiceLine = v.strictObject({
  type: openEnum(),
  description: v.string(),
  quantity: v.string(),
  unit_amount_decimal: v.nullable(v.string()),
  amount_cents: cents,
  discount_cents: cents,
  price_id: v.nullable(v.string()),
  tax_rate_basis_points: v.pipe(v.number(), v.integer()),
  period_start: v.nullable(timestamp),
  period_end: v.nullable(timestamp),
});

const TaxSum = v.strictObject({
  rate_basis_points: v.pipe(v.number(), v.integer()),
  display_name: v.nullable(v.string()),
  taxable_cents: cents,
  tax_cents: cents,
});

const Seller = v.strictObject({
  name: v.string(),
  legal_name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  address: v.nullable(address),
  country_code: v.nullable(v.string()),
  vat_id: v.nullable(v.string()),
  registration_number: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});

const Buyer = v.strictObject({
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  address: v.nullable(address),
  country_code: v.nullable(v.string()),
  vat_number: v.nullable(v.string()),
  vat_name: v.nullable(v.string()),
});

export const Invoice = v.strictObject({
  ...objectHead('invoice'),
  number: v.string(),
  status: openEnum(),
  billing_reason: openEnum(),
  customer_id: v.string(),
  subscription_id: v.nullable(v.string()),
  one_shot_payment_id: v.nullable(v.string()),
  payment_id: v.nullable(v.string()),
  currency: v.string(),
  tax_behavior: openEnum(),
  lines: v.array(InvoiceLine),
  subtotal_cents: cents,
  discount_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  amount_paid_cents: cents,
  amount_due_cents: cents,
  amount_credited_cents: cents,
  tax: v.array(TaxSum),
  reverse_charge: v.boolean(),
  seller: Seller,
  buyer: Buyer,
  period_start: v.nullable(timestamp),
  period_end: v.nullable(timestamp),
  issued_at: timestamp,
  paid_at: v.nullable(timestamp),
  voided_at: v.nullable(timestamp),
  next_payment_attempt: v.nullable(timestamp),
});
