import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { change, type Decision, type Tenant } from '../../shared/domain/kernel.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { type Subscription, subscriptionAggregate } from '../../shared/domain/subscription/record.ts';
import { SYSTEM } from '../../shared/store/audit.ts';
import { Billing } from '../domain/billing.ts';
import { catalogue, START, World } from '../domain/world.ts';
import type { Bench } from '../store/support.ts';

/** A sale as the rules make it, in the store; `given` is what the test is about. */
export const sold = async ({ store }: Bench, tenant: Tenant, given: Partial<Subscription>): Promise<Subscription> => {
  const world = new World();
  const billing = new Billing(world, catalogue(world));
  const session = billing.open();
  const settled = billing.paid(session.id, billing.attempt(session.id).payment.id);
  if (settled.subscription === null) throw new Error('a paid session has its subscription');
  const subscription: Subscription = { ...settled.subscription, ...given };
  const account = newAccount({ id: tenant.accountId, created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
  const { customer, price } = billing.catalogue;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    decide: (): Decision<null> => ({
      changes: [
        change(accountAggregate, null, account),
        change(customerAggregate, null, customer.record),
        change(priceAggregate, null, price.record),
        change(subscriptionAggregate, null, subscription),
      ],
      events: [],
      result: null,
    }),
  });
  return subscription;
};
