import * as v from 'valibot';
import { described, doc } from '../../schemas/described.ts';
import { OneShotPayment } from '../checkout/one-shot-payment.ts';
import { livemode, objectName, timestamp } from '../common.ts';
import { Coupon } from '../coupon.ts';
import { CreditNote } from '../credit-note.ts';
import { Customer } from '../customer.ts';
import { Dispute } from '../dispute.ts';
import { Event } from '../event.ts';
import { Invoice } from '../invoice.ts';
import { Payment } from '../payment.ts';
import { Price } from '../price.ts';
import { Product } from '../product.ts';
import { Refund } from '../refund.ts';
import { Subscription } from '../subscription.ts';
import { TaxRate } from '../tax-rate.ts';
import { Meter } from '../usage/meter.ts';
import { UsageRecord } from '../usage/usage-record.ts';

export const TenantExport = v.strictObject({
  object: objectName('tenant_export'),
  service_export_version: described(v.literal(2), doc('Version of the format of the export.')),
  tenant_id: described(v.string(), doc('Id of the account. Starts with `acct_`.')),
  livemode,
  generated_at: described(timestamp, doc('Unix time in seconds of the moment that the export shows.')),
  products: described(v.array(Product), doc('All products, each as its retrieval returns it.')),
  prices: described(v.array(Price), doc('All prices, each as its retrieval returns it.')),
  meters: described(v.array(Meter), doc('All meters, each as its retrieval returns it.')),
  coupons: described(v.array(Coupon), doc('All coupons, each as its retrieval returns it.')),
  tax_rates: described(v.array(TaxRate), doc('All tax rates, each as its retrieval returns it.')),
  customers: described(v.array(Customer), doc('All customers that are not deleted, each as its retrieval returns it.')),
  subscriptions: described(v.array(Subscription), doc('All subscriptions, each as its retrieval returns it.')),
  payments: described(v.array(Payment), doc('All payments, each as its retrieval returns it.')),
  one_shot_payments: described(v.array(OneShotPayment), doc('All one-off payments, each as its retrieval returns it.')),
  refunds: described(v.array(Refund), doc('All refunds, each as its retrieval returns it.')),
  invoices: described(v.array(Invoice), doc('All invoices with their lines, each as its retrieval returns it.')),
  credit_notes: described(v.array(CreditNote), doc('All credit notes with their lines, each as its retrieval returns it.')),
  disputes: described(v.array(Dispute), doc('All disputes, each as its retrieval returns it.')),
  usage_records: described(v.array(UsageRecord), doc('All usage records, each as its retrieval returns it.')),
  events: described(v.array(Event), doc('The events of the last 90 days, oldest first.')),
});
