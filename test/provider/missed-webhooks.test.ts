import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { abandonPayment, beginPayment } from '../../shared/flows/checkout/begin.ts';
import { expireAfterSync } from '../../shared/flows/clocks/advance.ts';
import { deletion } from '../../shared/flows/customers/removal.ts';
import { processPaymentWebhook } from '../../shared/flows/payments/provider-webhook.ts';
import { renewNow } from '../../shared/flows/renewals/billing-run.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { updateRecord } from '../store/support.ts';
import { advanceTime, chargeRenewal, nextPollIn, pollWhenDue, refundInDashboard } from './payments.ts';
import {
  beginCustomerRemoval,
  beginSale,
  newBuyer,
  openSession,
  openShop,
  prepareDueRenewal,
  readRecord,
  type Shop,
  sell,
} from './shop.ts';
import type { RefusedStatus } from './support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const DAY = 86_400;
const PRICE_CENTS = 1000;

/** Runs `work` while the provider refuses each request with this status. */
const whileRefused = async <T>(status: RefusedStatus, work: () => Promise<T>): Promise<T> => {
  shop.sandbox.refuse(() => 'Refused.', status);
  try {
    return await work();
  } finally {
    shop.sandbox.refuse(() => null);
  }
};

describe.each<readonly [RefusedStatus, string]>([
  [401, 'a refused key'],
  [503, 'an outage'],
])('a webhook that is given up because the provider answers each request with %i (%s)', (status) => {
  const missWebhooks = (payment: { readonly id: string; readonly providerPaymentId: string | null }) =>
    whileRefused(status, async () => {
      for (let tries = 0; tries < 10; tries += 1) {
        const result = await processPaymentWebhook(shop.deps, shop.tenant, payment.id, payment.providerPaymentId);
        expect(result).toBe(status === 401 ? 'disconnected' : 'unavailable');
        advanceTime(shop, 360);
      }
    });

  it('about a chargeback is applied by a later poll, and then polling ends', async () => {
    const payment = await chargeRenewal(shop);
    await shop.sandbox.settle(String(payment.providerPaymentId), 'charged_back');
    await missWebhooks(payment);
    await pollWhenDue(shop, payment.id);
    expect(await readRecord(shop, paymentAggregate, payment.id)).toMatchObject({ amountDisputedCents: PRICE_CENTS });
    await pollWhenDue(shop, payment.id);
    expect(await nextPollIn(shop, payment.id)).toBeNull();
  });

  it('about a refund in the dashboard is applied by a later poll', async () => {
    const payment = await chargeRenewal(shop);
    await refundInDashboard(shop, payment, PRICE_CENTS);
    await missWebhooks(payment);
    await pollWhenDue(shop, payment.id);
    expect(await readRecord(shop, subscriptionAggregate, String(payment.subscriptionId))).toMatchObject({ status: 'canceled' });
  });
});

describe('the poll of a pending renewal', () => {
  const pendingRenewal = async () => {
    const subscription = await sell(shop);
    await shop.sandbox.behave(String(subscription.providerCustomerId), { charges: 'pending' });
    const charge = await prepareDueRenewal(shop, subscription);
    await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
    const payment = await readRecord(shop, paymentAggregate, charge.paymentId);
    await shop.sandbox.settle(String(payment.providerPaymentId), 'paid');
    return { subscription, payment };
  };

  it('also applies a chargeback whose webhook was lost', async () => {
    const { subscription, payment } = await pendingRenewal();
    await shop.sandbox.settle(String(payment.providerPaymentId), 'charged_back');
    advanceTime(shop, DAY / 4);
    await renewNow(shop.deps, shop.tenant, subscription.id);
    expect(await readRecord(shop, paymentAggregate, payment.id)).toMatchObject({ status: 'succeeded', amountDisputedCents: PRICE_CENTS });
  });

  it('also applies a refund in the dashboard whose webhook was lost', async () => {
    const { subscription, payment } = await pendingRenewal();
    await refundInDashboard(shop, payment, PRICE_CENTS);
    advanceTime(shop, DAY / 4);
    await renewNow(shop.deps, shop.tenant, subscription.id);
    expect(await readRecord(shop, paymentAggregate, payment.id)).toMatchObject({ status: 'succeeded', amountReturnedCents: PRICE_CENTS });
    expect(await readRecord(shop, subscriptionAggregate, subscription.id)).toMatchObject({ status: 'canceled' });
  });
});

describe('while the provider refuses the key', () => {
  it('a checkout session expires', async () => {
    const { sessionId } = await beginSale(shop);
    advanceTime(shop, DAY + 1);
    await whileRefused(401, () => expireAfterSync(shop.deps, shop.tenant, sessionId, null));
    expect(await readRecord(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired' });
  });

  it('the buyer can cancel', async () => {
    const { sessionId } = await beginSale(shop);
    const canceled = await whileRefused(401, () => abandonPayment(shop.deps, shop.tenant, sessionId));
    expect(canceled).toMatchObject({ status: 'expired' });
  });

  it('the deletion of a customer with an open checkout session is refused, and unlocks the customer', async () => {
    const { customerId } = await beginSale(shop);
    const operationId = await beginCustomerRemoval(shop, deletion, customerId);
    await whileRefused(401, () => reap(shop.deps, shop.tenant, operationId));
    expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({ deletedAt: null, lockedBy: null });
  });
});

it('a buyer whose name changes after the response to the creation of the provider customer is lost can still pay', async () => {
  const { id: customerId } = await newBuyer(shop, { name: null });
  const { id } = await openSession(shop, { customerId });
  const begin = () => beginPayment(shop.deps, shop.tenant, id, 'creditcard');
  expect((await whileRefused(503, begin)).kind).toBe('unavailable');
  const lost = shop.sandbox.requests.findLast(({ path, method }) => method === 'POST' && path === '/v2/customers');
  if (lost === undefined) throw new Error('No customer was created at the provider.');
  // The request has reached the provider, which stores its response under the idempotency key.
  const { authorization = '', 'idempotency-key': key = '' } = lost.headers;
  const headers = { authorization, 'idempotency-key': key, 'content-type': 'application/json' };
  expect(await fetch(`${shop.sandbox.url}${lost.path}`, { method: 'POST', headers, body: lost.body })).toMatchObject({ status: 201 });
  await updateRecord(shop.fixture.store, shop.tenant, customerAggregate, customerId, () => ({ name: 'Ada' }));
  expect((await begin()).kind).toBe('redirect');
});
