import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { memoryFixture } from '../store/support.ts';
import { killAtEachCall } from './dying.ts';
import { eventsOf, handleWebhook, openShopOn, type Shop, setOutcome } from './shop.ts';
import {
  addCard,
  beginRemovalOf,
  beginSetup,
  confirm,
  finishRemoval,
  mandatesAtProvider,
  methodsFor,
  paymentOfSetup,
  pollSetupPayments,
  setDefault,
  setupOf,
  setupPayments,
  type WalletBuyer,
  walletBuyer,
} from './wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShopOn(memoryFixture());
});
afterAll(() => shop.close());

/** Checks that all repetitions end like the one that was not killed. */
const expectSame = (what: string, ends: readonly unknown[], min: number): void => {
  console.info(`${what}: killed ${ends.length - 1} times`);
  expect(ends.length).toBeGreaterThan(min);
  expect(ends.slice(0, -1)).toEqual(ends.slice(0, -1).map(() => ends.at(-1)));
};

const begin = async () => {
  const buyer = await walletBuyer(shop);
  return { buyer, setupId: await beginSetup(shop, buyer) };
};

const endOf = async ({ buyer, setupId }: { readonly buyer: WalletBuyer; readonly setupId: string }) => {
  const payments = await setupPayments(shop, buyer.customerId);
  return {
    setup: (await setupOf(shop, setupId)).status,
    payments: payments.map(({ status }) => status),
    mandates: (await mandatesAtProvider(shop, buyer.customerId)).length,
    methods: (await methodsFor(shop, buyer)).map(({ isDefault }) => isDefault),
    story: (
      await eventsOf(
        shop,
        payments.map(({ id }) => id),
      )
    ).join(),
  };
};

describe('killed at any database call', () => {
  it('[PAY-07] a setup confirmed by card is paid once, and its method is saved once', async () => {
    const ends = await killAtEachCall(shop.fixture.store, {
      prepare: begin,
      work: (store, { buyer, setupId }) => confirm(shop, buyer, setupId, {}, store),
      proceed: ({ buyer, setupId }) => confirm(shop, buyer, setupId),
      readResult: endOf,
    });
    expectSame('confirm', ends, 12);
    expect(ends.at(-1)).toEqual({
      setup: 'succeeded',
      payments: ['succeeded'],
      mandates: 2,
      methods: [false, true],
      story: 'payment.succeeded',
    });
  }, 120_000);

  it('a setup whose buyer does not return is completed by due work', async () => {
    const ends = await killAtEachCall(shop.fixture.store, {
      prepare: begin,
      work: (store, { buyer, setupId }) => confirm(shop, buyer, setupId, {}, store),
      proceed: ({ buyer }) => pollSetupPayments(shop, buyer),
      readResult: async ({ buyer, setupId }) => {
        const { setup, payments, mandates, methods } = await endOf({ buyer, setupId });
        // Charged or not: service and provider agree, and no payment is pending.
        return { open: payments.includes('pending') || setup === 'requires_action', agree: mandates === methods.length };
      },
    });
    console.info(`left alone: killed ${ends.length - 1} times`);
    expect(ends).toEqual(ends.map(() => ({ open: false, agree: true })));
  }, 120_000);

  it('a setup confirmed with another method keeps only the last payment', async () => {
    const ends = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const scene = await begin();
        await confirm(shop, scene.buyer, scene.setupId, { method: 'ideal', cardToken: null });
        return scene;
      },
      work: (store, { buyer, setupId }) => confirm(shop, buyer, setupId, {}, store),
      proceed: ({ buyer, setupId }) => confirm(shop, buyer, setupId),
      readResult: endOf,
    });
    expectSame('confirm another way', ends, 15);
    expect(ends.at(-1)).toMatchObject({ setup: 'succeeded', payments: ['succeeded', 'canceled'], mandates: 2 });
  }, 120_000);

  it('the webhook of a setup saves its method once', async () => {
    const ends = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const scene = await begin();
        await confirm(shop, scene.buyer, scene.setupId, { method: 'ideal', cardToken: null });
        const payment = await paymentOfSetup(shop, scene.setupId);
        await setOutcome(shop, payment, 'paid');
        return { ...scene, payment };
      },
      work: (store, { payment }) => handleWebhook({ ...shop, deps: { ...shop.deps, store } }, payment),
      proceed: ({ payment }) => handleWebhook(shop, payment),
      readResult: endOf,
    });
    expectSame('call-back', ends, 5);
    expect(ends.at(-1)).toMatchObject({ setup: 'succeeded', payments: ['succeeded'], mandates: 2, story: 'payment.succeeded' });
  }, 120_000);

  it('[ELM-16] a new default method is set once for every subscription', async () => {
    const ends = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const buyer = await walletBuyer(shop);
        return { buyer, methodId: await addCard(shop, buyer) };
      },
      work: (store, { buyer, methodId }) => setDefault(shop, buyer, methodId, store),
      proceed: ({ buyer, methodId }) => setDefault(shop, buyer, methodId),
      readResult: async ({ buyer, methodId }) => {
        const { customerId } = buyer;
        const subscriptions = await allOf(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
        const methods = await methodsFor(shop, buyer);
        const chosen = methods.find(({ id }) => id === methodId);
        return {
          chosen: chosen?.isDefault,
          charged: subscriptions.every(({ mandateId }) => mandateId === chosen?.mandate.mandateId),
          story: (await eventsOf(shop, [buyer.subscriptionId])).join(),
        };
      },
    });
    expectSame('set default', ends, 5);
    expect(ends.at(-1)).toEqual({
      chosen: true,
      charged: true,
      story: 'subscription.created,subscription.updated,subscription.payment_method_updated',
    });
  }, 120_000);

  it('[ELM-17] a removal revokes the mandate and unlocks the wallet', async () => {
    const ends = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const buyer = await walletBuyer(shop);
        const methodId = await addCard(shop, buyer);
        const operation = await beginRemovalOf(shop, buyer, methodId);
        if (operation instanceof Refusal) throw new Error(operation.message);
        return { buyer, operation };
      },
      work: (store, { operation }) => finishRemoval(shop, operation, store),
      proceed: ({ operation }) => reap(shop.deps, shop.tenant, operation.id),
      readResult: async ({ buyer }) => ({
        mandates: (await mandatesAtProvider(shop, buyer.customerId)).length,
        methods: (await methodsFor(shop, buyer)).length,
        again: typeof (await addCard(shop, buyer)),
      }),
    });
    expectSame('remove', ends, 5);
    expect(ends.at(-1)).toEqual({ mandates: 1, methods: 1, again: 'string' });
  }, 120_000);
});
