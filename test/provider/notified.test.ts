import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workNotices } from '../../functions/workers/provider-webhook.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type PaymentWebhookResult, processPaymentWebhook, RUN_WAIT_SECONDS } from '../../shared/flows/payments/provider-webhook.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { QueuePort } from '../../shared/ports/index.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { chargeIt, settleIt } from '../flows/renewal-steps.ts';
import { recordingPorts } from '../flows/support.ts';
import { beginSale, decide, dueRenewal, type EngineShop, openShop, paymentsOf, read, sell } from './shop.ts';
import { value } from './support.ts';

let shop: EngineShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const paymentOf = (id: string): Promise<Payment> => read(shop, paymentAggregate, id);
const subscriptionOf = ({ id }: Subscription): Promise<Subscription> => read(shop, subscriptionAggregate, id);

/** The provider webhook of a provider payment arrives at the worker. */
const notice = (paymentId: string, providerPaymentId: string): Promise<PaymentWebhookResult> =>
  processPaymentWebhook(shop.deps, shop.tenant, paymentId, providerPaymentId);

/** A renewal that was charged, with its answer still on the way to the run. */
const answerOnItsWay = async () => {
  const subscription = await sell(shop);
  const state = await dueRenewal(shop, subscription);
  const result = await chargeIt(shop.deps, shop.tenant, state);
  if (result.kind !== 'payment') throw new Error(`not charged: ${result.kind}`);
  const settled = (): Promise<void> => settleIt(shop.deps, shop.tenant, state, result);
  return { subscription, state, settled, providerPaymentId: result.snapshot.id };
};

const pass = (seconds: number): void => {
  shop.fixture.clock.nowMs += seconds * 1000;
  shop.sandbox.clock.now += seconds;
};

