import { change, type Stored } from '../../aggregate.ts';
import { audited, type Decision, type DecisionContext, type NewAudit, unchanged } from '../../decision.ts';
import type { Invoice } from '../../invoice/record.ts';
import { type BillingParties, type TaxOf, taxOf } from '../../parties.ts';
import { Refusal } from '../../refusal.ts';
import { checkAction, flagsOf } from '../allowed.ts';
import { withAmounts } from '../renewal/charges.ts';
import { endOfUsage, eventsOfTransition, transitionToCanceled } from '../renewal/cycle.ts';
import { isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { type CustomerReason, REASON_NOT_GIVEN } from './cancellation-reasons.ts';
import { endSubscriptionNow } from './end-now.ts';

/** State for decisions about the lifecycle of a subscription. */
export interface LifecycleState {
  readonly subscription: Stored<Subscription> | null;
  /** The invoice of `subscription.renewal`; `null`: no renewal is unpaid. */
  readonly invoice: Stored<Invoice> | null;
  /** `null`: no such subscription. */
  readonly parties: BillingParties | null;
}

/** The customer's reason; `null`: none given. */
type CancelSubscription = { readonly reason: CustomerReason } | null;

/**
 * Cancels a past-due metered subscription now. Its open invoice is still collected. After that, another invoice bills the usage between the
 * end of the invoiced period and now.
 */
const endPastDueMetered = (
  stored: Stored<Subscription>,
  { reason, taxes, audit }: { readonly reason: string; readonly taxes: TaxOf; readonly audit: NewAudit },
  ctx: DecisionContext,
): Decision<Subscription> => {
  const { renewal, nextPaymentAttempt } = stored.record;
  const transition = transitionToCanceled(stored.record, reason, taxes, ctx.now);
  const after: Subscription = { ...transition.subscription, renewal, nextPaymentAttempt, usageUntil: endOfUsage(stored.record, ctx.now) };
  return {
    changes: [change(subscriptionAggregate, stored, after)],
    events: eventsOfTransition(stored.record, transition, ctx.tenant),
    audit,
    result: after,
  };
};

/**
 * Schedules the cancellation for the end of the current period. Event: `subscription.updated`; `status` does not change before the end of
 * the period [SUB-37]. Cancels a past-due subscription now (event `subscription.canceled`). Its open invoice is voided [SUB-52], except an
 * invoice for usage. Refuses while a renewal payment is processing [SUB-38]. Refuses a canceled subscription. Changes nothing if the
 * cancellation is already scheduled.
 */
export const cancelSubscription = (
  command: CancelSubscription,
  state: LifecycleState,
  ctx: DecisionContext,
): Decision<Subscription> | Refusal => {
  const { subscription, invoice, parties } = state;
  const reason = command?.reason ?? REASON_NOT_GIVEN;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = checkAction('cancel', flagsOf(before, ctx.now));
  if (verdict === 'unchanged') return unchanged(before);
  if (verdict !== 'accepted') return verdict;
  const taxes = taxOf(parties);
  const audit = audited('subscription', 'canceled', before.id);
  if (before.status === 'past_due') {
    if (isMetered(before)) return endPastDueMetered(subscription, { reason, taxes, audit }, ctx);
    // The paid period is over, and no attempt to charge the next period is in progress.
    const ended = endSubscriptionNow(subscription, { renewalInvoice: invoice, pendingPayment: null }, { reason, taxes }, ctx);
    return { changes: ended.changes, events: ended.events, audit, result: ended.subscription };
  }
  const scheduled: Subscription = { ...before, cancelAtPeriodEnd: true, canceledAt: ctx.now, cancellationReason: reason };
  const after = withAmounts(scheduled, taxes);
  return {
    changes: [change(subscriptionAggregate, subscription, after)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    audit,
    result: after,
  };
};
