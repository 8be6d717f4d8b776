import type { JsonObject } from '../../shared/domain/tenant.ts';
import { pascalCase, singular } from './components.ts';

/** A group of operations in the documentation. */
interface Tag {
  readonly name: string;
  readonly description: string;
  /** Name of one object of the group in names of schemas: `Customer` in `CustomerCreateParams`. */
  readonly noun: string;
}

/**
 * The tag of each group of operations, in the order of the documentation: what to sell, to whom and how, what follows from a sale, and how
 * to integrate. A group is the first part of an operation's id.
 */
const TAGS: Readonly<Record<string, Tag>> = {
  products: { name: 'Products', noun: 'Product', description: 'The goods and services that the account sells.' },
  prices: { name: 'Prices', noun: 'Price', description: 'The amount, currency and billing interval of a product.' },
  coupons: { name: 'Coupons', noun: 'Coupon', description: 'Codes for a discount on a price.' },
  tax_rates: { name: 'Tax rates', noun: 'TaxRate', description: 'The tax rate of a country.' },
  customers: { name: 'Customers', noun: 'Customer', description: 'The people and companies that the account bills.' },
  checkout_sessions: {
    name: 'Checkout',
    noun: 'CheckoutSession',
    description: 'Sessions in which a buyer pays for a price and starts a subscription.',
  },
  payment_links: {
    name: 'Payment links',
    noun: 'PaymentLink',
    description: 'Permanent URLs at which everyone can buy a price.',
  },
  one_shot_payments: {
    name: 'One-off payments',
    noun: 'OneShotPayment',
    description: 'Payments of an amount, without a product or price.',
  },
  checkout_element: { name: 'Payment element', noun: 'CheckoutElement', description: 'Calls of the payment element on your own page.' },
  checkout_payment_methods: {
    name: 'Saved payment methods',
    noun: 'CheckoutPaymentMethod',
    description: 'The saved payment methods of a customer, for the payment element.',
  },
  subscriptions: { name: 'Subscriptions', noun: 'Subscription', description: 'Recurring charges of customers.' },
  meters: { name: 'Meters', noun: 'Meter', description: 'How usage events become the quantity of a metered price.' },
  usage_alerts: { name: 'Usage alerts', noun: 'UsageAlert', description: 'Thresholds of usage that are announced once in a period.' },
  usage_events: { name: 'Usage events', noun: 'UsageEvent', description: 'Events from which the usage of meters is counted.' },
  usage_records: { name: 'Usage', noun: 'UsageRecord', description: 'Usage of metered prices and its summaries.' },
  invoices: { name: 'Invoices', noun: 'Invoice', description: 'Numbered invoices, immutable once issued.' },
  payments: { name: 'Payments', noun: 'Payment', description: 'Charges and their outcomes.' },
  refunds: { name: 'Refunds', noun: 'Refund', description: 'Money returned to customers; settled by the payment provider.' },
  credit_notes: { name: 'Credit notes', noun: 'CreditNote', description: 'Corrections of paid invoices, issued with their refunds.' },
  disputes: { name: 'Disputes', noun: 'Dispute', description: 'Chargebacks of payments, and whether they were reversed.' },
  billing_portal: {
    name: 'Billing portal',
    noun: 'BillingPortal',
    description: 'Sessions in which a customer manages one subscription.',
  },
  portal: {
    name: 'Portal of a customer',
    noun: 'Portal',
    description: 'Calls of the billing portal for the customer of a subscription, with the token of a portal session.',
  },
  events: { name: 'Events', noun: 'Event', description: 'Changes of the account’s objects, once each and in order.' },
  reports: { name: 'Reports', noun: 'Report', description: 'VAT and accounting journal of a period, and retention of subscriptions.' },
  webhook_endpoints: { name: 'Webhook endpoints', noun: 'WebhookEndpoint', description: 'URLs to which events are delivered.' },
  webhook_deliveries: {
    name: 'Webhook deliveries',
    noun: 'WebhookDelivery',
    description: 'Deliveries of events to an endpoint and their outcomes.',
  },
  webhooks: {
    name: 'Webhooks',
    noun: 'Webhook',
    description:
      'What the service sends to your webhook endpoints: one event per request, signed, and repeated until you respond with 2xx.',
  },
  search: {
    name: 'Search',
    noun: 'Search',
    description: 'Finds objects by name, email address, code, invoice number, card digits and id; an extension of the specification.',
  },
  metrics: {
    name: 'Metrics',
    noun: 'Metrics',
    description: 'MRR and its changes, subscriptions and revenue; an extension of the specification.',
  },
  account: {
    name: 'Account',
    noun: 'Account',
    description: "The account's plan, its setup progress, and items that need attention.",
  },
  tenant: { name: 'Settings', noun: 'Tenant', description: 'Settings, capabilities and export of the account.' },
  api_keys: { name: 'API keys', noun: 'ApiKey', description: 'Secret API keys and their scopes.' },
  request_logs: { name: 'Request log', noun: 'RequestLog', description: 'API requests of the last 30 days, without their contents.' },
  audit_logs: { name: 'Audit log', noun: 'AuditLog', description: 'Changes, with the actor and the IP address.' },
  ping: { name: 'Availability', noun: 'Ping', description: 'Checks that the service is available.' },
  test_clocks: { name: 'Test clocks', noun: 'TestClock', description: 'Simulated time for customers in test mode.' },
  sandbox: {
    name: 'Sandbox',
    noun: 'Sandbox',
    description: 'Simulates buyers and banks in test mode: pays, and decides the outcome of payments and refunds.',
  },
};

/** Used like an operation id to look up the tag of the webhooks, which are no operations. */
export const WEBHOOKS = 'webhooks.receive';

/** The group of an operation: `customers` of `customers.create`. */
const groupOf = (operationId: string): string => operationId.slice(0, operationId.lastIndexOf('.'));

/** Returns the tag of an operation. The check of the OpenAPI document reports groups that have none. */
export const tagOf = (operationId: string): Pick<Tag, 'name' | 'noun'> => {
  const group = groupOf(operationId);
  return TAGS[group] ?? { name: group, noun: pascalCase(singular(group)) };
};

/** The tags of these operations, in the order of the documentation. */
export const tagsOf = (operationIds: readonly string[]): readonly JsonObject[] => {
  const groups = new Set(operationIds.map(groupOf));
  const known = Object.entries(TAGS).filter(([group]) => groups.has(group));
  const unknown = [...groups].filter((group) => TAGS[group] === undefined);
  return [...known.map(([, { name, description }]) => ({ name, description })), ...unknown.map((name) => ({ name }))];
};
