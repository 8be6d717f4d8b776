import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { nextBillingStep } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';

/**
 * A renewal attempt that was started, but not completed, because it could bill a period twice or had an error. `id`: id of the
 * subscription.
 */
export interface BillingHold extends BaseRecord {
  /** End of the subscription's current period (Unix seconds) when the attempt started; 0: the attempt is unknown. */
  readonly periodEnd: number;
  /** Number of the attempt; 0: unknown. */
  readonly attempt: number;
  readonly reason: string;
}

/** True while the attempt on hold is still the subscription's next attempt. */
export const isStillOnHold = ({ periodEnd, attempt }: BillingHold, subscription: Subscription | null): boolean => {
  const next = subscription === null ? null : nextBillingStep(subscription);
  return next !== null && next.periodEnd === periodEnd && next.attempt === attempt;
};

export const billingHoldAggregate: Aggregate<BillingHold> = {
  type: 'billing_hold',
  prefix: 'sub_',
  view: ({ id, created, reason }) => ({ id, object: 'billing_hold', created, reason }),
  unlogged: true,
};
