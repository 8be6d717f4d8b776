import { change } from '../../domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import { deleteCustomer, type RemovalState, stopSalesToCustomer, unlockCustomer, viewDeleted } from '../../domain/customer/removal.ts';
import type { Decision, DecisionContext } from '../../domain/decision.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { withEachKind } from '../../domain/payable/payables.ts';
import { type Payable, type PayableKind, stageOf } from '../../domain/payable/record.ts';
import { endOpenPayable } from '../../domain/payable/unpaid.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { setupAggregate } from '../../domain/payment-method-setup/record.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { type PortalSession, portalSessionAggregate } from '../../domain/portal-session/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { logNotice } from '../../platform/log-lines.ts';
import type { FailureKind, PaymentProvider } from '../../provider/port.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadAll, loadAttemptPayment } from '../load/records.ts';
import { cancelPaymentAtProvider } from '../payments/sync.ts';
import { openProvider } from '../provider.ts';
import { backoffSeconds, type ProviderFlow } from '../two-phase/provider-write.ts';
import { updateRecord } from '../update-record.ts';
import { replaceRecord } from './redaction.ts';

/** State for the decision to remove a customer. */
export type LoadedRemoval = RemovalState & { readonly clockTime: number | null };

export const loadRemoval = async (store: Store, tenant: Tenant, customerId: string): Promise<LoadedRemoval> => {
  const [customer, wallet, subscriptions, invoices, ...payables] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    store.get(walletAggregate, tenant, walletIdOf(customerId)),
    loadAll(store, subscriptionAggregate, tenant, { customerId }),
    loadAll(store, invoiceAggregate, tenant, { customerId }),
    ...withEachKind(({ aggregate }): Promise<readonly Payable[]> => loadAll(store, aggregate, tenant, { customerId })),
  ]);
  const paymentsUnderWay = payables.flat().filter((payable) => stageOf(payable) === 'pending').length;
  const clockTime = await fetchClockTime(store, tenant, customer?.record.testClockId ?? null);
  return { customer, wallet, subscriptions, invoices, paymentsUnderWay, clockTime };
};

export const customerIdOf = ({ input }: PendingOperation): string => String(input.customer_id);

/** Outcome at the provider; `refused`: the provider refused, which is final. A `Refusal`: this service refused before `callProviders`. */
export type RemovalOutcome = 'done' | 'refused' | Refusal;

/** Maps a failed call at the provider to the outcome of a removal: `done` if the customer or mandate does not exist there. */
export const removalOutcomeOf = (kind: FailureKind): 'done' | 'refused' | 'no_response' => {
  if (kind === 'not_found' || kind === 'mandate_gone') return 'done';
  return kind === 'unavailable' || kind === 'rate_limited' ? 'no_response' : 'refused';
};

const revokeMandates = async (provider: PaymentProvider, providerCustomerId: string): Promise<RemovalOutcome | 'no_response'> => {
  const mandates = await provider.listMandates(providerCustomerId);
  if (!mandates.ok) return removalOutcomeOf(mandates.kind);
  for (const { id } of mandates.value) {
    const revoked = await provider.revokeMandate(providerCustomerId, id);
    if (!revoked.ok && removalOutcomeOf(revoked.kind) !== 'done') return removalOutcomeOf(revoked.kind);
  }
  return 'done';
};

export const deleteAtProvider = async (provider: PaymentProvider, providerCustomerId: string): Promise<RemovalOutcome | 'no_response'> => {
  const deleted = await provider.deleteCustomer(providerCustomerId);
  return deleted.ok ? 'done' : removalOutcomeOf(deleted.kind);
};

/**
 * Makes the call `callOne` at each provider that has the customer, one after the other, until a result is not `done`. Skips provider
 * accounts that are no longer connected, since mandates there cannot be charged.
 */
export const callProviders = async (
  deps: FlowDeps,
  tenant: Tenant,
  customerId: string,
  callOne: (provider: PaymentProvider, providerCustomerId: string) => Promise<RemovalOutcome | 'no_response'>,
): Promise<RemovalOutcome | 'no_response'> => {
  const customer = await deps.store.get(customerAggregate, tenant, customerId);
  for (const [name, providerCustomerId] of Object.entries(customer?.record.providerCustomerIds ?? {})) {
    const provider = await openProvider(deps, tenant, name);
    if (provider === null) {
      logNotice('provider_not_reached', { customer: customerId, provider: name });
      continue;
    }
    const reply = await callOne(provider, providerCustomerId);
    if (reply !== 'done') return reply;
  }
  return 'done';
};

/**
 * Ends the customer's open payables of one kind (checkout sessions or one-off payments). `no_response`: the provider does not respond, so a
 * payable may have been paid.
 */
