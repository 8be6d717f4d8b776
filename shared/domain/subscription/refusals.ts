import { PORTAL_CHANGES_PER_PERIOD } from '../limits.ts';
import { Refusal } from '../refusal.ts';

/** Why a subscription cannot be changed as it is. */

/** The terminal state: nothing leaves it [SUB-50]. */
export const CANCELED = new Refusal('state_conflict', 'This subscription is canceled, and stays so.', { reason: 'subscription_canceled' });

/** Whether the period is paid is not known yet [SUB-34, SUB-38, PLAN-06]. */
export const RENEWAL_PROCESSING = new Refusal(
  'operation_pending',
  'A renewal payment of this subscription is being settled. Try again once it is.',
  { reason: 'renewal_processing' },
);

/** A scheduled cancellation can be withdrawn until its period has run out [SUB-41]. */
export const PERIOD_OVER = new Refusal(
  'state_conflict',
  'The last period of this subscription is over, so its cancellation cannot be withdrawn.',
  {
    reason: 'period_over',
  },
);

/** A failed renewal must be resolved first [SUB-33, PLAN-05]. */
export const PAST_DUE = new Refusal(
  'subscription_past_due',
  'A renewal of this subscription failed and is not paid yet. Once it is, or its invoice is voided, try again.',
);

/** The outcome of a charge for a change is not known yet. */
export const CHANGE_PROCESSING = new Refusal(
  'operation_pending',
  'A change of this subscription waits for its payment. Try again once it is settled.',
  {
    reason: 'payment_processing',
  },
);

/** No charges while paused, so no other price either. */
export const PAUSED = new Refusal(
  'state_conflict',
  'This subscription is paused: POST /v1/subscriptions/{subscription_id}/resume continues with it, and its plan can be changed then.',
  { reason: 'subscription_paused' },
);

/** An immediate charge needs a mandate. */
export const NO_MANDATE = new Refusal(
  'state_conflict',
  'This subscription has no payment method that could be charged: POST /v1/subscriptions/{subscription_id}/reauthorize_payment_method asks for one.',
  { reason: 'payment_method_missing' },
);

/** Usage is what a metered price is charged by [USE-05, USE-07, USE-08]. */
export const NOT_METERED = new Refusal('state_conflict', 'The price of this subscription is not metered: it has no usage.', {
  reason: 'subscription_not_metered',
});

/** Usage after the last close would never be billed. */
export const LAST_PERIOD_CLOSED = new Refusal('state_conflict', 'The last period of this subscription is closed: it takes no more usage.', {
  reason: 'period_over',
});

/** Answer to resuming a subscription that ends and is not paused [SUB-42]. */
export const ENDING_NOT_PAUSED = new Refusal(
  'parameter_invalid',
  'This subscription is about to end, and not paused: POST /v1/subscriptions/{subscription_id}/reactivate withdraws its cancellation.',
);

/** Answer to reactivating a subscription that is only paused [SUB-43]. */
export const PAUSED_NOT_ENDING = new Refusal(
  'parameter_invalid',
  'This subscription is paused, and not about to end: POST /v1/subscriptions/{subscription_id}/resume continues with it.',
);

/** A promotion code needs a next charge. */
export const NO_NEXT_CHARGE = new Refusal(
  'state_conflict',
  'Nothing is charged for this subscription as it is, so a code would take nothing off.',
);

/** Customers can change plans a limited number of times per period; the account's API key is not limited. */
export const TOO_MANY_CHANGES = new Refusal(
  'state_conflict',
  `The plan was changed ${PORTAL_CHANGES_PER_PERIOD} times in this period through the portal. It can be changed there again in the next one.`,
  { reason: 'too_many_changes' },
);
