import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * The one permission to charge a subscription for a period in one attempt. Its id is made of what it permits,
 * so a second one for the same cannot be created; the provider deduplicates on it as well.
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

export const chargeIntentId = (subscriptionId: string, periodStart: number, attempt: number): string =>
  `ci_${subscriptionId}_${periodStart}_${attempt}`;

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

/** Internal: no route and no event shows it. */
export const chargeIntentAggregate: Aggregate<ChargeIntent> = {
  type: 'charge_intent',
  prefix: 'ci_',
  view: viewChargeIntent,
  parentIdOf: (intent) => intent.subscriptionId,
  unlogged: true,
};
