import { setTimeout as pause } from 'node:timers/promises';
import { abandonSession } from '../domain/checkout-session/abandon.ts';
import {
  type FirstCharge,
  firstChargeOf,
  firstPeriodOf,
  releaseAttempt,
  type StartedAttempt,
  startAttempt,
  trialDaysOf,
} from '../domain/checkout-session/attempt.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { recordProviderCustomer } from '../domain/customer/update.ts';
import type { InvoiceTotals } from '../domain/invoice/build.ts';
import { type Decision, type DecisionContext, Refusal, type Tenant } from '../domain/kernel.ts';
import { treatmentFor } from '../domain/parties.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { SANDBOX } from '../domain/provider.ts';
import type { TaxBehavior } from '../domain/tax.ts';
import { msOfId } from '../platform/ids.ts';
import type { NewPayment, Outcome, PaymentProvider, PaymentSnapshot } from '../provider/port.ts';
import { buyerOf, SYSTEM } from '../store/audit/entries.ts';
import { allocateSequences } from '../store/limits/sequence.ts';
import type { Store } from '../store/writer/store.ts';
import { attemptQuery, KEY_TRUSTED_MS, rememberPayment } from './attempts.ts';
import { withdrawPayment } from './collect.ts';
import { collectOnce } from './collect-once.ts';
import { checkoutUrlOf, type FlowDeps, webhookUrlOf } from './deps.ts';
import { type CheckoutState, loadCheckout } from './load.ts';
import { providerForNew, providerOf } from './provider.ts';

/** What the page of a session shows. */
export interface CheckoutView {
  readonly session: CheckoutSession;
  readonly merchantName: string;
  readonly firstCharge: FirstCharge;
  /** What the first period costs, discount and tax worked in; `null` when usage decides. */
  readonly firstPeriod: InvoiceTotals | null;
  readonly taxBehavior: TaxBehavior;
  readonly trialDays: number;
  readonly methods: readonly string[];
}

export const viewOfCheckout = async (deps: FlowDeps, tenant: Tenant, sessionId: string): Promise<CheckoutView | null> => {
  const state = await loadCheckout(deps.store, tenant, sessionId);
  if (state === null) return null;
  const session = state.session.record;
  const { branding, legalName, name, taxBehavior } = state.parties.account;
  const now = nowOf(deps, state);
  const tax = treatmentFor(state.parties);
  return {
    session,
    merchantName: branding.displayName ?? legalName ?? name,
    firstCharge: firstChargeOf(session, session.paymentMethod, tax, now),
    firstPeriod: firstPeriodOf(session, tax, now),
    taxBehavior,
    trialDays: trialDaysOf(session),
    methods: session.paymentMethod === null ? session.price.paymentMethods : [session.paymentMethod],
  };
};

const nowOf = (deps: FlowDeps, state: CheckoutState): number => state.moment ?? Math.floor(deps.nowMs() / 1000);

export type BegunPayment =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unavailable' };

export const PROVIDER_MISSING = new Refusal('state_conflict', 'This account has no payment provider connected.', {
  reason: 'provider_not_connected',
});
const NO_SESSION = new Refusal('resource_missing', 'No such checkout session.');

/** Where the session's next attempt is made; `null`: there is nowhere to pay. */
type ChooseProvider = (session: CheckoutSession) => Promise<PaymentProvider | null>;

/**
 * The buyer goes to pay: opens the session's attempt, or goes on with the one under way, and answers the provider's page.
 * Killed anywhere, it can be called again: the attempt is the same, and so is the provider's payment under its key.
 */
export const beginPayment = (deps: FlowDeps, tenant: Tenant, sessionId: string, method: string | null): Promise<BegunPayment> =>
  beginAt(deps, tenant, sessionId, method, ({ clockId }) => providerForNew(deps, tenant, clockId));

/**
 * The same at the sandbox, whatever account is connected: for a tester who plays the buyer. The store in `deps` may read once; `fresh`
 * reads anew each time, for what is waited for.
 */
export const beginSandboxPayment = (
  deps: FlowDeps,
  tenant: Tenant,
  sessionId: string,
  method: string,
  fresh: Store,
): Promise<BegunPayment> => beginAt(deps, tenant, sessionId, method, () => providerOf(deps, tenant, SANDBOX), fresh);

