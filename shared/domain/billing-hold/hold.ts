import { unchanged } from '../decisions.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change } from '../kernel.ts';
import type { BillingHold } from './record.ts';
import { billingHoldAggregate } from './record.ts';

export interface HoldRenewal {
  readonly subscriptionId: string;
  readonly periodEnd: number;
  readonly attempt: number;
  readonly reason: string;
}

/** Remembers the refused renewal attempt in place of an earlier one; the same attempt, refused again, changes nothing. */
export const holdRenewal = (
  { subscriptionId, periodEnd, attempt, reason }: HoldRenewal,
  { hold }: { readonly hold: Stored<BillingHold> | null },
  ctx: DecisionContext,
): Decision<BillingHold> => {
  const before = hold?.record;
  if (before?.periodEnd === periodEnd && before.attempt === attempt) return unchanged(before);
  const after: BillingHold = { id: subscriptionId, created: ctx.now, periodEnd, attempt, reason };
  return { changes: [change(billingHoldAggregate, hold, after)], events: [], result: after };
};
