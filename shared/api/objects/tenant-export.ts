import * as v from 'valibot';
import { timestamp } from './common.ts';
import { Coupon } from './coupon.ts';
import { CreditNote } from './credit-note.ts';
import { Customer } from './customer.ts';
import { Dispute } from './dispute.ts';
import { Event } from './event.ts';
import { Invoice } from './invoice.ts';
import { OneShotPayment } from './one-shot-payment.ts';
import { Payment } from './payment.ts';
import { Price } from './price.ts';
import { Product } from './product.ts';
import { Refund } from './refund.ts';
import { Subscription } from './subscription.ts';
import { TaxRate } from './tax-rate.ts';
import { UsageRecord } from './usage-record.ts';

export const TenantExport = v.strictObject({
  object: v.literal('tenant_export'),
  service_export_version: v.literal(2),
  tenant_id: v.string(),
  livemode: v.boolean(),
  generated_at: timestamp,
  products: v.array(Product),
  prices: v.array(Price),
  coupons: v.array(Coupon),
  tax_rates: v.array(TaxRate),
  customers: v.array(Customer),
  subscriptions: v.array(Subscription),
  payments: v.array(Payment),
  one_shot_payments: v.array(OneShotPayment),
  refunds: v.array(Refund),
  invoices: v.array(Invoice),
  credit_notes: v.array(CreditNote),
  disputes: v.array(Dispute),
  usage_records: v.array(UsageRecord),
  events: v.array(Event),
});
