import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Refund } from '../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type PaymentWebhookResult, processPaymentWebhook } from '../../shared/flows/payments/provider-webhook.ts';
import { recordExternalRefunds } from '../../shared/flows/refunds/sync.ts';
import type { RefundSnapshot } from '../../shared/provider/port.ts';
import { chargeIt, settleIt } from '../flows/renewal-steps.ts';
import {
  beginSale,
  callBack,
  choose,
  decide,
  dueRenewal,
  eventsOf,
  newBuyer,
  openOneShot,
  openShop,
  read,
  refundsOf,
  type Shop,
  sell,
  write,
} from './shop.ts';
import { value } from './support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const paymentOf = (id: string): Promise<Payment> => read(shop, paymentAggregate, id);

let made = 0;
/** The merchant gives money back in the provider's own dashboard; its webhook is not sent. */
const refundByHand = async ({ providerPaymentId, currency }: Payment, amountCents: number, description = 'Goodwill') => {
  made += 1;
  const asked = { paymentId: String(providerPaymentId), amountCents, currency, description, metadata: {}, idempotencyKey: `hand-${made}` };
  return value(await shop.sandbox.provider.createRefund(asked)).id;
};

const notice = (payment: Payment): Promise<PaymentWebhookResult> =>
  processPaymentWebhook(shop.deps, shop.tenant, payment.id, payment.providerPaymentId);

const behave = async ({ providerPaymentId }: Payment, refunds: 'pending' | 'refunded') => {
  const { customerId } = value(await shop.sandbox.provider.getPayment(String(providerPaymentId)));
  await shop.sandbox.behave(String(customerId), { refunds });
};

/** The charge of a new subscription. */
const charged = async (): Promise<Payment> => paymentOf(String((await sell(shop)).lastPaymentId));

/** The charge of a renewal, of which the provider says nothing new on its own. */
const renewed = async (): Promise<Payment> => {
  const subscription = await sell(shop);
  const charge = await dueRenewal(shop, subscription);
  await settleIt(shop.deps, shop.tenant, charge, await chargeIt(shop.deps, shop.tenant, charge));
  return paymentOf(charge.paymentId);
};

const storyOf = async (refunds: readonly Refund[]): Promise<readonly string[]> =>
  eventsOf(
    shop,
    refunds.map(({ id }) => id),
  );

