import type { Tenant } from '../../domain/tenant.ts';
import type { CancelEventState, CanceledEvent } from '../../domain/usage-event/cancel.ts';
import { addedByEvent } from '../../domain/usage-event/count.ts';
import { usageCounterOf } from '../../store/core/keys.ts';
import type { TransactItem } from '../../store/core/table.ts';
import { usageEventCountItem } from '../../store/core/usage-counters.ts';
import { fetchUsageEvent, usageEventStatusItem } from '../../store/core/usage-events.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadMeteredStates, meteredStateKeys, NO_METERED_STATE } from './metered-state.ts';

/** Loads an event and the state of its subscription. `now`: Unix seconds, real time. */
export const loadUsageEvent = async (store: Store, tenant: Tenant, id: string, now: number): Promise<CancelEventState> => {
  const event = (await fetchUsageEvent(store.table, tenant, id))?.event ?? null;
  if (event === null) return { event, metered: NO_METERED_STATE };
  const ids = [event.subscriptionId];
  const items = await store.table.batchGet(meteredStateKeys(tenant, ids));
  const states = await loadMeteredStates(store, tenant, { ids, items, now });
  return { event, metered: states.get(event.subscriptionId) ?? NO_METERED_STATE };
};

/** The writes that cancel an event: they change its status and subtract it from a usage counter. `now`: Unix seconds, real time. */
export const usageEventCancellationWrites = (
  tenant: Tenant,
  { before, after, counting, trillionths, holds }: CanceledEvent,
  now: number,
): readonly TransactItem[] => {
  if (before === after) return [];
  const status = usageEventStatusItem(tenant, before, after.status);
  if (counting === null) return [status];
  const { id, subscriptionId, meterId } = before;
  const read = { subscriptionId, meterId, counter: usageCounterOf(id), holds, now };
  return [status, usageEventCountItem(tenant, read, counting, new Map([[counting.start, addedByEvent(counting.slice, -trillionths, -1)]]))];
};
