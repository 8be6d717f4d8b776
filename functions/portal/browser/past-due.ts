import type { PortalTexts } from '../../../shared/locales/pages/en.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';

/** The fields of the API's subscription on which the notice depends. Times in Unix seconds. */
interface PastDueFields {
  readonly status: string;
  readonly renewal_state: string;
  readonly next_payment_attempt: number | null;
}

/**
 * Explains a missing payment, and what to do or when the next attempt is. `null`: no payment is past due, or a charge for it is in
 * progress. `nowMs`: in milliseconds.
 */
export const pastDueText = (
  { status, renewal_state: renewal, next_payment_attempt: attemptAt }: PastDueFields,
  { portal, day }: Pick<PageLocale, 'day'> & { readonly portal: PortalTexts },
  nowMs: number,
): string | null => {
  if (status !== 'past_due' || renewal === 'processing') return null;
  if (attemptAt === null) return portal.pastDueOtherMethod;
  return attemptAt * 1000 <= nowMs ? portal.pastDueSoon : portal.pastDue(day(attemptAt));
};
