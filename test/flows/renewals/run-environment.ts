import { expect } from 'vitest';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import type { Meter } from '../../../shared/domain/meter/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../../shared/flows/due/sweep.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import type { SandboxBehavior } from '../../../shared/sandbox/model.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { Billing } from '../../domain/billing.ts';
import { newCatalogue, World } from '../../domain/world.ts';
import { type FaultyProvider, startFaultyProvider } from '../../provider/faults/faulty-provider.ts';
import { createMandate, type Sandbox, SECRETS, startSandbox } from '../../provider/support.ts';
import { memoryFixture, openFixture, type StoreFixture, writeChanges } from '../../store/support.ts';
import { recordingPorts, sellerAccount, sweepAll, sweepDepsOf } from '../support.ts';
import { type RunWatch, runThrough } from './renewal-steps.ts';

/** Test environment for billing runs: a store and a sandbox provider. */
export interface RunEnvironment {
  readonly fixture: StoreFixture;
  readonly sandbox: Sandbox;
  /** A proxy that forwards requests to the sandbox, and can simulate failures. */
  readonly provider: FaultyProvider;
  readonly close: () => Promise<void>;
}

export const openRunEnvironmentOn = async <F extends StoreFixture>(fixture: F): Promise<RunEnvironment & { readonly fixture: F }> => {
  const sandbox = await startSandbox();
  const provider = await startFaultyProvider(sandbox.url);
  const close = async (): Promise<void> => {
    await provider.close();
    await sandbox.close();
    await fixture.stop();
  };
  return { fixture, sandbox, provider, close };
};

/** Opens an environment in memory. */
export const openRunEnvironment = () => openRunEnvironmentOn(memoryFixture());

/** Opens an environment on a database engine, for tests that count the calls to the table. */
export const openDatabaseRunEnvironment = async () => openRunEnvironmentOn(await openFixture('dynoxide'));
export type DatabaseRunEnvironment = Awaited<ReturnType<typeof openDatabaseRunEnvironment>>;

/** Sets the real time of the service and of the provider, in Unix seconds. */
export const setTime = ({ fixture, sandbox }: RunEnvironment, seconds: number): void => {
  fixture.clock.nowMs = seconds * 1000;
  sandbox.clock.now = seconds;
};

export const nowOf = ({ fixture }: RunEnvironment): number => Math.floor(fixture.clock.nowMs / 1000);

/** Dependencies of runs and sweeps. */
export const depsOf = ({ fixture, provider }: RunEnvironment, store: Store = fixture.store): SweepDeps => ({
  ...sweepDepsOf(fixture, recordingPorts().ports),
  store,
  baseUrl: provider.url,
  secrets: SECRETS,
});

let customerCount = 0;

/**
 * Creates a tenant with `count` monthly subscriptions, each of a separate customer with a mandate. All are in their first period, which is
 * paid and lasts from `start` to `end`.
 */
export const createTenant = async (
  env: RunEnvironment,
  count: number,
  price: Partial<CreatePrice> = {},
  meter: Meter | null = null,
): Promise<{ readonly tenant: Tenant; readonly ids: readonly string[]; readonly start: number; readonly end: number }> => {
  const { fixture, sandbox } = env;
  const tenant = fixture.tenant();
  const world = new World();
  const billing = new Billing(world, newCatalogue(world, price));
  const session = billing.open();
  const { subscription: template } = billing.settleCheckout(session.id, billing.attempt(session.id).payment.id);
  if (template === null) throw new Error('The paid session has no subscription.');
  // Earlier tests may have advanced the time beyond the end of the period.
  setTime(env, template.currentPeriodStart);
  const { price: storedPrice, product } = billing.catalogue;
  await writeChanges(fixture.store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(productAggregate, null, product.record),
    change(priceAggregate, null, meter === null ? storedPrice.record : { ...storedPrice.record, meterId: meter.id }),
  ]);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { customerId: providerCustomerId, mandateId } = await createMandate(sandbox);
    // Ids are unique across tenants, since the idempotency keys of charges contain the subscription id.
    customerCount += 1;
    const number = String(customerCount).padStart(6, '0');
    const customer: Customer = { ...billing.catalogue.customer.record, id: `cus_${number}` };
    const subscription: Subscription = { ...template, id: `sub_${number}`, customerId: customer.id, providerCustomerId, mandateId };
    await writeChanges(fixture.store, tenant, [
      change(customerAggregate, null, customer),
      change(subscriptionAggregate, null, subscription),
    ]);
    ids.push(subscription.id);
  }
  return { tenant, ids, start: template.currentPeriodStart, end: template.currentPeriodEnd };
};

export const subscriptionOf = async ({ fixture }: RunEnvironment, tenant: Tenant, id: string): Promise<Subscription> => {
  const stored = await fixture.store.get(subscriptionAggregate, tenant, id);
  if (stored === null) throw new Error(`Subscription ${id} is missing.`);
  return stored.record;
};

