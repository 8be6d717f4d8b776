import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import { sum } from '../../domain/amounts/money.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { oneShotAggregate } from '../../domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { RefundedState } from '../../domain/refund/consequences.ts';
import { isChargedBack } from '../../domain/refund/overpayment.ts';
import {
  CHARGED_BACK,
  canBePolled,
  isOwedAndMissing,
  owedForOf,
  type Refund,
  refundAggregate,
  refundClaim,
} from '../../domain/refund/record.ts';
import {
  failRefundAfterChargeback,
  failSucceededRefund,
  postponeRefund,
  type RefundState,
  type SettleRefund,
  settleRefund,
} from '../../domain/refund/settle.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import { logNotice, METRIC_LINES } from '../../platform/log-lines.ts';
import type { PaymentProvider, RefundSnapshot } from '../../provider/port.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadParties } from '../load/parties.ts';
import { loadAll } from '../load/records.ts';
import { openProvider } from '../provider.ts';
import { findRefundAttempt, findRequestedRefund, newRefund, refundOnce } from './attempts.ts';

type Loaded = RefundState & { readonly clockTime: number | null };

const loadRefund = async ({ store }: FlowDeps, tenant: Tenant, refundId: string): Promise<Loaded> => {
  const refund = await store.get(refundAggregate, tenant, refundId);
  if (refund === null) return { refund, payment: null, relatedRecords: null, clockTime: null };
  const [payment, parties] = await Promise.all([
    store.get(paymentAggregate, tenant, refund.record.paymentId),
    loadParties(store, tenant, refund.record.customerId),
  ]);
  const [refundedObjects, clockTime] = await Promise.all([
    loadRefundedObjects(store, tenant, payment?.record ?? null),
    fetchClockTime(store, tenant, parties.customer.testClockId),
  ]);
  return { refund, payment, relatedRecords: { ...refundedObjects, parties }, clockTime };
};

/** Loads the objects that the payment was for, and the renewal invoice and pending payment of the subscription. */
const loadRefundedObjects = async (store: Store, tenant: Tenant, payment: Payment | null): Promise<Omit<RefundedState, 'parties'>> => {
  const [invoice, subscription, oneShot] = await Promise.all([
    getOptional(store, invoiceAggregate, tenant, payment?.invoiceId),
    getOptional(store, subscriptionAggregate, tenant, payment?.subscriptionId),
    getOptional(store, oneShotAggregate, tenant, payment?.oneShotPaymentId),
  ]);
  const { invoiceId, paymentId } = subscription?.record.renewal ?? {};
  const [renewalInvoice, pendingPayment] = await Promise.all([
    invoiceId === invoice?.record.id ? invoice : getOptional(store, invoiceAggregate, tenant, invoiceId),
    getOptional(store, paymentAggregate, tenant, paymentId),
  ]);
  return { invoice, subscription, renewalInvoice, pendingPayment, oneShot };
};

const getOptional = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  id: string | null | undefined,
): Promise<Stored<R> | null> => (typeof id === 'string' ? store.get(aggregate, tenant, id) : null);

/**
 * Returns how much of a refund at the provider (`snapshot`) is not recorded: 0 for a refund of this service that has a record. A refund in
 * the provider's dashboard is recorded only up to the part of the payment that was not refunded yet.
 */
const unrecordedCents = async ({ store }: FlowDeps, tenant: Tenant, refund: Refund, snapshot: RefundSnapshot): Promise<number> => {
  if ((await findRequestedRefund(store, tenant, snapshot)) !== null) return 0;
  const recordedId = await store.ownerOf(tenant, refundClaim(refund.provider, snapshot.id));
  const recorded = recordedId === null ? null : await store.get(refundAggregate, tenant, recordedId);
  return snapshot.amountCents - (recorded?.record.amountCents ?? 0);
};

const succeededCentsOf = (atProvider: readonly RefundSnapshot[]): number =>
  sum(atProvider.map(({ status, amountCents }) => (status === 'succeeded' ? amountCents : 0)));

/**
 * Amount of the provider's `succeeded` refunds that reduces a refused refund. What is recorded as returned has reduced another refund, and
 * older refunds that wait come first, so that several refunds can be synced at once.
 */
const reducingCents = async (deps: FlowDeps, tenant: Tenant, refund: Refund, succeeded: readonly RefundSnapshot[]): Promise<number> => {
  const { id, paymentId } = refund;
  const unrecorded = sum(await Promise.all(succeeded.map((snapshot) => unrecordedCents(deps, tenant, refund, snapshot))));
  // Read before the payment: a refund that succeeds in between is deducted twice rather than never, and this refund waits.
  const refunds = await loadAll(deps.store, refundAggregate, tenant, { parentId: paymentId });
  const older = refunds.filter((each) => each.status === 'pending' && each.providerRefundId === null && each.id < id);
  const payment = await deps.store.get(paymentAggregate, tenant, paymentId);
  const unusedCents = succeededCentsOf(succeeded) - (payment?.record.amountReturnedCents ?? 0);
  return Math.min(unrecorded, unusedCents) - sum(older.map(({ amountCents }) => amountCents));
};

