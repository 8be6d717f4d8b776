import { Refusal } from '../kernel.ts';

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
