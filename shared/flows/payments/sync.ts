import { checkoutSessionKind } from '../../domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../domain/checkout-session/record.ts';
import { payableIdOf, withKindOf } from '../../domain/payable/payables.ts';
import { endUnfinishedPayable } from '../../domain/payable/unpaid.ts';
import { mayBePaid } from '../../domain/payment/poll.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { recordPaymentCountry } from '../../domain/payment/record-country.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FailureKind, PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';
import { applyChargebacks } from '../disputes/sync.ts';
import { loadParties } from '../load/parties.ts';
import { loadSuccessor } from '../load/sale-group.ts';
import { openProvider } from '../provider.ts';
import { failSucceededRefunds, logMissingRefund, syncRefund, syncRefundsOf } from '../refunds/settle.ts';
import { recordExternalRefunds } from '../refunds/sync.ts';
import { updateRecord } from '../update-record.ts';
import { findAttempt } from './attempts.ts';
import { endPollsOf } from './end-polls.ts';
import { countRefused, loadAttemptSubject } from './refused.ts';
import { type ChargeOutcome, type FollowUp, NO_FOLLOW_UP, type PaymentOutcome, paymentCountryOf } from './settle/outcome.ts';
import { settlePayablePayment } from './settle/payable.ts';
import { isForChange, settleChangePayment } from './settle/plan-change.ts';
import { settleRenewals } from './settle/renewal.ts';
import { settleSetupPayment } from './settle/setup.ts';

/**
 * Result of a sync. `worked`: the provider's status was applied. `unknown`: no such payment, here or at the provider. `disconnected`: the
 * payment's provider account is not connected now, or refuses the key. `unavailable`: no response, or a refund is being created; try again
 * later.
 */
export type SyncResult = 'worked' | 'unknown' | 'disconnected' | 'unavailable';

/**
 * Fetches a payment from the provider and applies its outcome. Idempotent; calls may come in any order. `providerPaymentId`: the id from a
 * webhook, used if the payment has no stored id; `null`: none.
 */
export const syncPayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  providerPaymentId: string | null,
): Promise<SyncResult> => {
  const payment = await deps.store.get(paymentAggregate, tenant, paymentId);
  if (payment === null) return 'unknown';
  const answer = await fetchPaymentStatus(deps, tenant, payment.record, providerPaymentId);
  return typeof answer === 'string' ? answer : applyPaymentAnswer(deps, tenant, payment.record, answer);
};

/** True if the payment was refunded or charged back, at least in part. */
export const isRefundedOrChargedBack = ({ refundedCents, hasChargebacks }: PaymentSnapshot): boolean => refundedCents > 0 || hasChargebacks;

/** The provider's response about a payment. */
export interface PaymentAnswer {
  readonly provider: PaymentProvider;
  readonly snapshot: PaymentSnapshot;
}

/**
 * Applies the provider's response about a payment, with its refunds and chargebacks. Ends the polls of a canceled payment that the provider
 * reports as unpaid for good.
 */
export const applyPaymentAnswer = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  { provider, snapshot }: PaymentAnswer,
): Promise<'worked' | 'unavailable'> => {
  await applySnapshot(deps, tenant, payment, snapshot);
  const isUnpaidForGood = snapshot.status === 'canceled' || snapshot.status === 'expired' || snapshot.status === 'failed';
  const waitsForConfirmation = payment.status === 'canceled' && mayBePaid(payment) && payment.owedSyncSince === undefined;
  if (isUnpaidForGood && waitsForConfirmation) await endPollsOf(deps, tenant, payment);
  const refunds = await syncRefundsAtProvider(deps, provider, tenant, payment, snapshot);
  const mayHaveChargebacks = snapshot.hasChargebacks || payment.amountDisputedCents > 0;
  const chargebacks = mayHaveChargebacks ? await syncChargebacks(deps, provider, tenant, payment.id, snapshot.id) : 'worked';
  return refunds === 'worked' ? chargebacks : refunds;
};

/**
 * Syncs the refunds of a payment. Refunds that this service did not create come from the provider's dashboard and are recorded. A refund
 * can also fail after it has succeeded.
 */