/**
 * Reconciles a refused refund with the provider. If an earlier attempt succeeded but its response was lost, returns the status of that
 * refund. If the provider has refunds that are not recorded, refunds the remaining amount. `null`: the outcome is not known, or the
 * provider refused for another reason.
 */
const retryRefusedRefund = async (
  provider: PaymentProvider,
  refund: Refund,
  providerPaymentId: string,
  reducingCentsOf: (succeeded: readonly RefundSnapshot[]) => Promise<number>,
): Promise<SettleRefund | null> => {
  const existing = await findRefundAttempt(provider, refund, providerPaymentId);
  if (!existing.ok) return null;
  if (existing.value !== null) return outcomeOf(existing.value);
  const providerRefunds = await provider.listRefunds(providerPaymentId);
  // A pending refund may still fail, so the remaining amount is not known yet.
  if (!providerRefunds.ok || providerRefunds.value.some(({ status }) => status === 'pending')) return null;
  const succeeded = providerRefunds.value.filter(({ status }) => status === 'succeeded');
  const externalCents = await reducingCentsOf(succeeded);
  if (externalCents <= 0) return null;
  const remainingCents = refund.amountCents - externalCents;
  // Refunds in the dashboard already cover the whole amount. If one of them does, its id shows later whether its money comes back.
  if (remainingCents <= 0) {
    const covering = succeeded.find(({ amountCents }) => amountCents >= refund.amountCents);
    return { status: 'succeeded', providerRefundId: covering?.id ?? null, failureReason: null };
  }
  const remainingRefund = await provider.createRefund({
    ...newRefund({ ...refund, amountCents: remainingCents }, providerPaymentId),
    idempotencyKey: `${refund.id}-${remainingCents}`,
  });
  return remainingRefund.ok ? outcomeOf(remainingRefund.value) : null;
};

const PROVIDER_FAILED = 'provider_failed';

const outcomeOf = ({ id, status }: RefundSnapshot): SettleRefund => ({
  status,
  providerRefundId: id,
  failureReason: status === 'failed' ? PROVIDER_FAILED : null,
});

/**
 * Outcome of a refund. `charged_back`: a chargeback already returned the money, and the provider has no refund. `null`: no final outcome
 * yet.
 */
type RefundOutcome = SettleRefund | 'charged_back' | null;

/** Looks up a refund after a chargeback returned the money: an earlier attempt may have succeeded although its response was lost. */
const findAfterChargeback = async (provider: PaymentProvider, refund: Refund, providerPaymentId: string): Promise<RefundOutcome> => {
  const existing = await findRefundAttempt(provider, refund, providerPaymentId);
  if (!existing.ok) return null;
  return existing.value === null ? 'charged_back' : outcomeOf(existing.value);
};

/** The provider may not find a refund in the first moments after its creation. */
const BELIEVED_AFTER_MS = 3_600_000;

/**
 * Outcome of a refund that the provider does not find. It was canceled in the dashboard before its execution, if it is an hour old and not
 * in the list of the payment's refunds either. Otherwise the answer was wrong: a new refund would return the money twice.
 */
const findMissingRefund = async (
  provider: PaymentProvider,
  refund: Refund & { readonly providerRefundId: string },
  providerPaymentId: string,
  nowMs: number,
): Promise<RefundOutcome> => {
  const { id, providerRefundId } = refund;
  if (nowMs - msOfId(id) < BELIEVED_AFTER_MS) return null;
  const atProvider = await provider.listRefunds(providerPaymentId);
  if (!atProvider.ok) return null;
  const found = atProvider.value.find((each) => each.id === providerRefundId);
  return found === undefined ? { status: 'failed', providerRefundId, failureReason: 'provider_canceled' } : outcomeOf(found);
};

