import type { Payable, PayableKind } from '../../domain/payable/record.ts';
import { payableIdOf, withKindOf } from '../../domain/payables.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import type { FlowDeps } from '../deps.ts';
import { applyChargebacks } from '../disputes/sync.ts';
import { loadParties } from '../load/parties.ts';
import { providerOf } from '../provider.ts';
import { syncRefund, syncRefundsOf } from '../refunds/settle.ts';
import { recordExternalRefunds } from '../refunds/sync.ts';
import { findAttempt } from './attempts.ts';
import { countRefused, triedBy } from './refused.ts';
import { type ChargeOutcome, type FollowUp, NO_FOLLOW_UP, type PaymentOutcome } from './settle/outcome.ts';
import { settlePayablePayment } from './settle/payable.ts';
import { isForChange, settleChangePayment } from './settle/plan-change.ts';
import { settleRenewals } from './settle/renewal.ts';
import { settleSetupPayment } from './settle/setup.ts';

/**
 * Result of a sync. `worked`: the provider's status was applied. `unknown`: no such payment, here or at the provider. `disconnected`: it
 * belongs to a provider account that is not connected now. `unavailable`: no response, or a refund is being created; try again later.
 */
export type Collected = 'worked' | 'unknown' | 'disconnected' | 'unavailable';

/**
 * Fetches a payment from the provider and applies its outcome. The content of the notification is not trusted. Idempotent, in any order.
 */
export const syncPayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  providerPaymentId: string | null,
): Promise<Collected> => {
  const payment = await deps.store.get(paymentAggregate, tenant, paymentId);
  if (payment === null) return 'unknown';
  const answer = await fetchPaymentStatus(deps, tenant, payment.record, providerPaymentId);
  return typeof answer === 'string' ? answer : collectAnswer(deps, tenant, payment.record, answer);
};

/** The provider's response about a payment, and the payment it is about. */
export interface PaymentAnswer {
  readonly provider: PaymentProvider;
  readonly snapshot: PaymentSnapshot;
}

/** Applies the provider's response about a payment. */
export const collectAnswer = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  { provider, snapshot }: PaymentAnswer,
): Promise<'worked' | 'unavailable'> => {
  await workSnapshot(deps, tenant, payment, snapshot);
  const refunds = await collectRefunds(deps, provider, tenant, payment, snapshot);
  const disputed = snapshot.hasChargebacks || payment.amountDisputedCents > 0;
  const chargebacks = disputed ? await collectChargebacks(deps, provider, tenant, payment.id, snapshot.id) : 'worked';
  return refunds === 'worked' ? chargebacks : refunds;
};

/** Syncs the refunds of a payment; refunds that this service did not create were made in the provider's dashboard. */
const collectRefunds = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  { id: paymentId, amountRefundedCents }: Payment,
  snapshot: PaymentSnapshot,
): Promise<'worked' | 'unavailable'> => {
  if (amountRefundedCents > 0) await syncRefundsOf(deps, tenant, paymentId);
  if (snapshot.refundedCents === 0) return 'worked';
  const known = await deps.store.get(paymentAggregate, tenant, paymentId);
  if (known?.record.amountRefundedCents === snapshot.refundedCents) return 'worked';
  const answer = await provider.listRefunds(snapshot.id);
  if (!answer.ok) return 'unavailable';
  return recordExternalRefunds(deps, tenant, paymentId, answer.value);
};

const collectChargebacks = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  paymentId: string,
  providerPaymentId: string,
): Promise<'worked' | 'unavailable'> => {
  const answer = await provider.listChargebacks(providerPaymentId);
  if (!answer.ok) return 'unavailable';
  await applyChargebacks(deps, tenant, paymentId, answer.value);
  return 'worked';
};

/**
 * Cancels an undecided payment at the provider and applies its outcome, since it may have been paid. `unavailable`: do not continue as if
 * it were canceled. `unknown`: the provider has no such payment.
 */
