import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { chargeOnce } from '../../flows/renewals/renewal-steps.ts';
import {
  beginSale,
  handleWebhook,
  openSession,
  openShop,
  prepareDueRenewal,
  readRecord,
  type Shop,
  sell,
  setOutcome,
  startPayment,
} from '../shop.ts';
import { value } from '../support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('a customer that was deleted at the provider', () => {
  const idAtProvider = async (customerId: string): Promise<string> =>
    String((await readRecord(shop, customerAggregate, customerId)).providerCustomerIds.sandbox);

  it('is created again for the next payment', async () => {
    const { customerId } = await beginSale(shop);
    const before = await idAtProvider(customerId);
    value(await shop.sandbox.provider.deleteCustomer(before));
    const session = await openSession(shop, { customerId });
    const payment = await startPayment(shop, session.id, 'creditcard');
    expect(await idAtProvider(customerId)).not.toBe(before);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect((await readRecord(shop, checkoutSessionAggregate, session.id)).status).toBe('completed');
  });

  it('does not hide an earlier charge whose response was lost', async () => {
    const subscription = await sell(shop);
    const customer = String(subscription.providerCustomerId);
    await shop.sandbox.behave(customer, { charges: 'timeout_after_charge' });
    const charge = await prepareDueRenewal(shop, subscription);
    expect(await chargeOnce(shop.deps, shop.tenant, charge)).toEqual({ kind: 'no_response' });
    value(await shop.sandbox.provider.deleteCustomer(customer));
    // `fresh: false`: an earlier call may already have made the charge.
    const result = await chargeOnce(shop.deps, shop.tenant, { ...charge, fresh: false });
    expect(result).toMatchObject({ kind: 'payment', snapshot: { status: 'paid' } });
  });

  it('cannot be charged, since the mandate was deleted as well', async () => {
    const subscription = await sell(shop);
    value(await shop.sandbox.provider.deleteCustomer(String(subscription.providerCustomerId)));
    const charge = await prepareDueRenewal(shop, subscription);
    expect(await chargeOnce(shop.deps, shop.tenant, charge)).toMatchObject({ kind: 'refused', failure: { failureCode: 'mandate_gone' } });
  });
});
