import { change } from '../../domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import {
  closeForSale,
  deleteCustomer,
  freeCustomer,
  purgeCustomer,
  type RemovalState,
  viewDeleted,
  viewPurged,
} from '../../domain/customer/removal.ts';
import { type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { endOpen } from '../../domain/payable/lapse.ts';
import { type Payable, type PayableKind, stageOf } from '../../domain/payable/record.ts';
import { withEachKind } from '../../domain/payables.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { setupAggregate } from '../../domain/payment-method-setup/record.ts';
import { laterOperation } from '../../domain/pending-operation/open.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { type PortalSession, portalSessionAggregate } from '../../domain/portal-session/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { logNotice } from '../../platform/log-lines.ts';
import type { FailureKind, PaymentProvider } from '../../provider/port.ts';
import { clockTime } from '../../runtime/simulated-time.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { announcementUnderWay, erasePersonalData } from '../../store/erasure/personal-data.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { allOf, attemptPayment } from '../load/records.ts';
import { withdrawPayment } from '../payments/sync.ts';
import { providerOf } from '../provider.ts';
import { type ProviderFlow, patiently } from '../two-phase/provider-write.ts';
import { redactRecords, replaced, rewrite } from './redaction.ts';

/** What a removal is decided on. */
export type LoadedRemoval = RemovalState & { readonly moment: number | null };

export const loadRemoval = async (store: Store, tenant: Tenant, customerId: string): Promise<LoadedRemoval> => {
  const [customer, wallet, subscriptions, invoices, ...payables] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    store.get(walletAggregate, tenant, walletIdOf(customerId)),
    allOf(store, subscriptionAggregate, tenant, { customerId }),
    allOf(store, invoiceAggregate, tenant, { customerId }),
    ...withEachKind(({ aggregate }): Promise<readonly Payable[]> => allOf(store, aggregate, tenant, { customerId })),
  ]);
  const paymentsUnderWay = payables.flat().filter((payable) => stageOf(payable) === 'pending').length;
  const moment = await clockTime(store, tenant, customer?.record.testClockId ?? null);
  return { customer, wallet, subscriptions, invoices, paymentsUnderWay, moment };
};

const customerIdOf = ({ input }: PendingOperation): string => String(input.customer_id);

/** What the provider said; `refused` is its final outcome. A refusal: there was no cause to ask it any more. */
type Reply = 'done' | 'refused' | Refusal;

/** What a failure to make the provider forget something comes to: what is gone already is done. */
export const outcomeOf = (kind: FailureKind): 'done' | 'refused' | 'no_response' => {
  if (kind === 'not_found' || kind === 'mandate_gone') return 'done';
  return kind === 'unavailable' || kind === 'rate_limited' ? 'no_response' : 'refused';
};

const revokeMandates = async (provider: PaymentProvider, providerCustomerId: string): Promise<Reply | 'no_response'> => {
  const mandates = await provider.listMandates(providerCustomerId);
  if (!mandates.ok) return outcomeOf(mandates.kind);
  for (const { id } of mandates.value) {
    const revoked = await provider.revokeMandate(providerCustomerId, id);
    if (!revoked.ok && outcomeOf(revoked.kind) !== 'done') return outcomeOf(revoked.kind);
  }
  return 'done';
};

const forget = async (provider: PaymentProvider, providerCustomerId: string): Promise<Reply | 'no_response'> => {
  const deleted = await provider.deleteCustomer(providerCustomerId);
  return deleted.ok ? 'done' : outcomeOf(deleted.kind);
};

/**
 * Asks each provider that knows the customer, one after the other, until one is not done. One that the account is no
 * longer connected to cannot be asked; what it holds, it cannot charge for this account either.
 */
