import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processProviderWebhooks } from '../../functions/workers/provider-webhook.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import { type PaymentWebhookResult, processPaymentWebhook, RUN_WAIT_SECONDS } from '../../shared/flows/payments/provider-webhook.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { QueuePort } from '../../shared/ports/index.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { recordingPorts } from '../flows/support.ts';
import { updateRecord } from '../store/support.ts';
import { advanceTime, chargeRenewal, nextPollIn, pollWhenDue, refundInDashboard } from './payments.ts';
import { beginSale, type EngineShop, openEngineShop, paymentsOf, prepareDueRenewal, readRecord, sell, setOutcome } from './shop.ts';

let shop: EngineShop;
beforeAll(async () => {
  shop = await openEngineShop();
});
afterAll(() => shop.close());

const paymentOf = (id: string): Promise<Payment> => readRecord(shop, paymentAggregate, id);
const subscriptionOf = ({ id }: Subscription): Promise<Subscription> => readRecord(shop, subscriptionAggregate, id);

/** Processes the provider webhook of a payment. */
const deliverWebhook = (paymentId: string, providerPaymentId: string): Promise<PaymentWebhookResult> =>
  processPaymentWebhook(shop.deps, shop.tenant, paymentId, providerPaymentId);

/** Charges a renewal like a billing run that has not applied the response of the provider yet. `settle` applies it. */
const chargeWithoutSettling = async () => {
  const subscription = await sell(shop);
  const charge = await prepareDueRenewal(shop, subscription);
  const result = await chargeOnce(shop.deps, shop.tenant, charge);
  if (result.kind !== 'payment') throw new Error(`The renewal was not charged: ${result.kind}.`);
  const settle = (): Promise<void> => settleCharge(shop.deps, shop.tenant, charge, result);
  return { subscription, charge, settle, providerPaymentId: result.snapshot.id };
};

describe('a provider webhook while the provider account is not connected', () => {
  const disconnectedDeps = () => ({ ...shop.deps, sandboxServed: false });
  const deliverDisconnected = (payment: Payment) =>
    processPaymentWebhook(disconnectedDeps(), shop.tenant, payment.id, payment.providerPaymentId);

  it.each([
    ['a dashboard refund', (payment: Payment) => refundInDashboard(shop, payment, 300), { amountReturnedCents: 300 }],
    [
      'a chargeback',
      ({ providerPaymentId }: Payment) => shop.sandbox.settle(String(providerPaymentId), 'charged_back'),
      { amountDisputedCents: 1000 },
    ],
  ])('about %s is processed after the account is connected again', async (_what, change, expected) => {
    const payment = await chargeRenewal(shop);
    await change(payment);
    for (let times = 0; times < 2; times += 1) expect(await deliverDisconnected(payment)).toBe('disconnected');
    for (let day = 0; day < 3; day += 1) await pollWhenDue(shop, payment.id, disconnectedDeps());
    expect(await paymentOf(payment.id)).toMatchObject({ amountReturnedCents: 0, amountDisputedCents: 0 });
    await pollWhenDue(shop, payment.id);
    expect(await paymentOf(payment.id)).toMatchObject(expected);
    await pollWhenDue(shop, payment.id);
    expect(await nextPollIn(shop, payment.id)).toBeNull();
    expect(await paymentOf(payment.id)).not.toHaveProperty('owedSyncSince');
  });

  it('about a charge whose response was lost keeps the renewal waiting for the charge, even if another method is added', async () => {
    const subscription = await sell(shop);
    const charge = await prepareDueRenewal(shop, subscription);
    // The charge is made, and its response is lost.
    const lost = await chargeOnce(shop.deps, shop.tenant, charge);
    if (lost.kind !== 'payment') throw new Error('There is no charge.');
    advanceTime(shop, 3600);
    const deliver = (deps: FlowDeps) => processPaymentWebhook(deps, shop.tenant, charge.paymentId, lost.snapshot.id);
    expect(await deliver(disconnectedDeps())).toBe('disconnected');
    const mandate = { provider: 'pfl_new', mandateId: 'mdt_new', providerCustomerId: 'cst_new' };
    await updateRecord(shop.fixture.store, shop.tenant, subscriptionAggregate, subscription.id, () => mandate);
    expect(await chargeOnce(disconnectedDeps(), shop.tenant, charge)).toEqual({ kind: 'not_connected' });
    await pollWhenDue(shop, charge.paymentId);
    expect(await paymentOf(charge.paymentId)).toMatchObject({ status: 'succeeded', providerPaymentId: lost.snapshot.id });
  });

  it('about a refund is processed after the account is connected again, although the billing run settles the renewal first', async () => {
    const charge = await prepareDueRenewal(shop, await sell(shop));
    const lost = await chargeOnce(shop.deps, shop.tenant, charge);
    if (lost.kind !== 'payment') throw new Error('There is no charge.');
    advanceTime(shop, 3600);
    await refundInDashboard(shop, { ...(await paymentOf(charge.paymentId)), providerPaymentId: lost.snapshot.id }, 300);
    await processPaymentWebhook(disconnectedDeps(), shop.tenant, charge.paymentId, lost.snapshot.id);
    await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
    expect(await paymentOf(charge.paymentId)).toMatchObject({ status: 'succeeded', amountReturnedCents: 0 });
    await pollWhenDue(shop, charge.paymentId);
    expect(await paymentOf(charge.paymentId)).toMatchObject({ amountReturnedCents: 300 });
    await pollWhenDue(shop, charge.paymentId);
    expect(await nextPollIn(shop, charge.paymentId)).toBeNull();
  });

  it('is forgotten after 100 days: its payment is no longer polled', async () => {
    const payment = await chargeRenewal(shop);
    await deliverDisconnected(payment);
    advanceTime(shop, 100 * 86_400);
    for (let poll = 0; poll < 2; poll += 1) await pollPayment(disconnectedDeps(), shop.tenant, payment.id);
    expect(await nextPollIn(shop, payment.id)).toBeNull();
  });
});

