import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Refund } from '../../shared/domain/refund/record.ts';
import { workRefund } from '../../shared/flows/refunds.ts';
import { callBack, openShop, paidTwice, read, refundsOf, type Shop } from './shop.ts';
import { value } from './support.ts';

const DAY_MS = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const atProvider = async (providerPaymentId: string | null) => value(await shop.sandbox.provider.getPayment(String(providerPaymentId)));

let byHand = 0;
/** The merchant gives money back in the provider's own dashboard. */
const giveBackByHand = async ({ providerPaymentId, currency }: Payment, amountCents: number): Promise<void> => {
  byHand += 1;
  value(
    await shop.sandbox.provider.createRefund({
      paymentId: String(providerPaymentId),
      amountCents,
      currency,
      description: 'by hand',
      metadata: {},
      idempotencyKey: `by-hand-${byHand}`,
    }),
  );
};

const behave = async (attempt: Payment, refunds: 'pending' | 'refunded' | 'refused') =>
  shop.sandbox.behave(String((await atProvider(attempt.providerPaymentId)).customerId), { refunds });

const statusesOf = async ({ id }: Payment): Promise<readonly string[]> =>
  [...(await refundsOf(shop, id))].sort((left, right) => (left.id < right.id ? -1 : 1)).map(({ status }) => status);

const pendingOf = async ({ id }: Payment): Promise<Refund | undefined> =>
  (await refundsOf(shop, id)).find(({ status }) => status === 'pending');

/** Refunds asked for at the provider. */
const asked = ({ providerPaymentId }: Payment): number =>
  shop.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === `/v2/payments/${providerPaymentId}/refunds`).length;

const pass = (ms: number): void => {
  shop.fixture.clock.nowMs += ms;
};

describe('an overpayment that somebody gives back by hand', () => {
  it('in whole is given back: nothing is asked for any more', async () => {
    const { first } = await paidTwice(shop);
    await giveBackByHand(first, first.amountCents);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });

  it('in part gets the rest back', async () => {
    const { first } = await paidTwice(shop);
    await giveBackByHand(first, 300);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });

  it('in part gets the rest back once, also when the answer about it is lost', async () => {
    const { first } = await paidTwice(shop);
    await giveBackByHand(first, 300);
    await shop.sandbox.behave(String((await atProvider(first.providerPaymentId)).customerId), { refunds: 'timeout_after_refund' });
    await callBack(shop, first);
    const [refund] = await refundsOf(shop, first.id);
    pass(DAY_MS);
    await workRefund(shop.deps, shop.tenant, String(refund?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });
});

describe('an overpayment whose refund fails at the bank', () => {
  it('after days, twice, is given back by a third one', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'pending');
    await callBack(shop, first);
    for (let failures = 0; failures < 2; failures += 1) {
      pass(3 * DAY_MS);
      const pending = await pendingOf(first);
      await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
      await callBack(shop, first);
      const next = await pendingOf(first);
      expect(next).toMatchObject({ providerRefundId: null, tries: 0 });
      pass(DAY_MS);
      await workRefund(shop.deps, shop.tenant, String(next?.id));
    }
    const last = await pendingOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(last?.providerRefundId), 'refunded');
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['failed', 'failed', 'succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
    expect((await read(shop, paymentAggregate, first.id)).amountRefundedCents).toBe(first.amountCents);
  });

  it('is asked for again a day later, however often the provider calls meanwhile', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'pending');
    await callBack(shop, first);
    const pending = await pendingOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
    for (let calls = 0; calls < 4; calls += 1) await callBack(shop, first);
    expect(asked(first)).toBe(1);
    expect(await statusesOf(first)).toEqual(['failed', 'pending']);
  });
});
