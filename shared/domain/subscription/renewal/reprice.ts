import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { type BillingParties, taxOf } from '../../parties.ts';
import { isDeepEqual } from '../../same.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate, viewSubscription } from '../view.ts';
import { withAmounts } from './charges.ts';
import { withDatedEmails } from './dated-emails.ts';

export interface RepriceState {
  readonly subscription: Stored<Subscription>;
  readonly parties: BillingParties;
}

/**
 * Updates the fields that depend on the account's settings. `nextChargeAmountCents` is computed with the current tax, but does not change
 * while a renewal is unpaid, since the renewal's invoice keeps its tax. `datedEmails` has the times that customer emails have
 * announced; it exists only if the account sends customer emails.
 * Event: `subscription.updated` if the amount changes. A canceled subscription does not change. The result is true if the subscription
 * changes.
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
  const isVisible = !isDeepEqual(viewSubscription(before, tenant), viewSubscription(after, tenant));
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: isVisible ? [{ type: 'subscription.updated', subjectId: after.id }] : [],
    result: true,
  };
};
