import { setTimeout as pause } from 'node:timers/promises';
import type { Stored } from '../../domain/aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import { secondsUntilAllowed } from '../../domain/payable/attempt-limit.ts';
import type { ConfirmedObject } from '../../domain/payable/confirm.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type RecordProviderPayment, recordProviderPayment } from '../../domain/payment/record-provider.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Outcome, PaymentProvider, PaymentSnapshot, ProviderFailure } from '../../provider/port.ts';
import type { IdempotencyWrite, StoredAnswer } from '../../store/core/idempotency.ts';
import { allocateSequences } from '../../store/event-log/sequence.ts';
import { countAttemptStart } from '../../store/limits/payment-attempts.ts';
import type { Store } from '../../store/writer/store.ts';
import { type AttemptLimit, readAttemptLimit, recordAttemptResult } from '../payments/refused.ts';
import { applySnapshot, cancelPaymentAtProvider, syncPayment } from '../payments/sync.ts';
import { PROVIDER_MISSING } from '../provider.ts';
import { repriceNow } from '../subscriptions/reprice.ts';
import { CHANGED_CONCURRENTLY, MAX_WITHDRAWALS, paymentRefused, WAITS_MS } from './begin.ts';
import type { AttemptStep, Confirmation, ConfirmationDeps, Confirmer, ElementSale } from './element-sale.ts';

const UNAVAILABLE: Confirmation = { kind: 'unavailable' };

/**
 * Confirms a payment: starts or continues an attempt, and returns its state with a redirect URL, if any. The transaction that starts an
 * attempt stores its payment id under the idempotency key. A repeated call after a crash therefore continues that attempt.
 */
export const confirmSale = async <State>(confirmation: ConfirmationDeps<State>): Promise<Confirmation> => {
  const started =
    confirmation.by.resumedPaymentId === null
      ? await beginAttempt(confirmation)
      : await resumeAttempt(confirmation, confirmation.by.resumedPaymentId);
  if (!('payment' in started)) return started;
  return started.step === 'done' ? finish(confirmation, started.payment.id) : openPayment(confirmation, started);
};

/** The next step of an attempt, and the provider of the attempt. `limit: null`: no limit on refused payments. */
interface NextStep extends AttemptStep {
  readonly provider: PaymentProvider;
  readonly limit: AttemptLimit | null;
}

/** No attempt is started: too many payments were refused. */
interface Limited {
  readonly step: 'limited';
  readonly retryAfterSeconds: number;
}

type NotStarted = Exclude<Confirmation, { kind: 'confirmed' }>;

const NO_PROVIDER: NotStarted = { kind: 'refused', refusal: PROVIDER_MISSING };

const resumeAttempt = async <State>(
  { uncached, tenant, sale }: ConfirmationDeps<State>,
  paymentId: string,
): Promise<NextStep | NotStarted> => {
  const [provider, { record: payment }, subject] = await Promise.all([
    sale.chooseProvider(),
    loadPayment(uncached, tenant, paymentId),
    sale.loadAttemptLimitSubject(),
  ]);
  return provider === null ? NO_PROVIDER : { step: 'pay', provider, payment, limit: subject === null ? null : { subject, attempts: null } };
};

/** State for the decision to start an attempt. */
interface LoadedStart<State> {
  readonly provider: PaymentProvider | null;
  readonly state: State;
  readonly limit: AttemptLimit | null;
}

