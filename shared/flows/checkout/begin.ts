import { setTimeout as pause } from 'node:timers/promises';
import { customerAggregate } from '../../domain/customer/record.ts';
import { recordProviderCustomer } from '../../domain/customer/update.ts';
import type { Decision, DecisionContext } from '../../domain/decision.ts';
import { noSuch, releaseAttempt, type StartedAttempt, startAttempt } from '../../domain/payable/attempt.ts';
import { abandonPayable } from '../../domain/payable/lapse.ts';
import { type Payable, type PayableKind, payableIdName, stageOf } from '../../domain/payable/record.ts';
import { withKindOf } from '../../domain/payables.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { BANK_TRANSFER } from '../../domain/payment-methods.ts';
import { SANDBOX } from '../../domain/provider.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { NewPayment, Outcome, PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import { buyerOf, SYSTEM } from '../../store/audit/entries.ts';
import { allocateSequences } from '../../store/limits/sequence.ts';
import type { Store } from '../../store/writer/store.ts';
import { type FlowDeps, pagesUrlOf, webhookUrlOf } from '../deps.ts';
import { attemptPayment, type LoadedPayable, loadPayable, payableOf } from '../load/records.ts';
import { findAttempt, rememberPayment } from '../payments/attempts.ts';
import { withdrawPayment, workSnapshot } from '../payments/sync.ts';
import { syncPaymentOnce } from '../payments/sync-once.ts';
import { providerForNew, providerOf } from '../provider.ts';
import { type MethodDetails, NO_DETAILS } from './method-details.ts';

export type BegunPayment =
  | { readonly kind: 'redirect'; readonly url: string; readonly paymentId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unavailable' };

export const PROVIDER_MISSING = new Refusal('state_conflict', 'This account has no payment provider connected.', {
  reason: 'provider_not_connected',
});

/** Where the payable's next attempt is made; `null`: there is nowhere to pay. */
type ChooseProvider = (payable: Payable) => Promise<PaymentProvider | null>;

/**
 * The buyer goes to pay a session or a one-off payment: opens its attempt, or continues with the one under way, and answers the provider's page.
 * Killed anywhere, it can be called again: the attempt is the same, and so is the provider's payment under its key.
 */
export const beginPayment = (deps: FlowDeps, tenant: Tenant, payableId: string, method: string | null): Promise<BegunPayment> =>
  withKindOf(payableId, (kind) =>
    beginAt(deps, tenant, kind, payableId, method, ({ clockId }) => providerForNew(deps, tenant, clockId), deps.store),
  );

/**
 * The same at the sandbox, whatever account is connected: for a tester who plays the buyer. The store in `deps` may read once; `fresh`
 * reads anew each time, for what is waited for.
 */
export const beginSandboxPayment = (
  deps: FlowDeps,
  tenant: Tenant,
  payableId: string,
  method: string,
  fresh: Store,
): Promise<BegunPayment> =>
  withKindOf(payableId, (kind) => beginAt(deps, tenant, kind, payableId, method, () => providerOf(deps, tenant, SANDBOX), fresh));

const beginAt = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  payableId: string,
  method: string | null,
  choose: ChooseProvider,
  fresh: Store,
): Promise<BegunPayment> => {
  const payable = await deps.store.get(kind.aggregate, tenant, payableId);
  if (payable === null) return { kind: 'refused', refusal: noSuch(kind) };
  const provider = await choose(payable.record);
  if (provider === null) return { kind: 'refused', refusal: PROVIDER_MISSING };
  for (let withdrawals = 0; withdrawals <= MOST_WITHDRAWALS; withdrawals += 1) {
    const begun = await decidePayable(deps, tenant, kind, payableId, kind.entriesOfAttempt, (state, context) =>
      startAttempt(kind, { method, choice: null, provider: provider.name }, state, context),
    );
    if (begun.kind === 'refused') return begun;
    if (begun.result.step === 'pay') return openAttempt(deps, tenant, kind, provider, begun.result, fresh);
    if ((await withdrawPayment(deps, tenant, begun.result.payment)) === 'unavailable') return { kind: 'unavailable' };
    await decidePayable(deps, tenant, kind, payableId, 1, (state) => releaseAttempt(kind, state));
  }
  return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
};

