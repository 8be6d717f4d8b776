import type { Invoice } from '../../invoice/record.ts';
import type { Renewal, Subscription } from '../types.ts';

/** A failed renewal whose next attempt is due now rather than on its planned day, against what the subscription is charged to by now. */
export const retryNow = (
  subscription: Subscription,
  renewal: Renewal,
  invoice: Invoice,
  now: number,
): { readonly subscription: Subscription; readonly invoice: Invoice } => ({
  subscription: { ...subscription, nextPaymentAttempt: now, renewal: { ...renewal, hardDeclined: false, nextStepAt: now } },
  invoice: { ...invoice, nextPaymentAttempt: now },
});