const askProviders = async (
  deps: FlowDeps,
  tenant: Tenant,
  customerId: string,
  ask: (provider: PaymentProvider, providerCustomerId: string) => Promise<Reply | 'no_response'>,
): Promise<Reply | 'no_response'> => {
  const customer = await deps.store.get(customerAggregate, tenant, customerId);
  for (const [name, providerCustomerId] of Object.entries(customer?.record.providerCustomerIds ?? {})) {
    const provider = await providerOf(deps, tenant, name);
    if (provider === null) {
      logNotice('provider_not_reached', { customer: customerId, provider: name });
      continue;
    }
    const reply = await ask(provider, providerCustomerId);
    if (reply !== 'done') return reply;
  }
  return 'done';
};

/** Ends what the customer has yet to pay for, so that nothing is sold to somebody who is gone. `no_response`: it may have been paid, and the provider does not say. */
const endOpenPayables = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  customerId: string,
  kind: PayableKind<R>,
): Promise<'done' | 'no_response'> => {
  for (const payable of await allOf(deps.store, kind.aggregate, tenant, { customerId })) {
    if (stageOf(payable) !== 'open') continue;
    const attempt = await attemptPayment(deps.store, tenant, payable);
    if (attempt !== null && (await withdrawPayment(deps, tenant, attempt.record)) === 'unavailable') return 'no_response';
    await rewrite(deps, tenant, kind.aggregate, payable, (stored) => endOpen(kind, stored, 'canceled'));
  }
  return 'done';
};

/** Withdraws the payments by which the customer was about to add methods. What cannot be withdrawn is returned should it be paid. */
const endSetups = async (deps: FlowDeps, tenant: Tenant, customerId: string): Promise<'done' | 'no_response'> => {
  for (const { attempt, status } of await allOf(deps.store, setupAggregate, tenant, { customerId })) {
    if (attempt === null || (status !== 'requires_action' && status !== 'processing')) continue;
    const payment = await deps.store.get(paymentAggregate, tenant, attempt.paymentId);
    if (payment !== null && (await withdrawPayment(deps, tenant, payment.record)) === 'unavailable') return 'no_response';
  }
  return 'done';
};

/** Ends the sessions in which the customer manages subscriptions: what they open is going. */
const endPortalSessions = async (deps: FlowDeps, tenant: Tenant, customerId: string): Promise<void> => {
  for (const session of await allOf(deps.store, portalSessionAggregate, tenant, { customerId })) {
    if (session.revokedAt === null) {
      await rewrite(deps, tenant, portalSessionAggregate, session, (stored) =>
        replaced(portalSessionAggregate, stored, ended(deps.nowMs())),
      );
    }
  }
};

const ended =
  (nowMs: number) =>
  (session: PortalSession): PortalSession =>
    session.revokedAt === null ? { ...session, revokedAt: Math.floor(nowMs / 1000) } : session;

/** Everything that must be over before the provider is asked to forget the customer. */
const stopSelling = async (deps: FlowDeps, tenant: Tenant, operation: PendingOperation): Promise<'done' | 'no_response' | Refusal> => {
  const customerId = customerIdOf(operation);
  for (const end of withEachKind((kind) => () => endOpenPayables(deps, tenant, customerId, kind))) {
    if ((await end()) === 'no_response') return 'no_response';
  }
  if ((await endSetups(deps, tenant, customerId)) === 'no_response') return 'no_response';
  await endPortalSessions(deps, tenant, customerId);
  const closed = await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadRemoval(deps.store, tenant, customerId),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => closeForSale({ operationId: operation.id }, state, context),
  });
  return closed.kind === 'refused' ? closed.refusal : 'done';
};

const PROVIDER_REFUSED = new Refusal('state_conflict', 'The payment provider refuses to forget this customer.', {
  reason: 'provider_refused',
});

/** How a customer goes. `Answer`: what the caller is reported then. */
export type Removal<Answer extends JsonObject> = ProviderFlow<LoadedRemoval, Reply, Customer, Answer>;

