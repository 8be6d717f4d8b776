import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { type Aggregate, type BaseRecord, change } from '../../shared/domain/aggregate.ts';
import { createCheckoutSession } from '../../shared/domain/checkout-session/create.ts';
import type { CheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Decision, DecisionContext } from '../../shared/domain/decision.ts';
import { type CreateOneShot, createOneShot } from '../../shared/domain/one-shot/create.ts';
import type { OneShotPayment } from '../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { openOperation } from '../../shared/domain/pending-operation/open.ts';
import { type Price, priceAggregate } from '../../shared/domain/price/record.ts';
import { type Product, productAggregate } from '../../shared/domain/product/record.ts';
import { type Refund, refundAggregate } from '../../shared/domain/refund/record.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { deleteTestClock } from '../../shared/domain/test-clock/delete.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { type BeginPaymentResult, beginPayment } from '../../shared/flows/checkout/begin.ts';
import type { OperationDeps } from '../../shared/flows/deps.ts';
import { fetchPayable, loadAll, loadBuyer } from '../../shared/flows/load/records.ts';
import { syncPayment } from '../../shared/flows/payments/sync.ts';
import type { Charge } from '../../shared/flows/renewals/prepare.ts';
import type { AnyFlow } from '../../shared/flows/two-phase/provider-write.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { fetchClock } from '../../shared/runtime/simulated-time.ts';
import type { OutcomeChoice } from '../../shared/sandbox/controls.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { readForward } from '../../shared/store/event-log/entries.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';
import { newCatalogue, World } from '../domain/world.ts';
import { prepareOneRenewal } from '../flows/renewals/renewal-steps.ts';
import { sellerAccount } from '../flows/support.ts';
import { memoryFixture, openFixture, type StoreFixture, writeChanges } from '../store/support.ts';
import { ensureValidEvents } from '../support/recorded-events.ts';
import { ACCOUNT, type Sandbox, SECRETS, startSandbox } from './support.ts';

const URLS = { successUrl: 'https://shop.test/ok', cancelUrl: 'https://shop.test/no' };

/** Test environment with an account, a price and a customer. Its provider is a sandbox that tests control. */
export interface Shop {
  readonly tenant: Tenant;
  readonly fixture: StoreFixture;
  readonly sandbox: Sandbox;
  readonly deps: OperationDeps;
  readonly customerId: string;
  readonly close: () => Promise<void>;
}

/** Writes the result of a rule; throws if the rule refuses. */
export const writeDecision = async <Result>(
  { fixture, tenant }: Pick<Shop, 'fixture' | 'tenant'>,
  decide: (context: DecisionContext) => Decision<Result> | Refusal,
): Promise<Result> => {
  const outcome = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: (_state, context) => decide(context),
  });
  if (outcome.kind !== 'done')
    throw new Error(`The change was not written: ${outcome.kind === 'refused' ? outcome.refusal.message : outcome.kind}`);
  return outcome.result;
};

/** Opens a shop on this fixture. Its `close` also checks that all events match their JSON Schemas. */
export const openShopOn = async <F extends StoreFixture>(fixture: F): Promise<Shop & { readonly fixture: F }> => {
  const sandbox = await startSandbox();
  const tenant: Tenant = { accountId: ACCOUNT, mode: 'test' };
  const nowMs = (): number => fixture.clock.nowMs;
  const sandboxOnly = { decryptCredential: async () => '', providerBaseUrl: '', sandboxServed: true };
  const deps: OperationDeps = {
    store: fixture.store,
    ids: idSource(nowMs),
    nowMs,
    baseUrl: sandbox.url,
    secrets: SECRETS,
    refusalAnswer,
    ...sandboxOnly,
  };
  const { product, price, customer } = newCatalogue(new World());
  await writeChanges(fixture.store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(productAggregate, null, product.record),
    change(priceAggregate, null, price.record),
    change(customerAggregate, null, customer.record),
  ]);
  const close = async (): Promise<void> => {
    try {
      ensureValidEvents(await publicEvents(fixture, tenant));
    } finally {
      await sandbox.close();
      await fixture.stop();
    }
  };
  return { tenant, fixture, sandbox, deps, customerId: customer.record.id, close };
};

/** Opens a shop in memory. */
export const openShop = () => openShopOn(memoryFixture());

/** Opens a shop on a database engine, for tests that copy its table or count its calls. */
export const openEngineShop = async () => openShopOn(await openFixture('dynoxide'));
export type EngineShop = Awaited<ReturnType<typeof openEngineShop>>;

/** Reads a record; throws if it is missing. */
export const readRecord = async <R extends BaseRecord>({ fixture, tenant }: Shop, aggregate: Aggregate<R>, id: string): Promise<R> => {
  const stored = await fixture.store.get(aggregate, tenant, id);
  if (stored === null) throw new Error(`${aggregate.type} ${id} is missing.`);
  return stored.record;
};

