import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { nextBillingStep } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';

/** A renewal attempt that was refused because it could bill a period twice, or that could not be decided. Its id is the subscription's. */
export interface BillingHold extends BaseRecord {
  /** The attempt, as in `chargeIntentId`: end of the current period (Unix seconds) and number. Both are 0 if the attempt is unknown. */
  readonly periodEnd: number;
  readonly attempt: number;
  readonly reason: string;
}

/** True while the refused attempt is still the subscription's next attempt. */
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
