import { setTimeout as pause } from 'node:timers/promises';
import type { Stored } from '../../domain/aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import type { Confirmed } from '../../domain/payable/confirm.ts';
import { secondsUntilTry } from '../../domain/payable/tries.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type RecordProviderPayment, recordProviderPayment } from '../../domain/payment/record-provider.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Outcome, PaymentProvider, PaymentSnapshot, ProviderFailure } from '../../provider/port.ts';
import type { IdempotencyWrite, StoredAnswer } from '../../store/core/idempotency.ts';
import { allocateSequences } from '../../store/limits/sequence.ts';
import { beginTry } from '../../store/limits/tries.ts';
import type { Store } from '../../store/writer/store.ts';
import { noteOpened, readTried, type Tried } from '../payments/refused.ts';
import { syncPayment, withdrawPayment, workSnapshot } from '../payments/sync.ts';
import { CHANGED_CONCURRENTLY, MOST_WITHDRAWALS, PROVIDER_MISSING, paymentRefused, WAITS_MS } from './begin.ts';
import type { Attempted, Confirmation, Confirmer, Confirming, ElementSale } from './element-sale.ts';

const UNAVAILABLE: Confirmation = { kind: 'unavailable' };

/**
 * The buyer confirmed: opens an attempt, or continues with the one under way, and tells where the buyer continues. The key is bound to the attempt by
 * the transaction that begins it: killed anywhere, the same call continues with that attempt, and so with the same payment at the
 * provider, whatever was tried next to it.
 */
export const confirmSale = async <State>(work: Confirming<State>): Promise<Confirmation> => {
  const begun = work.by.resumes === null ? await begin(work) : await resumed(work, work.by.resumes);
  if (!('payment' in begun)) return begun;
  return begun.step === 'done' ? finish(work, begun.payment.id) : open(work, begun);
};

/** An attempt and where a new one is made. `tried`: `null`: nothing limits it. */
interface Begun extends Attempted {
  readonly provider: PaymentProvider;
  readonly tried: Tried | null;
}

/** No attempt is begun: too many were refused. */
interface Limited {
  readonly step: 'limited';
  readonly retryAfterSeconds: number;
}

type NotBegun = Exclude<Confirmation, { kind: 'confirmed' }>;

const NO_PROVIDER: NotBegun = { kind: 'refused', refusal: PROVIDER_MISSING };

const resumed = async <State>({ fresh, tenant, sale }: Confirming<State>, paymentId: string): Promise<Begun | NotBegun> => {
  const [provider, { record: payment }, by] = await Promise.all([
    sale.chooseProvider(),
    loadPayment(fresh, tenant, paymentId),
    sale.triedBy(),
  ]);
  return provider === null ? NO_PROVIDER : { step: 'pay', provider, payment, tried: by === null ? null : { by, kept: null } };
};

/** What an attempt is begun on: the provider's key, the state, what was refused and the log's number are all got in one round. */
interface Beginning<State> {
  readonly provider: PaymentProvider | null;
  readonly state: State;
  readonly tried: Tried | null;
}

