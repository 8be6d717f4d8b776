import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { countAlert } from './create.ts';
import { type UsageAlert, usageAlertAggregate } from './record.ts';

/** Deletes an alert. A threshold that was reached stays on the subscription until the period ends. No event. */
export const deleteUsageAlert = ({ alert }: { readonly alert: Stored<UsageAlert> | null }): Decision<{ readonly id: string }> | Refusal => {
  if (alert === null) return new Refusal('resource_missing', 'No such usage alert.');
  const { id, subscriptionId, customerId } = alert.record;
  return {
    changes: [change(usageAlertAggregate, alert, null)],
    events: [],
    audit: audited('usage_alert', 'deleted', id),
    guards: [countAlert(subscriptionId ?? customerId ?? '', -1)],
    result: { id },
  };
};
