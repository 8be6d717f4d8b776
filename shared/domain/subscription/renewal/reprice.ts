import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { type BillingParties, taxOf } from '../../parties.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { withAmounts } from './charges.ts';

export interface RepriceState {
  readonly subscription: Stored<Subscription>;
  readonly parties: BillingParties;
}

/**
 * Updates `nextChargeAmountCents` to the current tax. Event: `subscription.updated` if the amount changes. No change if the subscription is
 * canceled, or while a renewal is unpaid, since the renewal's invoice keeps its tax. The result is true if the subscription changes.
 */
export const repriceSubscription = (_command: null, { subscription, parties }: RepriceState, _ctx: DecisionContext): Decision<boolean> => {
  const before = subscription.record;
  const after = withAmounts(before, taxOf(parties));
  if (before.status === 'canceled' || before.renewal !== null || !differs(subscription, after)) return unchanged(false);
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    result: true,
  };
};