const beginAttempt = async <State>(confirmation: ConfirmationDeps<State>): Promise<NextStep | NotStarted> => {
  const { deps, uncached, tenant, sale, by } = confirmation;
  const { claim } = by;
  for (let withdrawals = 0; withdrawals <= MAX_WITHDRAWALS; withdrawals += 1) {
    const outcome = await deps.store.run<LoadedStart<State>, NextStep | Limited>({
      tenant,
      actor: by.actor,
      load: async () => {
        const [provider, state, limit] = await Promise.all([
          sale.chooseProvider(),
          sale.load(),
          readAttemptLimit(deps.store.table, sale.loadAttemptLimitSubject),
        ]);
        return { provider, state, limit };
      },
      nowOf: ({ state }) => sale.clockTimeOf(state),
      decide: (loaded, context) => decideStart(sale, loaded, deps.nowMs(), context),
      allocated: () => allocateSequences(deps.store.table, tenant, sale.logEntriesPerAttempt),
      remember: async (result) =>
        claim === null || result.step === 'withdraw' || result.step === 'limited'
          ? null
          : { ...claim, remembered: { operationId: result.payment.id }, replaces: null },
    });
    if (outcome.kind !== 'done') return outcome;
    const { result } = outcome;
    if (result.step === 'limited') return { kind: 'limited', retryAfterSeconds: result.retryAfterSeconds };
    const { payment } = result;
    if (result.needsRepricing === true) await repriceNow(uncached, deps.nowMs, tenant, payment.customerId);
    if (result.step !== 'withdraw') return result;
    if ((await cancelPaymentAtProvider(deps, tenant, payment)) === 'unavailable') return { kind: 'unavailable' };
    await deps.store.run<State, unknown>({
      tenant,
      actor: by.actor,
      load: sale.load,
      nowOf: sale.clockTimeOf,
      decide: (state, context) => sale.release(payment.id, state, context),
    });
  }
  return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
};

const decideStart = <State>(
  sale: ElementSale<State>,
  { provider, state, limit }: LoadedStart<State>,
  nowMs: number,
  context: DecisionContext,
): Decision<NextStep | Limited> | Refusal => {
  // The limit is checked first: a refused call must not withdraw an earlier attempt.
  const retryAfterSeconds = secondsUntilAllowed(limit?.attempts?.tries ?? [], nowMs);
  if (retryAfterSeconds > 0) return unchanged({ step: 'limited', retryAfterSeconds });
  if (provider === null) return PROVIDER_MISSING;
  const started = sale.begin(provider, state, context);
  return started instanceof Refusal ? started : { ...started, result: { ...started.result, provider, limit } };
};

const openPayment = async <State>(confirmation: ConfirmationDeps<State>, { provider, payment, limit }: NextStep): Promise<Confirmation> => {
  const { deps, tenant, sale, by } = confirmation;
  if (payment.status !== 'pending' || payment.providerCheckoutUrl !== null) return finish(confirmation, payment.id);
  if (payment.providerPaymentId !== null) {
    const syncResult = await syncPayment(deps, tenant, payment.id, payment.providerPaymentId);
    return syncResult === 'unavailable' ? UNAVAILABLE : finish(confirmation, payment.id);
  }
  // The attempt was started at another provider account and cannot continue at this one.
  if (payment.provider !== provider.name) return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  const attempt = { id: payment.id, ip: by.actor.ip };
  const counted =
    limit && (await countAttemptStart(deps.store.table, limit.subject, { ...attempt, attempts: limit.attempts }, deps.nowMs()));
  if (counted !== null && counted.waitSeconds > 0) return { kind: 'limited', retryAfterSeconds: counted.waitSeconds };
  const response = await sale.open(provider, payment);
  const recording = limit && counted && recordAttemptResult(deps, limit.subject, { ...attempt, attempts: counted.attempts }, response);
  const [result] = await Promise.all([applyResponse(confirmation, provider, payment, response), recording]);
  return result;
};

/** Applies the provider's response to the attempt. */
const applyResponse = async <State>(
  confirmation: ConfirmationDeps<State>,
  provider: PaymentProvider,
  payment: Payment,
  response: Outcome<PaymentSnapshot>,
): Promise<Confirmation> => {
  if (response.ok) return finishOpened(confirmation, provider, payment, response.value);
  const { uncached, tenant } = confirmation;
  if (response.kind === 'unavailable')
    return (await waitForOtherRequest(uncached, tenant, payment.id)) ? finish(confirmation, payment.id) : UNAVAILABLE;
  return response.kind === 'rate_limited' || response.kind === 'unauthorized' ? UNAVAILABLE : failAttempt(confirmation, payment, response);
};

/**
 * Finishes an attempt whose payment the provider has created. The payment may be paid already, or the buyer pays on the provider's page.
 */
