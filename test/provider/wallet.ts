import { randomUUID } from 'node:crypto';
import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { createSetup } from '../../shared/domain/payment-method-setup/create.ts';
import { type PaymentMethodSetup, setupAggregate } from '../../shared/domain/payment-method-setup/record.ts';
import type { PendingOperation } from '../../shared/domain/pending-operation/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { methodsOf, type WalletMethod } from '../../shared/domain/wallet/record.ts';
import { startMethodRemoval } from '../../shared/domain/wallet/remove.ts';
import { confirmSale } from '../../shared/flows/checkout/confirm.ts';
import { type SetupChoice, setupStrategy } from '../../shared/flows/checkout/confirm-setup.ts';
import type { Confirmation } from '../../shared/flows/checkout/element-sale.ts';
import { loadForSetup } from '../../shared/flows/checkout/setup.ts';
import {
  decideDefault,
  type LoadedWallet,
  loadWallet,
  methodRemoval,
  methodRemovalStart,
  moveSubscriptions,
} from '../../shared/flows/checkout/wallet.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import { reauthorization } from '../../shared/flows/subscriptions/reauthorize.ts';
import { beginOperation, finishOperation } from '../../shared/flows/two-phase/provider-write.ts';
import { buyerActor, SYSTEM } from '../../shared/store/audit/entries.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { openSession, paymentsOf, readRecord, type Shop, sell } from './shop.ts';
import { value } from './support.ts';

/** A buyer with a subscription and an open embedded session, in which the buyer's saved methods are shown. */
export interface WalletBuyer {
  readonly customerId: string;
  readonly sessionId: string;
  readonly subscriptionId: string;
}

export const walletBuyer = async (shop: Shop, overrides: Partial<Customer> = {}): Promise<WalletBuyer> => {
  const { id: subscriptionId, customerId } = await sell(shop, overrides);
  const { id: sessionId } = await openSession(shop, { customerId, uiMode: 'embedded' });
  return { customerId, sessionId, subscriptionId };
};

/** Sets how the sandbox answers charges of the customer; `charges: undefined`: unchanged. */
export const setCardBehavior = async (
  shop: Shop,
  { customerId }: WalletBuyer,
  charges: Parameters<Shop['sandbox']['behave']>[1]['charges'],
) => {
  const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
  await shop.sandbox.behave(String(providerCustomerIds.sandbox), charges === undefined ? {} : { charges });
};

