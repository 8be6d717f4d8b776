import type * as v from 'valibot';
import type { Dispute } from '../../shared/api/objects/dispute.ts';
import { CHANGED_AT, examplesOf, id, START } from './example.ts';

const dispute: v.InferOutput<typeof Dispute> = {
  id: id('dp', 1),
  object: 'dispute',
  created: START,
  livemode: false,
  status: 'open',
  payment_id: id('pay', 1),
  amount_cents: 2900,
  currency: 'EUR',
  reason: null,
  reversed_at: null,
};

export const disputeExamples = examplesOf(dispute, {
  'dispute.created': { previous: null, invalid: { data: { reversed_at: undefined, reversed: null } } },
  'dispute.closed': {
    data: { status: 'won', reversed_at: CHANGED_AT },
    previous: { status: 'open', reversed_at: null },
    invalid: { data: { reversed_at: true } },
  },
});
