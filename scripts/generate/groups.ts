import type { JsonObject } from '../../shared/domain/tenant.ts';

/** What each group of operations is about, in a sentence; the first part of an operation's id names its group. */
const GROUPS: Readonly<Record<string, string>> = {
  account: "The account's own plan, how far it is set up, and what needs attention.",
  api_keys: 'Secret keys of the account, their scopes and their revocation.',
  audit_logs: 'Who changed what, and from where.',
  billing_portal: 'Sessions in which a customer sees and manages one subscription.',
  billing_profile: 'The legal facts that stand on invoices.',
  checkout_element: 'What the payment element on an account’s own page shows and does.',
  checkout_payment_methods: 'The saved payment methods of a customer, for the payment element.',
  checkout_sessions: 'A buyer pays for a price, which begins a subscription.',
  coupons: 'Codes that take something off a price.',
  credit_notes: 'What corrects an invoice that was paid; issued with its refund.',
  customers: 'Whom the account bills.',
  disputes: 'What banks took back of payments, and whether the account won it back.',
  event_stream: 'Events as they are recorded, over one connection.',
  events: 'Everything that happened to the account’s objects, once each and in order.',
  invoices: 'Numbered claims, frozen when they are issued.',
  metrics: 'How the business goes: MRR and what moved it, subscriptions, revenue; an extension.',
  one_shot_payments: 'A buyer pays an amount once, for what is in no catalogue.',
  payments: 'Charges, and what became of them.',
  ping: 'Whether the service answers.',
  portal: 'What the customer of a subscription sees and does in the portal.',
  prices: 'What a product costs, how often and by which unit.',
  products: 'What the account sells.',
  refunds: 'Money returned to customers; settled by the payment provider.',
  subscriptions: 'What customers pay for again and again.',
  tax_rates: 'The rate that applies in a country.',
  tenant: 'Settings of the account and what it can do.',
  test_clocks: 'Simulated time for customers of the test mode.',
  usage_records: 'What customers use of metered prices, and what it comes to.',
  webhook_deliveries: 'What became of each delivery of an event to an endpoint.',
  webhook_endpoints: 'Where events are delivered.',
};

/** What a tag of the document says. The linter in the tests asks for a sentence where there is none. */
export const tagOf = (name: string): JsonObject => {
  const description = GROUPS[name];
  return description === undefined ? { name } : { name, description };
};
