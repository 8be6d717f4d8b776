import { type Change, change, type Stored } from '../../domain/aggregate.ts';
import { customerAggregate, isPurged } from '../../domain/customer/record.ts';
import type { DecisionContext, Guard } from '../../domain/decision.ts';
import type { Metadata } from '../../domain/fields.ts';
import { type ProviderAccountId, SANDBOX } from '../../domain/payment/provider.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { isRepeated, type PendingOperation } from '../../domain/pending-operation/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import {
  acceptRefund,
  type RefundRequest,
  type RefundRequestState,
  type ReturnedAmountState,
  recordRefund,
} from '../../domain/refund/create.ts';
import { refundWindowDays } from '../../domain/refund/eligibility.ts';
import { type Refund, refundAggregate, viewRefund } from '../../domain/refund/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { applyReturnedAmount, reserveRefundAmount } from '../../domain/subscription/change/returned-amount.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FailureKind, PaymentProvider, RefundSnapshot } from '../../provider/port.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import { fetchAccount } from '../accounts/fetch.ts';
import type { FlowDeps } from '../deps.ts';
import { openProvider } from '../provider.ts';
import { backoffSeconds, type OperationStart, type ProviderFlow } from '../two-phase/provider-write.ts';
import { findRefundAttempt, type RefundAttempt, refundOnce } from './attempts.ts';
import { loadForReturnedAmount, loadSubscriptionOf } from './sources.ts';

/** What the pending operation of an accepted refund stores: the request to the provider and what to record afterwards. */
interface RefundInput {
  readonly refundId: string;
  readonly paymentId: string;
  /** Missing in operations of former releases. */
  readonly customerId?: string;
  readonly amountCents: number;
  readonly reason: string | null;
  readonly metadata: Metadata;
  /** Test clock of the customer; `null`: none. */
  readonly clockId: string | null;
  /** Provider of the charge. */
  readonly provider: ProviderAccountId;
  /** The charge's id at its provider; `null`: the charge was never created there. */
  readonly providerPaymentId: string | null;
  readonly currency: string;
}

// The operation stores the input that `refundCommand` built.
const inputOf = ({ input }: PendingOperation): RefundInput => input as unknown as RefundInput;

const NOT_CONNECTED = new Refusal(
  'state_conflict',
  'The provider account of this charge is no longer connected. Connect it again to refund the charge.',
  {
    reason: 'provider_not_connected',
  },
);
const KEY_REJECTED = new Refusal(
  'state_conflict',
  'The payment provider does not accept the API key of the account. Connect the account again with a valid key, then repeat the request.',
  { reason: 'credential_rejected' },
);
const DUPLICATE = new Refusal('refund_duplicate', 'The payment provider has this refund already.');

const refusedBy = (message: string): Refusal => new Refusal('payment_refused', message, { reason: 'payment_refused' });

/** The provider created the refund, or refused it. */
type Reply = RefundSnapshot | Refusal;

/** Failures after which the refund may exist or may still be created, so the operation repeats `refundOnce` later. */
const OUTCOME_UNKNOWN: readonly FailureKind[] = ['unavailable', 'rate_limited'];

/** Returns the refund if an earlier attempt created it and the response was lost; otherwise `DUPLICATE` [REF-09]. */
const resolveDuplicate = async (
  provider: PaymentProvider,
  attempt: RefundAttempt,
  providerPaymentId: string,
): Promise<Reply | 'no_response'> => {
  const existing = await findRefundAttempt(provider, attempt, providerPaymentId);
  if (!existing.ok) return 'no_response';
  return existing.value ?? DUPLICATE;
};

/** How long the payment stays locked while its provider account is not connected, or the provider rejects the account's key. */
const DISCONNECTED_DAYS = 30;

/**
 * True if an earlier try was interrupted, so that the provider may have created the refund, and the operation is not older than
 * `DISCONNECTED_DAYS`. If it is older and the provider did create the refund, the refund is recorded after the account is connected again,
 * like one made in the provider's dashboard.
 */
const mayBeCreated = (operation: PendingOperation, nowMs: number): boolean =>
  isRepeated(operation, nowMs) && nowMs / 1000 - operation.created < DISCONNECTED_DAYS * DAY_SECONDS;

const requestRefund = async (deps: FlowDeps, tenant: Tenant, operation: PendingOperation): Promise<Reply | 'no_response'> => {
  const { refundId, amountCents, currency, providerPaymentId, ...input } = inputOf(operation);
  const provider = await openProvider(deps, tenant, input.provider);
  if (providerPaymentId === null) return NOT_CONNECTED;
  if (provider === null) return mayBeCreated(operation, deps.nowMs()) ? 'no_response' : NOT_CONNECTED;
  const attempt: RefundAttempt = { id: refundId, amountCents, currency };
  const answer = await refundOnce(provider, attempt, providerPaymentId, deps.nowMs());
  if (answer.ok) return answer.value;
  if (OUTCOME_UNKNOWN.includes(answer.kind)) return 'no_response';
  if (answer.kind === 'unauthorized') return mayBeCreated(operation, deps.nowMs()) ? 'no_response' : KEY_REJECTED;
  return answer.kind === 'duplicate' ? resolveDuplicate(provider, attempt, providerPaymentId) : refusedBy(answer.message);
};

interface RefundedPayment extends ReturnedAmountState {
  readonly clockTime: number | null;
  /** True if the customer was purged while the operation waited for the provider. */
  readonly isPurged: boolean;
}

const withoutLock = ({ record }: Stored<Payment>): Payment => ({ ...record, lockedBy: null });

