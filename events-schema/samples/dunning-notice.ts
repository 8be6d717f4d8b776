import type * as v from 'valibot';
import type { DunningNotice } from '../objects.ts';
import { examplesOf, id, START } from './example.ts';

const dunningNotice: v.InferOutput<typeof DunningNotice> = {
  object: 'dunning_notice',
  livemode: false,
  subscription_id: id('sub', 1),
  customer_id: id('cus', 1),
  invoice_id: id('inv', 1),
  payment_id: id('pay', 1),
  currency: 'EUR',
  amount_due_cents: 2900,
  attempt: 1,
  failure_code: 'insufficient_funds',
  failed_at: START,
  next_payment_attempt: 1_767_398_400,
};

export const dunningNoticeExamples = examplesOf(dunningNotice, {
  'dunning.email_required': {
    previous: null,
    invalid: { data: { failed_at: '2026-01-01T00:00:00Z', next_payment_attempt: '2026-01-03T00:00:00Z' } },
  },
});
