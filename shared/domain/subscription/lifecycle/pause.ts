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
 * Pauses service and billing: `serves_customer` becomes false, `status` does not change. Events: `subscription.updated`,
 * `subscription.paused` [SUB-32, EVT-20]. Periods continue without charges. The trial and the discount still end, and a scheduled
 * cancellation still takes effect. Usage before and during the pause is billed at the first period end after resuming, or when the
 * subscription ends. Refuses a past-due [SUB-33] or canceled subscription [SUB-35], and refuses while a renewal is due or processing
 * [SUB-34]. Idempotent.
 */
export const pauseSubscription = (_command: null, state: LifecycleState, ctx: DecisionContext): Decision<Subscription> | Refusal => {
  const { subscription, parties } = state;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = checkAction('pause', flagsOf(before, ctx.now));
  if (verdict === 'unchanged') return unchanged(before);
  if (verdict !== 'accepted') return verdict;
  const after = withAmounts({ ...before, pausedAt: ctx.now }, taxOf(parties));
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: eventsOfUpdate(after, 'subscription.paused'),
    audit: audited('subscription', 'paused', after.id),
    result: after,
  };
};
