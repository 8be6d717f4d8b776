import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { clock } from '../../shared/runtime/services.ts';
import { deliveryStoreOf } from '../../shared/store/deliveries/delivery-store.ts';
import type { Store } from '../../shared/store/writer/store.ts';

/** Path parameters of a delivery. */
interface DeliveryParams {
  readonly endpoint_id: string;
  readonly delivery_id: string;
}

/** Fetches a delivery and its endpoint; throws 404 if one of them does not exist. */
export const fetchDelivery = async (store: Store, tenant: Tenant, { endpoint_id: endpointId, delivery_id: deliveryId }: DeliveryParams) => {
  const [{ record: endpoint }, stored] = await Promise.all([
    fetchRecord(store, webhookEndpointAggregate, tenant, endpointId, 'webhook endpoint'),
    deliveryStoreOf(store.table, clock.nowMs).find(tenant, endpointId, deliveryId),
  ]);
  if (stored === null) throw resourceMissing('webhook delivery');
  return { endpoint, delivery: stored.delivery };
};