/** Another method chosen elsewhere at the same moment takes one round more each time. */
export const MOST_WITHDRAWALS = 3;

export const CHANGED_CONCURRENTLY = new Refusal('state_conflict', 'Another way to pay was chosen at the same moment. Try again.');

/** Runs a rule of payables for the buyer. `entries`: how many the decision usually puts into the event log; their numbers are got next to the load. */
const decidePayable = async <R extends Payable, Result>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  payableId: string,
  entries: number,
  decide: (state: LoadedPayable<R>, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<{ readonly kind: 'done'; readonly result: Result } | { readonly kind: 'refused'; readonly refusal: Refusal }> => {
  const outcome = await deps.store.run<LoadedPayable<R> | null, Result>({
    tenant,
    actor: buyerOf(payableId),
    load: () => loadPayable(deps.store, tenant, kind, payableId),
    nowOf: (state) => state?.moment ?? null,
    decide: (state, context) => (state === null ? noSuch(kind) : decide(state, context)),
    allocated: () => allocateSequences(deps.store.table, tenant, entries),
  });
  if (outcome.kind === 'key_taken') throw new Error('a page has no idempotency key');
  return outcome;
};

/** Opens an attempt of ours at the provider, or finds it there. */
const openAttempt = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  provider: PaymentProvider,
  { payable, payment }: StartedAttempt<R>,
  fresh: Store,
): Promise<BegunPayment> => {
  if (payment.providerCheckoutUrl !== null) return { kind: 'redirect', url: payment.providerCheckoutUrl, paymentId: payment.id };
  const opened = await openAtProvider(deps, provider, tenant, kind, payable, payment);
  if (!opened.ok) {
    if (opened.kind === 'rate_limited') return { kind: 'unavailable' };
    return opened.kind === 'unavailable' ? openedByAnother(fresh, tenant, payment.id) : refusedBy(opened.message);
  }
  const { id, checkoutUrl } = opened.value;
  const remembered = await rememberPayment(deps, tenant, payment.id, { providerPaymentId: id, checkoutUrl });
  // Given up while it was on its way to the provider: nobody may pay there what nobody waits for.
  if (remembered.status === 'canceled') {
    await provider.cancelPayment(id);
    return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  }
  // Money by transfer may come from now on, whatever the buyer does next.
  if (opened.value.method === BANK_TRANSFER) await workSnapshot(deps, tenant, remembered, opened.value);
  return checkoutUrl === null
    ? refusedBy('The payment cannot be continued.')
    : { kind: 'redirect', url: checkoutUrl, paymentId: payment.id };
};

/** How long to wait for another click that is opening the same attempt: the provider answers but one of them. */
export const WAITS_MS = [100, 200, 400, 800, 1600] as const;

const openedByAnother = async (fresh: Store, tenant: Tenant, paymentId: string): Promise<BegunPayment> => {
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    const { providerCheckoutUrl, status } = (await fresh.get(paymentAggregate, tenant, paymentId))?.record ?? {};
    if (typeof providerCheckoutUrl === 'string') return { kind: 'redirect', url: providerCheckoutUrl, paymentId };
    if (status !== 'pending') return { kind: 'refused', refusal: CHANGED_CONCURRENTLY };
  }
  return { kind: 'unavailable' };
};

export const paymentRefused = (message: string): Refusal => new Refusal('payment_refused', message, { reason: 'payment_refused' });
const refusedBy = (message: string): BegunPayment => ({ kind: 'refused', refusal: paymentRefused(message) });

/** Opens an attempt of a payable at the provider, or finds it there. */
export const openAtProvider = <R extends Payable>(
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  kind: PayableKind<R>,
  payable: R,
  payment: Payment,
  details: MethodDetails = NO_DETAILS,
): Promise<Outcome<PaymentSnapshot>> =>
  openAttemptAt(deps, provider, tenant, payment, (customerId) => ({
    ...newPaymentOf(deps, tenant, kind, payable, payment, customerId),
    ...details,
  }));

