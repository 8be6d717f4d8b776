import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * Permission for one attempt to charge a subscription for a period. Its id (`chargeIntentId`) makes sure that there is only one intent per
 * attempt. The id is also the idempotency key of the charge at the provider.
 */
export interface ChargeIntent extends BaseRecord {
  readonly subscriptionId: string;
  /** Start of the service period that is charged for. */
  readonly periodStart: number;
  /** Counts from 1. */
  readonly attempt: number;
  readonly invoiceId: string;
  readonly paymentId: string;
}

/** Id of the intent of an attempt. `periodEnd`: end of the subscription's current period when the attempt starts. */
export const chargeIntentId = (subscriptionId: string, periodEnd: number, attempt: number): string =>
  `ci_${subscriptionId}_${periodEnd}_${attempt}`;

const viewChargeIntent = (intent: ChargeIntent, tenant: Tenant) => ({
  id: intent.id,
  object: 'charge_intent' as const,
  created: intent.created,
  livemode: livemode(tenant),
  subscription_id: intent.subscriptionId,
  period_start: intent.periodStart,
  attempt: intent.attempt,
  invoice_id: intent.invoiceId,
  payment_id: intent.paymentId,
});

/** Internal: not in the API, no events. */
export const chargeIntentAggregate: Aggregate<ChargeIntent> = {
  type: 'charge_intent',
  prefix: 'ci_',
  view: viewChargeIntent,
  unlogged: true,
};