export const withdrawPayment = async (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<Collected> => {
  if (payment.status !== 'pending') return 'worked';
  const answer = await fetchPaymentStatus(deps, tenant, payment, null);
  if (typeof answer === 'string') return answer;
  await answer.provider.cancelPayment(answer.snapshot.id);
  return syncPayment(deps, tenant, payment.id, answer.snapshot.id);
};

/** Drops a payment that is no longer awaited: the provider does not know it, or will not decide it. */
export const dropPayment = (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<void> =>
  applyOutcome(deps, tenant, payment, { kind: 'dropped' });

/** Cancels an attempt that another payment superseded; its outcome is applied like any other. */
const withdrawSuperseded = async (deps: FlowDeps, tenant: Tenant, paymentId: string | null): Promise<void> => {
  const payment = paymentId === null ? null : await deps.store.get(paymentAggregate, tenant, paymentId);
  if (payment !== null) await withdrawPayment(deps, tenant, payment.record);
};

/** Follow-up at the provider after a payment succeeded. When it breaks off, webhooks and due work complete it. */
export const afterSettling = async (deps: FlowDeps, tenant: Tenant, { refund, supersededPaymentId }: FollowUp): Promise<void> => {
  if (refund !== null) await syncRefund(deps, tenant, refund.id);
  await withdrawSuperseded(deps, tenant, supersededPaymentId);
};

/** Fetches the status of a payment. `claimedId`: the provider's id as the notification claims it. */
export const fetchPaymentStatus = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  claimedId: string | null,
): Promise<PaymentAnswer | Exclude<Collected, 'worked'>> => {
  const provider = await providerOf(deps, tenant, payment.provider);
  if (provider === null) return 'disconnected';
  const id = payment.providerPaymentId ?? claimedId;
  const answer = id === null ? await findByAttempt(deps, provider, tenant, payment) : await provider.getPayment(id);
  if (!answer.ok) return answer.kind === 'not_found' ? 'unknown' : 'unavailable';
  return answer.value?.metadata.payment_id === payment.id ? { provider, snapshot: answer.value } : 'unknown';
};

const findByAttempt = async (deps: FlowDeps, provider: PaymentProvider, tenant: Tenant, payment: Payment) => {
  const { customer } = await loadParties(deps.store, tenant, payment.customerId);
  const providerCustomerId = customer.providerCustomerIds[provider.name];
  // The customer is made there before the first payment: without one there is none.
  return providerCustomerId === undefined ? ({ ok: true, value: null } as const) : findAttempt(provider, providerCustomerId, payment);
};

/** Applies the provider's outcome for a payment, by what the payment is for. */
export const workSnapshot = (deps: FlowDeps, tenant: Tenant, payment: Payment, snapshot: PaymentSnapshot): Promise<void> =>
  applyOutcome(deps, tenant, payment, { kind: 'payment', snapshot });

/** Counts a refused payment before its outcome is applied, so that a repetition counts once. */
const countIfRefused = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerOutcome: PaymentOutcome): Promise<void> => {
  if (providerOutcome.kind !== 'payment' || providerOutcome.snapshot.status !== 'failed' || payment.status !== 'pending') return;
  const by = triedBy(tenant, payment);
  if (by !== null) await countRefused(deps, by, payment.id);
};

const applyOutcome = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerOutcome: PaymentOutcome): Promise<void> => {
  await countIfRefused(deps, tenant, payment, providerOutcome);
  if (payment.setupId !== null) return afterSettling(deps, tenant, await settleSetupPayment(deps, tenant, payment, providerOutcome));
  const payableId = payableIdOf(payment);
  if (payableId !== null) {
    const settle = <R extends Payable>(kind: PayableKind<R>) =>
      settlePayablePayment(deps, tenant, kind, { payableId, payment }, providerOutcome);
    return afterSettling(deps, tenant, await withKindOf(payableId, settle));
  }
  if (isForChange(payment)) return afterSettling(deps, tenant, await settleChangePayment(deps, tenant, payment, providerOutcome));
  if (payment.subscriptionId !== null) return afterSettling(deps, tenant, await settleRenewal(deps, tenant, payment.id, providerOutcome));
};

const settleRenewal = async (deps: FlowDeps, tenant: Tenant, paymentId: string, providerOutcome: ChargeOutcome): Promise<FollowUp> => {
  const left = (await settleRenewals(deps, tenant, new Map([[paymentId, providerOutcome]]))).get(paymentId);
  if (left instanceof Error) throw left;
  return left ?? NO_FOLLOW_UP;
};

/** Cancels an attempt at the provider when its invoice was paid otherwise. `unavailable`: no response. */
export const withdrawAttempt = async (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<'withdrawn' | 'unavailable'> => {
  const providerOutcome = await withdrawPayment(deps, tenant, payment);
  if (providerOutcome === 'unavailable') return providerOutcome;
  if (providerOutcome === 'unknown') await settleRenewal(deps, tenant, payment.id, { kind: 'dropped' });
  return 'withdrawn';
};
