import { viewEmailText } from '../../shared/mail/email-texts.ts';
import { importStates } from './import-states.ts';
import { type Answers, ErrorResponse, SERVICE } from './script-pages.ts';
import { consoleStatesWith, type ScriptState } from './script-state.ts';

/** Console screens with data of a medium-sized business. */

const NOW = 1_795_430_400;
const HOUR = 3600;

const id = (prefix: string, number: number): string => `${prefix}${String(number).padStart(26, '0')}`;
const listOf = (data: readonly unknown[], hasMore = false) => ({ object: 'list', data, has_more: hasMore });

const SESSION = {
  object: 'console.session',
  account: { id: 'acct_1', name: 'Harbour Tea & Coffee' },
  member: { id: 'mem_1', object: 'console.member', created: NOW, email: 'mara@harbour.example', role: 'owner' },
  scopes: ['*'],
  csrf_token: 'proof',
  expires_at: NOW + 86_400,
};

const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Edsger W. Dijkstra',
  'Barbara Liskov',
  'Zebrowska & Søn Gastronomi ApS',
];

const customers = NAMES.map((name, index) => ({
  id: id('cus_', index),
  object: 'customer',
  created: NOW - index * HOUR,
  livemode: true,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  country_code: ['NL', 'DE', 'FR', 'NL', null, 'DK'][index],
}));

const payment = (index: number) => ({
  id: id('pay_', index),
  object: 'payment',
  created: NOW - index * HOUR,
  livemode: true,
  type: 'recurring',
  status: ['succeeded', 'succeeded', 'failed', 'pending', 'succeeded', 'succeeded'][index] ?? 'succeeded',
  amount_cents: 1999 * (index + 1) * (index === 4 ? 100 : 1),
  amount_refunded_cents: index === 1 ? 500 : 0,
  amount_disputed_cents: 0,
  currency: index === 5 ? 'JPY' : 'EUR',
  customer_id: id('cus_', index),
  subscription_id: id('sub_', index),
  invoice_id: id('inv_', index),
  payment_method: { type: 'creditcard', brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2029 },
  failure_code: null,
  failure_message: null,
  paid_at: NOW,
  refund_eligibility: {
    object: 'refund_eligibility',
    amount_cents: 1499,
    currency: 'EUR',
    days_remaining: 12,
    eligible: true,
    reason: null,
  },
});
const payments = NAMES.map((_, index) => payment(index));

const refund = {
  id: id('re_', 1),
  object: 'refund',
  created: NOW,
  status: 'succeeded',
  amount_cents: 500,
  currency: 'EUR',
  payment_id: id('pay_', 1),
};

const endpoint = {
  id: id('we_', 1),
  object: 'webhook_endpoint',
  created: NOW,
  livemode: true,
  url: 'https://harbour.example/hooks/billing',
  enabled_events: ['*'],
  description: null,
  status: 'enabled',
  secret_fingerprint: '9f2c',
};

const deliveries = ['delivered', 'pending', 'failed'].map((status, index) => ({
  id: `whd_${String(index).padStart(32, '0')}`,
  object: 'webhook_delivery',
  created: NOW - index * HOUR,
  endpoint_id: endpoint.id,
  event_id: id('evt_', index),
  event_type: ['payment.succeeded', 'invoice.created', 'subscription.canceled'][index],
  status,
  attempt_count: [1, 3, 10][index],
  last_response_code: [200, 503, null][index],
  last_error: index === 2 ? 'connection refused' : null,
  last_response_body_excerpt: null,
  next_attempt_at: index === 1 ? NOW + HOUR : null,
}));

const attention = [
  [
    'subscriptions_past_due',
    'warn',
    '3 subscriptions past due',
    'Their renewal failed. It is tried again on schedule unless the bank refused it for good, and at once when the customer gives a new payment method.',
    'List past due subscriptions',
    '/v1/subscriptions?status=past_due',
  ],
  [
    'webhook_deliveries_failing',
    'bad',
    '1 webhook endpoint failing',
    'Among the latest deliveries are some that failed during the last day.',
    'List webhook endpoints',
    '/v1/webhook_endpoints',
  ],
].map(([key, severity, title, body, cta, href]) => ({ key, severity, title, body, cta, href: `${SERVICE}${href}`, count: 3 }));

const steps = [
  ['product_created', true],
  ['price_created', true],
  ['test_payment_made', true],
  ['webhook_registered', true],
  ['billing_profile_completed', true],
  ['payment_provider_connected', false],
  ['domain_verified', false],
].map(([key, done]) => ({ key, done }));

