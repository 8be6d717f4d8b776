import type { SavedMethod } from '../../wallet/record.ts';
import type { Subscription } from '../types.ts';

/**
 * Sets the payment method of later charges. A charge in progress keeps the former mandate. The time of the next attempt does not change.
 */
export const withPaymentMethod = (
  subscription: Subscription,
  { mandate, method }: Pick<SavedMethod, 'mandate' | 'method'>,
): Subscription => ({
  ...subscription,
  ...mandate,
  paymentMethod: method,
});
