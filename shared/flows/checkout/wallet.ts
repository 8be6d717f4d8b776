import { change, type Stored } from '../../domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import { customerExists } from '../../domain/customer/update.ts';
import type { Decision, DecisionContext } from '../../domain/decision.ts';
import { type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { NO_WALLET_ACCESS, setupMethodsOf, type WalletAccess } from '../../domain/payment-method-setup/create.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { canStillBeCharged } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { viewWallet, type Wallet, type WalletDetails, type WalletMethod, walletAggregate, walletIdOf } from '../../domain/wallet/record.ts';
import { type RemoveMethodState, removeMethod, type StartedMethodRemoval, unlockWallet } from '../../domain/wallet/remove.ts';
import {
  MAX_MOVED_SUBSCRIPTIONS,
  type SetDefaultMethod,
  type SetDefaultResult,
  type SetDefaultState,
  setDefaultMethod,
} from '../../domain/wallet/set-default.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import { removalOutcomeOf } from '../customers/removal.ts';
import { loadAll, loadWalletAccess } from '../load/records.ts';
import { fetchProfileIdForNewPayments, openProvider } from '../provider.ts';
import { backoffSeconds, type OperationStart, type ProviderFlow } from '../two-phase/provider-write.ts';

/** State for views and changes of the wallet. */
export interface LoadedWallet extends RemoveMethodState, SetDefaultState {
  readonly walletAccess: WalletAccess;
  readonly customer: Stored<Customer>;
  readonly clockTime: number | null;
}

const NO_CUSTOMER = new Refusal('resource_missing', 'No such customer.');

/**
 * Loads the customer's subscriptions that can still be charged. Includes the subscription of the session in which the wallet was opened,
 * even if the index does not contain that subscription yet.
 */
const loadChargedSubscriptions = async (
  store: Store,
  tenant: Tenant,
  { customerId, subscriptionId }: WalletAccess,
): Promise<readonly Stored<Subscription>[]> => {
  const indexed = await loadAll(store, subscriptionAggregate, tenant, { customerId });
  const ids = new Set(indexed.filter(canStillBeCharged).map(({ id }) => id));
  if (subscriptionId !== null) ids.add(subscriptionId);
  const stored = await store.getMany(subscriptionAggregate, tenant, [...ids]);
  return [...stored.values()].filter(({ record }) => canStillBeCharged(record));
};

/** Payment ids of the subscription's pending charges. */
const pendingPaymentIdsOf = ({ record: { renewal, pendingChange } }: Stored<Subscription>): readonly string[] => [
  ...(renewal?.processing === true ? [renewal.paymentId] : []),
  ...(pendingChange === null ? [] : [pendingChange.paymentId]),
];

/** Loads the mandates on which charges of these subscriptions are pending. */
const loadPendingMandates = async (store: Store, tenant: Tenant, subscriptions: readonly Stored<Subscription>[]) => {
  const ids = subscriptions.flatMap(pendingPaymentIdsOf);
  const payments = ids.length === 0 ? new Map() : await store.getMany(paymentAggregate, tenant, ids);
  return [...payments.values()].flatMap(({ record }) => record.mandate ?? []);
};

/** Loads the invoices of failed renewals, by id. */
const loadFailedRenewalInvoices = async (
  store: Store,
  tenant: Tenant,
  subscriptions: readonly Stored<Subscription>[],
): Promise<ReadonlyMap<string, Stored<Invoice>>> => {
  const ids = subscriptions.flatMap(({ record: { renewal } }) => (renewal === null || renewal.processing ? [] : [renewal.invoiceId]));
  return ids.length === 0 ? new Map() : await store.getMany(invoiceAggregate, tenant, ids);
};

/** Loads the wallet. Refuses if the customer or the object `walletAccessId` (see `loadWalletAccess`) is missing. */
export const loadWallet = async (store: Store, tenant: Tenant, walletAccessId: string): Promise<LoadedWallet | Refusal> => {
  const walletAccess = await loadWalletAccess(store, tenant, walletAccessId);
  if (walletAccess === null) return NO_WALLET_ACCESS;
  const { customerId, clockId } = walletAccess;
  const [customer, wallet, subscriptions, profileId, clockTime] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    store.get(walletAggregate, tenant, walletIdOf(customerId)),
    loadChargedSubscriptions(store, tenant, walletAccess),
    fetchProfileIdForNewPayments(store, tenant, clockId),
    fetchClockTime(store, tenant, clockId),
  ]);
  if (!customerExists(customer)) return NO_CUSTOMER;
  const [pendingMandates, renewalInvoices] = await Promise.all([
    loadPendingMandates(store, tenant, subscriptions),
    loadFailedRenewalInvoices(store, tenant, subscriptions),
  ]);
  const { subscriptionId } = walletAccess;
  return {
    customerId,
    walletAccess,
    subscriptionId,
    customer,
    wallet,
    subscriptions,
    renewalInvoices,
    pendingMandates,
    profileId,
    clockTime,
  };
};

