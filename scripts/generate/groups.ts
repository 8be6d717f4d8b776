import type { JsonObject } from '../../shared/domain/tenant.ts';

/** Description of each group of operations; the group is the first part of an operation's id. */
const GROUPS: Readonly<Record<string, string>> = {
  account: "The account's plan, its setup progress, and items that need attention.",
  api_keys: 'Secret API keys and their scopes.',
  audit_logs: 'Changes, with the actor and the IP address.',
  billing_portal: 'Sessions in which a customer manages one subscription.',
  billing_profile: 'The legal details of the account on invoices.',
  checkout_element: 'Calls of the payment element on your own page.',
  checkout_payment_methods: 'The saved payment methods of a customer, for the payment element.',
  checkout_sessions: 'Sessions in which a buyer pays for a price and starts a subscription.',
  coupons: 'Codes for a discount on a price.',
  credit_notes: 'Corrections of paid invoices, issued with their refunds.',
  customers: 'The people and companies that the account bills.',
  disputes: 'Chargebacks of payments, and whether they were reversed.',
  event_stream: 'A connection that streams events as they are recorded.',
  events: 'Changes of the account’s objects, once each and in order.',
  invoices: 'Numbered invoices, immutable once issued.',
  metrics: 'MRR and its changes, subscriptions and revenue; an extension.',
  one_shot_payments: 'One-off payments of an amount, without a product or price.',
  payments: 'Charges and their outcomes.',
  ping: 'Checks that the service is available.',
  portal: 'Calls of the billing portal for the customer of a subscription.',
  prices: 'The amount, currency and billing interval of a product.',
  products: 'The goods and services that the account sells.',
  refunds: 'Money returned to customers; settled by the payment provider.',
  search: 'Finds objects by name, email address, code, invoice number, card digits and id; an extension.',
  subscriptions: 'Recurring charges of customers.',
  tax_rates: 'The tax rate of a country.',
  tenant: 'Settings and capabilities of the account.',
  test_clocks: 'Simulated time for customers in test mode.',
  usage_records: 'Usage of metered prices and its summaries.',
  webhook_deliveries: 'Deliveries of events to an endpoint and their outcomes.',
  webhook_endpoints: 'URLs to which events are delivered.',
};

/** Returns the tag of a group. The linter in the tests reports groups without a description. */
export const tagOf = (name: string): JsonObject => {
  const description = GROUPS[name];
  return description === undefined ? { name } : { name, description };
};
