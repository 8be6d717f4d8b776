import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * Announces once in a period that the usage of a subscription has reached a threshold. Applies to one subscription, or to each subscription
 * of a customer. Never changes.
 */
export interface UsageAlert extends BaseRecord {
  /** Either a subscription or a customer. */
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  /** The alert is about subscriptions whose price has this meter; `null`: any metered price. */
  readonly meterId: string | null;
  /** Either a number of units per period, or an amount in cents per period, before discount and tax. */
  readonly quantity: number | null;
  readonly amountCents: number | null;
  /** True when the customer gets an email. */
  readonly emailCustomer: boolean;
}

export const viewUsageAlert = (alert: UsageAlert, tenant: Tenant) => ({
  id: alert.id,
  object: 'usage_alert' as const,
  created: alert.created,
  livemode: livemode(tenant),
  subscription_id: alert.subscriptionId,
  customer_id: alert.customerId,
  meter_id: alert.meterId,
  quantity: alert.quantity,
  amount_cents: alert.amountCents,
  email_customer: alert.emailCustomer,
});
type UsageAlertView = ReturnType<typeof viewUsageAlert>;

export const usageAlertAggregate: Aggregate<UsageAlert, UsageAlertView> = {
  type: 'usage_alert',
  prefix: 'ualert_',
  view: viewUsageAlert,
  parentIdOf: ({ subscriptionId, customerId }) => subscriptionId ?? customerId,
  startsUsageCheck: () => true,
  unlogged: true,
};
