import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
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
  readRecord,
  type Shop,
  setOutcome,
  startPayment,
  whileUncancelable,
} from '../provider/shop.ts';
import { updateRecord } from '../store/support.ts';

/** Tests buyers who return from the provider, before the webhook arrives, to a checkout that no longer waits for their payment. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const DAY = 86_400;

const sync = async (sessionId: string, paymentId: string | null) =>
  (await syncAfterReturn(shop.deps, shop.tenant, sessionId, paymentId))?.payable;

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
    expect(await readRecord(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired' });
    await setOutcome(shop, first, 'paid');
    expect(await sync(sessionId, null)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it.each(['hosted', 'embedded'] as const)('completes a session (%s) if only the first of two payments succeeds', async (uiMode) => {
    const { sessionId, first, second } = await beginTwice(uiMode);
    await setOutcome(shop, second, 'failed');
    await handleWebhook(shop, second);
    const settled = await shop.sandbox.settle(String(first.providerPaymentId), 'paid');
    const paymentId = settled.ok ? new URL(String(settled.value.redirectUrl)).searchParams.get('payment') : null;
    expect(await sync(sessionId, paymentId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('waits for a first payment that can still be made, although the second failed and the session has expired', async () => {
    const { sessionId, first, second } = await beginTwice('hosted');
    await setOutcome(shop, second, 'failed');
    await handleWebhook(shop, second);
    const returnFrom = (paymentId: string | null) => syncAfterReturn(shop.deps, shop.tenant, sessionId, paymentId);
    expect(await returnFrom(first.id)).toMatchObject({ payable: { status: 'expired' }, isWaiting: true });
    // `null`: the buyer returns from the latest payment, which was refused.
    expect(await returnFrom(null)).toMatchObject({ payable: { status: 'expired' }, isWaiting: false });
    await setOutcome(shop, first, 'paid');
    expect(await returnFrom(first.id)).toMatchObject({ payable: { status: 'completed', paymentId: first.id } });
  });

  it.each(['canceled', 'failed', 'expired'] as const)(
    'does not wait for a replaced attempt that is %s at the provider',
    async (outcome) => {
      const { sessionId, first, second } = await beginTwice('hosted');
      await setOutcome(shop, second, 'failed');
      await handleWebhook(shop, second);
      await setOutcome(shop, first, outcome);
      expect(await syncAfterReturn(shop.deps, shop.tenant, sessionId, first.id)).toMatchObject({ isWaiting: false });
      expect(await readRecord(shop, paymentAggregate, first.id)).toMatchObject({ status: 'canceled', pollsFrom: null });
    },
  );

  it('does not wait for a payment that was refunded because the customer was deleted in the meantime', async () => {
    const { sessionId, customerId, first } = await beginSale(shop);
    await updateRecord(shop.fixture.store, shop.tenant, customerAggregate, customerId, () => ({ deletedAt: 1 }));
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect(await readRecord(shop, paymentAggregate, first.id)).toMatchObject({
      status: 'succeeded',
      amountRefundedCents: first.amountCents,
    });
    expect(await syncAfterReturn(shop.deps, shop.tenant, sessionId, first.id)).toMatchObject({ isWaiting: false });
  });

  it('finds the outcome that a webhook applies during the sync', async () => {
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
    expect((await syncAfterReturn(deps, shop.tenant, sessionId, first.id))?.payable).toMatchObject({ status: 'completed' });
  });

  it('ignores the payment of another session', async () => {
    const [sale, other] = [await beginSale(shop), await beginSale(shop)];
    for (const { first } of [sale, other]) await setOutcome(shop, first, 'paid');
    expect(await sync(sale.sessionId, other.first.id)).toMatchObject({ status: 'completed', paymentId: sale.first.id });
    expect(await readRecord(shop, paymentAggregate, other.first.id)).toMatchObject({ status: 'pending' });
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
