import { setTimeout as pause } from 'node:timers/promises';
import type { Stored } from '../../domain/aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import { secondsUntilAllowed } from '../../domain/payable/attempt-limit.ts';
import type { Confirmed } from '../../domain/payable/confirm.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type RecordProviderPayment, recordProviderPayment } from '../../domain/payment/record-provider.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Outcome, PaymentProvider, PaymentSnapshot, ProviderFailure } from '../../provider/port.ts';
import type { IdempotencyWrite, StoredAnswer } from '../../store/core/idempotency.ts';
import { allocateSequences } from '../../store/limits/sequence.ts';
import { countAttemptStart } from '../../store/limits/tries.ts';
import type { Store } from '../../store/writer/store.ts';
import { type AttemptLimit, readAttemptLimit, recordOpenResult } from '../payments/refused.ts';
import { syncPayment, withdrawPayment, workSnapshot } from '../payments/sync.ts';
import { CHANGED_CONCURRENTLY, MAX_WITHDRAWALS, PROVIDER_MISSING, paymentRefused, WAITS_MS } from './begin.ts';
import type { AttemptStep, Confirmation, ConfirmationDeps, Confirmer, ElementSale } from './element-sale.ts';

const UNAVAILABLE: Confirmation = { kind: 'unavailable' };

/**
 * Confirms a payment: starts or continues an attempt, and returns its state with a redirect URL, if any. The transaction that starts the
 * attempt binds the idempotency key to it: after a crash, the same call continues the same attempt and the same provider payment.
 */
export const confirmSale = async <State>(confirmation: ConfirmationDeps<State>): Promise<Confirmation> => {
  const started =
    confirmation.by.resumes === null ? await beginAttempt(confirmation) : await resumeAttempt(confirmation, confirmation.by.resumes);
  if (!('payment' in started)) return started;
  return started.step === 'done' ? finish(confirmation, started.payment.id) : open(confirmation, started);
};

/** An attempt and its provider. `tried: null`: no limit on refused payments. */
interface Begun extends AttemptStep {
  readonly provider: PaymentProvider;
  readonly tried: AttemptLimit | null;
}

/** No attempt is started: too many payments were refused. */
interface Limited {
  readonly step: 'limited';
  readonly retryAfterSeconds: number;
}

type NotBegun = Exclude<Confirmation, { kind: 'confirmed' }>;

const NO_PROVIDER: NotBegun = { kind: 'refused', refusal: PROVIDER_MISSING };

const resumeAttempt = async <State>({ fresh, tenant, sale }: ConfirmationDeps<State>, paymentId: string): Promise<Begun | NotBegun> => {
  const [provider, { record: payment }, by] = await Promise.all([
    sale.chooseProvider(),
    loadPayment(fresh, tenant, paymentId),
    sale.triedBy(),
  ]);
  return provider === null ? NO_PROVIDER : { step: 'pay', provider, payment, tried: by === null ? null : { by, kept: null } };
};

/** The state that an attempt is started on; loaded in one round. */
interface LoadedStart<State> {
  readonly provider: PaymentProvider | null;
  readonly state: State;
  readonly tried: AttemptLimit | null;
}

const beginAttempt = async <State>(confirmation: ConfirmationDeps<State>): Promise<Begun | NotBegun> => {
  const { deps, tenant, sale, by } = confirmation;
  const { claim } = by;
  for (let withdrawals = 0; withdrawals <= MAX_WITHDRAWALS; withdrawals += 1) {
    const outcome = await deps.store.run<LoadedStart<State>, Begun | Limited>({
      tenant,
      actor: by.actor,
      load: async () => {
        const [provider, state, tried] = await Promise.all([
          sale.chooseProvider(),
          sale.load(),
          readAttemptLimit(deps.store.table, sale.triedBy),
        ]);
        return { provider, state, tried };
      },
      nowOf: ({ state }) => sale.momentOf(state),
      decide: (loaded, context) => decideStart(sale, loaded, deps.nowMs(), context),
      allocated: () => allocateSequences(deps.store.table, tenant, sale.entriesOfAttempt),
      remember: async (result) =>
        claim === null || result.step === 'withdraw' || result.step === 'limited'
          ? null
          : { ...claim, remembered: { operationId: result.payment.id }, replaces: null },
    });
    if (outcome.kind !== 'done') return outcome;
    const { result } = outcome;
    if (result.step === 'limited') return { kind: 'limited', retryAfterSeconds: result.retryAfterSeconds };
    if (result.step !== 'withdraw') return result;
    const { payment } = result;
    if ((await withdrawPayment(deps, tenant, payment)) === 'unavailable') return { kind: 'unavailable' };
    await deps.store.run<State, unknown>({
      tenant,
      actor: by.actor,
      load: sale.load,
      nowOf: sale.momentOf,
      decide: (state, context) => sale.release(payment.id, state, context),
    });
  }
  return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
};

const decideStart = <State>(
  sale: ElementSale<State>,
  { provider, state, tried }: LoadedStart<State>,
  nowMs: number,
  context: DecisionContext,
): Decision<Begun | Limited> | Refusal => {
  // Check the limit first: starting an attempt may withdraw another one.
  const retryAfterSeconds = secondsUntilAllowed(tried?.kept?.tries ?? [], nowMs);
  if (retryAfterSeconds > 0) return unchanged({ step: 'limited', retryAfterSeconds });
  if (provider === null) return PROVIDER_MISSING;
  const started = sale.begin(provider, state, context);
  return started instanceof Refusal ? started : { ...started, result: { ...started.result, provider, tried } };
};