/** Builds the view of a wallet that has these methods. */
export const buildWalletView = ({ walletAccess, customer, profileId }: LoadedWallet, methods: readonly WalletMethod[]): WalletDetails => ({
  customerId: walletAccess.customerId,
  methods,
  setupMethods: setupMethodsOf(walletAccess, customer.record),
  profileId,
});

/** Makes a method the default; returns the view of the wallet. */
export const decideDefault = (
  command: SetDefaultMethod,
  state: LoadedWallet | Refusal,
  context: DecisionContext,
): Decision<Omit<SetDefaultResult, 'methods'> & { readonly wallet: WalletDetails }> | Refusal => {
  if (state instanceof Refusal) return state;
  const decided = setDefaultMethod(command, state, context);
  if (decided instanceof Refusal) return decided;
  const { methods, ...progress } = decided.result;
  return { ...decided, result: { wallet: buildWalletView(state, methods), ...progress } };
};

/**
 * Moves subscriptions to the new default method in several transactions, until the caller can move the rest in one last transaction.
 * Returns the command for the last transaction. Ends at a refusal, which the last transaction then reports. After an interruption, a
 * repeated call continues.
 */
export const moveSubscriptions = async (
  store: Store,
  tenant: Tenant,
  { walletAccessId, actor }: { readonly walletAccessId: string; readonly actor: Actor },
  methodId: string,
  loaded: LoadedWallet | Refusal,
): Promise<SetDefaultMethod> => {
  let command: SetDefaultMethod = { methodId, isAudited: false };
  if (loaded instanceof Refusal || loaded.subscriptions.length <= MAX_MOVED_SUBSCRIPTIONS) return command;
  for (let remaining = loaded.subscriptions.length; remaining > MAX_MOVED_SUBSCRIPTIONS; ) {
    const outcome = await store.run({
      tenant,
      actor,
      load: () => loadWallet(store, tenant, walletAccessId),
      nowOf: (state) => (state instanceof Refusal ? null : state.clockTime),
      decide: (state, context) => decideDefault(command, state, context),
    });
    if (outcome.kind !== 'done') break;
    command = { methodId, isAudited: outcome.result.isAudited };
    remaining = outcome.result.remaining;
  }
  return command;
};

const inputOf = ({ input }: PendingOperation, name: string): string => String(input[name]);

const PROVIDER_REFUSED = new Refusal('state_conflict', 'The payment provider refused to revoke this payment method.', {
  reason: 'provider_refused',
});

/** Builds the operation that removes a payment method from the wallet. */
export const methodRemovalStart = (walletAccessId: string, { stored, method }: StartedMethodRemoval): OperationStart<Wallet> => ({
  subject: { aggregate: walletAggregate, stored },
  input: {
    session_id: walletAccessId,
    method_id: method.id,
    provider: method.mandate.provider,
    provider_customer_id: method.mandate.providerCustomerId,
    mandate_id: method.mandate.mandateId,
  },
  guards: [],
});

/** The provider's outcome: the mandate of the method `goneId` no longer exists, or the provider refused to revoke it. */
type Reply = { readonly goneId: string } | 'refused';

/** Removes a method from the wallet after revoking its mandate at the provider. */
export const methodRemoval: ProviderFlow<LoadedWallet | Refusal, Reply, WalletDetails, ReturnType<typeof viewWallet>> = {
  kind: 'payment_methods.remove',
  callProvider: async (deps, tenant, operation) => {
    const removed = { goneId: inputOf(operation, 'method_id') };
    const provider = await openProvider(deps, tenant, inputOf(operation, 'provider'));
    if (provider === null) {
      // Counts as revoked: mandates of a profile that is no longer connected cannot be charged for this account.
      logNotice('provider_not_reached', { operation: operation.id, provider: inputOf(operation, 'provider') });
      return removed;
    }
    const revoked = await provider.revokeMandate(inputOf(operation, 'provider_customer_id'), inputOf(operation, 'mandate_id'));
    const providerOutcome = revoked.ok ? 'done' : removalOutcomeOf(revoked.kind);
    return providerOutcome === 'done' ? removed : providerOutcome;
  },
  load: ({ store }, tenant, operation) => loadWallet(store, tenant, inputOf(operation, 'session_id')),
  subjectOf: (state) => {
    if (state instanceof Refusal || state.wallet === null) return null;
    return { unlocked: change(walletAggregate, state.wallet, unlockWallet(state.wallet)), guards: [] };
  },
  nowOf: (state) => (state instanceof Refusal ? null : state.clockTime),
  complete: (reply, state, context) => {
    if (state instanceof Refusal) return state;
    if (reply === 'refused') return PROVIDER_REFUSED;
    const decided = removeMethod({ methodId: reply.goneId }, state, context);
    return decided instanceof Refusal ? decided : { ...decided, result: buildWalletView(state, decided.result) };
  },
  answer: viewWallet,
  retrySeconds: backoffSeconds,
};