/** Reads the newest record; throws if none exists. */
const newestOf = async <R extends BaseRecord>({ fixture, tenant }: Shop, aggregate: Aggregate<R>) => {
  const { items } = await fixture.store.page(aggregate, tenant, { limit: 1 });
  const [stored] = items;
  if (stored === undefined) throw new Error(`No ${aggregate.type} exists.`);
  return stored;
};

/** Stores a new customer, so that tests are independent. */
export const newBuyer = (shop: Shop, overrides: Partial<Customer> = {}): Promise<Customer> =>
  writeDecision(shop, ({ ids }) => {
    const buyer: Customer = { ...newCatalogue(new World()).customer.record, ...overrides, id: ids.next(customerAggregate.prefix) };
    return { changes: [change(customerAggregate, null, buyer)], events: [], result: buyer };
  });

/** Returns the command that creates a checkout session of the customer for the newest price, and the state that it needs. */
export const loadSaleState = async (shop: Shop, customerId: string) => {
  const [price, product, customer] = await Promise.all([
    newestOf<Price>(shop, priceAggregate),
    newestOf<Product>(shop, productAggregate),
    shop.fixture.store.get(customerAggregate, shop.tenant, customerId),
  ]);
  const clock = await fetchClock(shop.fixture.store, shop.tenant, customer?.record.testClockId ?? null);
  const command = { ...URLS, customerId, priceId: price.record.id, hostedUrlOf: (id: string) => `https://pay.test/${id}` };
  return { command, price, product, customer, clock, coupon: null };
};

export const openSession = async (
  shop: Shop,
  { customerId, ...overrides }: { readonly customerId: string; readonly uiMode?: 'hosted' | 'embedded'; readonly country?: string },
): Promise<CheckoutSession> => {
  const { command, ...state } = await loadSaleState(shop, customerId);
  const { session } = await writeDecision(shop, (context) => createCheckoutSession({ ...command, ...overrides }, state, context));
  return session;
};

/** Creates a hosted one-off payment for the customer. */
export const openOneShot = async (shop: Shop, customerId: string, overrides: Partial<CreateOneShot> = {}): Promise<OneShotPayment> => {
  const state = await loadBuyer(shop.fixture.store, shop.tenant, customerId);
  const terms = { amountCents: 15_000, currency: 'EUR', description: 'Workshop', paymentMethod: 'creditcard' };
  const command = { ...URLS, ...terms, customerId, hostedUrlOf: (id: string) => `https://pay.test/${id}`, ...overrides };
  return writeDecision(shop, (context) => createOneShot(command, state, context));
};

/** Creates a session and starts its first payment, by card. */
export const beginSale = async (shop: Shop, overrides: Partial<Customer> = {}) => {
  const { id: customerId } = await newBuyer(shop, overrides);
  const session = await openSession(shop, { customerId });
  return { customerId, sessionId: session.id, first: await startPayment(shop, session.id, 'creditcard') };
};

/** Creates a subscription whose first period is paid by card. */
export const sell = async (shop: Shop, overrides: Partial<Customer> = {}): Promise<Subscription> => {
  const { customerId, first } = await beginSale(shop, overrides);
  await setOutcome(shop, first, 'paid');
  await handleWebhook(shop, first);
  const [subscription] = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
  if (subscription === undefined) throw new Error('The subscription was not created.');
  return subscription;
};

/** Creates a one-off payment and starts its first payment attempt. */
export const beginOneShot = async (shop: Shop, overrides: Partial<CreateOneShot> = {}) => {
  const { id: customerId } = await newBuyer(shop);
  const { id } = await openOneShot(shop, customerId, overrides);
  return { customerId, id, payment: await startPayment(shop, id, overrides.paymentMethod ?? 'creditcard') };
};

/** Advances the time to the next renewal, or to the next retry of a failed renewal, and prepares its charge. */
export const prepareDueRenewal = async (shop: Shop, { id }: Subscription): Promise<Charge> => {
  const next = nextBillingStep(await readRecord(shop, subscriptionAggregate, id));
  if (next === null) throw new Error('The subscription has no due attempt.');
  shop.fixture.clock.nowMs = Math.max(shop.fixture.clock.nowMs, next.at * 1000);
  shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
  return prepareOneRenewal(shop.deps, shop.tenant, id);
};

/** Reads the latest payment of a payable: a checkout session or a one-off payment. */
export const latestPaymentOf = async (shop: Shop, payableId: string): Promise<Payment> => {
  const attempt = (await fetchPayable(shop.fixture.store, shop.tenant, payableId))?.attempt ?? null;
  if (attempt === null) throw new Error('The payable has no attempt.');
  return readRecord(shop, paymentAggregate, attempt.paymentId);
};

