import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { CUSTOMER_REPRICING } from '../../shared/domain/customer/repricing.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { buyersOf, CARD } from '../provider/buyers.ts';
import { eventsOf, openSession, openShop, read, type Shop, sell, write } from '../provider/shop.ts';
import { updateRecord } from '../store/support.ts';

let shop: Shop;
let buyers: ReturnType<typeof buyersOf>;
// The account adds tax to its prices, and has a tax rate for Germany only.
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
  const { fixture, tenant } = shop;
  await updateRecord(fixture.store, tenant, accountAggregate, tenant.accountId, () => ({ taxBehavior: 'exclusive' as const }));
  await write(shop, (context) => createTaxRate({ countryCode: 'DE', rateBasisPoints: 1900 }, null, context));
}, 120_000);
afterAll(() => shop.close());

const UNKNOWN = { countryCode: null };
const nextCharge = async ({ id }: { readonly id: string }) => (await read(shop, subscriptionAggregate, id)).nextChargeAmountCents;
const repricedCustomers = async (): Promise<readonly unknown[]> => {
  const { items } = await shop.fixture.store.page(pendingOperationAggregate, shop.tenant, { limit: 100 });
  return items.filter(({ record }) => record.kind === CUSTOMER_REPRICING).map(({ record }) => record.input.customer_id);
};

describe('a country that an attempt stores in the customer', () => {
  it.each([
    [
      'the country entered in the payment element',
      async (customerId: string) => {
        const { id } = await openSession(shop, { customerId, uiMode: 'embedded' });
        await buyers.confirmOrThrow(id, { ...CARD, country: 'DE' });
      },
    ],
  ])('changes the next charges of the other subscriptions: %s', async (_what, start) => {
    const subscription = await sell(shop, UNKNOWN);
    expect(await nextCharge(subscription)).toBe(1000);
    await start(subscription.customerId);
    expect(await nextCharge(subscription)).toBe(1190);
    expect((await eventsOf(shop, [subscription.id])).slice(1)).toEqual(['subscription.updated']);
    // The reaper reprices once more, in case the request crashed or the index was not current.
    expect(await repricedCustomers()).toContain(subscription.customerId);
  });
});
