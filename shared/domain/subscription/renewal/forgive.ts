import type { DecisionContext, NewEvent } from '../../decision.ts';
import type { Invoice } from '../../invoice/record.ts';
import type { TaxTreatment } from '../../tax.ts';
import { isLastPeriod } from '../state.ts';
import type { Subscription } from '../types.ts';
import { advance, endCollection, eventsOfStep } from './cycle.ts';

/**
 * Applies the voiding of a failed renewal's invoice: dunning ends and the subscription continues as if nothing had been due: active in the
 * next period, or ended if that was requested. The period counts as billed, so no other invoice is issued for it; no payment is counted.
 */
export const forgiveRenewal = (
  before: Subscription,
  invoice: Invoice,
  tax: TaxTreatment,
  ctx: Pick<DecisionContext, 'now' | 'tenant'>,
): { readonly subscription: Subscription; readonly events: readonly NewEvent[] } => {
  const forgiven: Subscription = {
    ...before,
    status: before.status === 'canceled' ? 'canceled' : 'active',
    nextPaymentAttempt: null,
    dunningAttemptsNotified: 0,
    billedThrough: invoice.periodEnd,
    renewal: null,
  };
  const step = isLastPeriod(before) ? endCollection(forgiven, null, tax, ctx.now) : advance(forgiven, tax, ctx.now);
  return { subscription: step.subscription, events: eventsOfStep(before, step, ctx.tenant) };
};
