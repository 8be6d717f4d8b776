import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { type BillingParties, treatmentFor } from '../../parties.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { withAmounts } from './charges.ts';

export interface RepriceState {
  readonly subscription: Stored<Subscription>;
  readonly parties: BillingParties;
}

/**
 * What the subscription shows that it will charge, as its customer is taxed by now: `subscription.updated` where that is another
 * amount. One that is canceled stays as it is, and so does one whose renewal is collected: its invoice is charged as it was issued.
 * @returns whether it changes
 */
export const repriceSubscription = (_command: null, { subscription, parties }: RepriceState, _ctx: DecisionContext): Decision<boolean> => {
  const before = subscription.record;
  const after = withAmounts(before, treatmentFor(parties));
  if (before.status === 'canceled' || before.renewal !== null || !differs(subscription, after)) return unchanged(false);
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    result: true,
  };
};