describe('a provider webhook for a charge of an active billing run', () => {
  it('is postponed and changes nothing, because the run settles the charge', async () => {
    const { subscription, charge, providerPaymentId } = await chargeWithoutSettling();
    const before = await shop.fixture.store.get(paymentAggregate, shop.tenant, charge.paymentId);
    const requestCount = shop.sandbox.requests.length;
    expect(await deliverWebhook(charge.paymentId, providerPaymentId)).toBe('billing_run_in_progress');
    expect(await shop.fixture.store.get(paymentAggregate, shop.tenant, charge.paymentId)).toEqual(before);
    expect((await subscriptionOf(subscription)).paymentCount).toBe(1);
    expect(shop.sandbox.requests).toHaveLength(requestCount);
  });

  it('is postponed again at the first retry, and settles the charge at the second retry, when the run must have ended', async () => {
    const { subscription, charge, providerPaymentId } = await chargeWithoutSettling();
    advanceTime(shop, RUN_WAIT_SECONDS);
    expect(await deliverWebhook(charge.paymentId, providerPaymentId)).toBe('billing_run_in_progress');
    advanceTime(shop, RUN_WAIT_SECONDS);
    expect(await deliverWebhook(charge.paymentId, providerPaymentId)).toBe('worked');
    expect((await paymentOf(charge.paymentId)).status).toBe('succeeded');
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', paymentCount: 2 });
  });

  it('settles the charge once, even with concurrent webhooks and a continued run', async () => {
    const { subscription, charge, settle, providerPaymentId } = await chargeWithoutSettling();
    advanceTime(shop, 2 * RUN_WAIT_SECONDS);
    await Promise.all([...Array.from({ length: 4 }, () => deliverWebhook(charge.paymentId, providerPaymentId)), settle()]);
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', paymentCount: 2 });
    expect((await paymentsOf(shop, subscription.customerId)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  it('is not postponed after the run has recorded the charge as pending', async () => {
    const subscription = await sell(shop);
    await shop.sandbox.behave(String(subscription.providerCustomerId), { charges: 'pending' });
    const charge = await prepareDueRenewal(shop, subscription);
    await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
    const { providerPaymentId, status } = await paymentOf(charge.paymentId);
    expect(status).toBe('pending');
    await shop.sandbox.settle(String(providerPaymentId), 'paid');
    expect(await deliverWebhook(charge.paymentId, String(providerPaymentId))).toBe('worked');
    expect((await paymentOf(charge.paymentId)).status).toBe('succeeded');
  });
});

describe('a provider webhook for a settled charge', () => {
  /** Counts the database calls and provider requests of processing the webhook. */
  const costOf = async (paymentId: string, providerPaymentId: string) => {
    const capacity = newCapacityCounter();
    const nowMs = () => shop.fixture.clock.nowMs;
    const store = openStore(shop.fixture.tableWith(capacity), { nowMs, ids: idSource(nowMs) });
    const requestCount = shop.sandbox.requests.length;
    expect(await processPaymentWebhook({ ...shop.deps, store }, shop.tenant, paymentId, providerPaymentId)).toBe('worked');
    return { calls: capacity.usage().calls, requests: shop.sandbox.requests.length - requestCount };
  };

  it('needs one read and one provider request', async () => {
    const { charge, settle, providerPaymentId } = await chargeWithoutSettling();
    await settle();
    expect(await costOf(charge.paymentId, providerPaymentId)).toEqual({ calls: 1, requests: 1 });
  });

  it.each(['refunded', 'charged back'])('is fully processed when the charge was %s at the provider', async (what) => {
    const { charge, settle, providerPaymentId } = await chargeWithoutSettling();
    await settle();
    if (what === 'charged back') await shop.sandbox.settle(providerPaymentId, 'charged_back');
    else {
      const payment = await paymentOf(charge.paymentId);
      await refundInDashboard(shop, payment, payment.amountCents);
    }
    const cost = await costOf(charge.paymentId, providerPaymentId);
    expect(cost.calls).toBeGreaterThan(1);
    // Requests: the payment; then its chargebacks, or its refunds and the status of the recorded refund.
    expect(cost.requests).toBe(what === 'charged back' ? 2 : 3);
    expect((await paymentOf(charge.paymentId)).status).toBe('succeeded');
  });

  it('with the provider id of another payment changes nothing', async () => {
    const [settled, pending] = [await chargeWithoutSettling(), await chargeWithoutSettling()];
    await settled.settle();
    advanceTime(shop, 2 * RUN_WAIT_SECONDS);
    expect(await deliverWebhook(settled.charge.paymentId, pending.providerPaymentId)).toBe('worked');
    expect(await deliverWebhook(pending.charge.paymentId, settled.providerPaymentId)).toBe('unknown');
    expect((await paymentOf(pending.charge.paymentId)).status).toBe('pending');
  });
});

it('a provider webhook for a payment of a checkout is processed immediately', async () => {
  const { first } = await beginSale(shop);
  await setOutcome(shop, first, 'paid');
  expect(await deliverWebhook(first.id, String(first.providerPaymentId))).toBe('worked');
  expect((await paymentOf(first.id)).status).toBe('succeeded');
});

it('a provider webhook for an unknown payment is ignored', async () => {
  expect(await deliverWebhook('pay_01J00000000000000000000000', 'tr_1')).toBe('unknown');
});

describe('the worker for provider webhooks', () => {
  const event = (messages: readonly unknown[]): SQSEvent =>
    ({ Records: messages.map((message, index) => ({ messageId: String(index), body: JSON.stringify(message) })) }) as SQSEvent;

  const failingQueue: QueuePort = {
    send: () => Promise.reject(new Error('the queue refuses')),
    sendMany: () => Promise.reject(new Error('the queue refuses')),
  };

  it('requeues a postponed webhook with a delay of half a minute, and reports it as failed only if the queue refuses it', async () => {
    const { charge, providerPaymentId } = await chargeWithoutSettling();
    const message = { ...shop.tenant, paymentId: charge.paymentId, providerPaymentId };
    const { ports, dispatched } = recordingPorts();
    expect(await processProviderWebhooks(event([message]), shop.deps, ports.queue)).toEqual({ batchItemFailures: [] });
    expect(dispatched).toEqual([{ to: 'provider-webhook', message, delaySeconds: RUN_WAIT_SECONDS }]);
    expect(await processProviderWebhooks(event([message]), shop.deps, failingQueue)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }],
    });
  });

  it('reports as failed only the webhook whose provider does not respond', async () => {
    const { first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    const unknown = { ...shop.tenant, paymentId: 'pay_01J00000000000000000000000', providerPaymentId: 'tr_1' };
    const known = { ...shop.tenant, paymentId: first.id, providerPaymentId: String(first.providerPaymentId) };
    const depsWithoutProvider = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    const { ports } = recordingPorts();
    expect(await processProviderWebhooks(event([unknown, known]), depsWithoutProvider, ports.queue)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
  });
});
