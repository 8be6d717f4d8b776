import { audited, unchanged } from '../decisions.ts';
import { change, type Decision, type DecisionContext, Refusal } from '../kernel.ts';
import { treatmentFor } from '../parties.ts';
import type { CourseState } from './cancel.ts';
import { withAmounts } from './charges.ts';
import { type Subscription, subscriptionAggregate } from './record.ts';
import { CANCELED, PERIOD_UNPAID, unsettled } from './refusals.ts';
import { resumeCharge } from './resume-charge.ts';

const isEnding = new Refusal(
  'parameter_invalid',
  'This subscription is about to end, and not paused: POST /v1/subscriptions/{subscription_id}/reactivate withdraws its cancellation.',
);

/**
 * Starts the service and its billing again: `subscription.updated`, `subscription.resumed` [SUB-36, EVT-21]. In a trial, for a metered
 * price, and inside a period that is paid this costs nothing; the next full charge is at the next date of the grid. Refused in a period that is
 * not paid for (409 `period_unpaid`), while past due, while a renewal payment settles or is about to be made, and for one that is
 * canceled; for one that is to end and not paused, 400, naming the other route [SUB-42]. One that runs anyway is left as it is.
 */
export const resumeSubscription = (_command: null, state: CourseState, ctx: DecisionContext): Decision<Subscription> | Refusal => {
  const { subscription, parties } = state;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  if (before.status === 'canceled') return CANCELED;
  if (before.pausedAt === null) return before.cancelAtPeriodEnd ? isEnding : unchanged(before);
  const refused = unsettled(before, ctx.now);
  if (refused !== null) return refused;
  const tax = treatmentFor(parties);
  const owed = resumeCharge(before, ctx.now, tax);
  if (owed !== null && owed.totals.totalCents > 0) return PERIOD_UNPAID;
  const billedThrough = owed?.rest.end ?? before.billedThrough;
  const after = withAmounts({ ...before, pausedAt: null, billedThrough }, tax);
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: [
      { type: 'subscription.updated', subjectId: after.id },
      { type: 'subscription.resumed', subjectId: after.id },
    ],
    audit: audited('subscription', 'resumed', after.id),
    result: after,
  };
};
