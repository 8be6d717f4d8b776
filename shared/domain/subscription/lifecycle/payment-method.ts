import type { SavedMethod } from '../../wallet/record.ts';
import type { Subscription } from '../types.ts';

/** Sets the payment method of later attempts. An attempt in progress keeps its mandate. A scheduled attempt keeps its time. */
export const withPaymentMethod = (
  subscription: Subscription,
  { mandate, method }: Pick<SavedMethod, 'mandate' | 'method'>,
): Subscription => ({
  ...subscription,
  ...mandate,
  paymentMethod: method,
});
