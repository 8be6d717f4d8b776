import type { Stored } from '../../domain/aggregate.ts';
import { payableIdOf } from '../../domain/payable/payables.ts';
import { type Payable, stageOf } from '../../domain/payable/record.ts';
import { mayBePaid } from '../../domain/payment/poll.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { fetchPayable, loadAttemptPayment } from '../load/records.ts';
import { loadReplacementThatSold } from '../load/sale-group.ts';
import { syncPaymentOnce } from '../payments/sync-once.ts';

/** Loads the payment from which the buyer returns: `paymentId` if it is a payment of the payable, otherwise the latest attempt. */
const loadReturned = async ({ store }: FlowDeps, tenant: Tenant, payable: Payable, paymentId: string | null): Promise<Payment | null> => {
  const requested = paymentId === null ? null : await store.get(paymentAggregate, tenant, paymentId);
  if (requested !== null && payableIdOf(requested.record) === payable.id) return requested.record;
  return (await loadAttemptPayment(store, tenant, payable))?.record ?? null;
};

/** What a buyer finds after the return from the provider. */
export interface AfterReturn {
  /** The payable or, if it has ended and another session sold instead (`loadReplacementThatSold`), that other session. */
  readonly payable: Payable;
  /** The payment of the latest attempt; `null`: there was no attempt. */
  readonly payment: Stored<Payment> | null;
  /**
   * True while the payable may still be paid by the latest attempt, or by the attempt from which the buyer returns.
   */
  readonly isWaiting: boolean;
}

/**
 * Syncs the payment from which the buyer returns, once for concurrent requests. Also syncs it if the payable (checkout session or one-off
 * payment) has ended, because the payment can still pay the payable. `paymentId`: the payment from which the buyer returns; `null`: the
 * payment of the latest attempt. Returns `null` if there is no such payable.
 */
export const syncAfterReturn = async (
  deps: FlowDeps,
  tenant: Tenant,
  payableId: string,
  paymentId: string | null,
): Promise<AfterReturn | null> => {
  const before = await fetchPayable(deps.store, tenant, payableId);
  if (before === null) return null;
  const returned = stageOf(before) === 'paid' ? null : await loadReturned(deps, tenant, before, paymentId);
  if (returned !== null && mayBePaid(returned)) await syncPaymentOnce(deps, tenant, returned.id);
  const requested = returned?.id === paymentId ? returned : null;
  const [payment, requestedAfter] = await Promise.all([
    loadAttemptPayment(deps.store, tenant, before),
    requested === null ? null : deps.store.get(paymentAggregate, tenant, requested.id),
  ]);
  // Read after the payments, so that the payable shows an outcome that a webhook applies between these reads.
  const settled = (await fetchPayable(deps.store, tenant, payableId)) ?? before;
  const payable = (await loadReplacementThatSold(deps.store, tenant, settled)) ?? settled;
  const isWaiting = payment?.record.status === 'pending' || (requestedAfter !== null && mayBePaid(requestedAfter.record));
  return { payable, payment, isWaiting };
};
