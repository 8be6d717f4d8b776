import { setTimeout as pause } from 'node:timers/promises';
import { type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import {
  type BuyerLocation,
  cancelWithdrawnAttempt,
  noSuchPayable,
  type StartAttempt,
  type StartedAttempt,
  UNKNOWN_LOCATION,
} from '../../domain/payable/attempt.ts';
import type { PressedButton } from '../../domain/payable/consent.ts';
import { withKindOf } from '../../domain/payable/payables.ts';
import { type Payable, type PayableKind, payableIdName, stageOf } from '../../domain/payable/record.ts';
import { type StartState, startWithCountry } from '../../domain/payable/start.ts';
import { abandonPayable, refuseAttempt } from '../../domain/payable/unpaid.ts';
import { BANK_TRANSFER } from '../../domain/payment/methods.ts';
import { SANDBOX } from '../../domain/payment/provider.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { NewPayment, Outcome, PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import { buyerActor } from '../../store/audit/entries.ts';
import { allocateSequences } from '../../store/event-log/sequence.ts';
import type { Store } from '../../store/writer/store.ts';
import { type FlowDeps, pagesUrlOf, webhookUrlOf } from '../deps.ts';
import { fetchPayable, type LoadedPayable, loadAttemptPayment, loadPayable } from '../load/records.ts';
import { findAttempt, recordPaymentAtProvider } from '../payments/attempts.ts';
import { attemptSubjectOf, countRefused } from '../payments/refused.ts';
import { applySnapshot, cancelPaymentAtProvider } from '../payments/sync.ts';
import { openProvider, openProviderForNewPayments, PROVIDER_MISSING } from '../provider.ts';
import { countToReprice, repriceNow } from '../subscriptions/reprice.ts';
import { type MethodDetails, NO_DETAILS } from './method-details.ts';
import { ensureProviderCustomer } from './provider-customer.ts';

export type BeginPaymentResult =
  | { readonly kind: 'redirect'; readonly url: string; readonly paymentId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unavailable' };

/** Chooses the provider of the payable's next attempt; `null`: no provider is connected. */
type ChooseProvider = (payable: Payable) => Promise<PaymentProvider | null>;

/**
 * Starts or continues the payment of a payable (a checkout session or one-off payment), and returns the URL of the provider's page.
 * Idempotent, also after a crash: the attempt and the provider's payment stay the same. `button`: the order button that the buyer pressed.
 * `location`: what is known about where the buyer is.
 */
export const beginPayment = (
  deps: FlowDeps,
  tenant: Tenant,
  payableId: string,
  method: string | null,
  button: PressedButton | null = null,
  location: BuyerLocation = UNKNOWN_LOCATION,
): Promise<BeginPaymentResult> =>
  withKindOf(payableId, (kind) =>
    beginPaymentAt(
      deps,
      tenant,
      kind,
      payableId,
      { method, button, location },
      ({ clockId }) => openProviderForNewPayments(deps, tenant, clockId),
      deps.store,
    ),
  );

/**
 * Like `beginPayment`, but always at the sandbox, for testing. `deps.store` may cache reads; `uncached` reads the current state each time.
 */
export const beginSandboxPayment = (
  deps: FlowDeps,
  tenant: Tenant,
  payableId: string,
  method: string,
  uncached: Store,
): Promise<BeginPaymentResult> =>
  withKindOf(payableId, (kind) =>
    beginPaymentAt(
      deps,
      tenant,
      kind,
      payableId,
      { method, button: null, location: UNKNOWN_LOCATION },
      () => openProvider(deps, tenant, SANDBOX),
      uncached,
    ),
  );

const beginPaymentAt = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  payableId: string,
  selection: Pick<StartAttempt, 'method' | 'button' | 'location'>,
  chooseProvider: ChooseProvider,
  uncached: Store,
): Promise<BeginPaymentResult> => {
  const payable = await deps.store.get(kind.aggregate, tenant, payableId);
  if (payable === null) return { kind: 'refused', refusal: noSuchPayable(kind) };
  const provider = await chooseProvider(payable.record);
  if (provider === null) return { kind: 'refused', refusal: PROVIDER_MISSING };
  for (let withdrawals = 0; withdrawals <= MAX_WITHDRAWALS; withdrawals += 1) {
    const started = await decidePayable(deps, tenant, kind, payableId, kind.logEntriesPerAttempt, (state, context) =>
      // `choice: null`: the buyer enters the card or bank on the provider's page.
      startWithCountry(kind, { ...selection, choice: null, provider: provider.name }, state, context),
    );
    if (started.kind === 'refused') return started;
    if (started.result.needsRepricing) await repriceNow(uncached, deps.nowMs, tenant, started.result.payment.customerId);
    if (started.result.step === 'pay') return openAttempt(deps, tenant, kind, provider, started.result, uncached);
    if ((await cancelPaymentAtProvider(deps, tenant, started.result.payment)) === 'unavailable') return { kind: 'unavailable' };
    await decidePayable(deps, tenant, kind, payableId, 1, (state) => cancelWithdrawnAttempt(kind, state));
  }
  return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
};

/** Maximum number of new tries after an earlier attempt's payment was withdrawn at the provider (`cancelPaymentAtProvider`). */
export const MAX_WITHDRAWALS = 3;

export const CHANGED_CONCURRENTLY = new Refusal('state_conflict', 'Another way to pay was chosen at the same moment. Try again.');

/** Runs a decision on the payable, with the buyer as the actor. While the state loads, allocates `entryCount` numbers of the event log. */
const decidePayable = async <R extends Payable, Result>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  payableId: string,
  entryCount: number,
  decide: (state: LoadedPayable<R> & StartState<R>, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<{ readonly kind: 'done'; readonly result: Result } | { readonly kind: 'refused'; readonly refusal: Refusal }> => {
  const outcome = await deps.store.run<(LoadedPayable<R> & StartState<R>) | null, Result>({
    tenant,
    actor: buyerActor(payableId),
    load: async () => {
      const state = await loadPayable(deps.store, tenant, kind, payableId);
      return state === null ? null : { ...state, subscriptionCount: await countToReprice(deps.store, tenant, state) };
    },
    nowOf: (state) => state?.clockTime ?? null,
    decide: (state, context) => (state === null ? noSuchPayable(kind) : decide(state, context)),
    allocated: () => allocateSequences(deps.store.table, tenant, entryCount),
  });
  if (outcome.kind === 'key_taken') throw new Error('Unexpected idempotency conflict: hosted pages use no idempotency keys.');
  return outcome;
};

/** Creates the payment of the attempt at the provider or finds it there, and records the result. */
const openAttempt = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  provider: PaymentProvider,
  { payable, payment }: StartedAttempt<R>,
  uncached: Store,
): Promise<BeginPaymentResult> => {
  if (payment.providerCheckoutUrl !== null) return { kind: 'redirect', url: payment.providerCheckoutUrl, paymentId: payment.id };
  const response = await createOrFindPayablePayment(deps, provider, tenant, kind, payable, payment);
  if (!response.ok) {
    // `unauthorized`: the provider rejects the account's key, which says nothing about the buyer's method.
    if (response.kind === 'rate_limited' || response.kind === 'unauthorized') return { kind: 'unavailable' };
    if (response.kind === 'unavailable') return waitForOtherRequest(uncached, tenant, payment.id);
    const failure = { providerPaymentId: null, failureCode: response.failureReason ?? 'payment_refused', failureMessage: response.message };
    await decidePayable(deps, tenant, kind, payable.id, kind.logEntriesPerAttempt, (state, context) =>
      state.payment?.record.id === payment.id ? refuseAttempt(kind, failure, state, context) : unchanged(null),
    );
    await countRefused(deps, attemptSubjectOf(tenant, payable), payment.id);
    return refusedBy(response.message);
  }
  const { id, checkoutUrl } = response.value;
  const recorded = await recordPaymentAtProvider(deps, tenant, payment.id, { providerPaymentId: id, checkoutUrl });
  // The attempt was canceled during the request to the provider, so the buyer must not be able to pay it.
  if (recorded.status === 'canceled') {
    await provider.cancelPayment(id);
    return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  }
  // Marks a bank transfer as pending, because from now on the money may arrive without a further action of the buyer here.
  if (response.value.method === BANK_TRANSFER) await applySnapshot(deps, tenant, recorded, response.value);
  return checkoutUrl === null
    ? refusedBy('The payment cannot be continued.')
    : { kind: 'redirect', url: checkoutUrl, paymentId: payment.id };
};

/** Times to wait between reads while a concurrent request creates the same payment at the provider. */
export const WAITS_MS = [100, 200, 400, 800, 1600] as const;

const waitForOtherRequest = async (uncached: Store, tenant: Tenant, paymentId: string): Promise<BeginPaymentResult> => {
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    const { providerCheckoutUrl, status } = (await uncached.get(paymentAggregate, tenant, paymentId))?.record ?? {};
    if (typeof providerCheckoutUrl === 'string') return { kind: 'redirect', url: providerCheckoutUrl, paymentId };
    if (status !== 'pending') return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  }
  return { kind: 'unavailable' };
};

