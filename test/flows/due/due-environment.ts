import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { DueKind } from '../../../shared/domain/due.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../../shared/flows/due/sweep.ts';
import type { Key } from '../../../shared/store/core/keys.ts';
import { Billing } from '../../domain/billing.ts';
import { newCatalogue, World } from '../../domain/world.ts';
import { createMandate, firstPaymentRequest, newCustomer, type Sandbox, SECRETS, value } from '../../provider/support.ts';
import { type EngineFixture, updateRecord, writeChanges } from '../../store/support.ts';
import { type Dispatched, sellerAccount, storeSubscription, sweepDepsOf } from '../support.ts';

/** Test environment for due entries (index entries of scheduled work): a store and a sandbox provider. */
export interface DueEnvironment {
  readonly fixture: EngineFixture;
  readonly sandbox: Sandbox;
}

/** Test case of a due entry. */
export interface DueCase {
  /** Key of the due record. */
  readonly key: Key;
  /** What the sweep, which starts due work every minute, is expected to dispatch: a message or an execution. */
  readonly expectedDispatch: Partial<Dispatched>;
  /** Processes the message as its worker does, and verifies the result. */
  readonly processAndVerify: (deps: SweepDeps, dispatched: Dispatched) => Promise<void>;
}

/** Stores an account with a session and its started payment. `overrides`: fields of the session. */
export const openSession = async (
  env: DueEnvironment,
  tenant: Tenant,
  overrides: Partial<CheckoutSession>,
  pollsFrom: Payment['pollsFrom'] = null,
) => {
  const world = new World();
  const billing = new Billing(world, newCatalogue(world));
  const { id } = billing.open();
  const startedPayment: Payment = { ...billing.attempt(id).payment, pollsFrom };
  const session: CheckoutSession = { ...billing.session(id), ...overrides };
  await writeChanges(env.fixture.store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(customerAggregate, null, billing.catalogue.customer.record),
    change(priceAggregate, null, billing.catalogue.price.record),
    change(checkoutSessionAggregate, null, session),
    change(paymentAggregate, null, startedPayment),
  ]);
  return { session, payment: startedPayment };
};

export const sessionOf = async ({ fixture }: DueEnvironment, tenant: Tenant, id: string) =>
  (await fixture.store.get(checkoutSessionAggregate, tenant, id))?.record;
export const subscriptionOf = async ({ fixture }: DueEnvironment, tenant: Tenant, id: string) =>
  (await fixture.store.get(subscriptionAggregate, tenant, id))?.record;

/** Creates the payment at the provider and sets its outcome there, without a webhook. Returns the provider's payment id. */
export const settleAtProvider = async (
  { sandbox }: DueEnvironment,
  { id, amountCents }: Payment,
  outcome: 'paid' | 'failed',
): Promise<string> => {
  const request = firstPaymentRequest({ customerId: await newCustomer(sandbox), amountCents, metadata: { payment_id: id } });
  const { id: providerPaymentId } = value(await sandbox.provider.createPayment(request));
  await sandbox.settle(providerPaymentId, outcome);
  return providerPaymentId;
};

/** Creates the payment at the provider, declines it there without a webhook, and stores the provider's payment id. */
export const failAtProvider = async (env: DueEnvironment, tenant: Tenant, storedPayment: Payment): Promise<void> => {
  const providerPaymentId = await settleAtProvider(env, storedPayment, 'failed');
  await updateRecord(env.fixture.store, tenant, paymentAggregate, storedPayment.id, () => ({ providerPaymentId }));
};

/** Stores a subscription with a mandate at the provider. */
export const createSubscription = async ({ fixture, sandbox }: DueEnvironment, tenant: Tenant, overrides: Partial<Subscription> = {}) => {
  const { customerId, mandateId } = await createMandate(sandbox);
  return storeSubscription(fixture, tenant, { providerCustomerId: customerId, mandateId, ...overrides });
};

export const depsOf = (
  { fixture, sandbox }: DueEnvironment,
  ports: Pick<SweepDeps, 'stateMachines' | 'queue' | 'runsAtOnce'>,
): SweepDeps => ({
  ...sweepDepsOf(fixture, ports),
  baseUrl: sandbox.url,
  secrets: SECRETS,
});

/** The expected message to the worker of due work. */
export const dueWorkDispatch = (tenant: Tenant, kind: DueKind, id: string): Partial<Dispatched> => ({
  to: 'due-work',
  message: { ...tenant, kind, id },
});

export const processDispatch = (deps: SweepDeps, { message }: Dispatched): Promise<void> =>
  processDueWork(deps, JSON.parse(JSON.stringify(message)));
