import type * as v from 'valibot';
import type { Subscription } from '../../../shared/api/objects/subscription.ts';
import type { PortalTexts } from '../../../shared/locales/pages/en.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';

/**
 * Explains a missing payment, and what to do or when the next attempt is. `null`: no payment is past due, or a charge for it is in
 * progress. `nowMs`: in milliseconds.
 */
export const pastDueText = (
  {
    status,
    renewal_state: renewal,
    next_payment_attempt: attemptAt,
  }: Pick<v.InferOutput<typeof Subscription>, 'status' | 'renewal_state' | 'next_payment_attempt'>,
  { portal, day }: PageLocale & { readonly portal: PortalTexts },
  nowMs: number,
): string | null => {
  if (status !== 'past_due' || renewal === 'processing') return null;
  if (attemptAt === null) return portal.pastDueOtherMethod;
  return attemptAt * 1000 <= nowMs ? portal.pastDueSoon : portal.pastDue(day(attemptAt));
};