const unlocked = (stored: Stored<Payment>): Change => change(paymentAggregate, stored, withoutLock(stored));

/** Releases the reserved amount of a refund that was not made. */
const releaseReservation = ({ subscription, parties }: RefundedPayment, stored: Stored<Payment>, { now }: DecisionContext) =>
  applyReturnedAmount(subscription, { before: stored.record, after: withoutLock(stored) }, parties, now);

/**
 * Records the refund. `requestedAt` is the start of the operation (real time), or the current time of the test clock. The refund of a
 * purged customer has no reason and metadata, because a purge erases both.
 */
const recordCreated = (operation: PendingOperation, { id, status }: RefundSnapshot, state: RefundedPayment, context: DecisionContext) => {
  const input = inputOf(operation);
  const requestedAt = input.clockId === null ? operation.created : context.now;
  const texts = state.isPurged ? { reason: null, metadata: {} } : {};
  return recordRefund({ ...input, ...texts, requestedAt, status, providerRefundId: id }, state, context);
};

/** Creates a refund at the provider, then records it [REF-02]. If the provider refuses it, answers 402 and records nothing [REF-14]. */
export const refundCreation: ProviderFlow<RefundedPayment, Reply, Refund, ReturnType<typeof viewRefund>> = {
  kind: 'refunds.create',
  callProvider: requestRefund,
  load: async ({ store }, tenant, operation) => {
    const { paymentId, customerId, clockId } = inputOf(operation);
    const [loaded, clockTime, customer] = await Promise.all([
      loadForReturnedAmount(store, tenant, paymentId),
      fetchClockTime(store, tenant, clockId),
      customerId === undefined ? null : store.get(customerAggregate, tenant, customerId),
    ]);
    return { ...loaded, clockTime, isPurged: isPurged(customer) };
  },
  subjectOf: (state, context) =>
    state.payment === null
      ? null
      : { unlocked: unlocked(state.payment), guards: [], rollback: releaseReservation(state, state.payment, context) },
  nowOf: ({ clockTime }) => clockTime,
  complete: (reply, state, context, operation) => (reply instanceof Refusal ? reply : recordCreated(operation, reply, state, context)),
  answer: viewRefund,
  retrySeconds: backoffSeconds,
};

interface LoadedRequest extends RefundRequestState {
  /** The subscription that the charge paid for. */
  readonly chargedSubscription: Stored<Subscription> | null;
  readonly clockId: string | null;
  readonly clockTime: number | null;
}

/** Loads the state for the decision on a refund request. `now`: Unix seconds, real time. */
const loadRequest = async (store: Store, tenant: Tenant, request: RefundRequest, now: number): Promise<LoadedRequest> => {
  const subscription = request.subscriptionId === null ? null : await store.get(subscriptionAggregate, tenant, request.subscriptionId);
  const paymentId = request.paymentId ?? subscription?.record.lastPaymentId ?? null;
  const [account, payment] = await Promise.all([
    fetchAccount(store, tenant),
    paymentId === null ? null : store.get(paymentAggregate, tenant, paymentId),
  ]);
  const { priceId = null, customerId = null, provider = null } = payment?.record ?? {};
  const [price, chargedSubscription, customer] = await Promise.all([
    priceId === null ? null : store.get(priceAggregate, tenant, priceId),
    loadSubscriptionOf(store, tenant, payment?.record ?? null),
    // Customers on a test clock always pay at the sandbox.
    customerId === null || provider !== SANDBOX ? null : store.get(customerAggregate, tenant, customerId),
  ]);
  const clockId = customer?.record.testClockId ?? null;
  const clockTime = await fetchClockTime(store, tenant, clockId);
  const windowDays = refundWindowDays(price?.record ?? null, account.record);
  const terms = { windowDays, now: clockTime ?? now, subscription: chargedSubscription?.record ?? null };
  return { subscription, payment, chargedSubscription, terms, clockId, clockTime };
};

/**
 * Returns the guard that the subscription has not changed, since a concurrent plan change could credit the amount that is being refunded.
 * `changes`: the changes of the subscription in the same transaction; if there are any, their write already has this guard.
 */
const unchangedSubscription = (stored: Stored<Subscription> | null, changes: readonly Change[]): readonly Guard[] =>
  stored === null || changes.length > 0 ? [] : [{ kind: 'unchanged', aggregate: subscriptionAggregate, stored }];

/** Builds the command that refunds a charge, for `runAtProvider`. `now`: Unix seconds, real time. */
export const refundCommand = (store: Store, tenant: Tenant, request: RefundRequest, now: number) => ({
  flow: refundCreation,
  load: () => loadRequest(store, tenant, request, now),
  nowOf: ({ clockTime }: LoadedRequest) => clockTime,
  begin: (state: LoadedRequest, { ids, now }: DecisionContext): OperationStart<Payment> | Refusal => {
    const accepted = acceptRefund(request, state);
    if (accepted instanceof Refusal) return accepted;
    const { stored, amountCents } = accepted;
    const input: RefundInput = {
      refundId: ids.next(refundAggregate.prefix),
      paymentId: stored.record.id,
      customerId: stored.record.customerId,
      amountCents,
      reason: request.reason,
      metadata: request.metadata,
      clockId: state.clockId,
      provider: stored.record.provider,
      providerPaymentId: stored.record.providerPaymentId,
      currency: stored.record.currency,
    };
    const changes = reserveRefundAmount(state.chargedSubscription, stored.record, amountCents, now);
    return {
      subject: { aggregate: paymentAggregate, stored },
      input: { ...input },
      guards: unchangedSubscription(state.chargedSubscription, changes),
      changes,
    };
  },
});
