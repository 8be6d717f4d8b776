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
import { mandated, newCustomer, payment, type Sandbox, SECRETS, value } from '../provider/support.ts';
import type { Fixture } from '../store/support.ts';
import { type HandedOut, sold, sweepPartsOf } from './support.ts';

/** A store and a provider. */
export interface Stage {
  readonly fixture: Fixture;
  readonly sandbox: Sandbox;
}

/** Something that the service itself stored, and that will be due. */
export interface Scene {
  readonly key: Key;
  /** What the one hand-out looks like. */
  readonly handsOut: Partial<HandedOut>;
  /** Processes the hand-out as its worker does, and checks what came of it. */
  readonly worked: (deps: SweepDeps, handed: HandedOut) => Promise<void>;
}

export const put = async ({ fixture }: Stage, tenant: Tenant, ...changes: readonly Change[]): Promise<void> => {
  const outcome = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: () => ({ changes, events: [], result: null }),
  });
  expect(outcome.kind).toBe('done');
};

/** An account with a session that its buyer opened; `given` is what the test is about. Its payment is not polled, unless that is. */
export const openSession = async (
  stage: Stage,
  tenant: Tenant,
  given: Partial<CheckoutSession>,
  pollsFrom: Payment['pollsFrom'] = null,
) => {
  const world = new World();
  const shop = new Billing(world, catalogue(world));
  const { id } = shop.open();
  const opened: Payment = { ...shop.attempt(id).payment, pollsFrom };
  const session: CheckoutSession = { ...shop.session(id), ...given };
  const account = newAccount({ id: tenant.accountId, created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
  await put(
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

/** The provider has the payment and declined it; its webhook is not sent. */
export const failAtProvider = async (stage: Stage, tenant: Tenant, ours: Payment): Promise<void> => {
  const { fixture, sandbox } = stage;
  const asked = payment({ customerId: await newCustomer(sandbox), metadata: { payment_id: ours.id } });
  const theirs = value(await sandbox.provider.createPayment(asked));
  await sandbox.settle(theirs.id, 'failed');
  const stored = await fixture.store.get(paymentAggregate, tenant, ours.id);
  if (stored === null) throw new Error('no payment');
  await put(stage, tenant, change(paymentAggregate, stored, { ...stored.record, providerPaymentId: theirs.id }));
};

/** A subscription whose mandate the provider knows. */
export const sale = async ({ fixture, sandbox }: Stage, tenant: Tenant, given: Partial<Subscription> = {}) => {
  const { customerId, mandateId } = await mandated(sandbox);
  return sold(fixture, tenant, { providerCustomerId: customerId, mandateId, ...given });
};

export const partsOf = ({ fixture, sandbox }: Stage, ports: Pick<SweepDeps, 'stateMachines' | 'queue'>): SweepDeps => ({
  ...sweepPartsOf(fixture, ports),
  baseUrl: sandbox.url,
  secrets: SECRETS,
});

export const atDueWork = (tenant: Tenant, kind: DueKind, id: string): Partial<HandedOut> => ({
  to: 'due-work',
  message: { ...tenant, kind, id },
});

export const work = (given: SweepDeps, { message }: HandedOut): Promise<void> => processDueWork(given, JSON.parse(JSON.stringify(message)));