/** Starts a payment with a method; the buyer is redirected to the provider. Returns the payment. */
export const startPayment = async (shop: Shop, payableId: string, method: string): Promise<Payment> => {
  const begun: BeginPaymentResult = await beginPayment(shop.deps, shop.tenant, payableId, method);
  if (begun.kind !== 'redirect') throw new Error(`The payment was not started: ${begun.kind}.`);
  return latestPaymentOf(shop, payableId);
};

/** Sets the outcome of a payment at the provider, without a webhook. */
export const setOutcome = async ({ sandbox }: Shop, payment: Payment, outcome: OutcomeChoice['outcome']): Promise<void> => {
  const settled = await sandbox.settle(String(payment.providerPaymentId), outcome);
  if (!settled.ok) throw new Error(settled.message);
};

/** Processes the provider webhook of a payment. */
export const handleWebhook = ({ deps, tenant }: Shop, payment: Payment) => syncPayment(deps, tenant, payment.id, payment.providerPaymentId);

export const refundsOf = ({ fixture, tenant }: Shop, paymentId: string): Promise<readonly Refund[]> =>
  loadAll(fixture.store, refundAggregate, tenant, { parentId: paymentId });

export const paymentsOf = ({ fixture, tenant }: Shop, customerId: string): Promise<readonly Payment[]> =>
  loadAll(fixture.store, paymentAggregate, tenant, { customerId });

/** Reads the JSON of a tenant's public events, oldest first. */
const publicEvents = async ({ table }: StoreFixture, tenant: Tenant): Promise<readonly string[]> => {
  const texts: string[] = [];
  let after = 0;
  for (;;) {
    const entries = await readForward(table, tenant, after, 500, Number.MAX_SAFE_INTEGER);
    for (const { kind, event } of entries) if (kind === 'event' && event !== null) texts.push(event.json);
    const last = entries.at(-1)?.sequence;
    if (last === undefined) return texts;
    after = last;
  }
};

/** Lists the event types of some objects, oldest first. */
export const eventTypesAbout = async ({ fixture, tenant }: Shop, subjectIds: readonly string[]): Promise<readonly string[]> => {
  const events = (await publicEvents(fixture, tenant)).map((text) => JSON.parse(text) as EventObject);
  return events.filter(({ data }) => subjectIds.includes(String(data.id))).map(({ type }) => type);
};

/**
 * Creates a session that is completed by its second payment. The first payment could not be canceled and is paid too. The first payment
 * becomes an overpayment when the test processes its webhook.
 */
export const createOverpayment = async (shop: Shop) => {
  const { customerId, sessionId, first } = await beginSale(shop);
  const second = await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal'));
  await setOutcome(shop, second, 'paid');
  await handleWebhook(shop, second);
  await setOutcome(shop, first, 'paid');
  return { customerId, sessionId, first, second };
};

/** Runs a function while open payments cannot be canceled at the provider. `status`: 422 if the provider refuses, 503 if it is down. */
export const whileUncancelable = async <T>({ sandbox }: Shop, run: () => Promise<T>, status: 422 | 503 = 422): Promise<T> => {
  sandbox.refuse(
    ({ method, path }) => (method === 'DELETE' && path.startsWith('/v2/payments/') ? 'The payment cannot be canceled' : null),
    status,
  );
  return run().finally(() => {
    sandbox.refuse(() => null);
  });
};

/** Runs the transaction of a request that deletes the clock. Returns the id of the operation that removes the clock's objects. */
export const beginClockRemoval = async ({ fixture, tenant }: Shop, clockId: string): Promise<string> => {
  const outcome = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ clock: await fixture.store.get(testClockAggregate, tenant, clockId) }),
    nowOf: () => null,
    decide: (state, context) => deleteTestClock(null, state, context),
  });
  if (outcome.kind !== 'done') throw new Error('The clock was not deleted.');
  return outcome.result.operationId;
};

/** Runs only the first transaction of a customer's removal, as if the request then crashed. Returns the operation id. */
export const beginCustomerRemoval = async (
  { fixture, tenant }: Pick<Shop, 'fixture' | 'tenant'>,
  flow: AnyFlow,
  customerId: string,
): Promise<string> => {
  const begun = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: () => fixture.store.get(customerAggregate, tenant, customerId),
    nowOf: () => null,
    decide: (stored, { realNow, ids }) => {
      if (stored === null) throw new Error('The customer is missing.');
      const input = { customer_id: customerId };
      const opening = { kind: flow.kind, subject: { aggregate: customerAggregate, stored }, input, claim: null };
      const { operation, changes } = openOperation(opening, realNow, ids);
      return { changes, events: [], result: operation.id };
    },
  });
  if (begun.kind !== 'done') throw new Error('The removal was not started.');
  return begun.result;
};
