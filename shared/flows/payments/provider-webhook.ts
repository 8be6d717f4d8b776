import { payableIdOf } from '../../domain/payable/payables.ts';
import { markSyncOwed } from '../../domain/payment/owed-sync.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { PaymentSnapshot } from '../../provider/port.ts';
import { PROVIDER } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';
import { foundChargeClaim } from './settle/found-charge.ts';
import { applyPaymentAnswer, fetchPaymentStatus, isRefundedOrChargedBack, type SyncResult } from './sync.ts';

/** Maximum time from the creation of a payment until its billing run has applied the provider's response, unless the run has crashed. */
const RUN_MS = 60_000;

/** A webhook that arrives before the billing run has applied the response to its charge is processed again after this delay. */
export const RUN_WAIT_SECONDS = 30;

/** `billing_run_in_progress`: the billing run that created the charge will apply its response; try again after `RUN_WAIT_SECONDS`. */
export type PaymentWebhookResult = SyncResult | 'billing_run_in_progress';

/** True while the billing run that creates the payment may still be waiting for the provider's response. */
const isWithItsRun = ({ id, type, status, providerPaymentId }: Payment, nowMs: number): boolean =>
  (type === 'renewal' || type === 'usage') && status === 'pending' && providerPaymentId === null && nowMs - msOfId(id) < RUN_MS;

/**
 * True for a subscription's charge that has succeeded and has no refunds or disputes yet, so that only a refund or chargeback can change
 * it.
 */
const isSettledCharge = (payment: Payment): boolean =>
  payment.status === 'succeeded' && payableIdOf(payment) === null && payment.amountRefundedCents === 0 && payment.amountDisputedCents === 0;

/** True when the provider reports nothing new about a settled charge. */
const reportsNothingNew = (payment: Payment, snapshot: PaymentSnapshot): boolean =>
  isSettledCharge(payment) && snapshot.status === 'paid' && !isRefundedOrChargedBack(snapshot);

/** The payment of a webhook. In a restored backup, a charge can belong to another payment than the one that its webhook names. */
const findPayment = async (
  { store }: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  providerPaymentId: string | null,
): Promise<Payment | null> => {
  const named = await store.get(paymentAggregate, tenant, paymentId);
  if (named !== null || providerPaymentId === null) return named?.record ?? null;
  const foundId = await store.ownerOf(tenant, foundChargeClaim(providerPaymentId));
  return foundId === null ? null : ((await store.get(paymentAggregate, tenant, foundId))?.record ?? null);
};

const recordOwedSync = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  await deps.store.run({
    tenant,
    actor: PROVIDER,
    load: async () => ({ payment: await deps.store.get(paymentAggregate, tenant, paymentId) }),
    nowOf: () => null,
    decide: (state, context) => markSyncOwed(null, state, context),
  });
};

const processStatus = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerPaymentId: string | null): Promise<SyncResult> => {
  const answer = await fetchPaymentStatus(deps, tenant, payment, providerPaymentId);
  if (typeof answer === 'string') return answer;
  return reportsNothingNew(payment, answer.snapshot) ? 'worked' : applyPaymentAnswer(deps, tenant, payment, answer);
};

/**
 * Processes a provider webhook like `syncPayment`, with three exceptions. Leaves a charge to its billing run if the run is in progress.
 * Loads no other records if nothing is new about a settled charge. Records that the sync is owed (`markSyncOwed`) if the provider account is not
 * connected or does not respond. Idempotent; webhooks may come in any order.
 */
export const processPaymentWebhook = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  providerPaymentId: string | null,
): Promise<PaymentWebhookResult> => {
  const payment = await findPayment(deps, tenant, paymentId, providerPaymentId);
  if (payment === null) return 'unknown';
  if (isWithItsRun(payment, deps.nowMs())) return 'billing_run_in_progress';
  const result = await processStatus(deps, tenant, payment, providerPaymentId);
  // The webhook's message can be lost, and no poll would find a refund or chargeback of a settled payment.
  if (result === 'disconnected' || result === 'unavailable') await recordOwedSync(deps, tenant, payment.id);
  return result;
};
