import { change } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { firstPollAt } from './poll.ts';
import { type Payment, paymentAggregate } from './record.ts';
import type { PaymentState } from './record-provider.ts';

/**
 * Records that a webhook could not be processed, because the provider account of the payment is not connected or does not respond. The
 * payment is then polled until the provider responds: the webhook may be about a refund or chargeback, for which there are no other polls.
 * The webhook also shows that the provider has the charge, even if the response to its creation was lost, so a renewal keeps waiting for
 * the charge. A pending payment that is polled in any case does not change. No event, since the API object does not change.
 */
export const markSyncOwed = (_command: null, { payment }: PaymentState, { realNow }: DecisionContext): Decision<null> => {
  if (payment === null || payment.record.owedSyncSince !== undefined) return unchanged(null);
  if (payment.record.status === 'pending' && payment.record.pollsFrom !== null) return unchanged(null);
  const pollsFrom = payment.record.pollsFrom ?? firstPollAt(realNow);
  const after: Payment = { ...payment.record, owedSyncSince: realNow, pollsFrom };
  return { changes: [change(paymentAggregate, payment, after)], events: [], result: null };
};

/** Records that the sync was made. The next poll, which is due now, ends the polls if nothing else needs them. */
export const endOwedSync = (_command: null, { payment }: PaymentState): Decision<null> => {
  if (payment === null || payment.record.owedSyncSince === undefined) return unchanged(null);
  const { owedSyncSince: _, ...after } = payment.record;
  return { changes: [change(paymentAggregate, payment, after)], events: [], result: null };
};
