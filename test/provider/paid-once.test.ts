import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { OWED_REFUND_LIST, refundAggregate } from '../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { abandonPayment, beginPayment } from '../../shared/flows/checkout/begin.ts';
import { syncRefund } from '../../shared/flows/refunds/settle.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { paymentAtProvider, setRefundBehavior } from './payments.ts';
import {
  beginOneShot,
  beginSale,
  createOverpayment,
  eventTypesAbout,
  handleWebhook,
  latestPaymentOf,
  newBuyer,
  openSession,
  openShop,
  paymentsOf,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  startPayment,
  whileUncancelable,
} from './shop.ts';
import { serve } from './support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const sessionOf = (id: string) => readRecord(shop, checkoutSessionAggregate, id);
describe('a buyer who chooses another payment method', () => {
  it('after paying, before the webhook arrives, is refused: the first payment completes the session', async () => {
    const { customerId, sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    expect(await beginPayment(shop.deps, shop.tenant, sessionId, 'ideal')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'state_conflict' },
    });
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
    expect((await paymentsOf(shop, customerId)).map(({ id, status }) => [id, status])).toEqual([[first.id, 'succeeded']]);
    await handleWebhook(shop, first);
    expect(await paymentsOf(shop, customerId)).toHaveLength(1);
  });

  it('after paying is refused, even if the provider does not process the cancellation', async () => {
    const { sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    const answer = await whileUncancelable(shop, () => beginPayment(shop.deps, shop.tenant, sessionId, 'ideal'), 503);
    expect(answer).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict' } });
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('before paying cancels the first payment, whose late webhook changes nothing', async () => {
    const { sessionId, first } = await beginSale(shop);
    const second = await startPayment(shop, sessionId, 'ideal');
    expect(await paymentAtProvider(shop, first)).toMatchObject({ status: 'canceled' });
    expect((await readRecord(shop, paymentAggregate, first.id)).status).toBe('canceled');
    await handleWebhook(shop, first);
    expect((await sessionOf(sessionId)).status).toBe('open');
    await setOutcome(shop, second, 'paid');
    await handleWebhook(shop, second);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: second.id });
  });

  it('while the first payment is pending is refused', async () => {
    const { sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'pending');
    expect(await beginPayment(shop.deps, shop.tenant, sessionId, 'ideal')).toMatchObject({ kind: 'refused' });
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'processing', attempt: { paymentId: first.id } });
  });

  it('while the provider does not respond can try again', async () => {
    const { sessionId, first } = await beginSale(shop);
    const depsWithoutProvider = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    expect(await beginPayment(depsWithoutProvider, shop.tenant, sessionId, 'ideal')).toEqual({ kind: 'unavailable' });
    expect(await latestPaymentOf(shop, sessionId)).toMatchObject({ id: first.id, status: 'pending' });
    await startPayment(shop, sessionId, 'ideal');
    expect((await readRecord(shop, paymentAggregate, first.id)).status).toBe('canceled');
  });

  it('while the provider does not accept the account’s key can try again', async () => {
    const { id: customerId } = await newBuyer(shop);
    const { id } = await openSession(shop, { customerId });
    const rejecting = await serve((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/hal+json' }).end(JSON.stringify({ status: 401, detail: 'Unknown key' }));
    });
    const attempt = await beginPayment({ ...shop.deps, baseUrl: rejecting.url }, shop.tenant, id, 'creditcard');
    await rejecting.close();
    expect(attempt).toEqual({ kind: 'unavailable' });
    await startPayment(shop, id, 'creditcard');
  });

  it('in concurrent requests has one open payment', async () => {
    const { customerId, sessionId } = await beginSale(shop);
    const methods = ['ideal', 'directdebit', 'ideal', 'creditcard', 'ideal'];
    await Promise.all(methods.map((method) => beginPayment(shop.deps, shop.tenant, sessionId, method)));
    const pending = (await paymentsOf(shop, customerId)).filter(({ status }) => status === 'pending');
    expect(pending.length).toBeLessThanOrEqual(1);
    const last = await startPayment(shop, sessionId, 'ideal');
    const open = (await shop.sandbox.store.list('payment', '', { limit: 1000, from: null })).filter(
      (payment) => JSON.stringify(payment.metadata).includes(sessionId) && payment.status === 'open',
    );
    expect(open.map(({ id }) => id)).toEqual([last.providerPaymentId]);
  });
});

