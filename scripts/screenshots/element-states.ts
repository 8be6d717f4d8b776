import type { Page } from 'playwright-core';
import type * as v from 'valibot';
import type { CheckoutElement } from '../../shared/api/objects/checkout/checkout-element.ts';
import { LONG_PRODUCT_NAME, PORTAL } from './portal-states.ts';
import { type Answers, ErrorResponse, SHOP } from './script-pages.ts';
import type { ScriptState } from './script-state.ts';

type Element = v.InferOutput<typeof CheckoutElement>;

const ELEMENT: Element = {
  object: 'checkout_element',
  session_id: 'cs_1',
  status: 'open',
  livemode: true,
  currency: 'EUR',
  amount_due_now: 2900,
  recurring_amount: 2900,
  recurring_amount_discounted: null,
  recurring_interval: 'month',
  discount_cents: 0,
  trial_days: 0,
  requires_verification: false,
  methods: ['creditcard', 'ideal', 'directdebit'],
  ideal_issuers: null,
  profile_id: null,
  product_name: 'Team plan',
  merchant_name: 'Harbour Analytics',
  merchant_logo_url: null,
  show_header: true,
  country: 'NL',
  country_suggestion: 'NL',
  allow_promotion_codes: true,
  coupon_code: null,
  coupon_duration: null,
  coupon_duration_in_months: null,
  success_url: `${SHOP}/thanks`,
  cancel_url: SHOP,
};

const PATH = '/v1/checkout/sessions/cs_1';

const element = (fields: Partial<Element>, overrides: Partial<ScriptState> = {}, otherAnswers: Answers = {}): ScriptState => ({
  url: `${SHOP}/cs_1_secret_1`,
  answers: { [`GET ${PATH}/element`]: { ...ELEMENT, ...fields }, ...otherAnswers },
  until: 'billing-payment >> iframe >> internal:control=enter-frame >> h1',
  ...overrides,
});

const inFrame = (page: Page) => page.frameLocator('billing-payment iframe');

const payBy = async (page: Page, method: string | null): Promise<void> => {
  if (method !== null) await inFrame(page).getByLabel(method).check();
  await inFrame(page).getByRole('button', { name: /^Pay/ }).click();
  await inFrame(page).locator('[role=alert], [role=status]').first().waitFor();
};

/** The payment element in each of its states. */
export const ELEMENTS: Readonly<Record<string, ScriptState>> = {
  'element-open': element({}),
  'element-trial': element({ trial_days: 14, requires_verification: true, amount_due_now: 1, livemode: false }),
  'element-country': element({ country: null }),
  'element-code': element({
    coupon_code: 'SPRING',
    coupon_duration: 'repeating',
    coupon_duration_in_months: 3,
    discount_cents: 580,
    amount_due_now: 2320,
  }),
  'element-no-method': element({}, { act: (page) => payBy(page, null) }),
  'element-refused': element(
    {},
    { act: (page) => payBy(page, 'Card') },
    { [`POST ${PATH}/confirm`]: new ErrorResponse(402, { code: 'payment_refused' }) },
  ),
  'element-waiting': element(
    {},
    { act: (page) => payBy(page, 'SEPA Direct Debit') },
    { [`POST ${PATH}/confirm`]: { session_id: 'cs_1', status: 'open', payment_status: 'pending', redirect_url: null } },
  ),
  'element-pending': element({ status: 'processing' }),
  'element-paid': element({ status: 'completed' }),
  'element-over': element({ status: 'expired' }),
  'element-methods': element({}, { attributes: { view: 'methods' } }, { 'GET /v1/checkout/payment-methods': PORTAL.payment_methods }),
  'element-german': element({ product_name: LONG_PRODUCT_NAME }, { attributes: { locale: 'de' } }),
};