/** Sets how the sandbox answers charges of the subscription's customer. */
export const setChargeBehavior = async (
  env: RunEnvironment,
  tenant: Tenant,
  id: string,
  charges: SandboxBehavior['charges'],
): Promise<void> => {
  const { providerCustomerId } = await subscriptionOf(env, tenant, id);
  await env.sandbox.behave(String(providerCustomerId), { charges });
};

export interface SweepOptions {
  readonly store?: Store;
  readonly chargesAtOnce?: number;
  readonly watch?: RunWatch;
}

/**
 * Simulates one minute of a deployed service: sweeps every shard, then processes the tenant's runs and messages one after the other.
 * Returns the tenant's runs.
 */
export const runMinute = async (
  env: RunEnvironment,
  tenant: Tenant,
  { store, chargesAtOnce = 10, watch = {} }: SweepOptions = {},
): Promise<readonly BillingRun[]> => {
  const { dispatched, ports } = recordingPorts();
  const deps: SweepDeps = { ...depsOf(env, store), ...ports };
  await sweepAll(deps);
  const tenantDispatched = dispatched.filter(({ message }) => message.accountId === tenant.accountId);
  const runs = tenantDispatched.filter(({ to }) => to === 'billing-run').map(({ message }) => message as unknown as BillingRun);
  for (const run of runs) await runThrough(deps, run, chargesAtOnce, watch);
  // A later sweep retries a message that failed because the provider did not respond.
  for (const { to, message } of tenantDispatched)
    if (to === 'due-work') await processDueWork(deps, JSON.parse(JSON.stringify(message))).catch(() => undefined);
  return runs;
};

/**
 * Reads the tenant's billing data by subscription: payments, invoices, and paid charges at the provider (`charged`). `numbers`: the invoice
 * numbers in ascending order.
 */
export const readRenewalData = async (env: RunEnvironment, tenant: Tenant, ids: readonly string[]) => {
  const { fixture, sandbox } = env;
  const perSubscription = await Promise.all(
    ids.map(async (id) => {
      const subscription = await subscriptionOf(env, tenant, id);
      const [payments, invoices] = await Promise.all([
        loadAll(fixture.store, paymentAggregate, tenant, { customerId: subscription.customerId }),
        loadAll(fixture.store, invoiceAggregate, tenant, { customerId: subscription.customerId }),
      ]);
      const atProvider = await sandbox.provider.listPayments(String(subscription.providerCustomerId));
      if (!atProvider.ok) throw new Error(atProvider.message);
      const charged = atProvider.value.filter(({ sequenceType, status }) => sequenceType === 'recurring' && status === 'paid');
      return { subscription, payments, invoices, charged };
    }),
  );
  const numbers = perSubscription.flatMap(({ invoices }) => invoices.map(({ number }) => Number(number.split('-')[1])));
  return { perSubscription, numbers: numbers.sort((left, right) => left - right) };
};

/** Checks the invariants of the tenant's billing data. */
export const expectConsistent = async (env: RunEnvironment, tenant: Tenant, ids: readonly string[], label?: string): Promise<void> =>
  expect(violationsIn(await readRenewalData(env, tenant, ids)), label).toEqual([]);

/** Returns a description of each violated invariant. */
const violationsIn = ({ perSubscription, numbers }: Awaited<ReturnType<typeof readRenewalData>>): readonly string[] => {
  const violations = numbers.every((number, index) => number === index + 1) ? [] : [`invoice numbers ${numbers.join()}`];
  for (const { subscription, payments, invoices, charged } of perSubscription) {
    const { id } = subscription;
    const periods = invoices.map(({ periodStart }) => periodStart);
    const paid = invoices.filter(({ status }) => status === 'paid');
    const succeeded = payments.filter(({ status }) => status === 'succeeded');
    if (new Set(periods).size !== periods.length) violations.push(`${id}: a period has two invoices`);
    if (charged.length !== succeeded.length) violations.push(`${id}: ${charged.length} charged, ${succeeded.length} recorded`);
    if (paid.length !== succeeded.length) violations.push(`${id}: ${succeeded.length} succeeded payments for ${paid.length} paid invoices`);
    // The first period was paid before the test.
    if (subscription.paymentCount !== 1 + paid.length) violations.push(`${id}: counts ${subscription.paymentCount} payments`);
    if (subscription.periodIndex !== paid.length) violations.push(`${id}: in period ${subscription.periodIndex} with ${paid.length} paid`);
  }
  return violations;
};

/** Creates a tenant with subscriptions that are due now. */
export const createDueTenant = async (env: RunEnvironment, count: number) => {
  const created = await createTenant(env, count);
  setTime(env, created.end);
  return created;
};

/** Returns the ids of the subscriptions that are in their second period. */
export const renewedIds = async (env: RunEnvironment, tenant: Tenant, ids: readonly string[]): Promise<readonly string[]> => {
  const subscriptions = await Promise.all(ids.map((id) => subscriptionOf(env, tenant, id)));
  return subscriptions.filter(({ periodIndex, renewal }) => periodIndex === 1 && renewal === null).map(({ id }) => id);
};

/** A billing run prepares its next batch while it charges the current one. This is the value of `ahead` if that preparation failed. */
export const FAILED_PREPARATION = { kind: 'failed' } as const;