const syncRefundsAtProvider = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  { id: paymentId, amountRefundedCents }: Payment,
  snapshot: PaymentSnapshot,
): Promise<'worked' | 'unavailable'> => {
  if (amountRefundedCents === 0 && snapshot.refundedCents === 0) return 'worked';
  if (amountRefundedCents > 0) await syncRefundsOf(deps, tenant, paymentId);
  const answer = await provider.listRefunds(snapshot.id);
  if (!answer.ok) return 'unavailable';
  await failSucceededRefunds(deps, tenant, paymentId, answer.value);
  const recorded = await recordExternalRefunds(deps, tenant, paymentId, answer.value);
  if (recorded === 'worked')
    await logMissingRefund(deps, provider, tenant, { id: paymentId, providerPaymentId: snapshot.id }, answer.value);
  return recorded;
};

const syncChargebacks = async (
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
 * Cancels a pending payment at the provider and applies the payment's outcome, since the buyer may have paid. `unavailable`: the outcome is
 * not known, or the payment is pending and the provider did not answer the cancellation; in both cases, do not treat the payment as
 * canceled. `unknown`: the provider has no such payment.
 */
export const cancelPaymentAtProvider = async (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<SyncResult> => {
  if (payment.status !== 'pending') return 'worked';
  const answer = await fetchPaymentStatus(deps, tenant, payment, null);
  if (typeof answer === 'string') return answer;
  const canceled = await answer.provider.cancelPayment(answer.snapshot.id);
  const synced = await syncPayment(deps, tenant, payment.id, answer.snapshot.id);
  if (canceled.ok || canceled.kind === 'refused' || canceled.kind === 'not_found') return synced;
  const current = await deps.store.get(paymentAggregate, tenant, payment.id);
  return current?.record.status === 'pending' ? 'unavailable' : synced;
};

/** Ends a payment that has no outcome: the provider has no such payment, or has not reported an outcome within the polling time. */
export const dropPayment = (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<void> =>
  applyOutcome(deps, tenant, payment, { kind: 'dropped' });

/** Cancels an attempt at the provider after another attempt succeeded, and applies the outcome. */
const cancelSuperseded = async (deps: FlowDeps, tenant: Tenant, paymentId: string | null): Promise<void> => {
  const payment = paymentId === null ? null : await deps.store.get(paymentAggregate, tenant, paymentId);
  if (payment !== null) await cancelPaymentAtProvider(deps, tenant, payment.record);
};

/**
 * Ends the open session that replaces the sold session. If the attempt of the open session was paid, too, that attempt is refunded. Loads
 * the open session after the sale, since the buyer may have opened it during the sale.
 */
const endSuccessor = async (deps: FlowDeps, tenant: Tenant, soldId: string): Promise<void> => {
  const successor = await loadSuccessor(deps.store, tenant, soldId);
  if (successor === null) return;
  await cancelSuperseded(deps, tenant, successor.attempt?.paymentId ?? null);
  await updateRecord(deps, tenant, checkoutSessionAggregate, successor, (stored) =>
    endUnfinishedPayable(checkoutSessionKind, stored, 'canceled'),
  );
};

/** Makes the calls that follow a settled payment. If they are interrupted, webhooks and due work complete them. */
export const makeFollowUpCalls = async (deps: FlowDeps, tenant: Tenant, followUp: FollowUp): Promise<void> => {
  const { refund, supersededPaymentId, soldInGroup = null } = followUp;
  if (refund !== null) await syncRefund(deps, tenant, refund.id);
  await cancelSuperseded(deps, tenant, supersededPaymentId);
  if (soldInGroup !== null) await endSuccessor(deps, tenant, soldInGroup);
};

/** Result of a request for the status that failed, by kind of failure; `unavailable` for the kinds that are not listed. */
const NO_STATUS: Partial<Record<FailureKind, Exclude<SyncResult, 'worked'>>> = { not_found: 'unknown', unauthorized: 'disconnected' };

/**
 * Fetches the status of a payment. `claimedId`: the provider payment id from a webhook, used if the payment has no stored id. It is
 * accepted only if the metadata at the provider names this payment; `null`: none.
 */
export const fetchPaymentStatus = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  claimedId: string | null,
): Promise<PaymentAnswer | Exclude<SyncResult, 'worked'>> => {
  const provider = await openProvider(deps, tenant, payment.provider);
  if (provider === null) return 'disconnected';
  const id = payment.providerPaymentId ?? claimedId;
  const answer = id === null ? await findByAttempt(deps, provider, tenant, payment) : await provider.getPayment(id);
  if (!answer.ok) return NO_STATUS[answer.kind] ?? 'unavailable';
  // A stored id needs no confirmation: after a restore from a backup, the charge's metadata can name a payment that was lost.
  const isConfirmed = payment.providerPaymentId !== null || answer.value?.metadata.payment_id === payment.id;
  return isConfirmed && answer.value !== null ? { provider, snapshot: answer.value } : 'unknown';
};

const findByAttempt = async (deps: FlowDeps, provider: PaymentProvider, tenant: Tenant, payment: Payment) => {
  const { customer } = await loadParties(deps.store, tenant, payment.customerId);
  const providerCustomerId = customer.providerCustomerIds[provider.name];
  // The customer is created at the provider before the first payment. Without a provider customer there is no payment.
  return providerCustomerId === undefined ? ({ ok: true, value: null } as const) : findAttempt(provider, providerCustomerId, payment);
};

/** Applies the provider's outcome for a payment to the object that the payment is for. */
export const applySnapshot = (deps: FlowDeps, tenant: Tenant, payment: Payment, snapshot: PaymentSnapshot): Promise<void> =>
  applyOutcome(deps, tenant, payment, { kind: 'payment', snapshot });

/**
 * Counts a refused payment. Runs before the outcome is applied: afterwards the payment is no longer pending, so after a crash a repeated
 * sync would not count it. `countRefused` counts a payment only once.
 */
const countIfRefused = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerOutcome: PaymentOutcome): Promise<void> => {
  if (providerOutcome.kind !== 'payment' || providerOutcome.snapshot.status !== 'failed' || payment.status !== 'pending') return;
  const subject = await loadAttemptSubject(deps.store, tenant, payment);
  if (subject !== null) await countRefused(deps, subject, payment.id);
};

/** Records the country of the card or bank account if the provider reports it only after the payment was settled. */
const recordLateCountry = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerOutcome: PaymentOutcome): Promise<void> => {
  const countryCode = providerOutcome.kind === 'payment' ? paymentCountryOf(providerOutcome.snapshot) : null;
  if (countryCode === null || payment.status !== 'succeeded' || payment.location?.paymentCountryCode !== null) return;
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: () => deps.store.get(paymentAggregate, tenant, payment.id),
    nowOf: () => null,
    decide: (stored) => recordPaymentCountry(countryCode, stored),
  });
};

