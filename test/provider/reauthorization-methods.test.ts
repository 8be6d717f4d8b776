import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { updateRecord } from '../store/support.ts';
import { openShop, type Shop, sell } from './shop.ts';
import { requestReauthorization } from './wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Requests another payment method without naming one. Returns the `method` of the request to the provider. */
const requestedMethod = async (accepted: readonly string[] | null): Promise<unknown> => {
  const { id: subscriptionId } = await sell(shop);
  if (accepted !== null) {
    await updateRecord(shop.fixture.store, shop.tenant, subscriptionAggregate, subscriptionId, (subscription) => ({
      ...subscription,
      price: { ...subscription.price, paymentMethods: accepted },
    }));
  }
  await requestReauthorization(shop, subscriptionId, null);
  const request = shop.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/payments').at(-1);
  return (JSON.parse(String(request?.body)) as { readonly method?: unknown }).method;
};

it('the provider offers a customer who is asked for another payment method only methods that the price accepts', async () => {
  expect(await requestedMethod(null)).toBeUndefined();
  expect(await requestedMethod(['creditcard', 'paypal'])).toEqual(['creditcard', 'paypal']);
  expect(await requestedMethod(['creditcard', 'directdebit'])).toEqual(expect.arrayContaining(['creditcard', 'ideal', 'bancontact']));
  expect(await requestedMethod(['creditcard'])).toBe('creditcard');
});
