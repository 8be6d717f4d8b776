import { PORTAL_CHANGES_PER_PERIOD } from '../limits.ts';
import { Refusal } from '../refusal.ts';

/** Refusals of changes to a subscription. */

/** `canceled` is a terminal state [SUB-50]. */
export const SUBSCRIPTION_CANCELED = new Refusal('state_conflict', 'This subscription is canceled and cannot be changed.', {
  reason: 'subscription_canceled',
});

/** The renewal payment has no outcome yet [SUB-34, SUB-38, PLAN-06]. */
export const RENEWAL_PROCESSING = new Refusal(
  'operation_pending',
  'A renewal payment of this subscription is still processing. Try again when it is settled.',
  { reason: 'renewal_processing' },
);

/** The period is over. A pending refund decides whether the subscription ends or is renewed. */
export const REFUND_PROCESSING = new Refusal(
  'operation_pending',
  'A refund that ends this subscription if it succeeds is still processing. Try again when it is settled.',
  { reason: 'refund_processing' },
);

/** A subscription with a scheduled cancellation can be changed only before the end of the last period [SUB-41]. */
export const PERIOD_OVER = new Refusal('state_conflict', 'The last period of this subscription is over, so it cannot be changed.', {
  reason: 'period_over',
});

/** A failed renewal must be resolved first [SUB-33, PLAN-05]. */
export const SUBSCRIPTION_PAST_DUE = new Refusal(
  'subscription_past_due',
  'A renewal of this subscription failed and is unpaid. Have the customer pay it in the portal or with ' +
    'POST /v1/subscriptions/{subscription_id}/reauthorize_payment_method, or void its invoice. Then try again.',
);

/** The charge of an earlier change has no outcome yet. */
export const CHANGE_PROCESSING = new Refusal(
  'operation_pending',
  'The payment for an earlier change of this subscription is still processing. Try again when it is settled.',
  { reason: 'payment_processing' },
);

/** A paused subscription is not charged, so its plan cannot be changed. */
export const SUBSCRIPTION_PAUSED = new Refusal(
  'state_conflict',
  'This subscription is paused. Resume it with POST /v1/subscriptions/{subscription_id}/resume, then change its plan.',
  { reason: 'subscription_paused' },
);

/** An immediate charge needs a mandate. */
export const NO_MANDATE = new Refusal(
  'state_conflict',
  'This subscription has no usable payment method. Request one with POST /v1/subscriptions/{subscription_id}/reauthorize_payment_method.',
  { reason: 'payment_method_missing' },
);

/** Only metered prices have usage [USE-05, USE-07, USE-08]. */
export const NOT_METERED = new Refusal('state_conflict', 'The price of this subscription is not metered, so it has no usage.', {
  reason: 'subscription_not_metered',
});

/** After the last period is closed (its usage counters are final), further usage would never be billed. */
export const LAST_PERIOD_CLOSED = new Refusal('state_conflict', 'The last period of this subscription is closed to new usage.', {
  reason: 'period_over',
});

/** Refuses to resume a subscription that is not paused but whose cancellation is scheduled [SUB-42]. */
export const ENDING_NOT_PAUSED = new Refusal(
  'parameter_invalid',
  'This subscription is not paused. Withdraw its cancellation with POST /v1/subscriptions/{subscription_id}/reactivate.',
);

/** Refuses to reactivate a subscription that is paused and whose cancellation is not scheduled [SUB-43]. */
export const PAUSED_NOT_ENDING = new Refusal(
  'parameter_invalid',
  'This subscription is paused, not canceled. Resume it with POST /v1/subscriptions/{subscription_id}/resume.',
);

/** A promotion code reduces the next charge, so there must be one. */
export const NO_NEXT_CHARGE = new Refusal('state_conflict', 'This subscription has no next charge that a promotion code could reduce.');

/** Plan changes through the portal are limited per period; plan changes with an API key are not. */
export const TOO_MANY_CHANGES = new Refusal(
  'state_conflict',
  `The plan was changed ${PORTAL_CHANGES_PER_PERIOD} times in this period, the maximum in the portal. Change it in the next period.`,
  { reason: 'too_many_changes' },
);
