import { customerAggregate } from '../../domain/customer/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { CreateSetupState } from '../../domain/payment-method-setup/create.ts';
import { type SetupStatus, setupAggregate } from '../../domain/payment-method-setup/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { fetchClock } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadWalletAccess } from '../load/records.ts';
import { dropPayment, syncPayment } from '../payments/sync.ts';
import { syncPaymentOnce } from '../payments/sync-once.ts';
import { NoProviderResponse } from '../renewals/charges.ts';

/** Loads the state for the decision to create a payment method setup. `walletAccessId`: see `loadWalletAccess`. */
export const loadForSetup = async (
  store: Store,
  tenant: Tenant,
  walletAccessId: string,
): Promise<CreateSetupState & { readonly clockTime: number | null }> => {
  const walletAccess = await loadWalletAccess(store, tenant, walletAccessId);
  if (walletAccess === null) return { walletAccess, customer: null, wallet: null, clock: null, clockTime: null };
  const { customerId, clockId } = walletAccess;
  const [customer, wallet, clock] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    store.get(walletAggregate, tenant, walletIdOf(customerId)),
    fetchClock(store, tenant, clockId),
  ]);
  return { walletAccess, customer, wallet, clock, clockTime: clock?.record.frozenTime ?? null };
};

/**
 * Syncs the payment of a setup's latest attempt, and drops a payment that the provider does not know. Called only for due entries that
 * former releases stored with the setup; today the due entry belongs to the payment.
 */
export const syncSetup = async (deps: FlowDeps, tenant: Tenant, setupId: string): Promise<void> => {
  const attempt = (await deps.store.get(setupAggregate, tenant, setupId))?.record.attempt ?? null;
  const payment = attempt === null ? null : await deps.store.get(paymentAggregate, tenant, attempt.paymentId);
  if (payment === null) return;
  const syncResult = await syncPayment(deps, tenant, payment.record.id, null);
  if (syncResult === 'unavailable') throw new NoProviderResponse();
  if (syncResult === 'unknown') await dropPayment(deps, tenant, payment.record);
};

/** Syncs a setup when the buyer has returned from the provider, without waiting for the webhook. `null`: no such setup in the session. */
export const syncSetupAfterReturn = async (
  deps: FlowDeps,
  tenant: Tenant,
  sessionId: string,
  setupId: string,
): Promise<SetupStatus | null> => {
  const setup = await deps.store.get(setupAggregate, tenant, setupId);
  if (setup === null || setup.record.sessionId !== sessionId) return null;
  const { attempt, status } = setup.record;
  if (attempt === null || status === 'succeeded') return status;
  await syncPaymentOnce(deps, tenant, attempt.paymentId);
  return (await deps.store.get(setupAggregate, tenant, setupId))?.record.status ?? null;
};