const profile = {
  object: 'billing_profile',
  legal_name: 'Harbour Tea & Coffee B.V.',
  address: { line1: 'Kade 12', line2: null, postal_code: '3011 AA', city: 'Rotterdam' },
  country_code: 'NL',
  vat_id: 'NL123456789B01',
  registration_number: '12345678',
  email: 'mara@harbour.example',
  phone: null,
  tax_behavior: 'inclusive',
  refund_window_days: 14,
  invoice_footer: null,
};
const branding = {
  object: 'portal_branding',
  display_name: 'Harbour',
  primary_color: '#f5c400',
  background_color: '#102a43',
  terms_url: 'https://harbour.example/terms',
};

const audit = { object: 'audit_log', id: 'al_1', created: NOW, action: 'refund.created', actor_type: 'operator', actor_id: 'mem_1' };

const inMode = (mode: string, answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).map(([path, answer]) => [`GET /console/api/${mode}/v1/${path}`, answer]));

/** Metrics of a month in a year of growth with one bad month. */
const metricsOf = (month: number) => {
  const [churn, newCents] = [month === 7 ? -14_900 : -1900 - 100 * month, 9900 + 1300 * (month % 5)];
  const start = new Date(Date.UTC(2025, 11 + month));
  const mrrCents = 120_000 + month * 9000 - (month > 6 ? 12_000 : 0);
  return {
    object: 'metrics.period',
    currency: 'EUR',
    period: start.toISOString().slice(0, 'yyyy-mm'.length),
    period_start: start.getTime() / 1000,
    period_end: Date.UTC(2025, 12 + month) / 1000,
    mrr_cents: mrrCents,
    mrr_movements: {
      new_cents: newCents,
      expansion_cents: 1800,
      contraction_cents: -900,
      churn_cents: churn,
      reactivation_cents: month % 3 === 0 ? 1500 : 0,
    },
    active_subscriptions: 84 + 5 * month,
    trialing_subscriptions: 6,
    new_subscriptions: 8,
    churned_subscriptions: month === 7 ? 9 : 2,
    revenue_cents: mrrCents + 4000,
    refunded_cents: 2500,
    disputed_cents: 0,
    net_revenue_cents: mrrCents + 1500,
    succeeded_payments: 90,
    failed_payments: 4,
  };
};

const MODE_ANSWERS: Answers = {
  metrics: { object: 'metrics', interval: 'month', data: Array.from({ length: 12 }, (_none, month) => metricsOf(month)) },
  'account/attention': { object: 'account.attention', data: attention },
  'account/activation': { object: 'onboarding.activation', steps, completed: 5, total: 7, ready_for_live: false },
  customers: listOf(customers, true),
  payments: listOf(payments, true),
  [`payments/${payments[1]?.id}`]: payments[1],
  refunds: listOf([refund]),
  disputes: listOf([]),
  subscriptions: listOf([]),
  audit_logs: listOf([audit]),
  events: listOf([{ id: id('evt_', 1), object: 'event', created: NOW, type: 'payment.succeeded', data: { id: payments[1]?.id } }]),
  [`webhook_endpoints/${endpoint.id}`]: endpoint,
  [`webhook_endpoints/${endpoint.id}/deliveries`]: listOf(deliveries),
  'tenant/billing_profile': profile,
  'tenant/portal_branding': branding,
  'tenant/email_texts': listOf([viewEmailText({}, 'order_confirmation', 'en')]),
};

const ANSWERS: Answers = {
  'GET /console/session': SESSION,
  'GET /console/members': listOf([SESSION.member, { ...SESSION.member, id: 'mem_2', email: 'books@harbour.example', role: 'support' }]),
  'GET /console/passkeys': listOf([{ id: 'psk_1', object: 'console.passkey', created: NOW, name: 'Laptop' }]),
  ...inMode('live', MODE_ANSWERS),
  ...inMode('test', MODE_ANSWERS),
};

const at = consoleStatesWith(ANSWERS);

export const CONSOLES: Readonly<Record<string, ScriptState>> = {
  'console-signed-out': {
    url: `${SERVICE}/console`,
    answers: { 'GET /console/session': new ErrorResponse(401, { code: 'authentication_required' }) },
    until: 'form',
  },
  'console-overview': at('live/overview', '.attention'),
  'console-customers': at('live/customers', 'tbody'),
  'console-payments-test-mode': at('test/payments', 'tbody'),
  'console-empty': at('live/subscriptions', 'text=No subscriptions yet'),
  'console-payment': at(`live/payments/${payments[1]?.id}`, 'text=Refund created'),
  'console-refund': at(`live/payments/${payments[1]?.id}`, 'text=Refund created', async (page) => {
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByLabel('Other amount').check();
    await page.getByLabel('Refund amount').fill('twelve');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  }),
  'console-endpoint': at(`live/webhook_endpoints/${endpoint.id}`, 'text=Connection refused'),
  'console-branding': at('live/branding', '.preview'),
  'console-company': at('live/company', 'form'),
  'console-team': at('live/team', '.list'),
  'console-broken': at('live/prices', '.problem'),
  ...importStates(ANSWERS),
};
