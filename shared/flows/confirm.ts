import { setTimeout as pause } from 'node:timers/promises';
import { unchanged } from '../domain/decisions.ts';
import { type Decision, type DecisionContext, Refusal, type Stored, type Tenant } from '../domain/kernel.ts';
import type { Confirmed } from '../domain/payable/confirm.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { type RecordProviderPayment, recordProviderPayment } from '../domain/payment/record-provider.ts';
import type { FailureFacts } from '../domain/payment/transitions.ts';
import type { OperationClaim } from '../domain/pending-operation/record.ts';
import type { Outcome, PaymentProvider, PaymentSnapshot, ProviderFailure } from '../provider/port.ts';
import type { Actor } from '../store/audit/entries.ts';
import type { IdempotencyWrite, StoredAnswer } from '../store/core/idempotency.ts';
import type { Item } from '../store/core/table.ts';
import { allocateSequences } from '../store/limits/sequence.ts';
import type { Store } from '../store/writer/store.ts';
import { rememberPayment } from './attempts.ts';
import { CHANGED_MEANWHILE, MOST_WITHDRAWALS, PROVIDER_MISSING, paymentRefused, WAITS_MS } from './checkout.ts';
import { collectPayment, withdrawPayment, workSnapshot } from './collect.ts';
import type { FlowDeps } from './deps.ts';

/** An attempt as a rule began it, or the one in its way. */
export interface Attempted {
  /** `pay`: to be opened at the provider, or gone on with. `withdraw`: stands in the way; the provider is asked first. `done`: nothing is left to be paid. */
  readonly step: 'pay' | 'withdraw' | 'done';
  readonly payment: Payment;
}

