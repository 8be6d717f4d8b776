import type { SavedMethod } from '../../wallet/record.ts';
import type { Subscription } from '../types.ts';

/** Sets the payment method of later attempts. A running attempt keeps its mandate, a scheduled one its time. */
export const withPaymentMethod = (
  subscription: Subscription,
  { mandate, method }: Pick<SavedMethod, 'mandate' | 'method'>,
): Subscription => ({
  ...subscription,
  ...mandate,
  paymentMethod: method,
});
