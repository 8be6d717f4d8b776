import type * as v from 'valibot';
import type { OneShotPayment } from '../../shared/api/objects/checkout/one-shot-payment.ts';
import { examplesOf, id, START } from './example.ts';

const oneShotPayment: v.InferOutput<typeof OneShotPayment> = {
  id: id('osp', 1),
  object: 'one_shot_payment',
  created: START,
  livemode: false,
  status: 'succeeded',
  amount_cents: 15_000,
  amount_refunded_cents: 0,
  amount_disputed_cents: 0,
  currency: 'EUR',
  description: 'Onboarding workshop',
  customer_id: id('cus', 1),
  payment_id: id('pay', 1),
  invoice_id: id('inv', 1),
  payment_method: 'banktransfer',
  ui_mode: 'hosted',
  url: null,
  client_secret: null,
  success_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/workshop',
  expires_at: 1_767_312_000,
  metadata: {},
};

export const oneShotPaymentExamples = examplesOf(oneShotPayment, {
  'one_shot_payment.succeeded': {
    previous: { status: 'pending' },
    invalid: { data: { payment_method: undefined, method: 'banktransfer' } },
  },
  'one_shot_payment.failed': {
    data: { status: 'failed', invoice_id: null },
    previous: { status: 'pending' },
    invalid: { data: { amount_disputed_cents: undefined } },
  },
  'one_shot_payment.refunded': {
    data: { status: 'refunded', amount_refunded_cents: 15_000 },
    previous: { status: 'succeeded', amount_refunded_cents: 0 },
    invalid: { data: { amount_refunded_cents: null } },
  },
});