const applyOutcome = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerOutcome: PaymentOutcome): Promise<void> => {
  await countIfRefused(deps, tenant, payment, providerOutcome);
  await makeFollowUpCalls(deps, tenant, await settlePayment(deps, tenant, payment, providerOutcome));
  await recordLateCountry(deps, tenant, payment, providerOutcome);
};

/** Applies the outcome to what the payment is for: a setup, a payable (checkout session or one-off payment), a plan change or a renewal. */
const settlePayment = async (deps: FlowDeps, tenant: Tenant, payment: Payment, providerOutcome: PaymentOutcome): Promise<FollowUp> => {
  if (payment.setupId !== null) return settleSetupPayment(deps, tenant, payment, providerOutcome);
  const payableId = payableIdOf(payment);
  if (payableId !== null) {
    return withKindOf(payableId, (kind) => settlePayablePayment(deps, tenant, kind, { payableId, payment }, providerOutcome));
  }
  if (isForChange(payment)) return settleChangePayment(deps, tenant, payment, providerOutcome);
  return payment.subscriptionId === null ? NO_FOLLOW_UP : settleRenewalPayment(deps, tenant, payment.id, providerOutcome);
};

const settleRenewalPayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  providerOutcome: ChargeOutcome,
): Promise<FollowUp> => {
  const followUp = (await settleRenewals(deps, tenant, new Map([[paymentId, providerOutcome]]))).get(paymentId);
  if (followUp instanceof Error) throw followUp;
  return followUp ?? NO_FOLLOW_UP;
};

/**
 * Cancels a renewal attempt at the provider when its invoice was paid in another way or is void. `withdrawn`: also if the attempt was paid,
 * or the provider account is disconnected. `unavailable`: no response.
 */
export const cancelRenewalAttempt = async (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<'withdrawn' | 'unavailable'> => {
  const syncResult = await cancelPaymentAtProvider(deps, tenant, payment);
  if (syncResult === 'unavailable') return syncResult;
  if (syncResult === 'unknown') await settleRenewalPayment(deps, tenant, payment.id, { kind: 'dropped' });
  return 'withdrawn';
};
