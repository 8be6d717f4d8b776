import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type CreateTaxRate, createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { type SweepDeps, type SweepReport, sweepShard } from '../../shared/flows/due/sweep.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { MachineName, QueueName, QueuePort, StateMachinesPort } from '../../shared/ports/index.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { Billing } from '../domain/billing.ts';
import { newCatalogue, START, World } from '../domain/world.ts';
import { type StoreFixture, writeChanges } from '../store/support.ts';

/** The account that sells. */
export const sellerAccount = ({ accountId }: Tenant, created = START) =>
  newAccount({ id: accountId, created, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });

/** Creates a tax rate of the account. */
export const createRate = async (store: Store, tenant: Tenant, rate: CreateTaxRate): Promise<void> => {
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: (state, context) => createTaxRate(rate, state, context),
  });
};

/** Stores an account, customer, price and subscription. `overrides`: replaces fields of the subscription. */
export const storeSubscription = async (
  { store }: StoreFixture,
  tenant: Tenant,
  overrides: Partial<Subscription>,
): Promise<Subscription> => {
  const world = new World();
  const billing = new Billing(world, newCatalogue(world));
  const session = billing.open();
  const settled = billing.settleCheckout(session.id, billing.attempt(session.id).payment.id);
  if (settled.subscription === null) throw new Error('The paid session has no subscription.');
  const subscription: Subscription = { ...settled.subscription, ...overrides };
  const { customer, price } = billing.catalogue;
  await writeChanges(store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(customerAggregate, null, customer.record),
    change(priceAggregate, null, price.record),
    change(subscriptionAggregate, null, subscription),
  ]);
  return subscription;
};

const unexpectedSecretRead = async (): Promise<never> => {
  throw new Error('Unexpected read of a secret.');
};

/** Dependencies of the sweep and of the due-work worker, without a provider. */
export const sweepDepsOf = (
  { store, clock }: StoreFixture,
  ports: Pick<SweepDeps, 'stateMachines' | 'queue' | 'runsAtOnce'>,
): SweepDeps => ({
  store,
  ids: idSource(() => clock.nowMs),
  nowMs: () => clock.nowMs,
  baseUrl: 'http://127.0.0.1:9',
  secrets: { apiKeyPeppers: unexpectedSecretRead },
  decryptCredential: unexpectedSecretRead,
  providerBaseUrl: 'http://127.0.0.1:9',
  sandboxServed: true,
  refusalAnswer,
  ...ports,
});

/** A message that was sent to a queue, or an execution that was started. */
export interface Dispatched {
  readonly to: QueueName | MachineName;
  /** Name of the execution. */
  readonly name?: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly delaySeconds?: number;
}

/** Maximum number of concurrent billing runs; no test starts as many. */
const RUNS_AT_ONCE = 1000;

/** Queues and state machines that record messages and executions in `dispatched`. `isThrottled`: whether a call is throttled. */
export const recordingPorts = (isThrottled: (call: Dispatched) => boolean = () => false) => {
  const dispatched: Dispatched[] = [];
  const names = new Set<string>();
  const record = (call: Dispatched): void => {
    if (isThrottled(call)) throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
    dispatched.push(call);
  };
  const queue: QueuePort = {
    send: async (to, message, delaySeconds = 0) => record({ to, message, delaySeconds }),
    sendMany: async (to, messages) => {
      for (const message of messages) record({ to, message, delaySeconds: 0 });
    },
  };
  const stateMachines: StateMachinesPort = {
    start: async (to, name, message) => {
      if (names.has(name)) return 'exists';
      record({ to, name, message });
      names.add(name);
      return 'started';
    },
  };
  return { dispatched, ports: { queue, stateMachines, runsAtOnce: RUNS_AT_ONCE } };
};

/** Dispatches the due work of every shard of the due index once. */
export const sweepAll = async (deps: SweepDeps): Promise<readonly SweepReport[]> => {
  const reports: SweepReport[] = [];
  for (let shard = 0; shard < 16; shard += 1) reports.push(await sweepShard(deps, shard));
  return reports;
};
