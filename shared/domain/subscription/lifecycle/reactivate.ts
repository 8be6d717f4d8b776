import { change } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { taxOf } from '../../parties.ts';
import { Refusal } from '../../refusal.ts';
import { checkAction, flagsOf } from '../allowed.ts';
import { withAmounts } from '../renewal/charges.ts';
import type { Subscription } from '../types.ts';
import { eventsOfUpdate, subscriptionAggregate } from '../view.ts';
import type { LifecycleState } from './cancel.ts';

/**
 * Withdraws a scheduled cancellation before the current period ends. Events: `subscription.updated`, `subscription.reactivated` [SUB-40].
 * Refuses a canceled subscription, and refuses after the end of the last period [SUB-41]. If no cancellation is scheduled: a paused
 * subscription is refused with 400, and the error names the route to resume [SUB-43]; any other subscription does not change.
 */
export const reactivateSubscription = (_command: null, state: LifecycleState, ctx: DecisionContext): Decision<Subscription> | Refusal => {
  const { subscription, parties } = state;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = checkAction('reactivate', flagsOf(before, ctx.now));
  if (verdict === 'unchanged') return unchanged(before);
  if (verdict !== 'accepted') return verdict;
  const withdrawn: Subscription = { ...before, cancelAtPeriodEnd: false, canceledAt: null, cancellationReason: null };
  const after = withAmounts(withdrawn, taxOf(parties));
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: eventsOfUpdate(after, 'subscription.reactivated'),
    audit: audited('subscription', 'reactivated', after.id),
    result: after,
  };
};