export const beginSetup = async ({ fixture, tenant }: Shop, { sessionId }: WalletBuyer): Promise<string> => {
  const outcome = await fixture.store.run({
    tenant,
    actor: buyerActor(sessionId),
    load: () => loadForSetup(fixture.store, tenant, sessionId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => createSetup({ setupId: context.ids.next('seti_') }, state, context),
  });
  if (outcome.kind !== 'done') throw new Error('The setup was not created.');
  return outcome.result.id;
};

/** Confirms the setup; by default with a card token. */
export const confirm = (
  { deps, tenant }: Shop,
  { sessionId }: WalletBuyer,
  setupId: string,
  overrides: Partial<SetupChoice> = {},
  store: Store = deps.store,
): Promise<Confirmation> => {
  const depsWithStore = { ...deps, store };
  const choice = { method: 'creditcard', cardToken: 'tkn_1', issuer: null, returnUrl: 'https://shop.example/back' };
  const sale = setupStrategy(depsWithStore, tenant, { walletAccessId: sessionId, setupId, ...choice, ...overrides });
  return confirmSale({
    deps: depsWithStore,
    uncached: store,
    tenant,
    sale,
    by: {
      actor: buyerActor(sessionId),
      claim: null,
      resumedPaymentId: null,
      toStoredConfirmation: async () => ({ status: 200, body: '', sealed: false }),
      toStoredRefusal: refusalAnswer('req_1'),
    },
  });
};

/**
 * Starts a reauthorization: requests the provider's page on which the customer authorizes another payment method. `method: null`: the
 * customer chooses it on that page.
 */
export const requestReauthorization = (
  { deps: shopDeps, tenant }: Pick<Shop, 'deps' | 'tenant'>,
  subscriptionId: string,
  method: string | null = 'creditcard',
  store: Store = shopDeps.store,
): Promise<Confirmation> => {
  const deps = { ...shopDeps, store };
  const toStoredConfirmation = async () => ({ status: 200, body: '', sealed: false });
  const by = { actor: SYSTEM, claim: null, resumedPaymentId: null, toStoredConfirmation, toStoredRefusal: refusalAnswer('req_1') };
  const sale = reauthorization(deps, tenant, { subscriptionId, method, returnUrl: 'https://shop.test/account' });
  return confirmSale({ deps, uncached: store, tenant, sale, by });
};

/** Describes the result of a confirmation, such as `succeeded`, `requires_action redirect` or `refused state_conflict`. */
export const describeConfirmation = (outcome: Confirmation): string => {
  if (outcome.kind === 'refused') return `refused ${outcome.refusal.code}`;
  return outcome.kind === 'confirmed'
    ? `${outcome.confirmed.status}${outcome.confirmed.redirectUrl === null ? '' : ' redirect'}`
    : outcome.kind;
};

export const loadWalletOf = async (
  shop: Shop,
  { sessionId }: Pick<WalletBuyer, 'sessionId'>,
  store = shop.deps.store,
): Promise<LoadedWallet> => {
  const wallet = await loadWallet(store, shop.tenant, sessionId);
  if (wallet instanceof Refusal) throw new Error(wallet.message);
  return wallet;
};

export const methodsFor = async (shop: Shop, buyer: Pick<WalletBuyer, 'sessionId'>): Promise<readonly WalletMethod[]> =>
  methodsOf(await loadWalletOf(shop, buyer), shop.deps.ids);

/** Adds a card; returns the method's id. */
export const addCard = async (shop: Shop, buyer: WalletBuyer): Promise<string> => {
  const before = new Set((await methodsFor(shop, buyer)).map(({ id }) => id));
  const outcome = await confirm(shop, buyer, await beginSetup(shop, buyer), { cardToken: `tkn_${randomUUID()}` });
  const added = (await methodsFor(shop, buyer)).find(({ id }) => !before.has(id));
  if (added === undefined) throw new Error(`The card was not added: ${describeConfirmation(outcome)}`);
  return added.id;
};

/** Makes a saved method the default, and moves the buyer's subscriptions to it. */
export const setDefault = async ({ deps, tenant }: Shop, { sessionId }: WalletBuyer, methodId: string, store: Store = deps.store) => {
  const actor = buyerActor(sessionId);
  const loaded = await loadWallet(store, tenant, sessionId);
  const command = await moveSubscriptions(store, tenant, { walletAccessId: sessionId, actor }, methodId, loaded);
  return store.run({
    tenant,
    actor,
    load: () => loadWallet(store, tenant, sessionId),
    nowOf: () => null,
    decide: (state, context) => decideDefault(command, state, context),
  });
};

/** Runs the first transaction of a method's removal; returns the operation or the refusal. */
export const beginMethodRemoval = async (
  { deps, tenant }: Shop,
  { sessionId }: WalletBuyer,
  methodId: string,
): Promise<PendingOperation | Refusal> => {
  const begun = await beginOperation(
    deps,
    {
      flow: methodRemoval,
      load: () => loadWallet(deps.store, tenant, sessionId),
      nowOf: () => null,
      begin: (state, context) => {
        const removal = state instanceof Refusal ? state : startMethodRemoval({ methodId }, state, context);
        return removal instanceof Refusal ? removal : methodRemovalStart(sessionId, removal);
      },
    },
    {
      tenant,
      actor: buyerActor(sessionId),
      now: Math.floor(deps.nowMs() / 1000),
      claim: null,
      toStoredAnswer: async () => ({ status: 200, body: '', sealed: false }),
    },
  );
  if (begun.kind === 'refused') return begun.refusal;
  if (begun.kind !== 'open') throw new Error(`The removal was not started: ${begun.kind}.`);
  return begun.operation;
};

const runner = { actor: { ...SYSTEM, type: 'checkout_session' as const }, refusalAnswer: refusalAnswer('req_1') };

export const finishMethodRemoval = ({ deps, tenant }: Shop, operation: PendingOperation, store: Store = deps.store) =>
  finishOperation({ ...deps, store }, tenant, methodRemoval, operation, runner);

export const setupOf = (shop: Shop, setupId: string): Promise<PaymentMethodSetup> => readRecord(shop, setupAggregate, setupId);

export const setupPayments = async (shop: Shop, customerId: string): Promise<readonly Payment[]> =>
  (await paymentsOf(shop, customerId)).filter(({ type }) => type === 'setup');

/** Reads the payment of the setup's latest attempt. */
export const paymentOfSetup = async (shop: Shop, setupId: string): Promise<Payment> => {
  const { attempt } = await setupOf(shop, setupId);
  if (attempt === null) throw new Error('The setup has no attempt.');
  return readRecord(shop, paymentAggregate, attempt.paymentId);
};

/** Advances the time by one hour and polls the customer's setup payments. */
export const pollSetupPayments = async (shop: Shop, { customerId }: Pick<WalletBuyer, 'customerId'>): Promise<void> => {
  shop.fixture.clock.nowMs += 3_600_000;
  for (const { id } of await setupPayments(shop, customerId)) await pollPayment(shop.deps, shop.tenant, id);
};

/** Lists the customer's valid mandates at the provider. */
export const mandatesAtProvider = async (shop: Shop, customerId: string): Promise<readonly string[]> => {
  const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
  const mandates = value(await shop.sandbox.provider.listMandates(String(providerCustomerIds.sandbox)));
  return mandates.filter(({ status }) => status === 'valid').map(({ id }) => id);
};
