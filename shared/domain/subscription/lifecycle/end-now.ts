import { type Change, change, type Stored } from '../../aggregate.ts';
import type { DecisionContext, NewEvent } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable, voidedInvoice } from '../../invoice/transitions.ts';
import type { TaxOf } from '../../parties.ts';
import { startPolling } from '../../payment/poll.ts';
import type { Payment } from '../../payment/record.ts';
import { endCollection, eventsOfTransition } from '../renewal/cycle.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';

/** Invoice and payment of the unpaid renewal (`subscription.renewal`); `null`: none. */
export interface OpenRenewal {
  /** The renewal's invoice. */
  readonly renewalInvoice: Stored<Invoice> | null;
  /** The pending payment whose outcome the renewal waits for. */
  readonly pendingPayment: Stored<Payment> | null;
}

export interface EndedSubscription {
  readonly subscription: Subscription;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

/**
 * Cancels a subscription now and voids the open invoice of its renewal. Events: `subscription.updated`, `subscription.canceled` [EVT-19],
 * `invoice.voided`. If the pending payment of that invoice succeeds later, it is an overpayment. Usage that is not billed yet is waived.
 * `from`: the subscription after earlier changes of the same decision; default: the stored subscription.
 */
export const endSubscriptionNow = (
  stored: Stored<Subscription>,
  { renewalInvoice, pendingPayment }: OpenRenewal,
  { reason, taxes, from = stored.record }: { readonly reason: string; readonly taxes: TaxOf; readonly from?: Subscription },
  ctx: DecisionContext,
): EndedSubscription => {
  const transition = endCollection(from, reason, taxes, ctx.now);
  const after: Subscription = { ...transition.subscription, usageUntil: null };
  const openInvoice = renewalInvoice !== null && isPayable(renewalInvoice.record) ? renewalInvoice : null;
  const voidedEvents: readonly NewEvent[] = openInvoice === null ? [] : [{ type: 'invoice.voided', subjectId: openInvoice.record.id }];
  return {
    subscription: after,
    changes: [
      change(subscriptionAggregate, stored, after),
      ...(openInvoice === null ? [] : [change(invoiceAggregate, openInvoice, voidedInvoice(openInvoice.record, ctx.now))]),
      ...startPolling(pendingPayment, ctx),
    ],
    events: [...eventsOfTransition(stored.record, transition, ctx.tenant), ...voidedEvents],
  };
};
