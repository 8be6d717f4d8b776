import type { Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import type { Invoice } from '../../invoice/record.ts';
import { type BillingParties, taxOf } from '../../parties.ts';
import type { Payment } from '../../payment/record.ts';
import { Refusal } from '../../refusal.ts';
import { canStillBeCharged } from '../state.ts';
import type { Subscription } from '../types.ts';
import { endSubscriptionNow } from './end-now.ts';

export interface EndWithClockState {
  readonly subscription: Stored<Subscription> | null;
  /** The invoice of `subscription.renewal`, if one is being collected. */
  readonly invoice: Stored<Invoice> | null;
  /** The payment of `subscription.renewal`. */
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
}

/**
 * Cancels a subscription when its test clock is deleted. If it is already canceled but can still be charged for usage, voids its open
 * invoice and waives the remaining usage.
 */
export const endWithClock = (_command: null, state: EndWithClockState, ctx: DecisionContext): Decision<Subscription> | Refusal => {
  if (state.subscription === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = state.subscription.record;
  if (!canStillBeCharged(before)) return unchanged(before);
  const terms = { reason: 'test_clock_deleted', taxes: taxOf(state.parties) };
  const { subscription, changes, events } = endSubscriptionNow(
    state.subscription,
    { renewalInvoice: state.invoice, pendingPayment: state.payment },
    terms,
    ctx,
  );
  return { changes, events, result: subscription };
};
