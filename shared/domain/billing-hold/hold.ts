import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type BillingHold, billingHoldAggregate } from './record.ts';

export interface HoldRenewal {
  readonly subscriptionId: string;
  /** End of the period and number of the refused attempt; `null`: unknown, because the subscription cannot be read. */
  readonly attempt: { readonly periodEnd: number; readonly attempt: number } | null;
  readonly reason: string;
}

const UNKNOWN_ATTEMPT = { periodEnd: 0, attempt: 0 };

/** Stores a refused attempt as the subscription's billing hold, in place of an earlier one. No change if the attempt is stored already. */
export const holdRenewal = (
  { subscriptionId, attempt: refusedAttempt, reason }: HoldRenewal,
  { hold }: { readonly hold: Stored<BillingHold> | null },
  ctx: DecisionContext,
): Decision<BillingHold> => {
  const before = hold?.record;
  const { periodEnd, attempt } = refusedAttempt ?? UNKNOWN_ATTEMPT;
  if (before?.periodEnd === periodEnd && before.attempt === attempt) return unchanged(before);
  const after: BillingHold = { id: subscriptionId, created: ctx.now, periodEnd, attempt, reason };
  return { changes: [change(billingHoldAggregate, hold, after)], events: [], result: after };
};
