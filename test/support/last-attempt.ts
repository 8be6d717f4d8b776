import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { deliveryStoreOf } from '../../shared/store/deliveries/delivery-store.ts';

/**
 * Sets the attempt count of a failing delivery to nine and makes the tenth and last attempt due now, because nine real attempts take three
 * days. The caller must then trigger the delivery worker. Throws if the delivery changes concurrently.
 */
export const skipToLastAttempt = async (table: Table, tenant: Tenant, endpointId: string, deliveryId: string): Promise<void> => {
  const deliveries = deliveryStoreOf(table, Date.now);
  const stored = await deliveries.find(tenant, endpointId, deliveryId);
  if (stored === null) throw new Error(`No delivery ${deliveryId}.`);
  const updated = await deliveries.recordAttempt(tenant, stored, (row) => ({ ...row, attemptCount: 9, nextAttemptAtMs: Date.now() }));
  if (updated === null) throw new Error('The delivery changed concurrently.');
};
