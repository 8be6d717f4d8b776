import type { SavedMethod } from '../../wallet/record.ts';
import type { Subscription } from '../types.ts';

/** Sets the payment method for the next attempts. A running attempt keeps its mandate, and a planned one its day. */
export const chargedTo = (subscription: Subscription, { mandate, method }: Pick<SavedMethod, 'mandate' | 'method'>): Subscription => ({
  ...subscription,
  ...mandate,
  paymentMethod: method,
});
