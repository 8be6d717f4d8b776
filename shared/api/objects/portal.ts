import * as v from 'valibot';
import { CheckoutPaymentMethods } from './checkout-payment-methods.ts';
import { address, cents, objectHead, openEnum, timestamp } from './common.ts';
import { PortalBranding } from './portal-branding.ts';
import { PriceSummary } from './price.ts';
import { Subscription } from './subscription.ts';

const text = v.nullable(v.string());

const Invoice = v.strictObject({
  id: v.string(),
  number: v.string(),
  status: openEnum(),
  currency: v.string(),
  total_cents: cents,
  amount_due_cents: cents,
  period_start: v.nullable(timestamp),
  period_end: v.nullable(timestamp),
  issued_at: timestamp,
  paid_at: v.nullable(timestamp),
  next_payment_attempt: v.nullable(timestamp),
});

const CreditNote = v.strictObject({
  id: v.string(),
  number: v.string(),
  invoice_id: v.string(),
  currency: v.string(),
  total_cents: cents,
  issued_at: timestamp,
});

/** The customer as shown in the portal. */
export const PortalCustomer = v.strictObject({
  id: v.string(),
  object: v.literal('portal.customer'),
  name: text,
  email: text,
  pending_email: text,
  country_code: text,
  address: v.nullable(address),
  language: text,
  vat_number: text,
});

/** Data of the portal's page. */
export const PortalSession = v.strictObject({
  ...objectHead('portal.session'),
  limited: v.boolean(),
  expires_at: timestamp,
  return_url: text,
  branding: v.strictObject({
    ...v.omit(PortalBranding, ['id', 'object', 'created', 'livemode', 'plans']).entries,
    display_name: v.string(),
    support_email: v.string(),
  }),
  customer: PortalCustomer,
  can_approve_email: v.boolean(),
  subscription: Subscription,
  invoices: v.array(Invoice),
  has_more_invoices: v.boolean(),
  credit_notes: v.array(CreditNote),
  payment_methods: CheckoutPaymentMethods,
});

/** Prices that the customer can change to. */
export const PortalPlans = v.strictObject({
  object: v.literal('portal.plans'),
  livemode: v.boolean(),
  data: v.array(PriceSummary),
});

/** Result of paying an invoice in the portal. */
export const PortalInvoicePayment = v.strictObject({
  object: v.literal('portal.invoice_payment'),
  livemode: v.boolean(),
  invoice_id: v.string(),
  payment_id: v.nullable(v.string()),
  status: openEnum(),
});
