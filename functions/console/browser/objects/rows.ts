import type * as v from 'valibot';
import type { Activation, Attention } from '../../../../shared/api/objects/account.ts';
import type { ApiKey } from '../../../../shared/api/objects/api-key.ts';
import type { AuditLog } from '../../../../shared/api/objects/audit-log.ts';
import type { OneShotPayment } from '../../../../shared/api/objects/checkout/one-shot-payment.ts';
import type { PaymentLink } from '../../../../shared/api/objects/checkout/payment-link.ts';
import type { Coupon } from '../../../../shared/api/objects/coupon.ts';
import type { CreditNote } from '../../../../shared/api/objects/credit-note.ts';
import type { Customer } from '../../../../shared/api/objects/customer.ts';
import type { Dispute } from '../../../../shared/api/objects/dispute.ts';
import type { EmailText as EmailTextSchema } from '../../../../shared/api/objects/email-text.ts';
import type { ListedEvent } from '../../../../shared/api/objects/event.ts';
import type { Invoice } from '../../../../shared/api/objects/invoice.ts';
import type { InvoiceTotals } from '../../../../shared/api/objects/invoice-totals.ts';
import type { ListSummary } from '../../../../shared/api/objects/list-summary.ts';
import type { Payment } from '../../../../shared/api/objects/payment.ts';
import type { Price } from '../../../../shared/api/objects/price.ts';
import type { Product } from '../../../../shared/api/objects/product.ts';
import type { Refund } from '../../../../shared/api/objects/refund.ts';
import type { CohortReport } from '../../../../shared/api/objects/reports/cohort-report.ts';
import type { Metrics } from '../../../../shared/api/objects/reports/metrics.ts';
import type { RequestLog } from '../../../../shared/api/objects/reports/request-log.ts';
import type { VatReport } from '../../../../shared/api/objects/reports/vat-report.ts';
import type { Subscription } from '../../../../shared/api/objects/subscription.ts';
import type { TaxRate } from '../../../../shared/api/objects/tax-rate.ts';
import type { TestClock } from '../../../../shared/api/objects/test-clock.ts';
import type { Meter } from '../../../../shared/api/objects/usage/meter.ts';
import type { UsageAlert } from '../../../../shared/api/objects/usage/usage-alert.ts';
import type { WebhookDelivery, WebhookDeliveryRequest, WebhookEndpoint } from '../../../../shared/api/objects/webhook-endpoint.ts';

/** Any object of the API. */
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a field path: the name of a field, or of a field of a nested object such as `price.product_name`. */
export const valueAt = (row: Row, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => (isRow(value) ? value[part] : undefined), row);

/** The API objects, by the screen that lists them. */
export interface RowOf {
  customers: v.InferOutput<typeof Customer>;
  subscriptions: v.InferOutput<typeof Subscription>;
  invoices: v.InferOutput<typeof Invoice>;
  credit_notes: v.InferOutput<typeof CreditNote>;
  payments: v.InferOutput<typeof Payment>;
  one_shot_payments: v.InferOutput<typeof OneShotPayment>;
  refunds: v.InferOutput<typeof Refund>;
  disputes: v.InferOutput<typeof Dispute>;
  products: v.InferOutput<typeof Product>;
  prices: v.InferOutput<typeof Price>;
  meters: v.InferOutput<typeof Meter>;
  coupons: v.InferOutput<typeof Coupon>;
  payment_links: v.InferOutput<typeof PaymentLink>;
  tax_rates: v.InferOutput<typeof TaxRate>;
  events: v.InferOutput<typeof ListedEvent>;
  webhook_endpoints: v.InferOutput<typeof WebhookEndpoint>;
  audit_logs: v.InferOutput<typeof AuditLog>;
  api_keys: v.InferOutput<typeof ApiKey>;
  test_clocks: v.InferOutput<typeof TestClock>;
}

export const isTestClock = (row: Row): row is RowOf['test_clocks'] => row['object'] === 'test_clock';

/** The counts and sums of a list. */
export type Summary = v.InferOutput<typeof ListSummary>;

export type UsageAlertRow = v.InferOutput<typeof UsageAlert>;
export type Delivery = v.InferOutput<typeof WebhookDelivery>;

export type EmailText = v.InferOutput<typeof EmailTextSchema>;

/** Objects that are not in `RowOf`, by their paths. */
interface OtherRowOf {
  metrics: v.InferOutput<typeof Metrics>;
  'account/attention': v.InferOutput<typeof Attention>;
  'account/activation': v.InferOutput<typeof Activation>;
  usage_alerts: UsageAlertRow;
  request_logs: v.InferOutput<typeof RequestLog>;
  'tenant/email_texts': EmailText;
  'reports/cohorts': v.InferOutput<typeof CohortReport>;
}

/** The object at a path below `/v1/`; `Row` when the path does not determine it. */
export type RowAt<Path extends string> = Path extends keyof RowOf
  ? RowOf[Path]
  : Path extends keyof OtherRowOf
    ? OtherRowOf[Path]
    : Path extends `reports/vat?${string}`
      ? v.InferOutput<typeof VatReport>
      : Path extends `metrics?${string}`
        ? v.InferOutput<typeof Metrics>
        : Path extends `invoices/totals?${string}`
          ? v.InferOutput<typeof InvoiceTotals>
          : Path extends `${string}/deliveries/${string}/request`
            ? v.InferOutput<typeof WebhookDeliveryRequest>
            : Path extends `${string}/deliveries`
              ? Delivery
              : Path extends `test_clocks/${string}`
                ? RowOf['test_clocks']
                : Row;

type Inner<Value> = NonNullable<Value> extends readonly unknown[] ? never : keyof NonNullable<Value> & string;

/** The name of a field, or of a field of a nested object: `price.product_name`. */
export type FieldPath<T> = T extends unknown ? { [K in keyof T & string]-?: K | `${K}.${Inner<T[K]>}` }[keyof T & string] : never;

/**
 * A function that takes one kind of object. Its parameter is bivariant, so that the functions for different kinds of objects can be in one
 * list.
 */
export type FromRow<T, Result> = { bivariant(row: T): Result }['bivariant'];
