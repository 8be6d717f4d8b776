import { createHash } from 'node:crypto';
import { customerAggregate } from '../domain/customer/record.ts';
import { Refusal, type Tenant } from '../domain/kernel.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import {
  type ConfirmedSetup,
  type ConfirmSetup,
  type ConfirmSetupState,
  confirmSetup,
  NO_SETUP,
} from '../domain/payment-method-setup/confirm.ts';
import type { CreateSetupState } from '../domain/payment-method-setup/create.ts';
import { type PaymentMethodSetup, type SetupStatus, setupAggregate } from '../domain/payment-method-setup/record.ts';
import { failSetup } from '../domain/payment-method-setup/settle.ts';
import { walletAggregate, walletIdOf } from '../domain/wallet/record.ts';
import { msOfId } from '../platform/ids.ts';
import type { NewPayment, Outcome, PaymentProvider, PaymentSnapshot } from '../provider/port.ts';
import { clockOf } from '../runtime/simulated-time.ts';
import type { Actor } from '../store/audit/entries.ts';
import type { Store } from '../store/writer/store.ts';
import { findAttempt, KEY_TRUSTED_MS, rememberPayment } from './attempts.ts';
import { NoProviderResponse } from './charges.ts';
import { providerCustomerOf } from './checkout.ts';
import { collectPayment, withdrawPayment, workSnapshot } from './collect.ts';
import { collectOnce } from './collect-once.ts';
import { type FlowDeps, setupReturnUrlOf, webhookUrlOf } from './deps.ts';
import { loadOpened } from './load.ts';
import { providerForNew } from './provider.ts';
import { settleSetupBy } from './settle-setups.ts';

type Moment = { readonly moment: number | null };

/** What a setup is created on. */
export const loadForSetup = async (store: Store, tenant: Tenant, payableId: string): Promise<CreateSetupState & Moment> => {
  const opened = await loadOpened(store, tenant, payableId);
  if (opened === null) return { opened, customer: null, wallet: null, clock: null, moment: null };
  const { customerId, clockId } = opened;
  const [customer, wallet, clock] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    store.get(walletAggregate, tenant, walletIdOf(customerId)),
    clockOf(store, tenant, clockId),
  ]);
  return { opened, customer, wallet, clock, moment: clock?.record.frozenTime ?? null };
};

/** What a setup is confirmed on. */
const loadForConfirmation = async (
  store: Store,
  tenant: Tenant,
  { sessionId, setupId }: Pick<SetupConfirmation, 'sessionId' | 'setupId'>,
): Promise<ConfirmSetupState & Moment> => {
  const [around, setup] = await Promise.all([loadForSetup(store, tenant, sessionId), store.get(setupAggregate, tenant, setupId)]);
  const paymentId = setup?.record.attempt?.paymentId;
  return { ...around, setup, payment: paymentId === undefined ? null : await store.get(paymentAggregate, tenant, paymentId) };
};

/** What the buyer chose. */
export interface SetupConfirmation {
  readonly sessionId: string;
  readonly setupId: string;
  readonly method: string;
  /** A card tokenised in the buyer's browser; used up by the first payment that it makes, and never stored. */
  readonly cardToken: string | null;
  readonly issuer: string | null;
}