const beginAt = async (
  deps: FlowDeps,
  tenant: Tenant,
  sessionId: string,
  method: string | null,
  choose: ChooseProvider,
  fresh: Store = deps.store,
): Promise<BegunPayment> => {
  const session = await deps.store.get(checkoutSessionAggregate, tenant, sessionId);
  if (session === null) return { kind: 'refused', refusal: NO_SESSION };
  const provider = await choose(session.record);
  if (provider === null) return { kind: 'refused', refusal: PROVIDER_MISSING };
  for (let withdrawals = 0; withdrawals <= MOST_WITHDRAWALS; withdrawals += 1) {
    const begun = await decideCheckout(deps, tenant, sessionId, 1, (state, context) =>
      startAttempt({ method, choice: null, provider: provider.name }, state, context),
    );
    if (begun.kind === 'refused') return begun;
    if (begun.result.step === 'pay') return openAttempt(deps, tenant, provider, begun.result, fresh);
    if ((await withdrawPayment(deps, tenant, begun.result.payment)) === 'unavailable') return { kind: 'unavailable' };
    await decideCheckout(deps, tenant, sessionId, 1, (state, context) => releaseAttempt(null, state, context));
  }
  return { kind: 'refused', refusal: CHANGED_MEANWHILE };
};

/** Another method chosen elsewhere at the same moment takes one round more each time. */
export const MOST_WITHDRAWALS = 3;

export const CHANGED_MEANWHILE = new Refusal('state_conflict', 'Another way to pay was chosen at the same moment. Try again.');

/** Runs a rule of checkouts for the buyer. `entries`: how many the decision usually puts into the event log; their numbers are got beside the load. */
const decideCheckout = async <Result>(
  deps: FlowDeps,
  tenant: Tenant,
  sessionId: string,
  entries: number,
  decide: (state: CheckoutState, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<{ readonly kind: 'done'; readonly result: Result } | { readonly kind: 'refused'; readonly refusal: Refusal }> => {
  const outcome = await deps.store.run<CheckoutState | null, Result>({
    tenant,
    actor: buyerOf(sessionId),
    load: () => loadCheckout(deps.store, tenant, sessionId),
    nowOf: (state) => state?.moment ?? null,
    decide: (state, context) => (state === null ? NO_SESSION : decide(state, context)),
    allocated: () => allocateSequences(deps.store.table, tenant, entries),
  });
  if (outcome.kind === 'key_taken') throw new Error('a page has no idempotency key');
  return outcome;
};

/** Opens an attempt of ours at the provider, or finds it there. */
const openAttempt = async (
  deps: FlowDeps,
  tenant: Tenant,
  provider: PaymentProvider,
  { session, payment }: StartedAttempt,
  fresh: Store,
): Promise<BegunPayment> => {
  if (payment.providerCheckoutUrl !== null) return { kind: 'redirect', url: payment.providerCheckoutUrl };
  const opened = await openAtProvider(deps, provider, tenant, session, payment);
  if (!opened.ok) {
    if (opened.kind === 'rate_limited') return { kind: 'unavailable' };
    return opened.kind === 'unavailable' ? openedByAnother(fresh, tenant, payment.id) : refusedBy(opened.message);
  }
  const { id, checkoutUrl } = opened.value;
  const remembered = await rememberPayment(deps, tenant, payment.id, { providerPaymentId: id, checkoutUrl });
  // Given up while it was on its way to the provider: nobody may pay there what nobody waits for.
  if (remembered.status === 'canceled') {
    await provider.cancelPayment(id);
    return { kind: 'refused', refusal: CHANGED_MEANWHILE };
  }
  return checkoutUrl === null ? refusedBy('The payment cannot be continued.') : { kind: 'redirect', url: checkoutUrl };
};

/** How long to wait for another click that is opening the same attempt: the provider answers but one of them. */
export const WAITS_MS = [100, 200, 400, 800, 1600] as const;

const openedByAnother = async (fresh: Store, tenant: Tenant, paymentId: string): Promise<BegunPayment> => {
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    const { providerCheckoutUrl, status } = (await fresh.get(paymentAggregate, tenant, paymentId))?.record ?? {};
    if (typeof providerCheckoutUrl === 'string') return { kind: 'redirect', url: providerCheckoutUrl };
    if (status !== 'pending') return { kind: 'refused', refusal: CHANGED_MEANWHILE };
  }
  return { kind: 'unavailable' };
};

export const paymentRefused = (message: string): Refusal => new Refusal('payment_refused', message, { reason: 'payment_refused' });
const refusedBy = (message: string): BegunPayment => ({ kind: 'refused', refusal: paymentRefused(message) });

/** What a buyer entered for the method in the shop's page; the provider's own page asks for what is not here. */
export interface MethodDetails {
  /** A card tokenised in the browser; used up by the payment that it makes, and never stored. */
  readonly cardToken: string | null;
  readonly issuer: string | null;
}

const NO_DETAILS: MethodDetails = { cardToken: null, issuer: null };

/** Opens a session's attempt at the provider, or finds it there. */
export const openAtProvider = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  session: CheckoutSession,
  payment: Payment,
  details: MethodDetails = NO_DETAILS,
): Promise<Outcome<PaymentSnapshot>> => {
  const customerId = await providerCustomerOf(deps, provider, tenant, session.customerId);
  if (!customerId.ok) return customerId;
  const madeMs = msOfId(payment.id);
  if (deps.nowMs() - madeMs > KEY_TRUSTED_MS) {
    const found = await provider.findPayment(customerId.value, attemptQuery(payment, madeMs));
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
  }
  return provider.createPayment({ ...firstPaymentOf(deps, tenant, session, payment, customerId.value), ...details });
};