/** One kind of thing that is paid in the payment element: how its attempts are begun and end. `State`: what its rules decide on. */
export interface ElementSale<State> {
  /** What its confirmations show as `session_id`. */
  readonly id: string;
  /** Where a new attempt is made; `null`: there is nowhere to pay. */
  readonly chooseProvider: () => Promise<PaymentProvider | null>;
  readonly load: () => Promise<State>;
  /** The simulated moment of the state (Unix seconds); `null`: real time. */
  readonly momentOf: (state: State) => number | null;
  readonly begin: (provider: PaymentProvider, state: State, context: DecisionContext) => Decision<Attempted> | Refusal;
  /** Gives up the attempt that stood in the way, once the provider was asked and did not say that it was paid. */
  readonly release: (paymentId: string, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** Opens the attempt at the provider, or finds it there. The same attempt is always the same payment. */
  readonly open: (provider: PaymentProvider, payment: Payment) => Promise<Outcome<PaymentSnapshot>>;
  /** The provider did not take the attempt: nothing was charged. */
  readonly fail: (paymentId: string, failure: FailureFacts, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** How it stands, read anew. */
  readonly statusNow: (store: Store) => Promise<string>;
}

/** Who confirms, and what is kept for replays of the call. */
export interface Confirmer {
  readonly actor: Actor;
  /** The caller's idempotency key; `null`: none was sent. */
  readonly claim: OperationClaim | null;
  /** The attempt that an earlier call under the key began; `null`: this is the first. */
  readonly resumes: string | null;
  readonly keep: (confirmed: Confirmed) => Promise<StoredAnswer>;
  readonly keepRefusal: (refusal: Refusal) => StoredAnswer;
}

/** `key_taken`: another request put `record` under the key meanwhile. `unavailable`: the provider gave no answer that can be trusted. */
export type Confirmation =
  | { readonly kind: 'confirmed'; readonly confirmed: Confirmed }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item }
  | { readonly kind: 'unavailable' };

const UNAVAILABLE: Confirmation = { kind: 'unavailable' };

/** What one confirmation works with. `deps.store` may read once; `fresh` reads anew each time. */
export interface Confirming<State> {
  readonly deps: FlowDeps;
  readonly fresh: Store;
  readonly tenant: Tenant;
  readonly sale: ElementSale<State>;
  readonly by: Confirmer;
}

/**
 * The buyer confirmed: opens an attempt, or goes on with the one under way, and tells where the buyer goes on. The key is bound to the attempt by
 * the transaction that begins it: killed anywhere, the same call goes on with that attempt, and so with the same payment at the
 * provider, whatever was tried beside it.
 */
export const confirmSale = async <State>(work: Confirming<State>): Promise<Confirmation> => {
  const provider = await work.sale.chooseProvider();
  if (provider === null) return { kind: 'refused', refusal: PROVIDER_MISSING };
  const begun = work.by.resumes === null ? await begin(work, provider) : await resumed(work, work.by.resumes);
  if (!('payment' in begun)) return begun;
  return begun.step === 'done' ? finish(work, begun.payment.id) : open(work, provider, begun.payment);
};

type Begun = Attempted | Exclude<Confirmation, { kind: 'confirmed' }>;

const resumed = async <State>({ fresh, tenant }: Confirming<State>, paymentId: string): Promise<Begun> => ({
  step: 'pay',
  payment: (await loadPayment(fresh, tenant, paymentId)).record,
});

const begin = async <State>({ deps, tenant, sale, by }: Confirming<State>, provider: PaymentProvider): Promise<Begun> => {
  const { claim } = by;
  for (let withdrawals = 0; withdrawals <= MOST_WITHDRAWALS; withdrawals += 1) {
    const outcome = await deps.store.run<State, Attempted>({
      tenant,
      actor: by.actor,
      load: sale.load,
      nowOf: sale.momentOf,
      decide: (state, context) => sale.begin(provider, state, context),
      allocated: () => allocateSequences(deps.store.table, tenant, 1),
      remember: async ({ step, payment }) =>
        claim === null || step === 'withdraw' ? null : { ...claim, remembered: { operationId: payment.id }, replaces: null },
    });
    if (outcome.kind !== 'done') return outcome;
    const { step, payment } = outcome.result;
    if (step !== 'withdraw') return { step, payment };
    if ((await withdrawPayment(deps, tenant, payment)) === 'unavailable') return { kind: 'unavailable' };
    await deps.store.run<State, unknown>({
      tenant,
      actor: by.actor,
      load: sale.load,
      nowOf: sale.momentOf,
      decide: (state, context) => sale.release(payment.id, state, context),
    });
  }
  return { kind: 'refused', refusal: CHANGED_MEANWHILE };
};

const open = async <State>(work: Confirming<State>, provider: PaymentProvider, payment: Payment): Promise<Confirmation> => {
  const { deps, fresh, tenant, sale } = work;
  if (payment.status !== 'pending' || payment.providerCheckoutUrl !== null) return finish(work, payment.id);
  if (payment.providerPaymentId !== null) {
    const collected = await collectPayment(deps, tenant, payment.id, payment.providerPaymentId);
    return collected === 'unavailable' ? UNAVAILABLE : finish(work, payment.id);
  }
  // An attempt stays at the provider that it was begun at, whatever account is connected by now.
  if (payment.provider !== provider.name) return { kind: 'refused', refusal: CHANGED_MEANWHILE };
  const opened = await sale.open(provider, payment);
  if (opened.ok) return found(work, provider, payment, opened.value);
  if (opened.kind === 'unavailable') return (await openedByAnother(fresh, tenant, payment.id)) ? finish(work, payment.id) : UNAVAILABLE;
  return opened.kind === 'rate_limited' || opened.kind === 'unauthorized' ? UNAVAILABLE : refuse(work, payment, opened);
};

/** The provider has the attempt: a card may be charged by now, or the buyer is expected there. */
const found = async <State>(
  work: Confirming<State>,
  provider: PaymentProvider,
  { id: paymentId }: Payment,
  snapshot: PaymentSnapshot,
): Promise<Confirmation> => {
  const { deps, tenant } = work;
  const { id: providerPaymentId, checkoutUrl, status } = snapshot;
  if (status !== 'open') {
    const remembered = await rememberPayment(deps, tenant, paymentId, { providerPaymentId, checkoutUrl });
    await workSnapshot(deps, tenant, remembered, snapshot);
    return finish(work, paymentId);
  }
  const finished = await finish(work, paymentId, { providerPaymentId, checkoutUrl });
  // Given up while it was on its way to the provider: nobody may pay there what nobody waits for.
  if (finished.kind === 'confirmed' && finished.confirmed.paymentStatus === 'canceled') await provider.cancelPayment(providerPaymentId);
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
  status,
  paymentStatus: payment.status,
  redirectUrl: payment.providerCheckoutUrl,
});

/** Tells how the attempt stands, and keeps that for replays. `place`: where the provider has it, to be written down. */
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