const removal = <Answer extends JsonObject>(
  kind: string,
  answer: (customer: Customer) => Answer,
  ask: Removal<Answer>['ask'],
  decide: (state: LoadedRemoval, context: DecisionContext) => Decision<Customer> | Refusal,
): Removal<Answer> => ({
  kind,
  ask,
  load: (deps, tenant, operation) => loadRemoval(deps.store, tenant, customerIdOf(operation)),
  subjectOf: ({ customer }) => {
    if (customer === null) return null;
    const { freed, guards } = freeCustomer(customer);
    return { unlocked: change(customerAggregate, customer, freed), guards };
  },
  nowOf: ({ moment }) => moment,
  complete: (reply, state, context) => {
    if (reply instanceof Refusal) return reply;
    return reply === 'refused' ? PROVIDER_REFUSED : decide(state, context);
  },
  answer,
  retrySeconds: patiently,
});

/** Deletes a customer: its checkouts end and its mandates are revoked before it goes [CUS-12]. */
export const deletion = removal(
  'customers.delete',
  viewDeleted,
  async (deps, tenant, operation) => {
    const customerId = customerIdOf(operation);
    const stopped = await stopSelling(deps, tenant, operation);
    return stopped === 'done' ? askProviders(deps, tenant, customerId, revokeMandates) : stopped;
  },
  deleteCustomer,
);

/** How long one try of an erasure may take: the caller's request ends soon after. */
const SWEEP_MS = 18_000;

/** Erases what is kept of the customer, in its records and next to them; false when time was up before the end. */
const erase = async (deps: FlowDeps, tenant: Tenant, customerId: string, spareAnnouncement: boolean): Promise<boolean> => {
  const untilMs = deps.nowMs() + SWEEP_MS;
  if (!(await redactRecords(deps, tenant, customerId, untilMs))) return false;
  return erasePersonalData(deps.store.table, tenant, { customerId, spareAnnouncement, untilMs }, deps.nowMs);
};

/** What was being written while the first sweep ran is found by a second one. */
const SECOND_SWEEP_SECONDS = 15 * 60;

/** Purges a customer: forgotten at the provider first, then wherever the service keeps its data, the record last [CUS-18..CUS-21]. */
export const purge = removal(
  'customers.purge',
  viewPurged,
  async (deps, tenant, operation) => {
    const customerId = customerIdOf(operation);
    const stopped = await stopSelling(deps, tenant, operation);
    if (stopped !== 'done') return stopped;
    const reply = await askProviders(deps, tenant, customerId, forget);
    if (reply !== 'done') return reply;
    return (await erase(deps, tenant, customerId, false)) ? 'done' : 'no_response';
  },
  (state, context) => {
    const decided = purgeCustomer(state, context);
    if (decided instanceof Refusal) return decided;
    const again = { now: context.realNow, afterSeconds: SECOND_SWEEP_SECONDS };
    const { opening } = laterOperation('customers.redact', { customer_id: decided.result.id }, again, context.ids);
    return { ...decided, changes: [...decided.changes, opening] };
  },
);

/** The announcement of a purge keeps the customer's data until its receivers have it, but no longer than this. */
const ANNOUNCEMENT_SECONDS = 30 * DAY_SECONDS;

/** The second sweep after a purge, repeated until its announcement is delivered and redacted too. */
export const redaction: ProviderFlow<null, 'done', null, JsonObject> = {
  kind: 'customers.redact',
  ask: async (deps, tenant, operation) => {
    const customerId = customerIdOf(operation);
    const late = Math.floor(deps.nowMs() / 1000) - operation.created > ANNOUNCEMENT_SECONDS;
    const spare = !late && (await announcementUnderWay(deps.store.table, tenant, customerId));
    // One that was opened while the purge ran may not have been found by it.
    await endPortalSessions(deps, tenant, customerId);
    return (await erase(deps, tenant, customerId, spare)) && !spare ? 'done' : 'no_response';
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: () => unchanged(null),
  answer: () => ({}),
  retrySeconds: (tries) => (tries < 4 ? 3600 : 6 * 3600),
};
