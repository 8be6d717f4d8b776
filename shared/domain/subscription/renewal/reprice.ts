import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { type BillingParties, taxOf } from '../../parties.ts';
import { same } from '../../same.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate, viewSubscription } from '../view.ts';
import { withAmounts } from './charges.ts';
import { withDatedEmails } from './dated-emails.ts';

export interface RepriceState {
  readonly subscription: Stored<Subscription>;
  readonly parties: BillingParties;
}

/**
 * Updates what depends on the account's settings: `nextChargeAmountCents` (by the current tax), and whether the customer gets emails that
 * are due at a certain time, such as before a renewal (`datedEmails`). Event: `subscription.updated` if the amount changes. The amount does
 * not change while a renewal is unpaid, since the renewal's invoice keeps its tax. No change if the subscription is canceled. The result is
 * true if the subscription changes.
 */
export const repriceSubscription = (
  _command: null,
  { subscription, parties }: RepriceState,
  { tenant }: DecisionContext,
): Decision<boolean> => {
  const before = subscription.record;
  const repriced = before.renewal === null ? withAmounts(before, taxOf(parties)) : before;
  const after = withDatedEmails(repriced, parties.account);
  if (before.status === 'canceled' || !differs(subscription, after)) return unchanged(false);
  const isVisible = !same(viewSubscription(before, tenant), viewSubscription(after, tenant));
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: isVisible ? [{ type: 'subscription.updated', subjectId: after.id }] : [],
    result: true,
  };
};