describe('a buyer who clicks several times concurrently', () => {
  it('is redirected to the same payment each time', async () => {
    const { id: customerId } = await newBuyer(shop);
    const { id } = await openSession(shop, { customerId });
    const all = await Promise.all(Array.from({ length: 6 }, () => beginPayment(shop.deps, shop.tenant, id, 'creditcard')));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(all[0]?.kind).toBe('redirect');
    expect(await paymentsOf(shop, customerId)).toHaveLength(1);
  });
});

describe('a payment that could not be canceled', () => {
  it('completes the session if it is paid first; then the payment that replaced it is canceled', async () => {
    const { sessionId, first } = await beginSale(shop);
    const second = await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal'));
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
    expect(await paymentAtProvider(shop, second)).toMatchObject({ status: 'canceled' });
    expect((await readRecord(shop, paymentAggregate, second.id)).status).toBe('canceled');
  });
});

describe('an overpayment', () => {
  it('[EVT-40] [EVT-41] is refunded automatically', async () => {
    const { sessionId, first, second } = await createOverpayment(shop);
    await handleWebhook(shop, first);
    await handleWebhook(shop, first);
    const [refund, ...others] = await refundsOf(shop, first.id);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ status: 'succeeded', amountCents: first.amountCents, reason: 'overpayment' });
    expect(await paymentAtProvider(shop, first)).toMatchObject({ refundedCents: first.amountCents });
    expect(await readRecord(shop, paymentAggregate, first.id)).toMatchObject({
      status: 'succeeded',
      amountRefundedCents: first.amountCents,
    });
    expect(await sessionOf(sessionId)).toMatchObject({ paymentId: second.id });
    expect(await eventTypesAbout(shop, [first.id, String(refund?.id)])).toEqual([
      'payment.succeeded',
      'refund.created',
      'refund.succeeded',
    ]);
  });

  it('is in the list of owed refunds until the provider refunds it', async () => {
    const { first } = await createOverpayment(shop);
    const countListed = async () => (await shop.fixture.store.idsInSparseIndex(refundAggregate, shop.tenant, OWED_REFUND_LIST, 100)).length;
    const before = await countListed();
    await setRefundBehavior(shop, first, 'refused');
    await handleWebhook(shop, first);
    const [refund] = await refundsOf(shop, first.id);
    expect(refund).toMatchObject({ status: 'pending', tries: 1, providerRefundId: null });
    expect(await countListed()).toBe(before + 1);
    await setRefundBehavior(shop, first, 'refunded');
    await syncRefund(shop.deps, shop.tenant, String(refund?.id));
    expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await countListed()).toBe(before);
  });

  it.each(['timeout_after_refund', 'duplicate'] as const)('is refunded once when the provider answers with %s', async (refunds) => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, refunds);
    await handleWebhook(shop, first);
    await setRefundBehavior(shop, first, 'refunded');
    for (let tries = 0; tries < 3; tries += 1) {
      for (const { id } of await refundsOf(shop, first.id)) await syncRefund(shop.deps, shop.tenant, id);
    }
    expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await paymentAtProvider(shop, first)).toMatchObject({ refundedCents: first.amountCents });
  });

  it('has its pending refund settled by the next webhook', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'pending');
    await handleWebhook(shop, first);
    const [refund] = await refundsOf(shop, first.id);
    expect(refund).toMatchObject({ status: 'pending', providerRefundId: expect.any(String) });
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(refund?.providerRefundId), 'refunded');
    await handleWebhook(shop, first);
    expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
  });

  it('is refunded once by concurrent webhooks', async () => {
    const { first } = await createOverpayment(shop);
    await Promise.all(Array.from({ length: 8 }, () => handleWebhook(shop, first)));
    for (const { id, status } of await refundsOf(shop, first.id)) if (status === 'pending') await syncRefund(shop.deps, shop.tenant, id);
    expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await paymentAtProvider(shop, first)).toMatchObject({ refundedCents: first.amountCents });
  });
});