/** Returns the provider's outcome for the refund, creating it first if needed. */
const createOrFetchRefund = async (
  deps: FlowDeps,
  tenant: Tenant,
  refund: Refund,
  { payment, subscription }: { readonly payment: Payment; readonly subscription: Subscription | null },
): Promise<RefundOutcome> => {
  const provider = await openProvider(deps, tenant, refund.provider);
  if (provider === null || payment.providerPaymentId === null) return null;
  const { providerPaymentId } = payment;
  if (isChargedBack(refund, payment, subscription)) return findAfterChargeback(provider, refund, providerPaymentId);
  const providerRefundId = refund.providerRefundId;
  const result =
    providerRefundId === null
      ? await refundOnce(provider, refund, providerPaymentId, deps.nowMs())
      : await provider.getRefund(providerPaymentId, providerRefundId);
  if (result.ok) return outcomeOf(result.value);
  if (providerRefundId !== null)
    return result.kind === 'not_found'
      ? findMissingRefund(provider, { ...refund, providerRefundId }, providerPaymentId, deps.nowMs())
      : null;
  const isRefused = result.kind === 'duplicate' || result.kind === 'refused';
  return isRefused
    ? retryRefusedRefund(provider, refund, providerPaymentId, (succeeded) => reducingCents(deps, tenant, refund, succeeded))
    : null;
};

/**
 * Creates a pending refund at the provider or fetches its status, and applies the outcome. Idempotent and safe to run concurrently. If
 * there is no final outcome, schedules the next attempt. A refund that the customer is owed (`OwedFor`) is retried until the money is
 * returned.
 */
export const syncRefund = async (deps: FlowDeps, tenant: Tenant, refundId: string): Promise<void> => {
  const { refund, payment, relatedRecords } = await loadRefund(deps, tenant, refundId);
  if (refund === null || payment === null || refund.record.status !== 'pending') return;
  const refunded = { payment: payment.record, subscription: relatedRecords?.subscription?.record ?? null };
  const providerOutcome = await createOrFetchRefund(deps, tenant, refund.record, refunded);
  const outcome = await deps.store.run<Loaded, Refund>({
    tenant,
    actor: SYSTEM,
    load: () => loadRefund(deps, tenant, refundId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => {
      if (providerOutcome === null) return postponeRefund(null, state, context);
      return providerOutcome === 'charged_back'
        ? failRefundAfterChargeback(null, state, context)
        : settleRefund(providerOutcome, state, context);
    },
  });
  logIfOwed(outcome.kind === 'done' ? outcome.result : refund.record);
};

/** Logs a refund that the customer is owed and did not get. */
const logIfOwed = (refund: Refund): void => {
  const isOwedAndFailed = owedForOf(refund) !== null && refund.status === 'failed' && refund.failureReason !== CHARGED_BACK;
  if (isOwedAndFailed || isOwedAndMissing(refund)) {
    logNotice(METRIC_LINES.owedRefundOpen, { refund: refund.id, payment: refund.paymentId, status: refund.status, tries: refund.tries });
  }
};

/**
 * Applies the failures of refunds that had succeeded before: the customer's bank returned the money. `atProvider`: the provider's refunds
 * of the payment. Idempotent.
 */
export const failSucceededRefunds = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  atProvider: readonly RefundSnapshot[],
): Promise<void> => {
  const failedIds = new Set<string | null>(atProvider.flatMap(({ id, status }) => (status === 'failed' ? id : [])));
  if (failedIds.size === 0) return;
  for (const refund of await loadAll(deps.store, refundAggregate, tenant, { parentId: paymentId })) {
    if (refund.status !== 'succeeded' || !failedIds.has(refund.providerRefundId)) continue;
    const outcome = await deps.store.run<Loaded, Refund>({
      tenant,
      actor: SYSTEM,
      load: () => loadRefund(deps, tenant, refund.id),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, context) => failSucceededRefund({ failureReason: PROVIDER_FAILED }, state, context),
    });
    if (outcome.kind === 'done') logIfOwed(outcome.result);
  }
};

/**
 * Logs that the provider has returned less than is recorded. This happens if the bank returns a refund that was made in the provider's
 * dashboard, after a part of it had reduced a refund that the customer was owed: this part has no record that could fail.
 */
export const logMissingRefund = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  { id, providerPaymentId }: { readonly id: string; readonly providerPaymentId: string },
  atProvider: readonly RefundSnapshot[],
): Promise<void> => {
  const recordedCents = (await deps.store.get(paymentAggregate, tenant, id))?.record.amountReturnedCents ?? 0;
  if (recordedCents <= succeededCentsOf(atProvider)) return;
  // The list may be older than the record.
  const listedAgain = await provider.listRefunds(providerPaymentId);
  if (!listedAgain.ok || recordedCents <= succeededCentsOf(listedAgain.value)) return;
  logNotice(METRIC_LINES.owedRefundOpen, { payment: id, missingCents: recordedCents - succeededCentsOf(listedAgain.value) });
};

/** Syncs the refunds of a payment after a provider webhook, except refunds whose next attempt is not due yet. */
export const syncRefundsOf = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const now = Math.floor(deps.nowMs() / 1000);
  for (const refund of await loadAll(deps.store, refundAggregate, tenant, { parentId: paymentId })) {
    if (canBePolled(refund, now)) await syncRefund(deps, tenant, refund.id);
  }
};
