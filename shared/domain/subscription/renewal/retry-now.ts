import type { Invoice } from '../../invoice/record.ts';
import type { Renewal, Subscription } from '../types.ts';

/** Makes the next attempt of a failed renewal due now, with the current payment method. */
export const retryNow = (
  subscription: Subscription,
  renewal: Renewal,
  invoice: Invoice,
  now: number,
): { readonly subscription: Subscription; readonly invoice: Invoice } => ({
  subscription: { ...subscription, nextPaymentAttempt: now, renewal: { ...renewal, hardDeclined: false, nextStepAt: now } },
  invoice: { ...invoice, nextPaymentAttempt: now },
});
