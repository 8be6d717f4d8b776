import { payableIdOf } from '../../domain/payable/payables.ts';
import { type Payable, stageOf } from '../../domain/payable/record.ts';
import { mayBePaid } from '../../domain/payment/poll.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { fetchPayable, loadAttemptPayment } from '../load/records.ts';
import { syncPaymentOnce } from '../payments/sync-once.ts';

/** Loads the payment from which the buyer returns: `paymentId` if it is a payment of the payable, otherwise the latest attempt. */
const loadReturned = async ({ store }: FlowDeps, tenant: Tenant, payable: Payable, paymentId: string | null): Promise<Payment | null> => {
  const named = paymentId === null ? null : await store.get(paymentAggregate, tenant, paymentId);
  if (named !== null && payableIdOf(named.record) === payable.id) return named.record;
  return (await loadAttemptPayment(store, tenant, payable))?.record ?? null;
};

/**
 * Syncs the payment when the buyer returns from the provider, once for concurrent requests. A payable (checkout session or one-off payment)
 * that has ended can still be paid by it. `paymentId`: the payment from which the buyer returns; `null`: that of the latest attempt.
 * Returns the updated payable; `null`: there is no such payable.
 */
export const syncAfterReturn = async (
  deps: FlowDeps,
  tenant: Tenant,
  payableId: string,
  paymentId: string | null,
): Promise<Payable | null> => {
  const payable = await fetchPayable(deps.store, tenant, payableId);
  if (payable === null || stageOf(payable) === 'paid') return payable;
  const payment = await loadReturned(deps, tenant, payable, paymentId);
  if (payment === null) return payable;
  if (mayBePaid(payment)) await syncPaymentOnce(deps, tenant, payment.id);
  // Reads the payable again also without a sync: a webhook may have applied the outcome between the two reads.
  return fetchPayable(deps.store, tenant, payableId);
};
