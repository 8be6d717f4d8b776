import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { ensureProviderCustomer } from '../../../shared/flows/checkout/provider-customer.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import { resumeOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import type { PaymentProvider } from '../../../shared/provider/port.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { beginCustomerRemoval, beginSale, newBuyer, openEngineShop, readRecord, type Shop } from '../shop.ts';

const RUNNER = { actor: SYSTEM, refusalAnswer: refusalAnswer('req_1') };
const PURGED = { kind: 'answered', answer: { purged: true } };

let shop: Shop;
beforeAll(async () => {
  shop = await openEngineShop();
});
afterAll(() => shop.close());

const purgeCustomer = async (customerId: string) =>
  resumeOperation(shop.deps, shop.tenant, customerPurge, await beginCustomerRemoval(shop, customerPurge, customerId), RUNNER);

/** Names of the customers that exist at the provider. */
const namesAtProvider = async (): Promise<readonly string[]> => {
  const customers = await shop.sandbox.store.list('customer', '', { limit: 100, from: null });
  return customers.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
};

/** Wraps the provider so that the customer is purged before the response to `createCustomer` arrives. */
const providerWithPurge = (customerId: string): PaymentProvider => ({
  ...shop.sandbox.provider,
  createCustomer: async (customer) => {
    const created = await shop.sandbox.provider.createCustomer(customer);
    expect(await purgeCustomer(customerId)).toMatchObject(PURGED);
    return created;
  },
});

describe('a customer that is purged while a payment is started', () => {
  it('[CUS-21] is deleted at the provider, also if it was created there in the meantime', async () => {
    const { id } = await newBuyer(shop, { name: 'Early Ada' });
    const result = await ensureProviderCustomer(shop.deps, providerWithPurge(id), shop.tenant, id);
    expect(result).toMatchObject({ ok: false, kind: 'refused' });
    expect(await namesAtProvider()).not.toContain('Early Ada');
    expect(await readRecord(shop, customerAggregate, id)).toMatchObject({ name: null, providerCustomerIds: {} });
  });

  it('is not created at the provider again', async () => {
    const { customerId, sessionId } = await beginSale(shop, { name: 'Late Ada' });
    const before = (await readRecord(shop, customerAggregate, customerId)).providerCustomerIds.sandbox ?? '';
    expect(await namesAtProvider()).toContain('Late Ada');
    expect(await purgeCustomer(customerId)).toMatchObject(PURGED);
    // As if the provider had reported that its customer is gone.
    const result = await ensureProviderCustomer(shop.deps, shop.sandbox.provider, shop.tenant, customerId, before);
    expect(result).toMatchObject({ ok: false, kind: 'refused' });
    expect(await beginPayment(shop.deps, shop.tenant, sessionId, 'creditcard')).toMatchObject({ kind: 'refused' });
    expect(await namesAtProvider()).not.toContain('Late Ada');
    expect((await readRecord(shop, customerAggregate, customerId)).providerCustomerIds).toEqual({});
  });
});
