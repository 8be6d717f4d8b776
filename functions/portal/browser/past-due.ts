import type { PortalTexts } from '../../../shared/locales/pages/en.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import type { Subscription } from './types.ts';

/**
 * Text about a past-due payment: when the next attempt is, or that the customer must choose another payment method. `null`: no payment is
 * past due, or an attempt is in progress.
 */
export const pastDueText = (
  {
    status,
    renewal_state: renewal,
    next_payment_attempt: attemptAt,
  }: Pick<Subscription, 'status' | 'renewal_state' | 'next_payment_attempt'>,
  { portal, day }: PageLocale & { readonly portal: PortalTexts },
  nowMs: number,
): string | null => {
  if (status !== 'past_due' || renewal === 'processing') return null;
  if (attemptAt === null) return portal.pastDueOtherMethod;
  return attemptAt * 1000 <= nowMs ? portal.pastDueSoon : portal.pastDue(day(attemptAt));
};
