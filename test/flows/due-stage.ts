import { expect } from 'vitest';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { type Change, change } from '../../shared/domain/aggregate.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { DueKind } from '../../shared/domain/due.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../shared/flows/due/sweep.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import type { Key } from '../../shared/store/core/keys.ts';
import { Billing } from '../domain/billing.ts';
import { catalogue, START, World } from '../domain/world.ts';
import { createMandate, newCustomer, payment, type Sandbox, SECRETS, value } from '../provider/support.ts';
import type { Fixture } from '../store/support.ts';
import { type Dispatched, storeSubscription, sweepDepsOf } from './support.ts';

/** Test environment with a store and a sandbox provider. */
export interface Stage {
  readonly fixture: Fixture;
  readonly sandbox: Sandbox;
}

/** Test case of a due entry. */
export interface DueCase {
  readonly key: Key;
  /** The expected message or execution. */
  readonly expectedDispatch: Partial<Dispatched>;
  /** Processes the message as its worker does, and verifies the result. */
  readonly processAndVerify: (deps: SweepDeps, handed: Dispatched) => Promise<void>;
}

export const writeChanges = async ({ fixture }: Stage, tenant: Tenant, ...changes: readonly Change[]): Promise<void> => {
  const outcome = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: () => ({ changes, events: [], result: null }),
  });
  expect(outcome.kind).toBe('done');
};

/** Stores an account with a session and its started payment, with these fields of the session overridden. */
export const openSession = async (
  stage: Stage,
  tenant: Tenant,
  overrides: Partial<CheckoutSession>,
  pollsFrom: Payment['pollsFrom'] = null,
) => {
  const world = new World();
  const shop = new Billing(world, catalogue(world));
  const { id } = shop.open();
  const opened: Payment = { ...shop.attempt(id).payment, pollsFrom };
  const session: CheckoutSession = { ...shop.session(id), ...overrides };
  const account = newAccount({ id: tenant.accountId, created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
  await writeChanges(
    stage,
    tenant,
    change(accountAggregate, null, account),
    change(customerAggregate, null, shop.catalogue.customer.record),
    change(priceAggregate, null, shop.catalogue.price.record),
    change(checkoutSessionAggregate, null, session),
    change(paymentAggregate, null, opened),
  );
  return { session, payment: opened };
};

export const sessionOf = async ({ fixture }: Stage, tenant: Tenant, id: string) =>
  (await fixture.store.get(checkoutSessionAggregate, tenant, id))?.record;
export const subscriptionOf = async ({ fixture }: Stage, tenant: Tenant, id: string) =>
  (await fixture.store.get(subscriptionAggregate, tenant, id))?.record;

/** Creates the payment at the provider and declines it there, without a webhook. */
export const failAtProvider = async (stage: Stage, tenant: Tenant, ownPayment: Payment): Promise<void> => {
  const { fixture, sandbox } = stage;
  const request = payment({ customerId: await newCustomer(sandbox), metadata: { payment_id: ownPayment.id } });
  const providerPayment = value(await sandbox.provider.createPayment(request));
  await sandbox.settle(providerPayment.id, 'failed');
  const stored = await fixture.store.get(paymentAggregate, tenant, ownPayment.id);
  if (stored === null) throw new Error('no payment');
  await writeChanges(stage, tenant, change(paymentAggregate, stored, { ...stored.record, providerPaymentId: providerPayment.id }));
};

/** Stores a subscription with a mandate at the provider. */
export const createSubscription = async ({ fixture, sandbox }: Stage, tenant: Tenant, overrides: Partial<Subscription> = {}) => {
  const { customerId, mandateId } = await createMandate(sandbox);
  return storeSubscription(fixture, tenant, { providerCustomerId: customerId, mandateId, ...overrides });
};

export const depsOf = ({ fixture, sandbox }: Stage, ports: Pick<SweepDeps, 'stateMachines' | 'queue'>): SweepDeps => ({
  ...sweepDepsOf(fixture, ports),
  baseUrl: sandbox.url,
  secrets: SECRETS,
});

export const dueWorkDispatch = (tenant: Tenant, kind: DueKind, id: string): Partial<Dispatched> => ({
  to: 'due-work',
  message: { ...tenant, kind, id },
});

export const processDispatch = (deps: SweepDeps, { message }: Dispatched): Promise<void> =>
  processDueWork(deps, JSON.parse(JSON.stringify(message)));