describe('a provider webhook about a charge whose run is at work', () => {
  it('waits, and changes nothing', async () => {
    const { subscription, state, providerPaymentId } = await answerOnItsWay();
    const before = await shop.fixture.store.get(paymentAggregate, shop.tenant, state.paymentId);
    const asked = shop.sandbox.requests.length;
    expect(await notice(state.paymentId, providerPaymentId)).toBe('with_its_run');
    expect(await shop.fixture.store.get(paymentAggregate, shop.tenant, state.paymentId)).toEqual(before);
    expect((await subscriptionOf(subscription)).paymentCount).toBe(1);
    expect(shop.sandbox.requests).toHaveLength(asked);
  });

  it('settles it once the run must be dead', async () => {
    const { subscription, state, providerPaymentId } = await answerOnItsWay();
    pass(RUN_WAIT_SECONDS);
    expect(await notice(state.paymentId, providerPaymentId)).toBe('with_its_run');
    pass(RUN_WAIT_SECONDS);
    expect(await notice(state.paymentId, providerPaymentId)).toBe('worked');
    expect((await paymentOf(state.paymentId)).status).toBe('succeeded');
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', paymentCount: 2 });
  });

  it('settles it once, also when it comes several times at once and the run continues in the meantime', async () => {
    const { subscription, state, settled, providerPaymentId } = await answerOnItsWay();
    pass(2 * RUN_WAIT_SECONDS);
    await Promise.all([...Array.from({ length: 4 }, () => notice(state.paymentId, providerPaymentId)), settled()]);
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', paymentCount: 2 });
    expect((await paymentsOf(shop, subscription.customerId)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  it('does not wait once the provider has said that the bank is at work', async () => {
    const subscription = await sell(shop);
    await shop.sandbox.behave(String(subscription.providerCustomerId), { charges: 'pending' });
    const state = await dueRenewal(shop, subscription);
    await settleIt(shop.deps, shop.tenant, state, await chargeIt(shop.deps, shop.tenant, state));
    const { providerPaymentId, status } = await paymentOf(state.paymentId);
    expect(status).toBe('pending');
    await shop.sandbox.settle(String(providerPaymentId), 'paid');
    expect(await notice(state.paymentId, String(providerPaymentId))).toBe('worked');
    expect((await paymentOf(state.paymentId)).status).toBe('succeeded');
  });
});

describe('a provider webhook about a settled charge', () => {
  /** What working the provider webhook costs: calls of the table, and requests to the provider. */
  const costOf = async (paymentId: string, providerPaymentId: string) => {
    const meter = newMeter();
    const nowMs = () => shop.fixture.clock.nowMs;
    const store = openStore(shop.fixture.metered(meter), { nowMs, ids: idSource(nowMs) });
    const asked = shop.sandbox.requests.length;
    expect(await processPaymentWebhook({ ...shop.deps, store }, shop.tenant, paymentId, providerPaymentId)).toBe('worked');
    return { calls: meter.usage().calls, requests: shop.sandbox.requests.length - asked };
  };

  it('ends with the provider’s answer, for one read', async () => {
    const { state, settled, providerPaymentId } = await answerOnItsWay();
    await settled();
    expect(await costOf(state.paymentId, providerPaymentId)).toEqual({ calls: 1, requests: 1 });
  });

  it.each(['refunded', 'charged back'])('is processed whole when it was %s at the provider', async (what) => {
    const { state, settled, providerPaymentId } = await answerOnItsWay();
    await settled();
    if (what === 'charged back') await shop.sandbox.settle(providerPaymentId, 'charged_back');
    else {
      const { amountCents, currency } = await paymentOf(state.paymentId);
      const byHand = {
        paymentId: providerPaymentId,
        amountCents,
        currency,
        description: 'By hand',
        metadata: {},
        idempotencyKey: state.paymentId,
      };
      value(await shop.sandbox.provider.createRefund(byHand));
    }
    const cost = await costOf(state.paymentId, providerPaymentId);
    expect(cost.calls).toBeGreaterThan(1);
    // Charge-backs are asked for next to the payment; so are refunds, and then what became of this one.
    expect(cost.requests).toBe(what === 'charged back' ? 2 : 3);
    expect((await paymentOf(state.paymentId)).status).toBe('succeeded');
  });

  it('that names another payment of the provider changes nothing', async () => {
    const [mine, other] = [await answerOnItsWay(), await answerOnItsWay()];
    await mine.settled();
    pass(2 * RUN_WAIT_SECONDS);
    expect(await notice(mine.state.paymentId, other.providerPaymentId)).toBe('worked');
    expect(await notice(other.state.paymentId, mine.providerPaymentId)).toBe('unknown');
    expect((await paymentOf(other.state.paymentId)).status).toBe('pending');
  });
});

it('a provider webhook about a checkout’s payment is processed at once', async () => {
  const { first } = await beginSale(shop);
  await decide(shop, first, 'paid');
  expect(await notice(first.id, String(first.providerPaymentId))).toBe('worked');
  expect((await paymentOf(first.id)).status).toBe('succeeded');
});

it('a provider webhook about nothing of ours is nothing', async () => {
  expect(await notice('pay_01J00000000000000000000000', 'tr_1')).toBe('unknown');
});

describe('the worker of provider webhooks', () => {
  const event = (messages: readonly unknown[]): SQSEvent =>
    ({ Records: messages.map((message, index) => ({ messageId: String(index), body: JSON.stringify(message) })) }) as SQSEvent;

  const noQueue: QueuePort = {
    send: () => Promise.reject(new Error('the queue refuses')),
    sendMany: () => Promise.reject(new Error('the queue refuses')),
  };

  it('sends one that waits for its run again, half a minute later, and counts no failure', async () => {
    const { state, providerPaymentId } = await answerOnItsWay();
    const message = { ...shop.tenant, paymentId: state.paymentId, providerPaymentId };
    const { ports, handed } = recordingPorts();
    expect(await workNotices(event([message]), shop.deps, ports.queue)).toEqual({ batchItemFailures: [] });
    expect(handed).toEqual([{ to: 'provider-webhook', message, delaySeconds: RUN_WAIT_SECONDS }]);
    expect(await workNotices(event([message]), shop.deps, noQueue)).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
  });

  it('returns alone the one whose provider does not answer', async () => {
    const { first } = await beginSale(shop);
    await decide(shop, first, 'paid');
    const unknown = { ...shop.tenant, paymentId: 'pay_01J00000000000000000000000', providerPaymentId: 'tr_1' };
    const mine = { ...shop.tenant, paymentId: first.id, providerPaymentId: String(first.providerPaymentId) };
    const down = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    const { ports } = recordingPorts();
    expect(await workNotices(event([unknown, mine]), down, ports.queue)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});
