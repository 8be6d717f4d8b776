import { describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { billingHoldAggregate } from '../../shared/domain/billing-hold/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type PaymentStatus, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import { activationFacts, attentionFacts } from '../../shared/flows/accounts/facts.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newBilling } from '../domain/billing.ts';
import { memoryFixture, writeChanges } from '../store/support.ts';
import { sellerAccount, storeSubscription } from './support.ts';

/** More records than one read contains. */
const MANY = 110;

/** A tenant in test mode, and ids that sort by their creation. */
const openTenant = () => {
  const fixture = memoryFixture();
  const tenant = fixture.tenant();
  const ids = idSource(() => fixture.clock.nowMs);
  const storeAccount = () => writeChanges(fixture.store, tenant, [change(accountAggregate, null, sellerAccount(tenant))]);
  return { fixture, store: fixture.store, tenant, storeAccount, nextId: (prefix: string) => ids.next(prefix) };
};

describe('facts about an account', () => {
  it('include a paid test payment that is older than a hundred failed ones', async () => {
    const { store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const billing = newBilling();
    const { payment } = billing.attempt(billing.open().id);
    const put = (status: PaymentStatus) =>
      writeChanges(store, tenant, [change(paymentAggregate, null, { ...payment, id: nextId('pay_'), status })]);
    await put('succeeded');
    for (let count = 0; count < MANY; count += 1) await put('failed');
    expect((await activationFacts(store, tenant)).hasTestPayment).toBe(true);
  });

  it('count a renewal on hold that is older than a hundred holds of renewals that were made since', async () => {
    const { fixture, store, tenant } = openTenant();
    const subscription = await storeSubscription(fixture, tenant, {});
    const step = nextBillingStep(subscription);
    if (step === null) throw new Error('The subscription is not renewed.');
    const { periodEnd, attempt } = step;
    const hold = { id: subscription.id, created: 1, periodEnd, attempt, reason: 'test' };
    await writeChanges(store, tenant, [change(billingHoldAggregate, null, hold)]);
    for (let count = 0; count < MANY; count += 1) {
      await writeChanges(store, tenant, [change(billingHoldAggregate, null, { ...hold, id: `sub_zz${count}` })]);
    }
    expect((await attentionFacts(store, tenant, fixture.clock.nowMs)).billingHolds).toBe(1);
  });

  it('count a customer without reverse charge after a hundred customers of the own country', async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const { record } = newBilling().catalogue.customer;
    const registered = (countryCode: string, vatNumber: string) => ({
      ...record,
      id: nextId('cus_'),
      countryCode,
      vatNumber,
      vatVerifiedAt: record.created,
    });
    for (let count = 0; count < MANY; count += 1) {
      await writeChanges(store, tenant, [change(customerAggregate, null, registered('NL', 'NL123456789B01'))]);
    }
    await writeChanges(store, tenant, [change(customerAggregate, null, registered('DE', 'DE123456789'))]);
    expect((await attentionFacts(store, tenant, fixture.clock.nowMs)).customersWithoutReverseCharge).toBe(1);
  });
});
