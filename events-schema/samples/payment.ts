import type * as v from 'valibot';
import type { Payment } from '../../shared/api/objects/payment.ts';
import { examplesOf, id, START } from './example.ts';

const payment: v.InferOutput<typeof Payment> = {
  id: id('pay', 1),
  object: 'payment',
  created: START,
  livemode: false,
  type: 'renewal',
  status: 'succeeded',
  amount_cents: 2900,
  amount_refunded_cents: 0,
  amount_disputed_cents: 0,
  currency: 'EUR',
  customer_id: id('cus', 1),
  subscription_id: id('sub', 1),
  invoice_id: id('inv', 1),
  checkout_session_id: null,
  one_shot_payment_id: null,
  payment_method: { type: 'creditcard', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2029 },
  failure_code: null,
  failure_message: null,
  paid_at: START,
  refund_eligibility: null,
};

export const paymentExamples = examplesOf(payment, {
  'payment.succeeded': { previous: { status: 'pending', paid_at: null }, invalid: { data: { amount_cents: '29.00' } } },
  'payment.failed': {
    data: {
      type: 'initial',
      status: 'failed',
      subscription_id: undefined,
      invoice_id: null,
      checkout_session_id: id('cs', 1),
      failure_code: 'insufficient_funds',
      failure_message: 'The bank declined the charge.',
      paid_at: null,
    },
    previous: { status: 'pending', failure_code: null, failure_message: null },
    invalid: { data: { failure_code: undefined } },
  },
});