export const paymentRefused = (message: string): Refusal => new Refusal('payment_refused', message, { reason: 'payment_refused' });
const refusedBy = (message: string): BeginPaymentResult => ({ kind: 'refused', refusal: paymentRefused(message) });

/** Creates a payable's payment at the provider, or finds it there. */
export const createOrFindPayablePayment = <R extends Payable>(
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  kind: PayableKind<R>,
  payable: R,
  payment: Payment,
  details: MethodDetails = NO_DETAILS,
): Promise<Outcome<PaymentSnapshot>> =>
  createOrFindPayment(deps, provider, tenant, payment, (customerId) => ({
    ...newPaymentOf(deps, tenant, kind, payable, payment, customerId),
    ...details,
  }));

/** Creates a payment at the provider, or finds it there. `buildPayment`: builds the request for the provider's customer id. */
export const createOrFindPayment = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  payment: Payment,
  buildPayment: (providerCustomerId: string) => NewPayment,
): Promise<Outcome<PaymentSnapshot>> => {
  const customerId = await ensureProviderCustomer(deps, provider, tenant, payment.customerId);
  if (!customerId.ok) return customerId;
  if (deps.nowMs() - msOfId(payment.id) > provider.idempotencyWindowMs) {
    const existing = await findAttempt(provider, customerId.value, payment);
    if (!existing.ok) return existing;
    if (existing.value !== null) return { ok: true, value: existing.value };
  }
  const created = await provider.createPayment(buildPayment(customerId.value));
  if (created.ok || created.kind !== 'mandate_gone') return created;
  // This payment uses no mandate, so `mandate_gone` means that the customer was deleted at the provider.
  const newCustomerId = await ensureProviderCustomer(deps, provider, tenant, payment.customerId, customerId.value);
  return newCustomerId.ok ? provider.createPayment(buildPayment(newCustomerId.value)) : newCustomerId;
};

