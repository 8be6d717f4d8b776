import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { deliveriesOf } from '../../shared/store/deliveries/ledger.ts';

/**
 * Sets the attempt count of a failing delivery to nine and makes the tenth and last attempt due now, because nine real attempts take three
 * days. The caller must then trigger the delivery worker. Throws if the delivery changes concurrently.
 */
export const skipToLastAttempt = async (table: Table, tenant: Tenant, endpointId: string, deliveryId: string): Promise<void> => {
  const ledger = deliveriesOf(table, Date.now);
  const stored = await ledger.find(tenant, endpointId, deliveryId);
  if (stored === null) throw new Error(`No delivery ${deliveryId}.`);
  const updated = await ledger.recordAttempt(tenant, stored, (delivery) => ({ ...delivery, attemptCount: 9, nextAttemptAtMs: Date.now() }));
  if (updated === null) throw new Error('The delivery changed concurrently.');
};
