import { Refusal } from '../kernel.ts';
import type { Subscription } from './record.ts';

/** Why a subscription cannot be changed as it stands. */

/** The terminal state: nothing leaves it [SUB-50]. */
export const CANCELED = new Refusal('state_conflict', 'This subscription is canceled, and stays so.', { reason: 'subscription_canceled' });

/** Whether the period is paid is about to be known [SUB-34, SUB-38, PLAN-06]. */
export const RENEWAL_PROCESSING = new Refusal(
  'operation_pending',
  'A renewal payment of this subscription is being settled. Try again once it is.',
  { reason: 'renewal_processing' },
);

/** A scheduled cancellation can be withdrawn until its period has run out [SUB-41]. */
export const PERIOD_OVER = new Refusal('state_conflict', 'The last period of this subscription is over: its cancellation stands.', {
  reason: 'period_over',
});

/** A failed renewal is dealt with first [SUB-33, PLAN-05]. */
const PAST_DUE = new Refusal(
  'subscription_past_due',
  'A renewal of this subscription failed and is not paid yet. Once it is, or its invoice is voided, try again.',
);

/** What a charge that was made at once pays for is not known before its outcome is. */
export const CHANGE_PROCESSING = new Refusal(
  'operation_pending',
  'A change of this subscription waits for its payment. Try again once it is settled.',
  {
    reason: 'payment_processing',
  },
);

/** Nothing is charged while it is paused, so that no other price is. */
export const PAUSED = new Refusal(
  'state_conflict',
  'This subscription is paused: POST /v1/subscriptions/{subscription_id}/resume goes on with it, and its plan can be changed then.',
  { reason: 'subscription_paused' },
);

/** What is charged at once needs something to charge. */
export const NO_MANDATE = new Refusal(
  'state_conflict',
  'This subscription has no payment method that could be charged: POST /v1/subscriptions/{subscription_id}/reauthorize_payment_method asks for one.',
  { reason: 'payment_method_missing' },
);

/** Usage is what a metered price is charged by [USE-05, USE-07, USE-08]. */
export const NOT_METERED = new Refusal('state_conflict', 'The price of this subscription is not metered: it has no usage.', {
  reason: 'subscription_not_metered',
});

/** Usage that came behind the last close would never be billed. */
export const LAST_PERIOD_CLOSED = new Refusal('state_conflict', 'The last period of this subscription is closed: it takes no more usage.', {
  reason: 'period_over',
});

/** Why nothing that is charged for can be changed: the subscription is over, or a charge of it is not settled. */
export const unpaid = ({ status, renewal, pendingChange }: Subscription): Refusal | null => {
  if (status === 'canceled') return CANCELED;
  if (renewal?.processing === true) return RENEWAL_PROCESSING;
  if (status === 'past_due') return PAST_DUE;
  return pendingChange === null ? null : CHANGE_PROCESSING;
};

/** Why what stops or starts the service cannot be done now: what the period owes, or whether it goes on at all, is decided first. */
export const unsettled = (subscription: Subscription, now: number): Refusal | null => {
  const refused = unpaid(subscription);
  if (refused !== null || now < subscription.currentPeriodEnd) return refused;
  return subscription.cancelAtPeriodEnd ? PERIOD_OVER : RENEWAL_PROCESSING;
};
