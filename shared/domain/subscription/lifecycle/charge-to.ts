import type { SavedMethod } from '../../wallet/record.ts';
import type { Subscription } from '../types.ts';

/**
 * The subscription is charged to this method from its next attempt on. An attempt under way keeps the mandate that it began with,
 * and one that is planned keeps its day.
 */
export const chargedTo = (subscription: Subscription, { mandate, method }: Pick<SavedMethod, 'mandate' | 'method'>): Subscription => ({
  ...subscription,
  ...mandate,
  paymentMethod: method,
});