export type SetupOutcome =
  | { readonly kind: 'confirmed'; readonly setup: PaymentMethodSetup; readonly redirectUrl: string | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The provider gave no answer that can be trusted; the same confirmation goes on where this one ended. */
  | { readonly kind: 'unavailable' };

const choiceOf = ({ method, cardToken, issuer }: SetupConfirmation): string =>
  createHash('sha256')
    .update(JSON.stringify([method, cardToken, issuer]))
    .digest('base64url');

const PROVIDER_MISSING = new Refusal('state_conflict', 'This account has no payment provider connected.', {
  reason: 'provider_not_connected',
});
const CHANGED_MEANWHILE = new Refusal('state_conflict', 'Another way to pay was chosen at the same moment. Try again.');
const refusedBy = (message: string): Refusal => new Refusal('payment_refused', message, { reason: 'payment_refused' });

const refused = (refusal: Refusal): SetupOutcome => ({ kind: 'refused', refusal });

/** Another choice made elsewhere at the same moment takes one round more each time. */
const MOST_WITHDRAWALS = 3;

/**
 * The buyer chose a way to pay: opens the payment that proves it, or goes on with the one under way. Killed anywhere, it can be
 * called again: the same choice means the same attempt, and that the same payment at the provider.
 */
export const confirmAtProvider = async (deps: FlowDeps, tenant: Tenant, actor: Actor, given: SetupConfirmation): Promise<SetupOutcome> => {
  const opened = await loadOpened(deps.store, tenant, given.sessionId);
  if (opened === null) return refused(NO_SETUP);
  const provider = await providerForNew(deps, tenant, opened.clockId);
  if (provider === null) return refused(PROVIDER_MISSING);
  let withdrawnPaymentId: string | null = null;
  for (let withdrawals = 0; withdrawals <= MOST_WITHDRAWALS; withdrawals += 1) {
    const command: ConfirmSetup = { method: given.method, choice: choiceOf(given), provider: provider.name, withdrawnPaymentId };
    const begun = await decideConfirmation(deps, tenant, actor, given, command);
    if (begun instanceof Refusal) return refused(begun);
    if (begun.step === 'done') return confirmed(deps, tenant, given.setupId);
    if (begun.step === 'pay') return openPayment(deps, tenant, provider, given, begun.payment);
    if ((await withdrawPayment(deps, tenant, begun.payment)) === 'unavailable') return { kind: 'unavailable' };
    withdrawnPaymentId = begun.payment.id;
  }
  return refused(CHANGED_MEANWHILE);
};

const decideConfirmation = async (
  { store }: FlowDeps,
  tenant: Tenant,
  actor: Actor,
  given: SetupConfirmation,
  command: ConfirmSetup,
): Promise<ConfirmedSetup | Refusal> => {
  const outcome = await store.run<ConfirmSetupState & Moment, ConfirmedSetup>({
    tenant,
    actor,
    load: () => loadForConfirmation(store, tenant, given),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => confirmSetup(command, state, context),
  });
  if (outcome.kind === 'key_taken') throw new Error('an attempt has no idempotency key of the caller');
  return outcome.kind === 'refused' ? outcome.refusal : outcome.result;
};

/** How the setup stands now. */
const confirmed = async ({ store }: FlowDeps, tenant: Tenant, setupId: string): Promise<SetupOutcome> => {
  const setup = await store.get(setupAggregate, tenant, setupId);
  if (setup === null) return refused(NO_SETUP);
  const { attempt, status } = setup.record;
  const payment = attempt === null ? null : await store.get(paymentAggregate, tenant, attempt.paymentId);
  const redirectUrl = status === 'requires_action' ? (payment?.record.providerCheckoutUrl ?? null) : null;
  return { kind: 'confirmed', setup: setup.record, redirectUrl };
};

/** Asks the provider after the latest attempt of a setup. One that never came to the provider is given up. */
export const collectSetup = async (deps: FlowDeps, tenant: Tenant, setupId: string): Promise<void> => {
  const attempt = (await deps.store.get(setupAggregate, tenant, setupId))?.record.attempt ?? null;
  const payment = attempt === null ? null : await deps.store.get(paymentAggregate, tenant, attempt.paymentId);
  if (payment === null) return;
  const collected = await collectPayment(deps, tenant, payment.record.id, null);
  if (collected === 'unavailable') throw new NoProviderResponse();
  if (collected === 'unknown') {
    const failure = { providerPaymentId: null, failureCode: null, failureMessage: null };
    await settleSetupBy(deps, tenant, payment.record, (state, context) => failSetup({ outcome: 'expired', ...failure }, state, context));
  }
};

/** The buyer came back from the provider: its word is fetched now rather than waited for. `null`: there is no such setup of the session. */
export const lookAtSetup = async (deps: FlowDeps, tenant: Tenant, sessionId: string, setupId: string): Promise<SetupStatus | null> => {
  const setup = await deps.store.get(setupAggregate, tenant, setupId);
  if (setup === null || setup.record.sessionId !== sessionId) return null;
  const { attempt, status } = setup.record;
  if (attempt === null || status === 'succeeded') return status;
  await collectOnce(deps, tenant, attempt.paymentId);
  return (await deps.store.get(setupAggregate, tenant, setupId))?.record.status ?? null;
};

/** Opens the attempt at the provider, or finds it there, and works what it is by then. */
const openPayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  provider: PaymentProvider,
  given: SetupConfirmation,
  payment: Payment,
): Promise<SetupOutcome> => {
  if (payment.providerCheckoutUrl !== null) return confirmed(deps, tenant, given.setupId);
  if (payment.providerPaymentId !== null) {
    const collected = await collectPayment(deps, tenant, payment.id, payment.providerPaymentId);
    return collected === 'unavailable' ? { kind: 'unavailable' } : confirmed(deps, tenant, given.setupId);
  }
  const opened = await openAtProvider(deps, provider, tenant, given, payment);
  if (!opened.ok) {
    if (opened.kind === 'unavailable' || opened.kind === 'rate_limited') return { kind: 'unavailable' };
    const failure = { providerPaymentId: null, failureCode: opened.failureReason ?? 'payment_refused', failureMessage: opened.message };
    await settleSetupBy(deps, tenant, payment, (state, context) => failSetup({ outcome: 'failed', ...failure }, state, context));
    return refused(refusedBy(opened.message));
  }
  const { id, checkoutUrl, status } = opened.value;
  const remembered = await rememberPayment(deps, tenant, payment.id, { providerPaymentId: id, checkoutUrl });
  // Given up while it was on its way to the provider: nobody may pay there what nobody waits for.
  if (remembered.status === 'canceled' && status === 'open') {
    await provider.cancelPayment(id);
    return refused(CHANGED_MEANWHILE);
  }
  await workSnapshot(deps, tenant, remembered, opened.value);
  return confirmed(deps, tenant, given.setupId);
};

const openAtProvider = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  given: SetupConfirmation,
  payment: Payment,
): Promise<Outcome<PaymentSnapshot>> => {
  const customerId = await providerCustomerOf(deps, provider, tenant, payment.customerId);
  if (!customerId.ok) return customerId;
  if (deps.nowMs() - msOfId(payment.id) > KEY_TRUSTED_MS) {
    const found = await findAttempt(provider, customerId.value, payment);
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
  }
  return provider.createPayment(newPaymentOf(deps, tenant, given, payment, customerId.value));
};

const newPaymentOf = (deps: FlowDeps, tenant: Tenant, given: SetupConfirmation, payment: Payment, customerId: string): NewPayment => ({
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: given.method,
  customerId,
  sequenceType: 'first',
  mandateId: null,
  redirectUrl: setupReturnUrlOf(deps.baseUrl, tenant, given),
  webhookUrl: webhookUrlOf(deps, tenant, payment.id),
  description: 'Verification of a payment method',
  metadata: { payment_id: payment.id, setup_id: given.setupId },
  idempotencyKey: payment.idempotencyKey,
  cardToken: given.method === 'creditcard' ? given.cardToken : null,
  issuer: given.method === 'ideal' ? given.issuer : null,
});
