import type { DecisionContext, NewEvent } from '../../decision.ts';
import type { Invoice } from '../../invoice/record.ts';
import type { TaxOf } from '../../parties.ts';
import { isLastPeriod } from '../state.ts';
import type { Subscription } from '../types.ts';
import { endCollection, eventsOfTransition, transitionToNextPeriod } from './cycle.ts';

/**
 * Ends dunning after the invoice of a failed renewal is voided: the subscription becomes active and advances to the next period, or ends if
 * a cancellation is scheduled. The invoice's period is marked as billed, so it is not invoiced again. `paymentCount` does not change.
 */
export const waiveRenewal = (
  before: Subscription,
  invoice: Invoice,
  taxOf: TaxOf,
  ctx: Pick<DecisionContext, 'now' | 'tenant'>,
): { readonly subscription: Subscription; readonly events: readonly NewEvent[] } => {
  const withoutDebt: Subscription = {
    ...before,
    status: before.status === 'canceled' ? 'canceled' : 'active',
    nextPaymentAttempt: null,
    dunningAttemptsNotified: 0,
    billedThrough: invoice.periodEnd,
    renewal: null,
  };
  const transition = isLastPeriod(before)
    ? endCollection(withoutDebt, null, taxOf, ctx.now)
    : transitionToNextPeriod(withoutDebt, taxOf, ctx.now);
  return { subscription: transition.subscription, events: eventsOfTransition(before, transition, ctx.tenant) };
};