const endOpenPayables = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  customerId: string,
  kind: PayableKind<R>,
): Promise<'done' | 'no_response'> => {
  for (const payable of await loadAll(deps.store, kind.aggregate, tenant, { customerId })) {
    if (stageOf(payable) !== 'open') continue;
    const attempt = await loadAttemptPayment(deps.store, tenant, payable);
    if (attempt !== null && (await cancelPaymentAtProvider(deps, tenant, attempt.record)) === 'unavailable') return 'no_response';
    await updateRecord(deps, tenant, kind.aggregate, payable, (stored) => endOpenPayable(kind, stored, 'canceled'));
  }
  return 'done';
};

/** Withdraws the payments that verify new payment methods. If such a payment cannot be withdrawn and succeeds, it is refunded. */
const endSetups = async (deps: FlowDeps, tenant: Tenant, customerId: string): Promise<'done' | 'no_response'> => {
  for (const { attempt, status } of await loadAll(deps.store, setupAggregate, tenant, { customerId })) {
    if (attempt === null || (status !== 'requires_action' && status !== 'processing')) continue;
    const payment = await deps.store.get(paymentAggregate, tenant, attempt.paymentId);
    if (payment !== null && (await cancelPaymentAtProvider(deps, tenant, payment.record)) === 'unavailable') return 'no_response';
  }
  return 'done';
};

/** Revokes the customer's portal sessions. */
export const endPortalSessions = async (deps: FlowDeps, tenant: Tenant, customerId: string): Promise<void> => {
  for (const session of await loadAll(deps.store, portalSessionAggregate, tenant, { customerId })) {
    if (session.revokedAt === null) {
      await updateRecord(deps, tenant, portalSessionAggregate, session, (stored) =>
        replaceRecord(portalSessionAggregate, stored, withRevocation(deps.nowMs())),
      );
    }
  }
};

const withRevocation =
  (nowMs: number) =>
  (session: PortalSession): PortalSession =>
    session.revokedAt === null ? { ...session, revokedAt: Math.floor(nowMs / 1000) } : session;

/** Ends the customer's checkouts, setups and portal sessions, and blocks new sales to the customer. Runs before `callProviders`. */
export const closeCustomer = async (
  deps: FlowDeps,
  tenant: Tenant,
  operation: PendingOperation,
): Promise<'done' | 'no_response' | Refusal> => {
  const customerId = customerIdOf(operation);
  for (const end of withEachKind((kind) => () => endOpenPayables(deps, tenant, customerId, kind))) {
    if ((await end()) === 'no_response') return 'no_response';
  }
  if ((await endSetups(deps, tenant, customerId)) === 'no_response') return 'no_response';
  await endPortalSessions(deps, tenant, customerId);
  const outcome = await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadRemoval(deps.store, tenant, customerId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => stopSalesToCustomer({ operationId: operation.id }, state, context),
  });
  return outcome.kind === 'refused' ? outcome.refusal : 'done';
};

const PROVIDER_REFUSED = new Refusal('state_conflict', 'The payment provider refused to delete this customer.', {
  reason: 'provider_refused',
});

/** Flow that deletes or purges a customer. `Answer`: response body. */
export type Removal<Answer extends JsonObject> = ProviderFlow<LoadedRemoval, RemovalOutcome, Customer, Answer>;

export const customerRemovalFlow = <Answer extends JsonObject>(
  kind: string,
  answer: (customer: Customer) => Answer,
  callProvider: Removal<Answer>['callProvider'],
  decide: (state: LoadedRemoval, context: DecisionContext) => Decision<Customer> | Refusal,
): Removal<Answer> => ({
  kind,
  callProvider,
  load: (deps, tenant, operation) => loadRemoval(deps.store, tenant, customerIdOf(operation)),
  subjectOf: ({ customer }) => {
    if (customer === null) return null;
    const { unlockedCustomer, guards } = unlockCustomer(customer);
    return { unlocked: change(customerAggregate, customer, unlockedCustomer), guards };
  },
  nowOf: ({ clockTime }) => clockTime,
  complete: (reply, state, context) => {
    if (reply instanceof Refusal) return reply;
    return reply === 'refused' ? PROVIDER_REFUSED : decide(state, context);
  },
  answer,
  retrySeconds: backoffSeconds,
});

/** Deletes a customer after ending its checkouts and revoking its mandates [CUS-12]. */
export const deletion = customerRemovalFlow(
  'customers.delete',
  viewDeleted,
  async (deps, tenant, operation) => {
    const customerId = customerIdOf(operation);
    const closeResult = await closeCustomer(deps, tenant, operation);
    return closeResult === 'done' ? callProviders(deps, tenant, customerId, revokeMandates) : closeResult;
  },
  deleteCustomer,
);