const newPaymentOf = <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  payable: R,
  payment: Payment,
  customerId: string,
): NewPayment => ({
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: payment.paymentMethod?.type ?? null,
  customerId,
  sequenceType: kind.createsMandate ? 'first' : 'oneoff',
  mandateId: null,
  redirectUrl: `${pagesUrlOf(deps.baseUrl, tenant, payable)}/return?payment=${payment.id}`,
  webhookUrl: webhookUrlOf(deps, tenant, payment.id),
  description: kind.describe(payable),
  metadata: { payment_id: payment.id, [payableIdName(kind)]: payable.id },
  idempotencyKey: payment.idempotencyKey,
});

/**
 * After a buyer canceled on the hosted page: withdraws the open payment and ends the payable [CHK-32]. Changes nothing unless the payable is
 * open: the buyer may have ordered the bank transfer of a pending one already. `null`: no such payable.
 */
export const abandonPayment = async (deps: FlowDeps, tenant: Tenant, payableId: string): Promise<Payable | null> => {
  const payable = await fetchPayable(deps.store, tenant, payableId);
  if (payable === null || stageOf(payable) !== 'open') return payable;
  const payment = await loadAttemptPayment(deps.store, tenant, payable);
  const isWithdrawn = payment !== null && (await cancelPaymentAtProvider(deps, tenant, payment.record)) !== 'unavailable';
  const withdrawnId = isWithdrawn ? payment.record.id : null;
  await withKindOf(payableId, async (kind) => {
    await decidePayable(deps, tenant, kind, payableId, 0, (state) => abandonPayable(kind, { withdrawnId }, state));
  });
  return fetchPayable(deps.store, tenant, payableId);
};
