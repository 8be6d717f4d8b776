import type { Tenant } from '../../domain/tenant.ts';
import { flightKey } from '../../store/core/keys.ts';
import { singleFlight } from '../../store/core/single-flight.ts';
import type { FlowDeps } from '../deps.ts';
import { syncPayment } from './sync.ts';

/** A request is over by then, whatever became of it. */
const LEASE_MS = 30_000;
/** About three seconds in all: longer than a provider usually takes, short enough for a page that looks again on its own. */
const PAUSES_MS = [100, 200, 400, 800, 1600];

/**
 * Asks the provider about a payment and applies its outcome, once for all who want to know at once: the others wait a moment for what
 * that changes. Anyone who waited in vain finds the payment as it is.
 */
export const syncPaymentOnce = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const times = { nowMs: deps.nowMs, leaseMs: LEASE_MS, pausesMs: PAUSES_MS };
  await singleFlight(deps.store.table, flightKey(tenant, paymentId), times, () => syncPayment(deps, tenant, paymentId, null));
};