const firstPaymentOf = (deps: FlowDeps, tenant: Tenant, session: CheckoutSession, payment: Payment, customerId: string): NewPayment => ({
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: payment.paymentMethod?.type ?? null,
  customerId,
  sequenceType: 'first',
  mandateId: null,
  redirectUrl: `${checkoutUrlOf(deps.baseUrl, tenant, session.id)}/return`,
  webhookUrl: webhookUrlOf(deps, tenant, payment.id),
  description: session.price.productName,
  metadata: { payment_id: payment.id, checkout_session_id: session.id },
  idempotencyKey: payment.idempotencyKey,
});

/** The customer's id at the provider, made there on first need. One at another provider is of no use there. */
export const providerCustomerOf = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  customerId: string,
): Promise<Outcome<string>> => {
  const known = await deps.store.get(customerAggregate, tenant, customerId);
  const knownId = known?.record.providerCustomerIds[provider.name];
  if (knownId !== undefined) return { ok: true, value: knownId };
  const { name = null, email = null } = known?.record ?? {};
  const made = await provider.createCustomer({
    name,
    email,
    metadata: { customer_id: customerId },
    idempotencyKey: `customer-${customerId}`,
  });
  if (!made.ok) return made;
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ customer: await deps.store.get(customerAggregate, tenant, customerId) }),
    decide: (state, context) => recordProviderCustomer({ provider: provider.name, providerCustomerId: made.value.id }, state, context),
  });
  return { ok: true, value: made.value.id };
};

/** The buyer turned back on our page: what is open at the provider is withdrawn, and a hosted session ends [CHK-32]. */
export const abandon = async (deps: FlowDeps, tenant: Tenant, sessionId: string): Promise<CheckoutSession | null> => {
  const state = await loadCheckout(deps.store, tenant, sessionId);
  if (state === null) return null;
  if (state.payment !== null) await withdrawPayment(deps, tenant, state.payment.record);
  await decideCheckout(deps, tenant, sessionId, 0, (loaded, context) => abandonSession(null, loaded, context));
  return (await deps.store.get(checkoutSessionAggregate, tenant, sessionId))?.record ?? null;
};

/** The buyer came back from the provider: its word is fetched now rather than waited for, once for all who come back at once. */
export const lookAtReturn = async (deps: FlowDeps, tenant: Tenant, sessionId: string): Promise<CheckoutSession | null> => {
  const session = await deps.store.get(checkoutSessionAggregate, tenant, sessionId);
  const { attempt, status } = session?.record ?? { attempt: null, status: null };
  if (attempt === null || status === 'completed' || status === 'expired') return session?.record ?? null;
  await collectOnce(deps, tenant, attempt.paymentId);
  return (await deps.store.get(checkoutSessionAggregate, tenant, sessionId))?.record ?? null;
};