const finishOpened = async <State>(
  confirmation: ConfirmationDeps<State>,
  provider: PaymentProvider,
  payment: Payment,
  snapshot: PaymentSnapshot,
): Promise<Confirmation> => {
  const { id: providerPaymentId, checkoutUrl, status } = snapshot;
  if (status !== 'open') await applySnapshot(confirmation.deps, confirmation.tenant, payment, snapshot);
  const finished = await finish(confirmation, payment.id, { providerPaymentId, checkoutUrl });
  // The attempt was canceled during the request to the provider, so the buyer must not be able to pay it.
  if (status === 'open' && finished.kind === 'confirmed' && finished.confirmed.paymentStatus === 'canceled')
    await provider.cancelPayment(providerPaymentId);
  return finished;
};

/** Waits until a concurrent call has created the payment at the provider. Returns false when the time is up. */
const waitForOtherRequest = async (uncached: Store, tenant: Tenant, paymentId: string): Promise<boolean> => {
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    const { status, providerPaymentId } = (await loadPayment(uncached, tenant, paymentId)).record;
    if (status !== 'pending' || providerPaymentId !== null) return true;
  }
  return false;
};

const loadPayment = async (store: Store, tenant: Tenant, paymentId: string): Promise<Stored<Payment>> => {
  const payment = await store.get(paymentAggregate, tenant, paymentId);
  if (payment === null) throw new Error(`Payment ${paymentId} is missing.`);
  return payment;
};

/** Builds the write that stores the response under the idempotency key, in place of the attempt's payment id; `null`: no key. */
const responseWrite = ({ claim }: Confirmer, paymentId: string, answer: StoredAnswer): IdempotencyWrite | null =>
  claim === null ? null : { ...claim, remembered: { answer }, replaces: paymentId };

interface CurrentState {
  readonly payment: Stored<Payment>;
  readonly status: string;
}

const confirmedOf = (sessionId: string, status: string, payment: Payment): ConfirmedObject => ({
  sessionId,
  paymentId: payment.id,
  status,
  paymentStatus: payment.status,
  redirectUrl: payment.providerCheckoutUrl,
});

/** Returns the state of the attempt and stores it for replays. `providerPayment`: id and URL to record; `null`: already recorded. */
const finish = async <State>(
  { deps, uncached, tenant, sale, by }: ConfirmationDeps<State>,
  paymentId: string,
  providerPayment: RecordProviderPayment | null = null,
): Promise<Confirmation> => {
  const store = providerPayment === null ? uncached : deps.store;
  const outcome = await store.run<CurrentState, ConfirmedObject>({
    tenant,
    actor: by.actor,
    load: async () => {
      const [payment, status] = await Promise.all([loadPayment(store, tenant, paymentId), sale.statusNow(store)]);
      return { payment, status };
    },
    nowOf: () => null,
    decide: ({ payment, status }, context) => {
      const decided = providerPayment === null ? unchanged(payment.record) : recordProviderPayment(providerPayment, { payment }, context);
      return decided instanceof Refusal ? decided : { ...decided, result: confirmedOf(sale.id, status, decided.result) };
    },
    remember: async (confirmed) => responseWrite(by, paymentId, await by.toStoredConfirmation(confirmed)),
  });
  return outcome.kind === 'done' ? { kind: 'confirmed', confirmed: outcome.result } : outcome;
};

/** Marks the attempt as failed because the provider refused it; the buyer may try again. */
const failAttempt = async <State>(
  { deps, tenant, sale, by }: ConfirmationDeps<State>,
  payment: Payment,
  { failureReason, message }: ProviderFailure,
): Promise<Confirmation> => {
  const refusal = paymentRefused(message);
  const failure = { providerPaymentId: null, failureCode: failureReason ?? 'payment_refused', failureMessage: message };
  const outcome = await deps.store.run<State, unknown>({
    tenant,
    actor: by.actor,
    load: sale.load,
    nowOf: sale.clockTimeOf,
    decide: (state, context) => sale.fail(payment.id, failure, state, context),
    remember: async () => responseWrite(by, payment.id, by.toStoredRefusal(refusal)),
  });
  return outcome.kind === 'done' ? { kind: 'refused', refusal } : outcome;
};
