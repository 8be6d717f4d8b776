import type { Subscription } from '../types.ts';

/** What follows a failed attempt. `attempt`: another attempt. `end`: collection ends, because the bank allows no further attempt. */
export interface CollectionStep {
  readonly kind: 'attempt' | 'end';
  /** Unix seconds. */
  readonly at: number;
}

/** The next step in collecting a renewal's invoice. `null`: the invoice is not being collected, or an attempt is in progress. */
export const collectionStepOf = (
  { renewal, nextPaymentAttempt }: Pick<Subscription, 'renewal' | 'nextPaymentAttempt'>,
  invoiceId: string,
): CollectionStep | null => {
  if (renewal === null || renewal.invoiceId !== invoiceId || renewal.processing || renewal.firstFailedAt === null) return null;
  if (nextPaymentAttempt !== null) return { kind: 'attempt', at: nextPaymentAttempt };
  return renewal.hardDeclined && renewal.nextStepAt !== null ? { kind: 'end', at: renewal.nextStepAt } : null;
};