const begin = async <State>(work: Confirming<State>): Promise<Begun | NotBegun> => {
  const { deps, tenant, sale, by } = work;
  const { claim } = by;
  for (let withdrawals = 0; withdrawals <= MOST_WITHDRAWALS; withdrawals += 1) {
    const outcome = await deps.store.run<Beginning<State>, Begun | Limited>({
      tenant,
      actor: by.actor,
      load: async () => {
        const [provider, state, tried] = await Promise.all([sale.chooseProvider(), sale.load(), readTried(deps.store.table, sale.triedBy)]);
        return { provider, state, tried };
      },
      nowOf: ({ state }) => sale.momentOf(state),
      decide: (beginning, context) => begunAt(sale, beginning, deps.nowMs(), context),
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

const begunAt = <State>(
  sale: ElementSale<State>,
  { provider, state, tried }: Beginning<State>,
  nowMs: number,
  context: DecisionContext,
): Decision<Begun | Limited> | Refusal => {
  // Before an attempt is begun, which would withdraw another.
  const retryAfterSeconds = secondsUntilTry(tried?.kept?.tries ?? [], nowMs);
  if (retryAfterSeconds > 0) return unchanged({ step: 'limited', retryAfterSeconds });
  if (provider === null) return PROVIDER_MISSING;
  const begun = sale.begin(provider, state, context);
  return begun instanceof Refusal ? begun : { ...begun, result: { ...begun.result, provider, tried } };
};

const open = async <State>(work: Confirming<State>, { provider, payment, tried }: Begun): Promise<Confirmation> => {
  const { deps, tenant, sale, by } = work;
  if (payment.status !== 'pending' || payment.providerCheckoutUrl !== null) return finish(work, payment.id);
  if (payment.providerPaymentId !== null) {
    const collected = await syncPayment(deps, tenant, payment.id, payment.providerPaymentId);
    return collected === 'unavailable' ? UNAVAILABLE : finish(work, payment.id);
  }
  // An attempt stays at the provider that it was begun at, whatever account is connected by now.
  if (payment.provider !== provider.name) return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  const attempt = { id: payment.id, ip: by.actor.ip };
  const counted = tried === null ? null : await beginTry(deps.store.table, tried.by, { ...attempt, kept: tried.kept }, deps.nowMs());
  if (counted !== null && counted.waitSeconds > 0) return { kind: 'limited', retryAfterSeconds: counted.waitSeconds };
  const opened = await sale.open(provider, payment);
  const noted = tried === null || counted === null ? null : noteOpened(deps, tried.by, { ...attempt, kept: counted.kept }, opened);
  const [confirmation] = await Promise.all([concluded(work, provider, payment, opened), noted]);
  return confirmation;
};

/** What the provider's answer makes of the attempt. */
const concluded = async <State>(
  work: Confirming<State>,
  provider: PaymentProvider,
  payment: Payment,
  opened: Outcome<PaymentSnapshot>,
): Promise<Confirmation> => {
  if (opened.ok) return found(work, provider, payment, opened.value);
  const { fresh, tenant } = work;
  if (opened.kind === 'unavailable') return (await openedByAnother(fresh, tenant, payment.id)) ? finish(work, payment.id) : UNAVAILABLE;
  return opened.kind === 'rate_limited' || opened.kind === 'unauthorized' ? UNAVAILABLE : refuse(work, payment, opened);
};

/** The provider has the attempt: a card may be charged by now, or the buyer is expected there. */
const found = async <State>(
  work: Confirming<State>,
  provider: PaymentProvider,
  payment: Payment,
  snapshot: PaymentSnapshot,
): Promise<Confirmation> => {
  const { id: providerPaymentId, checkoutUrl, status } = snapshot;
  if (status !== 'open') await workSnapshot(work.deps, work.tenant, payment, snapshot);
  const finished = await finish(work, payment.id, { providerPaymentId, checkoutUrl });
  // Given up while it was on its way to the provider: nobody may pay there what nobody waits for.
  if (status === 'open' && finished.kind === 'confirmed' && finished.confirmed.paymentStatus === 'canceled')
    await provider.cancelPayment(providerPaymentId);
  return finished;
};

/** Whether another call, which the provider answers in this one's place, has opened the attempt by now. */
const openedByAnother = async (fresh: Store, tenant: Tenant, paymentId: string): Promise<boolean> => {
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    const { status, providerPaymentId } = (await loadPayment(fresh, tenant, paymentId)).record;
    if (status !== 'pending' || providerPaymentId !== null) return true;
  }
  return false;
};

const loadPayment = async (store: Store, tenant: Tenant, paymentId: string): Promise<Stored<Payment>> => {
  const payment = await store.get(paymentAggregate, tenant, paymentId);
  if (payment === null) throw new Error(`payment ${paymentId} is missing`);
  return payment;
};

/** What is kept under the key in place of the attempt that it was bound to. */
const kept = ({ claim }: Confirmer, paymentId: string, answer: StoredAnswer): IdempotencyWrite | null =>
  claim === null ? null : { ...claim, remembered: { answer }, replaces: paymentId };

interface Standing {
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

/** Tells the state of the attempt, and keeps that for replays. `place`: where the provider has it, to be written down. */
const finish = async <State>(
  { deps, fresh, tenant, sale, by }: Confirming<State>,
  paymentId: string,
  place: RecordProviderPayment | null = null,
): Promise<Confirmation> => {
  const store = place === null ? fresh : deps.store;
  const outcome = await store.run<Standing, Confirmed>({
    tenant,
    actor: by.actor,
    load: async () => {
      const [payment, status] = await Promise.all([loadPayment(store, tenant, paymentId), sale.statusNow(store)]);
      return { payment, status };
    },
    nowOf: () => null,
    decide: ({ payment, status }, context) => {
      const decided = place === null ? unchanged(payment.record) : recordProviderPayment(place, { payment }, context);
      return decided instanceof Refusal ? decided : { ...decided, result: confirmedOf(sale.id, status, decided.result) };
    },
    remember: async (confirmed) => kept(by, paymentId, await by.keep(confirmed)),
  });
  return outcome.kind === 'done' ? { kind: 'confirmed', confirmed: outcome.result } : outcome;
};

/** The provider did not take the attempt: it has failed, and the buyer may try again. */
const refuse = async <State>(
  { deps, tenant, sale, by }: Confirming<State>,
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
    remember: async () => kept(by, payment.id, by.keepRefusal(refusal)),
  });
  return outcome.kind === 'done' ? { kind: 'refused', refusal } : outcome;
};