const open = async <State>(confirmation: ConfirmationDeps<State>, { provider, payment, tried }: Begun): Promise<Confirmation> => {
  const { deps, tenant, sale, by } = confirmation;
  if (payment.status !== 'pending' || payment.providerCheckoutUrl !== null) return finish(confirmation, payment.id);
  if (payment.providerPaymentId !== null) {
    const syncResult = await syncPayment(deps, tenant, payment.id, payment.providerPaymentId);
    return syncResult === 'unavailable' ? UNAVAILABLE : finish(confirmation, payment.id);
  }
  // An attempt stays at its provider, even if another account is connected now.
  if (payment.provider !== provider.name) return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  const attempt = { id: payment.id, ip: by.actor.ip };
  const currentTry =
    tried === null ? null : await countAttemptStart(deps.store.table, tried.by, { ...attempt, kept: tried.kept }, deps.nowMs());
  if (currentTry !== null && currentTry.waitSeconds > 0) return { kind: 'limited', retryAfterSeconds: currentTry.waitSeconds };
  const opened = await sale.open(provider, payment);
  const recording =
    tried === null || currentTry === null ? null : recordOpenResult(deps, tried.by, { ...attempt, kept: currentTry.kept }, opened);
  const [response] = await Promise.all([applyResponse(confirmation, provider, payment, opened), recording]);
  return response;
};

/** Applies the provider's response to the attempt. */
const applyResponse = async <State>(
  confirmation: ConfirmationDeps<State>,
  provider: PaymentProvider,
  payment: Payment,
  opened: Outcome<PaymentSnapshot>,
): Promise<Confirmation> => {
  if (opened.ok) return finishOpened(confirmation, provider, payment, opened.value);
  const { fresh, tenant } = confirmation;
  if (opened.kind === 'unavailable')
    return (await waitForOtherRequest(fresh, tenant, payment.id)) ? finish(confirmation, payment.id) : UNAVAILABLE;
  return opened.kind === 'rate_limited' || opened.kind === 'unauthorized' ? UNAVAILABLE : refuse(confirmation, payment, opened);
};

/** The provider created the payment: it may be paid already, or the buyer continues on the provider's page. */
const finishOpened = async <State>(
  confirmation: ConfirmationDeps<State>,
  provider: PaymentProvider,
  payment: Payment,
  snapshot: PaymentSnapshot,
): Promise<Confirmation> => {
  const { id: providerPaymentId, checkoutUrl, status } = snapshot;
  if (status !== 'open') await workSnapshot(confirmation.deps, confirmation.tenant, payment, snapshot);
  const finished = await finish(confirmation, payment.id, { providerPaymentId, checkoutUrl });
  // Canceled during the request to the provider: it must not be paid.
  if (status === 'open' && finished.kind === 'confirmed' && finished.confirmed.paymentStatus === 'canceled')
    await provider.cancelPayment(providerPaymentId);
  return finished;
};

/** Waits for a concurrent call that opens the attempt; returns whether it did. */
const waitForOtherRequest = async (fresh: Store, tenant: Tenant, paymentId: string): Promise<boolean> => {
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    const { status, providerPaymentId } = (await loadPayment(fresh, tenant, paymentId)).record;
    if (status !== 'pending' || providerPaymentId !== null) return true;
  }
  return false;
};

const loadPayment = async (store: Store, tenant: Tenant, paymentId: string): Promise<Stored<Payment>> => {
  const payment = await store.get(paymentAggregate, tenant, paymentId);
  if (payment === null) throw new Error(`Payment ${paymentId} is missing.`);
  return payment;
};

/** Stores the response under the idempotency key, in place of the attempt. */
const responseWrite = ({ claim }: Confirmer, paymentId: string, answer: StoredAnswer): IdempotencyWrite | null =>
  claim === null ? null : { ...claim, remembered: { answer }, replaces: paymentId };

interface CurrentState {
  readonly payment: Stored<Payment>;
  readonly status: string;
}

const confirmedOf = (sessionId: string, status: string, payment: Payment): Confirmed => ({
  sessionId,
  paymentId: payment.id,
  status,
  paymentStatus: payment.status,
  redirectUrl: payment.providerCheckoutUrl,
});

/** Returns the state of the attempt and stores it for replays. `providerPayment`: id and URL at the provider, to be recorded. */
const finish = async <State>(
  { deps, fresh, tenant, sale, by }: ConfirmationDeps<State>,
  paymentId: string,
  providerPayment: RecordProviderPayment | null = null,
): Promise<Confirmation> => {
  const store = providerPayment === null ? fresh : deps.store;
  const outcome = await store.run<CurrentState, Confirmed>({
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
    remember: async (confirmed) => responseWrite(by, paymentId, await by.keep(confirmed)),
  });
  return outcome.kind === 'done' ? { kind: 'confirmed', confirmed: outcome.result } : outcome;
};

/** Marks the attempt as failed because the provider refused it; the buyer may try again. */
const refuse = async <State>(
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
    nowOf: sale.momentOf,
    decide: (state, context) => sale.fail(payment.id, failure, state, context),
    remember: async () => responseWrite(by, payment.id, by.keepRefusal(refusal)),
  });
  return outcome.kind === 'done' ? { kind: 'refused', refusal } : outcome;
};
