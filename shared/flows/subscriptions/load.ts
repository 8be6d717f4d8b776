import { invoiceAggregate } from '../../domain/invoice/record.ts';
import type { LifecycleState } from '../../domain/subscription/lifecycle/cancel.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadLocatedPartiesConcurrently } from '../load/parties.ts';

export type LoadedLifecycle = LifecycleState & {
  /** Time on the subscription's test clock, Unix seconds; `null`: real time. */
  readonly clockTime: number | null;
};

/** Loads the state for decisions about the lifecycle of a subscription. */
export const loadLifecycle = async (store: Store, tenant: Tenant, subscriptionId: string): Promise<LoadedLifecycle> => {
  const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
  if (subscription === null) return { subscription, invoice: null, parties: null, clockTime: null };
  const { customerId, renewal, clockId } = subscription.record;
  const [{ parties }, invoice, clockTime] = await Promise.all([
    loadLocatedPartiesConcurrently(store, tenant, customerId, null),
    renewal === null ? null : store.get(invoiceAggregate, tenant, renewal.invoiceId),
    fetchClockTime(store, tenant, clockId),
  ]);
  return { subscription, invoice, parties, clockTime };
};