/** Opens an attempt at the provider, or finds it there. `asked`: what it is there, for the customer with this id there. */
export const openAttemptAt = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  payment: Payment,
  asked: (providerCustomerId: string) => NewPayment,
): Promise<Outcome<PaymentSnapshot>> => {
  const customerId = await providerCustomerOf(deps, provider, tenant, payment.customerId);
  if (!customerId.ok) return customerId;
  if (deps.nowMs() - msOfId(payment.id) > provider.idempotencyWindowMs) {
    const found = await findAttempt(provider, customerId.value, payment);
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
  }
  const opened = await provider.createPayment(asked(customerId.value));
  if (opened.ok || opened.kind !== 'mandate_gone') return opened;
  // What a buyer pays in person has no mandate yet: the customer was deleted there.
  const madeAnew = await providerCustomerOf(deps, provider, tenant, payment.customerId, customerId.value);
  return madeAnew.ok ? provider.createPayment(asked(madeAnew.value)) : madeAnew;
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
  sequenceType: kind.leavesMandate ? 'first' : 'oneoff',
  mandateId: null,
  redirectUrl: `${pagesUrlOf(deps.baseUrl, tenant, payable)}/return`,
  webhookUrl: webhookUrlOf(deps, tenant, payment.id),
  description: kind.describe(payable),
  metadata: { payment_id: payment.id, [payableIdName(kind)]: payable.id },
  idempotencyKey: payment.idempotencyKey,
});

/**
 * The customer's id at the provider, made there on first need, and anew for one that was deleted there (`goneId`). One at another
 * provider is of no use there.
 */
export const providerCustomerOf = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  customerId: string,
  goneId: string | null = null,
): Promise<Outcome<string>> => {
  const known = await deps.store.get(customerAggregate, tenant, customerId);
  const knownId = known?.record.providerCustomerIds[provider.name];
  if (knownId !== undefined && knownId !== goneId) return { ok: true, value: knownId };
  const { name = null, email = null } = known?.record ?? {};
  const made = await provider.createCustomer({
    name,
    email,
    metadata: { customer_id: customerId },
    idempotencyKey: goneId === null ? `customer-${customerId}` : `customer-${customerId}-${goneId}`,
  });
  if (!made.ok) return made;
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ customer: await deps.store.get(customerAggregate, tenant, customerId) }),
    nowOf: () => null,
    decide: (state, context) => recordProviderCustomer({ provider: provider.name, providerCustomerId: made.value.id }, state, context),
  });
  return { ok: true, value: made.value.id };
};

/** The buyer turned back on our page: what is open at the provider is withdrawn, and what is hosted ends [CHK-32]. */
export const abandon = async (deps: FlowDeps, tenant: Tenant, payableId: string): Promise<Payable | null> => {
  const payable = await payableOf(deps.store, tenant, payableId);
  if (payable === null) return null;
  const payment = await attemptPayment(deps.store, tenant, payable);
  if (payment !== null) await withdrawPayment(deps, tenant, payment.record);
  await withKindOf(payableId, async (kind) => {
    await decidePayable(deps, tenant, kind, payableId, 0, (state) => abandonPayable(kind, state));
  });
  return payableOf(deps.store, tenant, payableId);
};

/** The buyer came back from the provider: its word is fetched now rather than waited for, once for all who come back at once. */
export const lookAtReturn = async (deps: FlowDeps, tenant: Tenant, payableId: string): Promise<Payable | null> => {
  const payable = await payableOf(deps.store, tenant, payableId);
  if (payable === null || payable.attempt === null) return payable;
  const stage = stageOf(payable);
  if (stage === 'paid' || stage === 'ended') return payable;
  await syncPaymentOnce(deps, tenant, payable.attempt.paymentId);
  return payableOf(deps.store, tenant, payableId);
};
