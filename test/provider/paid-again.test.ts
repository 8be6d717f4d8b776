import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { recoverSession, saleClaim } from '../../shared/domain/checkout-session/recover.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadRecovery } from '../../shared/flows/checkout/recovery.ts';
import { syncAfterReturn } from '../../shared/flows/checkout/return.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { loadReplacementThatSold } from '../../shared/flows/load/sale-group.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { guardKey } from '../../shared/store/core/keys.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import {
  beginSale,
  handleWebhook,
  openShop,
  paymentsOf,
  readRecord,
  type Shop,
  setOutcome,
  startPayment,
  whileUncancelable,
} from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const sessionOf = (id: string) => readRecord(shop, checkoutSessionAggregate, id);

/** Presses "Try again"; `null`: refused. `beforeWrite`: runs before the new session is written. */
const tryAgain = async (sessionId: string, beforeWrite: () => Promise<void> = async () => {}): Promise<CheckoutSession | null> => {
  const outcome = await shop.deps.store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: async () => {
      const state = await loadRecovery(shop.deps.store, shop.tenant, sessionId);
      await beforeWrite();
      return state;
    },
    nowOf: () => null,
    decide: (state, context) => recoverSession({ hostedUrlOf: (id) => `https://pay.test/${id}` }, state, context),
  });
  return outcome.kind === 'done' ? outcome.result : null;
};

const pay = async (payment: Payment): Promise<void> => {
  await setOutcome(shop, payment, 'paid');
  await handleWebhook(shop, payment);
};

const decline = async (payment: Payment): Promise<void> => {
  await setOutcome(shop, payment, 'failed');
  await handleWebhook(shop, payment);
};

/**
 * A buyer starts a payment that cannot be canceled (`first`) and pays with another method, which is declined. Then the buyer tries again in
 * the new session `again`.
 */
const tryAgainAfterTwoAttempts = async () => {
  const { customerId, sessionId, first } = await beginSale(shop);
  await decline(await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal')));
  const again = await tryAgain(sessionId);
  if (again === null) throw new Error('The buyer cannot try again.');
  return { customerId, sessionId, first, again };
};

/** How many subscriptions the customer has, and what remains paid of each payment; fully refunded payments are omitted. */
const saleOf = async (customerId: string) => {
  const subscriptions = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
  const succeeded = (await paymentsOf(shop, customerId)).filter(({ status }) => status === 'succeeded');
  return {
    subscriptions: subscriptions.length,
    paidCents: succeeded.map(({ amountCents, amountRefundedCents }) => amountCents - amountRefundedCents).filter((cents) => cents > 0),
  };
};

describe('a buyer who tries again in another session, while a payment of the first session may still be paid', () => {
  it('buys once: the first payment is refunded after the second session was paid', async () => {
    const { customerId, sessionId, first, again } = await tryAgainAfterTwoAttempts();
    await pay(await startPayment(shop, again.id, 'creditcard'));
    await pay(first);
    await handleWebhook(shop, first);
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'expired' });
    expect(await sessionOf(again.id)).toMatchObject({ status: 'completed' });
  });

  it('buys once if the first payment is paid first: the second session ends, and its payment is canceled', async () => {
    const { customerId, sessionId, first, again } = await tryAgainAfterTwoAttempts();
    const second = await startPayment(shop, again.id, 'creditcard');
    await pay(first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
    expect(await sessionOf(again.id)).toMatchObject({ status: 'expired' });
    expect(await readRecord(shop, paymentAggregate, second.id)).toMatchObject({ status: 'canceled' });
    expect(await tryAgain(again.id)).toBeNull();
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('buys once if both payments are paid and the second payment cannot be canceled', async () => {
    const { customerId, first, again } = await tryAgainAfterTwoAttempts();
    const second = await startPayment(shop, again.id, 'creditcard');
    await whileUncancelable(shop, () => pay(first));
    await pay(second);
    expect(await sessionOf(again.id)).toMatchObject({ status: 'expired' });
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('buys once if the webhooks of both payments arrive concurrently, several times', async () => {
    const { customerId, first, again } = await tryAgainAfterTwoAttempts();
    const second = await startPayment(shop, again.id, 'creditcard');
    for (const payment of [first, second]) await setOutcome(shop, payment, 'paid');
    await Promise.all([first, second, first, second, second].map((payment) => handleWebhook(shop, payment)));
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('cannot try a third time after the first payment was paid', async () => {
    const { customerId, first, again } = await tryAgainAfterTwoAttempts();
    await decline(await startPayment(shop, again.id, 'creditcard'));
    await pay(first);
    expect(await tryAgain(again.id)).toBeNull();
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('buys once in the third session, although the first payment is paid later', async () => {
    const { customerId, first, again } = await tryAgainAfterTwoAttempts();
    await decline(await startPayment(shop, again.id, 'creditcard'));
    const third = await tryAgain(again.id);
    await pay(await startPayment(shop, third?.id ?? '', 'creditcard'));
    await pay(first);
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('returns from the bank to the completed session, no matter which session the payment is from', async () => {
    const returnFrom = async (sessionId: string, payment: Payment) =>
      (await syncAfterReturn(shop.deps, shop.tenant, sessionId, payment.id))?.payable;
    const { sessionId, first, again } = await tryAgainAfterTwoAttempts();
    await pay(await startPayment(shop, again.id, 'creditcard'));
    await setOutcome(shop, first, 'paid');
    expect(await returnFrom(sessionId, first)).toMatchObject({ id: again.id, status: 'completed' });

    const other = await tryAgainAfterTwoAttempts();
    const second = await startPayment(shop, other.again.id, 'creditcard');
    await whileUncancelable(shop, () => pay(other.first));
    await setOutcome(shop, second, 'paid');
    expect(await returnFrom(other.again.id, second)).toMatchObject({ id: other.sessionId, status: 'completed' });
    expect(await loadReplacementThatSold(shop.deps.store, shop.tenant, await sessionOf(other.again.id))).toMatchObject({
      id: other.sessionId,
    });
  });

  it('gets an expired session if the first payment is applied while the buyer tries again', async () => {
    const { customerId, sessionId, first } = await beginSale(shop);
    await decline(await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal')));
    const { store } = shop.deps;
    const opened: (CheckoutSession | null)[] = [];
    const run: Store['run'] = (operation) =>
      store.run({
        ...operation,
        load: async () => {
          const state = await operation.load();
          if (opened.length === 0) opened.push(await tryAgain(sessionId));
          return state;
        },
      });
    await setOutcome(shop, first, 'paid');
    await handleWebhook({ ...shop, deps: { ...shop.deps, store: { ...store, run } } }, first);
    expect(await sessionOf(opened[0]?.id ?? '')).toMatchObject({ status: 'expired' });
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('cannot try again a third time while the first payment is applied', async () => {
    const { customerId, first, again } = await tryAgainAfterTwoAttempts();
    await decline(await startPayment(shop, again.id, 'creditcard'));
    expect(await tryAgain(again.id, () => pay(first))).toBeNull();
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });

  it('buys once if the second session was sold by a former release, which wrote no sale claim', async () => {
    const { customerId, sessionId, first, again } = await tryAgainAfterTwoAttempts();
    await pay(await startPayment(shop, again.id, 'creditcard'));
    await shop.fixture.table.delete({ Key: guardKey(shop.tenant, saleClaim(sessionId)) });
    await pay(first);
    expect(await saleOf(customerId)).toEqual({ subscriptions: 1, paidCents: [first.amountCents] });
  });
});
