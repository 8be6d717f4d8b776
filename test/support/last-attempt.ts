import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { deliveriesOf } from '../../shared/store/deliveries/ledger.ts';

/**
 * Makes a delivery that has failed one that failed nine times and is due at once: nobody waits the three days between. Its
 * account must be woken then. Throws when the delivery changed in the meantime.
 */
export const skipToLastAttempt = async (table: Table, tenant: Tenant, endpointId: string, deliveryId: string): Promise<void> => {
  const ledger = deliveriesOf(table, Date.now);
  const stored = await ledger.find(tenant, endpointId, deliveryId);
  if (stored === null) throw new Error('there is no such delivery');
  const moved = await ledger.recordAttempt(tenant, stored, (found) => ({ ...found, attemptCount: 9, nextAttemptAtMs: Date.now() }));
  if (moved === null) throw new Error('the delivery changed in the meantime');
};