describe('a buyer who cancels', () => {
  it('can leave the checkout even if the payment cannot be canceled; if the payment is paid, the buyer gets the subscription', async () => {
    const { customerId, sessionId, first } = await beginSale(shop);
    expect(await whileUncancelable(shop, () => abandonPayment(shop.deps, shop.tenant, sessionId))).toMatchObject({ status: 'expired' });
    expect((await paymentsOf(shop, customerId)).map(({ status }) => status)).toEqual(['canceled']);
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('while the provider does not respond, or while the bank decides, stays in the checkout', async () => {
    const { sessionId, first } = await beginSale(shop);
    const depsWithoutProvider = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    expect(await abandonPayment(depsWithoutProvider, shop.tenant, sessionId)).toMatchObject({ status: 'open' });
    await setOutcome(shop, first, 'pending');
    expect(await abandonPayment(shop.deps, shop.tenant, sessionId)).toMatchObject({ status: 'processing' });
  });

  it('from an older tab after starting a bank transfer changes nothing, because the transfer may be on its way', async () => {
    const { id, payment } = await beginOneShot(shop, { paymentMethod: 'banktransfer' });
    expect(await abandonPayment(shop.deps, shop.tenant, id)).toMatchObject({ status: 'pending' });
    expect(await paymentAtProvider(shop, payment)).toMatchObject({ status: 'open' });
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect(await readRecord(shop, oneShotAggregate, id)).toMatchObject({ status: 'succeeded' });
  });

  it('while the provider does not process the cancellation stays in the checkout, and cannot choose another method', async () => {
    const { sessionId, first } = await beginSale(shop);
    const whileFailing = <T>(run: () => Promise<T>): Promise<T> => whileUncancelable(shop, run, 503);
    expect(await whileFailing(() => abandonPayment(shop.deps, shop.tenant, sessionId))).toMatchObject({ status: 'open' });
    expect(await whileFailing(() => beginPayment(shop.deps, shop.tenant, sessionId, 'ideal'))).toEqual({ kind: 'unavailable' });
    expect(await latestPaymentOf(shop, sessionId)).toMatchObject({ id: first.id, status: 'pending' });
    expect(await abandonPayment(shop.deps, shop.tenant, sessionId)).toMatchObject({ status: 'expired' });
    expect(await paymentAtProvider(shop, first)).toMatchObject({ status: 'canceled' });
  });

  it('can leave the checkout even if the account of the provider is not connected any more', async () => {
    const { sessionId, first } = await beginSale(shop);
    const disconnected = { ...shop.deps, sandboxServed: false };
    expect(await abandonPayment(disconnected, shop.tenant, sessionId)).toMatchObject({ status: 'expired' });
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('while starting a payment in another tab stays in the checkout', async () => {
    const { id: customerId } = await newBuyer(shop);
    const { id } = await openSession(shop, { customerId });
    const { store } = shop.deps;
    const run: Store['run'] = async (operation) => {
      await startPayment(shop, id, 'ideal');
      return store.run(operation);
    };
    expect(await abandonPayment({ ...shop.deps, store: { ...store, run } }, shop.tenant, id)).toMatchObject({ status: 'open' });
    expect(await latestPaymentOf(shop, id)).toMatchObject({ status: 'pending' });
  });

  it('after paying, before the webhook arrives, gets the subscription', async () => {
    const { customerId, sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    expect(await abandonPayment(shop.deps, shop.tenant, sessionId)).toMatchObject({ status: 'completed' });
    const { items } = await shop.fixture.store.page(subscriptionAggregate, shop.tenant, { limit: 10, by: { customerId } });
    expect(items).toHaveLength(1);
  });
});
