import type { Page } from 'playwright-core';
import type * as v from 'valibot';
import { CONTEXT, INVOICE } from '../../events-schema/samples/sale.ts';
import type { PortalSession } from '../../shared/api/objects/checkout/portal.ts';
import { viewInvoice } from '../../shared/domain/invoice/record.ts';
import { PORTAL_INVOICE_FIELDS } from '../../shared/domain/portal-session/view.ts';
import { picked } from '../../shared/domain/same.ts';
import { type Answers, ErrorResponse, SERVICE, SHOP } from './script-pages.ts';
import type { ScriptState } from './script-state.ts';

type Portal = v.InferOutput<typeof PortalSession>;

const STARTED_AT = 1_795_430_400;
const MONTH = 30 * 86_400;

const PLAN = {
  id: 'price_1',
  object: 'price.summary',
  active: true,
  amount_cents: 2900,
  currency: 'EUR',
  interval: 'month',
  payment_methods: ['creditcard', 'ideal'],
  product_id: 'prod_1',
  product_name: 'Team plan',
  trial_days: 0,
  unit_amount_decimal: null,
  usage_type: 'licensed',
} as const;

const SUBSCRIPTION: Portal['subscription'] = {
  id: 'sub_1',
  object: 'subscription',
  created: STARTED_AT,
  livemode: true,
  customer_id: 'cus_1',
  price_id: PLAN.id,
  status: 'active',
  renewal_state: 'scheduled',
  serves_customer: true,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_reason: null,
  current_period_start: STARTED_AT,
  current_period_end: STARTED_AT + MONTH,
  trial_start: null,
  trial_end: null,
  last_payment_at: STARTED_AT,
  last_payment_id: 'pay_1',
  payment_count: 1,
  mrr_cents: 2900,
  next_charge_amount_cents: 2900,
  next_payment_attempt: STARTED_AT + MONTH,
  dunning_attempts_notified: 0,
  dunning_last_notified_at: null,
  dunning_max_attempts: 4,
  discount: null,
  payment_method: null,
  customer: null,
  price: { ...PLAN, payment_methods: [...PLAN.payment_methods] },
  refund_eligibility: null,
};

const saved = (id: string, kind: string, last4: string | null, isDefault: boolean) => ({
  id,
  object: 'checkout_saved_method' as const,
  kind,
  brand: last4 === null ? null : 'Visa',
  last4,
  exp_month: last4 === null ? null : 4,
  exp_year: last4 === null ? null : 2029,
  is_default: isDefault,
});

const invoice = (number: string, status: 'open' | 'paid' | 'void', monthsAgo: number): Portal['invoices'][number] => ({
  ...picked(viewInvoice(INVOICE, CONTEXT.tenant), PORTAL_INVOICE_FIELDS),
  id: `inv_${number}`,
  number,
  status,
  amount_due_cents: status === 'open' ? INVOICE.totalCents : 0,
  period_start: STARTED_AT - monthsAgo * MONTH,
  period_end: STARTED_AT - (monthsAgo - 1) * MONTH,
  issued_at: STARTED_AT - monthsAgo * MONTH,
});

export const PORTAL: Portal = {
  id: 'bps_1',
  object: 'portal.session',
  created: STARTED_AT,
  livemode: true,
  limited: false,
  expires_at: STARTED_AT + 3600,
  return_url: `${SHOP}/account`,
  branding: {
    display_name: 'Harbour Analytics',
    logo_url: null,
    icon_url: null,
    primary_color: null,
    background_color: null,
    support_email: 'help@harbour.example',
    support_url: null,
    privacy_url: `${SHOP}/privacy`,
    terms_url: `${SHOP}/terms`,
  },
  customer: {
    id: 'cus_1',
    object: 'portal.customer',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    pending_email: null,
    country_code: 'NL',
    address: { line1: 'Herengracht 1', line2: null, postal_code: '1015 BA', city: 'Amsterdam' },
    language: null,
    vat_number: null,
  },
  can_approve_email: false,
  allow_promotion_codes: true,
  subscription: SUBSCRIPTION,
  tax: { behavior: 'inclusive', rate_basis_points: 2100, display_name: 'VAT' },
  invoices: [invoice('INV-000003', 'paid', 0), invoice('INV-000002', 'paid', 1), invoice('INV-000001', 'void', 2)],
  has_more_invoices: true,
  credit_notes: [
    {
      id: 'cn_1',
      number: 'CN-000001',
      invoice_id: 'inv_INV-000002',
      currency: 'EUR',
      tax_cents: 87,
      total_cents: 500,
      issued_at: STARTED_AT,
    },
  ],
  payment_methods: {
    object: 'checkout_payment_methods',
    livemode: true,
    customer_id: 'cus_1',
    data: [saved('pm_1', 'creditcard', '4242', true), saved('pm_2', 'directdebit', null, false)],
    methods: ['creditcard', 'directdebit', 'ideal'],
    ideal_issuers: [],
    profile_id: null,
  },
};

