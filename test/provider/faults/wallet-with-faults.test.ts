import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { eventTypesAbout, handleWebhook, openShop, type Shop, setOutcome } from '../shop.ts';
import {
  addCard,
  beginMethodRemoval,
  beginSetup,
  confirm,
  finishMethodRemoval,
  mandatesAtProvider,
  methodsFor,
  paymentOfSetup,
  pollSetupPayments,
  setDefault,
  setupOf,
  setupPayments,
  type WalletBuyer,
  walletBuyer,
} from '../wallet.ts';
import { expectSame, killAtEachCall } from './killed-store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const begin = async () => {
  const buyer = await walletBuyer(shop);
  return { buyer, setupId: await beginSetup(shop, buyer) };
};

/** Reads the result of a setup. `mandates`: their number at the provider. `methods`: whether each saved method is the default. */
const resultOf = async ({ buyer, setupId }: { readonly buyer: WalletBuyer; readonly setupId: string }) => {
  const payments = await setupPayments(shop, buyer.customerId);
  return {
    setup: (await setupOf(shop, setupId)).status,
    payments: payments.map(({ status }) => status),
    mandates: (await mandatesAtProvider(shop, buyer.customerId)).length,
    methods: (await methodsFor(shop, buyer)).map(({ isDefault }) => isDefault),
    eventTypes: (
      await eventTypesAbout(
        shop,
        payments.map(({ id }) => id),
      )
    ).join(),
  };
};

describe('when the process is killed at any database call,', () => {
  it('[PAY-07] a setup confirmed by card is paid once, and its method is saved once', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: begin,
      work: (store, { buyer, setupId }) => confirm(shop, buyer, setupId, {}, store),
      proceed: ({ buyer, setupId }) => confirm(shop, buyer, setupId),
      readResult: resultOf,
    });
    expectSame(results, 12);
    expect(results.at(-1)).toEqual({
      setup: 'succeeded',
      payments: ['succeeded'],
      mandates: 2,
      methods: [false, true],
      eventTypes: 'payment.succeeded',
    });
  }, 120_000);

  it('a setup whose buyer does not return is completed or ended by polls of its payments', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: begin,
      work: (store, { buyer, setupId }) => confirm(shop, buyer, setupId, {}, store),
      proceed: ({ buyer }) => pollSetupPayments(shop, buyer),
      readResult: async ({ buyer, setupId }) => {
        const { setup, payments, mandates, methods } = await resultOf({ buyer, setupId });
        // No payment may be open. `agree`: the wallet has as many methods as the provider has mandates.
        return { open: payments.includes('pending') || setup === 'requires_action', agree: mandates === methods.length };
      },
    });
    expect(results).toEqual(results.map(() => ({ open: false, agree: true })));
  }, 120_000);

  it('a setup that is confirmed again with another method keeps only the payment by that method', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const setup = await begin();
        await confirm(shop, setup.buyer, setup.setupId, { method: 'ideal', cardToken: null });
        return setup;
      },
      work: (store, { buyer, setupId }) => confirm(shop, buyer, setupId, {}, store),
      proceed: ({ buyer, setupId }) => confirm(shop, buyer, setupId),
      readResult: resultOf,
    });
    expectSame(results, 15);
    expect(results.at(-1)).toMatchObject({ setup: 'succeeded', payments: ['succeeded', 'canceled'], mandates: 2 });
  }, 120_000);

  it('the webhook of a setup saves its method once', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const setup = await begin();
        await confirm(shop, setup.buyer, setup.setupId, { method: 'ideal', cardToken: null });
        const payment = await paymentOfSetup(shop, setup.setupId);
        await setOutcome(shop, payment, 'paid');
        return { ...setup, payment };
      },
      work: (store, { payment }) => handleWebhook({ ...shop, deps: { ...shop.deps, store } }, payment),
      proceed: ({ payment }) => handleWebhook(shop, payment),
      readResult: resultOf,
    });
    expectSame(results, 5);
    expect(results.at(-1)).toMatchObject({ setup: 'succeeded', payments: ['succeeded'], mandates: 2, eventTypes: 'payment.succeeded' });
  }, 120_000);

  it('[ELM-16] a new default method is set for every subscription, and the events are emitted once', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const buyer = await walletBuyer(shop);
        return { buyer, methodId: await addCard(shop, buyer) };
      },
      work: (store, { buyer, methodId }) => setDefault(shop, buyer, methodId, store),
      proceed: ({ buyer, methodId }) => setDefault(shop, buyer, methodId),
      readResult: async ({ buyer, methodId }) => {
        const { customerId } = buyer;
        const subscriptions = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
        const methods = await methodsFor(shop, buyer);
        const chosen = methods.find(({ id }) => id === methodId);
        return {
          isDefault: chosen?.isDefault,
          isUsed: subscriptions.every(({ mandateId }) => mandateId === chosen?.mandate.mandateId),
          eventTypes: (await eventTypesAbout(shop, [buyer.subscriptionId])).join(),
        };
      },
    });
    expectSame(results, 5);
    expect(results.at(-1)).toEqual({
      isDefault: true,
      isUsed: true,
      eventTypes: 'subscription.created,subscription.updated,subscription.payment_method_updated',
    });
  }, 120_000);

  it('[ELM-17] the removal of a method revokes its mandate and unlocks the wallet', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const buyer = await walletBuyer(shop);
        const methodId = await addCard(shop, buyer);
        const operation = await beginMethodRemoval(shop, buyer, methodId);
        if (operation instanceof Refusal) throw new Error(operation.message);
        return { buyer, operation };
      },
      work: (store, { operation }) => finishMethodRemoval(shop, operation, store),
      proceed: ({ operation }) => reap(shop.deps, shop.tenant, operation.id),
      readResult: async ({ buyer }) => ({
        mandates: (await mandatesAtProvider(shop, buyer.customerId)).length,
        methods: (await methodsFor(shop, buyer)).length,
        canAddCard: (await addCard(shop, buyer)) !== '',
      }),
    });
    expectSame(results, 5);
    expect(results.at(-1)).toEqual({ mandates: 1, methods: 1, canAddCard: true });
  }, 120_000);
});
