import { customerAggregate } from '../../domain/customer/record.ts';
import { applyChargeback, type ChargebackResult, type ChargebackState, schedulePoll } from '../../domain/dispute/apply-chargeback.ts';
import { chargebackClaim, disputeAggregate } from '../../domain/dispute/record.ts';
import { oneShotAggregate } from '../../domain/one-shot/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { refundAggregate } from '../../domain/refund/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { ChargebackSnapshot } from '../../provider/port.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { PROVIDER, SYSTEM } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';
import { loadAll } from '../load/records.ts';
import { openProvider } from '../provider.ts';
import { loadForReturnedAmount } from '../refunds/sources.ts';

/**
 * Maximum number of transactions per chargeback: one opens the dispute, one marks it as won, one finds nothing to do; others are retries.
 */
const MAX_ATTEMPTS = 8;

type LoadedChargeback = ChargebackState & { readonly clockTime: number | null };

const loadChargeback = async (deps: FlowDeps, tenant: Tenant, paymentId: string, chargebackId: string): Promise<LoadedChargeback> => {
  const loaded = await loadForReturnedAmount(deps.store, tenant, paymentId);
  const { payment } = loaded;
  if (payment === null) return { ...loaded, dispute: null, oneShot: null, overpayment: false, clockTime: null };
  const [disputeId, customer] = await Promise.all([
    deps.store.ownerOf(tenant, chargebackClaim(payment.record.provider, chargebackId)),
    deps.store.get(customerAggregate, tenant, payment.record.customerId),
  ]);
  const { oneShotPaymentId } = payment.record;
  const [dispute, oneShot, refunds, clockTime] = await Promise.all([
    disputeId === null ? null : deps.store.get(disputeAggregate, tenant, disputeId),
    oneShotPaymentId === null ? null : deps.store.get(oneShotAggregate, tenant, oneShotPaymentId),
    // The refunds show whether the payment is an overpayment. Only closing an existing dispute needs this.
    disputeId === null ? [] : loadAll(deps.store, refundAggregate, tenant, { parentId: paymentId }),
    fetchClockTime(deps.store, tenant, customer?.record.testClockId ?? null),
  ]);
  return { ...loaded, dispute, oneShot, overpayment: refunds.some(({ overpayment }) => overpayment), clockTime };
};

const applyOnce = (deps: FlowDeps, tenant: Tenant, paymentId: string, chargeback: ChargebackSnapshot) =>
  deps.store.run<LoadedChargeback, ChargebackResult>({
    tenant,
    actor: PROVIDER,
    load: () => loadChargeback(deps, tenant, paymentId, chargeback.id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => applyChargeback({ ...chargeback, providerChargebackId: chargeback.id }, state, context),
  });

/**
 * Applies the provider's chargebacks of a payment: each chargeback gets one dispute, and a won dispute stays won. Idempotent; calls may
 * come in any order and concurrently.
 */
export const applyChargebacks = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  chargebacks: readonly ChargebackSnapshot[],
): Promise<void> => {
  for (const chargeback of chargebacks) await applyCompletely(deps, tenant, paymentId, chargeback);
};

const applyCompletely = async (deps: FlowDeps, tenant: Tenant, paymentId: string, chargeback: ChargebackSnapshot): Promise<void> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const outcome = await applyOnce(deps, tenant, paymentId, chargeback);
    if (outcome.kind === 'done' && outcome.result === 'unchanged') return;
    // If another call has opened the dispute in the meantime, the next attempt loads that dispute.
  }
  throw new Error(`The chargeback ${chargeback.id} of payment ${paymentId} could not be applied.`);
};

/** Polls an open dispute, since the provider sends no webhook for a reversal, and plans the next poll. Idempotent. */
export const pollDispute = async (deps: FlowDeps, tenant: Tenant, disputeId: string): Promise<void> => {
  const dispute = await deps.store.get(disputeAggregate, tenant, disputeId);
  if (dispute?.record.status !== 'open') return;
  const { paymentId, provider: name } = dispute.record;
  const [payment, provider] = await Promise.all([deps.store.get(paymentAggregate, tenant, paymentId), openProvider(deps, tenant, name)]);
  const providerPaymentId = payment?.record.providerPaymentId ?? null;
  const answer = provider === null || providerPaymentId === null ? null : await provider.listChargebacks(providerPaymentId);
  if (answer?.ok === true) await applyChargebacks(deps, tenant, paymentId, answer.value);
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ dispute: await deps.store.get(disputeAggregate, tenant, disputeId) }),
    nowOf: () => null,
    decide: (state, context) => schedulePoll({ answered: answer?.ok === true }, state, context),
  });
};
