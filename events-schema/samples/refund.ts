import type * as v from 'valibot';
import type { Refund } from '../../shared/api/objects/refund.ts';
import { CHANGED_AT, examplesOf, id, START } from './example.ts';

const refund: v.InferOutput<typeof Refund> = {
  id: id('re', 1),
  object: 'refund',
  created: START,
  livemode: false,
  status: 'pending',
  payment_id: id('pay', 1),
  amount_cents: 2900,
  currency: 'EUR',
  reason: 'Asked within the first week',
  credit_note_id: null,
  failure_reason: null,
  settled_at: null,
  metadata: {},
};

export const refundExamples = examplesOf(refund, {
  'refund.created': { previous: null, invalid: { data: { payment_id: undefined } } },
  'refund.succeeded': {
    data: { status: 'succeeded', credit_note_id: id('cn', 1), settled_at: CHANGED_AT },
    previous: { status: 'pending', credit_note_id: null, settled_at: null },
    invalid: { data: { settled_at: true } },
  },
  'refund.failed': {
    data: { status: 'failed', failure_reason: 'account_closed', settled_at: CHANGED_AT },
    previous: { status: 'pending', failure_reason: null, settled_at: null },
    invalid: { data: { failure_reason: undefined, failure_code: 'account_closed' } },
  },
});
