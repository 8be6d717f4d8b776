import type { Tenant } from '../../domain/tenant.ts';
import { flightKey } from '../../store/core/keys.ts';
import { singleFlight } from '../../store/core/single-flight.ts';
import type { FlowDeps } from '../deps.ts';
import { syncPayment } from './sync.ts';

/** Lease of the caller that syncs; longer than any request. */
const LEASE_MS = 30_000;
/** Pauses of a waiting caller: three seconds in total. The provider usually takes less time, and a page that reloads can wait this long. */
const PAUSES_MS = [100, 200, 400, 800, 1600];

/**
 * Syncs a payment once for all concurrent callers: the first caller syncs, the others wait for at most about three seconds. The callers
 * then read the payment.
 */
export const syncPaymentOnce = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const times = { nowMs: deps.nowMs, leaseMs: LEASE_MS, pausesMs: PAUSES_MS };
  await singleFlight(deps.store.table, flightKey(tenant, paymentId), times, () => syncPayment(deps, tenant, paymentId, null));
};
