import { change } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { treatmentFor } from '../../parties.ts';
import { Refusal } from '../../refusal.ts';
import { standingOf, verdictOn } from '../allowed.ts';
import { withAmounts } from '../renewal/charges.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import type { LifecycleState } from './cancel.ts';

/**
 * Pauses service and billing: `serves_customer` becomes false, `status` stays; `subscription.updated`, `subscription.paused` [SUB-32,
 * EVT-20]. Periods pass unbilled, and so do a trial, a scheduled cancellation and a discount; usage is billed by the first close after the
 * pause, or by the last. Refused while past due [SUB-33], while a renewal payment is settling or about to be made [SUB-34], and when
 * canceled [SUB-35]. Idempotent.
 */
export const pauseSubscription = (_command: null, state: LifecycleState, ctx: DecisionContext): Decision<Subscription> | Refusal => {
  const { subscription, parties } = state;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = verdictOn('pause', standingOf(before, ctx.now));
  if (verdict === 'unchanged') return unchanged(before);
  if (verdict !== 'accepted') return verdict;
  const after = withAmounts({ ...before, pausedAt: ctx.now }, treatmentFor(parties));
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: [
      { type: 'subscription.updated', subjectId: after.id },
      { type: 'subscription.paused', subjectId: after.id },
    ],
    audit: audited('subscription', 'paused', after.id),
    result: after,
  };
};
