import type * as v from 'valibot';
import type { Subscription } from '../../shared/api/objects/subscription.ts';
import { CHANGED_AT, examplesOf, id, PERIOD_END, START } from './example.ts';
import { price as fullPrice } from './price.ts';

type Sample = v.InferOutput<typeof Subscription>;

const price: Sample['price'] = {
  id: id('price', 1),
  object: 'price.summary',
  active: true,
  amount_cents: 2900,
  currency: 'EUR',
  interval: 'month',
  payment_methods: ['creditcard', 'ideal'],
  product_id: id('prod', 1),
  product_name: 'Pro',
  trial_days: 0,
  unit_amount_decimal: null,
  usage_type: 'licensed',
};

const discount: Sample['discount'] = {
  object: 'discount',
  coupon_id: id('cpn', 1),
  code: 'WELCOME',
  percent_off: 20,
  amount_off_cents: null,
  currency: null,
  duration: 'repeating',
  duration_in_months: 3,
  ends_at: 1_775_001_600,
};

const subscription: Sample = {
  id: id('sub', 1),
  object: 'subscription',
  created: START,
  livemode: false,
  customer_id: id('cus', 1),
  price_id: id('price', 1),
  status: 'active',
  renewal_state: 'scheduled',
  serves_customer: true,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_reason: null,
  current_period_start: START,
  current_period_end: PERIOD_END,
  trial_start: null,
  trial_end: null,
  last_payment_at: START,
  last_payment_id: id('pay', 1),
  payment_count: 1,
  mrr_cents: 2900,
  next_charge_amount_cents: 2900,
  next_payment_attempt: null,
  dunning_attempts_notified: 0,
  dunning_last_notified_at: null,
  dunning_max_attempts: 4,
  discount: null,
  payment_method: { type: 'creditcard', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2029 },
  customer: null,
  price,
  refund_eligibility: null,
};

const inTrial = { trial_start: START, trial_end: PERIOD_END, last_payment_at: null, last_payment_id: null, payment_count: 0 };

export const subscriptionExamples = examplesOf(subscription, {
  'subscription.created': { previous: null, invalid: { event: { previous_attributes: { status: 'active' } } } },
  'subscription.updated': {
    data: { renewal_state: 'ending', cancel_at_period_end: true, canceled_at: CHANGED_AT, next_charge_amount_cents: null },
    previous: { cancel_at_period_end: false, canceled_at: null, renewal_state: 'scheduled', next_charge_amount_cents: 2900 },
    invalid: { data: { next_charge_amount_cents: undefined, next_charge_amount: null } },
  },
  'subscription.paused': {
    data: { renewal_state: 'paused', serves_customer: false, mrr_cents: 0, next_charge_amount_cents: null },
    previous: { serves_customer: true, renewal_state: 'scheduled', mrr_cents: 2900, next_charge_amount_cents: 2900 },
    invalid: { event: { previous_attributes: undefined } },
  },
  'subscription.resumed': {
    previous: { serves_customer: false, renewal_state: 'paused', mrr_cents: 0, next_charge_amount_cents: null },
    invalid: { data: { serves_customer: 'true' } },
  },
  'subscription.reactivated': {
    previous: { cancel_at_period_end: true, canceled_at: CHANGED_AT, renewal_state: 'ending' },
    invalid: { event: { previous_attributes: { colour: 'red' } } },
  },
  'subscription.plan_changed': {
    data: {
      price_id: id('price', 2),
      mrr_cents: 4900,
      next_charge_amount_cents: 4900,
      price: { ...price, id: id('price', 2), amount_cents: 4900 },
    },
    previous: { price_id: price.id, price, mrr_cents: 2900, next_charge_amount_cents: 2900 },
    // A whole price instead of a summary.
    invalid: { data: { price: fullPrice } },
  },
  'subscription.trial_started': {
    data: inTrial,
    previous: null,
    invalid: { data: { trial_end: undefined } },
  },
  'subscription.trial_will_end': {
    data: inTrial,
    previous: null,
    invalid: { data: { trial_end: '2026-02-01T00:00:00Z' } },
  },
  'subscription.trial_ended': {
    data: { trial_start: 1_766_016_000, trial_end: START },
    previous: {
      current_period_start: 1_766_016_000,
      current_period_end: START,
      payment_count: 0,
      last_payment_id: null,
      last_payment_at: null,
    },
    // Stripe's format: the object is in `data.object`.
    invalid: { event: { data: { object: subscription } } },
  },
  'subscription.past_due': {
    data: { status: 'past_due', renewal_state: 'retrying', next_payment_attempt: 1_770_076_800 },
    previous: { status: 'active', renewal_state: 'scheduled', next_payment_attempt: null },
    invalid: { data: { dunning_max_attempts: null } },
  },
  'subscription.canceled': {
    data: {
      status: 'canceled',
      renewal_state: 'ended',
      serves_customer: false,
      canceled_at: CHANGED_AT,
      cancellation_reason: 'refund_issued',
      mrr_cents: 0,
      next_charge_amount_cents: null,
    },
    previous: {
      status: 'active',
      renewal_state: 'scheduled',
      serves_customer: true,
      canceled_at: null,
      cancellation_reason: null,
      mrr_cents: 2900,
      next_charge_amount_cents: 2900,
    },
    invalid: { data: { cancellation_reason: undefined } },
  },
  'subscription.payment_method_updated': {
    data: { payment_method: { type: 'directdebit', brand: null, last4: null, exp_month: null, exp_year: null } },
    previous: { payment_method: { type: 'creditcard', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2029 } },
    invalid: { data: { payment_method: 'directdebit' } },
  },
  'subscription.coupon_applied': {
    data: {
      mrr_cents: 2320,
      next_charge_amount_cents: 2320,
      discount,
    },
    previous: { discount: null, mrr_cents: 2900, next_charge_amount_cents: 2900 },
    invalid: { data: { discount: 'WELCOME' } },
  },
  'subscription.coupon_expired': {
    previous: {
      discount,
      mrr_cents: 2320,
      next_charge_amount_cents: 2320,
    },
    invalid: { data: { discount: undefined } },
  },
});
