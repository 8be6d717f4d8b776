import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { syncAfterReturn } from '../../shared/flows/checkout/return.ts';
import { expireAfterSync } from '../../shared/flows/clocks/advance.ts';
import { advanceTime } from '../provider/payments.ts';
import {
  beginSale,
  handleWebhook,
  newBuyer,
  openSession,
  openShop,
  read,
  type Shop,
  setOutcome,
  startPayment,
  whileUncancelable,
} from '../provider/shop.ts';

/** Tests buyers who return from the provider before the webhook arrives, from a payment that their checkout no longer waits for. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const DAY = 86_400;

const sync = (sessionId: string, paymentId: string | null) => syncAfterReturn(shop.deps, shop.tenant, sessionId, paymentId);

/** Starts a payment, and then one with another method. The first one is not canceled at the provider, so it can still be paid. */
const beginTwice = async (uiMode: 'hosted' | 'embedded') => {
  const { id: customerId } = await newBuyer(shop);
  const { id: sessionId } = await openSession(shop, { customerId, uiMode });
  const first = await startPayment(shop, sessionId, 'ideal');
  const second = await whileUncancelable(shop, () => startPayment(shop, sessionId, 'creditcard'));
  return { sessionId, first, second };
};

describe('the sync when a buyer returns', () => {
  it('completes an expired session whose payment was made after the expiry', async () => {
    const { sessionId, first } = await beginSale(shop);
    advanceTime(shop, DAY + 1);
    await expireAfterSync(shop.deps, shop.tenant, sessionId, null);
    expect(await read(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired' });
    await setOutcome(shop, first, 'paid');
    expect(await sync(sessionId, null)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it.each(['hosted', 'embedded'] as const)('completes the session (%s) by an attempt whose replacement was refused', async (uiMode) => {
    const { sessionId, first, second } = await beginTwice(uiMode);
    await setOutcome(shop, second, 'failed');
    await handleWebhook(shop, second);
    const settled = await shop.sandbox.settle(String(first.providerPaymentId), 'paid');
    const paymentId = settled.ok ? new URL(String(settled.value.redirectUrl)).searchParams.get('payment') : null;
    expect(await sync(sessionId, paymentId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('finds the outcome that a webhook applied in the meantime', async () => {
    const { sessionId, first } = await beginSale(shop);
    advanceTime(shop, DAY + 1);
    await expireAfterSync(shop.deps, shop.tenant, sessionId, null);
    await setOutcome(shop, first, 'paid');
    const { store } = shop.deps;
    let isFirstRead = true;
    const get: typeof store.get = async (...read) => {
      const stored = await store.get(...read);
      if (isFirstRead) {
        isFirstRead = false;
        await handleWebhook(shop, first);
      }
      return stored;
    };
    const deps = { ...shop.deps, store: { ...store, get } };
    expect(await syncAfterReturn(deps, shop.tenant, sessionId, first.id)).toMatchObject({ status: 'completed' });
  });

  it('ignores the payment of another session', async () => {
    const [sale, other] = [await beginSale(shop), await beginSale(shop)];
    for (const { first } of [sale, other]) await setOutcome(shop, first, 'paid');
    expect(await sync(sale.sessionId, other.first.id)).toMatchObject({ status: 'completed', paymentId: sale.first.id });
    expect(await read(shop, paymentAggregate, other.first.id)).toMatchObject({ status: 'pending' });
  });

  it('makes no request to the provider for a payment with a final outcome', async () => {
    const { sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'failed');
    await sync(sessionId, first.id);
    let requests = 0;
    shop.sandbox.refuse(() => {
      requests += 1;
      return null;
    });
    expect(await sync(sessionId, first.id)).toMatchObject({ status: 'expired' });
    shop.sandbox.refuse(() => null);
    expect(requests).toBe(0);
  });
});
