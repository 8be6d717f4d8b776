import type { Tenant } from '../../domain/tenant.ts';
import { flightKey } from '../../store/core/keys.ts';
import { singleFlight } from '../../store/core/single-flight.ts';
import type { FlowDeps } from '../deps.ts';
import { syncPayment } from './sync.ts';

/** Longer than any request. */
const LEASE_MS = 30_000;
/** About three seconds in total: longer than the provider usually takes, short enough for a page that reloads. */
const PAUSES_MS = [100, 200, 400, 800, 1600];

/**
 * Syncs a payment once for all concurrent callers: the others wait briefly for the result. A caller that waited too long reads the payment
 * as it is.
 */
export const syncPaymentOnce = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const times = { nowMs: deps.nowMs, leaseMs: LEASE_MS, pausesMs: PAUSES_MS };
  await singleFlight(deps.store.table, flightKey(tenant, paymentId), times, () => syncPayment(deps, tenant, paymentId, null));
};
