import type * as v from 'valibot';
import type { CheckoutSession } from '../../shared/api/objects/checkout/checkout-session.ts';
import { examplesOf, id, START } from './example.ts';

const checkoutSession: v.InferOutput<typeof CheckoutSession> = {
  id: id('cs', 1),
  object: 'checkout.session',
  created: START,
  livemode: false,
  customer_id: id('cus', 1),
  customer_email: 'ada@example.com',
  customer_country_code: 'NL',
  price_id: id('price', 1),
  success_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/pricing',
  status: 'completed',
  ui_mode: 'hosted',
  url: null,
  client_secret: null,
  subscription_id: id('sub', 1),
  payment_id: id('pay', 1),
  expires_at: 1_767_312_000,
  trial_days_override: null,
  coupon_id: null,
  payment_method: 'ideal',
  metadata: {},
};

export const checkoutSessionExamples = examplesOf(checkoutSession, {
  'checkout.session.completed': {
    previous: { status: 'open', subscription_id: null, payment_id: null },
    invalid: { data: { payment_method: undefined, method: 'ideal' } },
  },
  'checkout.session.expired': {
    data: { status: 'expired', subscription_id: null, payment_id: null },
    previous: { status: 'open' },
    invalid: { data: { object: 'checkout_session' } },
  },
});