const PREVIEW = {
  price_id: 'price_2',
  proration_at: STARTED_AT,
  credit_cents: 2900,
  charge_cents: 4900,
  tax_cents: 347,
  amount_due_now_cents: 2000,
  carried_credit_cents: 0,
  next_charge_amount_cents: 4900,
  next_period_start: STARTED_AT + MONTH,
  next_period_end: STARTED_AT + 2 * MONTH,
  currency: 'EUR',
  lines: [],
};

const PLANS = {
  data: [
    { ...PLAN, id: 'price_2', amount_cents: 4900, tax: PORTAL.tax },
    { ...PLAN, id: 'price_3', amount_cents: 29_000, interval: 'year', tax: PORTAL.tax },
  ],
};

const portal = (fields: Partial<Portal>, overrides: Partial<ScriptState> = {}, otherAnswers: Answers = {}): ScriptState => ({
  url: `${SERVICE}/portal#svc_portal_1`,
  answers: {
    'GET /portal/session': { ...PORTAL, ...fields },
    'GET /portal/plans': PLANS,
    'POST /portal/subscription/preview_update': PREVIEW,
    ...otherAnswers,
  },
  until: 'h1',
  ...overrides,
});

const subscription = (fields: Partial<Portal['subscription']>): Partial<Portal> => ({ subscription: { ...SUBSCRIPTION, ...fields } });

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

const WITHDRAWAL = { until: STARTED_AT + 14 * 86_400, partial_refund: false, withdrawn_at: null, refund_cents: null };

/** A long product name with a long word, to show how the pages wrap it. */
export const LONG_PRODUCT_NAME = 'Datenschutzgrundverordnungskonformitätsprüfung für Unternehmensgruppen';

/** The portal in each of its states. */
export const PORTALS: Readonly<Record<string, ScriptState>> = {
  'portal-active': portal({}),
  'portal-trial': portal(subscription({ trial_start: STARTED_AT, trial_end: STARTED_AT + MONTH })),
  'portal-ending': portal(subscription({ renewal_state: 'ending', cancel_at_period_end: true })),
  'portal-paused': portal(subscription({ renewal_state: 'paused' })),
  'portal-canceled': portal(subscription({ status: 'canceled', renewal_state: 'ended', canceled_at: STARTED_AT })),
  'portal-past-due': portal({
    ...subscription({ status: 'past_due', renewal_state: 'retrying' }),
    invoices: [invoice('INV-000004', 'open', 0), ...PORTAL.invoices],
  }),
  'portal-limited': portal({ limited: true }),
  'portal-approve': portal({ limited: true, can_approve_email: true, customer: { ...PORTAL.customer, pending_email: 'ada@new.example' } }),
  'portal-empty': portal({
    invoices: [],
    credit_notes: [],
    has_more_invoices: false,
    payment_methods: { ...PORTAL.payment_methods, data: [] },
  }),
  'portal-branded': portal({
    branding: { ...PORTAL.branding, logo_url: 'https://logo.example/logo.svg', primary_color: '#f5c400', background_color: '#fffbe6' },
  }),
  'portal-german': portal({
    ...subscription({ price: { ...SUBSCRIPTION.price, product_name: LONG_PRODUCT_NAME } }),
    customer: { ...PORTAL.customer, language: 'de' },
  }),
  'portal-change-plan': portal(
    {},
    {
      act: async (page) => {
        await press('Change plan')(page);
        await page.getByLabel('€49.00').check();
        await page.getByText('Due now').waitFor();
      },
    },
  ),
  'portal-cancel': portal({}, { act: press('Cancel subscription') }),
  'portal-withdraw': portal(
    { ...subscription({ withdrawal: WITHDRAWAL }), withdrawal_refund_cents: PLAN.amount_cents },
    { act: press('Withdraw from contract') },
  ),
  'portal-withdrawn': portal(
    subscription({
      status: 'canceled',
      renewal_state: 'ended',
      canceled_at: STARTED_AT,
      cancellation_reason: 'withdrawn',
      withdrawal: { ...WITHDRAWAL, withdrawn_at: STARTED_AT, refund_cents: PLAN.amount_cents },
    }),
  ),
  'portal-add-method': portal({}, { act: press('Add payment method') }),
  'portal-details-wrong': portal(
    {},
    {
      act: async (page) => {
        await press('Edit details')(page);
        await page.getByLabel('VAT number').fill('NL12');
        await press('Save')(page);
        await page.getByRole('alert').waitFor();
      },
    },
    { 'POST /portal/vat_number': new ErrorResponse(400, { code: 'parameter_invalid', param: 'vat_number' }) },
  ),
  'portal-expired': portal({}, {}, { 'GET /portal/session': new ErrorResponse(401, { code: 'invalid_api_key' }) }),
};