describe('a refund that somebody made at the provider by hand', () => {
  it.each([
    ['a checkout', charged],
    ['a renewal', renewed],
  ])('[REF-04] of the charge of %s is recorded and settled once, however often it is called about', async (_what, sale) => {
    const payment = await sale();
    await refundByHand(payment, 300);
    for (let times = 0; times < 4; times += 1) expect(await notice(payment)).toBe('worked');
    const refunds = await refundsOf(shop, payment.id);
    expect(refunds).toMatchObject([{ status: 'succeeded', amountCents: 300, reason: 'Goodwill', overpayment: false }]);
    expect(await storyOf(refunds)).toEqual(['refund.created', 'refund.succeeded']);
    expect(await paymentOf(payment.id)).toMatchObject({ amountRefundedCents: 300, amountReturnedCents: 300 });
  });

  it('is recorded once when many provider webhooks come at once', async () => {
    const payment = await charged();
    await refundByHand(payment, 300);
    await refundByHand(payment, 200);
    expect(await Promise.all(Array.from({ length: 10 }, () => notice(payment)))).toEqual(Array.from({ length: 10 }, () => 'worked'));
    expect((await refundsOf(shop, payment.id)).map(({ amountCents, status }) => [amountCents, status]).sort()).toEqual([
      [200, 'succeeded'],
      [300, 'succeeded'],
    ]);
    expect((await paymentOf(payment.id)).amountReturnedCents).toBe(500);
  });

  it('corrects its invoice by a credit note', async () => {
    const payment = await charged();
    await refundByHand(payment, 300);
    await notice(payment);
    const [refund] = await refundsOf(shop, payment.id);
    expect(await read(shop, creditNoteAggregate, String(refund?.creditNoteId))).toMatchObject({ refundId: refund?.id, totalCents: 300 });
    expect(await read(shop, invoiceAggregate, String(payment.invoiceId))).toMatchObject({ amountCreditedCents: 300 });
  });

  it('in full ends the subscription whose period the charge pays for, as any full refund does', async () => {
    const payment = await charged();
    await refundByHand(payment, payment.amountCents);
    await notice(payment);
    expect(await read(shop, subscriptionAggregate, String(payment.subscriptionId))).toMatchObject({
      status: 'canceled',
      cancellationReason: 'refund_issued',
    });
  });

  it('in full makes a one-off payment refunded', async () => {
    const { id: customerId } = await newBuyer(shop);
    const oneShot = await openOneShot(shop, customerId);
    const first = await choose(shop, oneShot.id, 'creditcard');
    await decide(shop, first, 'paid');
    await callBack(shop, first);
    await refundByHand(first, first.amountCents);
    await callBack(shop, first);
    expect(await read(shop, oneShotAggregate, oneShot.id)).toMatchObject({ status: 'refunded', amountRefundedCents: first.amountCents });
  });

  it('that comes before the charge was settled here settles it first', async () => {
    const { first } = await beginSale(shop);
    await decide(shop, first, 'paid');
    await refundByHand(first, 300);
    await Promise.all([callBack(shop, first), callBack(shop, first)]);
    expect(await paymentOf(first.id)).toMatchObject({ status: 'succeeded', amountReturnedCents: 300 });
    expect(await refundsOf(shop, first.id)).toHaveLength(1);
  });

  it('and that the bank works on is pending, and fails with the bank’s word', async () => {
    const payment = await charged();
    await behave(payment, 'pending');
    const theirs = await refundByHand(payment, 300, '');
    await notice(payment);
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'pending', reason: null, providerRefundId: theirs }]);
    await shop.sandbox.settleRefund(String(payment.providerPaymentId), theirs, 'failed');
    await notice(payment);
    await notice(payment);
    const refunds = await refundsOf(shop, payment.id);
    expect(refunds).toMatchObject([{ status: 'failed' }]);
    expect(await storyOf(refunds)).toEqual(['refund.created', 'refund.failed']);
    expect((await paymentOf(payment.id)).amountRefundedCents).toBe(0);
  });

  it('and failed before anybody looked is left out', async () => {
    const payment = await charged();
    await behave(payment, 'pending');
    const theirs = await refundByHand(payment, 300);
    await shop.sandbox.settleRefund(String(payment.providerPaymentId), theirs, 'failed');
    await notice(payment);
    expect(await refundsOf(shop, payment.id)).toEqual([]);
  });

  it('about which the provider gives no answer is looked at again later', async () => {
    const payment = await charged();
    await refundByHand(payment, 300);
    shop.sandbox.refuse(({ method, path }) => (method === 'GET' && path.endsWith('/refunds') ? 'Not now' : null));
    expect(await notice(payment).finally(() => shop.sandbox.refuse(() => null))).toBe('unavailable');
    expect(await refundsOf(shop, payment.id)).toEqual([]);
    await notice(payment);
    expect(await refundsOf(shop, payment.id)).toHaveLength(1);
  });

  it('is never recorded for more than was paid', async () => {
    const payment = await charged();
    const reported = (id: string, amountCents: number): RefundSnapshot => ({
      id,
      paymentId: String(payment.providerPaymentId),
      amountCents,
      currency: 'EUR',
      status: 'pending',
      description: '',
      metadata: {},
      createdAt: 0,
    });
    shop.sandbox.refuse(({ path }) => (path.includes('/refunds/') ? 'Not now' : null));
    // Some ways to pay let a little more be returned than was paid.
    await recordExternalRefunds(shop.deps, shop.tenant, payment.id, [
      reported('re_x1', 300),
      reported('re_x2', payment.amountCents),
      reported('re_x3', 5),
    ]).finally(() => shop.sandbox.refuse(() => null));
    expect((await refundsOf(shop, payment.id)).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(payment.amountCents);
    expect((await paymentOf(payment.id)).amountRefundedCents).toBe(payment.amountCents);
  });

  it('while a refund of the account is being made is looked at again when that is done', async () => {
    const payment = await charged();
    await refundByHand(payment, 300);
    const lock = async (lockedBy: string | null): Promise<void> => {
      const stored = await shop.fixture.store.get(paymentAggregate, shop.tenant, payment.id);
      if (stored === null) throw new Error('no payment');
      await write(shop, () => ({
        changes: [change(paymentAggregate, stored, { ...stored.record, lockedBy })],
        events: [],
        result: null,
      }));
    };
    await lock('op_1');
    expect(await notice(payment)).toBe('unavailable');
    await lock(null);
    expect(await notice(payment)).toBe('worked');
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'succeeded', amountCents: 300 }]);
  });

  it('and called off before it was executed, which the provider forgets, has failed', async () => {
    const payment = await charged();
    const reported = { id: 're_called_off', paymentId: String(payment.providerPaymentId), amountCents: 300, currency: 'EUR' };
    const snapshot: RefundSnapshot = { ...reported, status: 'pending', description: '', metadata: {}, createdAt: 0 };
    await recordExternalRefunds(shop.deps, shop.tenant, payment.id, [snapshot]);
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'failed', failureReason: 'provider_canceled' }]);
    expect((await paymentOf(payment.id)).amountRefundedCents).toBe(0);
  });

  it('is not taken for one of ours whose answer is still on its way', async () => {
    const payment = await charged();
    const asked = { paymentId: String(payment.providerPaymentId), amountCents: 300, currency: 'EUR', description: 're_ours' };
    value(await shop.sandbox.provider.createRefund({ ...asked, metadata: { refund_id: 're_ours' }, idempotencyKey: `ours-${payment.id}` }));
    await notice(payment);
    expect(await refundsOf(shop, payment.id)).toEqual([]);
  });
});
