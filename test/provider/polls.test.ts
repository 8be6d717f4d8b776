import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { ensureProviderCustomer } from '../../shared/flows/checkout/provider-customer.ts';
import { expireAfterSync } from '../../shared/flows/clocks/advance.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import { syncRefund } from '../../shared/flows/refunds/settle.ts';
import { METRIC_LINES } from '../../shared/platform/log-lines.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { updateRecord } from '../store/support.ts';
import { linesOfKind } from '../support/log-lines.ts';
import { advanceTime, nextPollIn, pollWhenDue } from './payments.ts';
import {
  beginSale,
  handleWebhook,
  latestPaymentOf,
  newBuyer,
  openSession,
  openShop,
  paymentsOf,
  prepareDueRenewal,
  readRecord,
  refundsOf,
  type Shop,
  sell,
  setOutcome,
  startPayment,
  whileUncancelable,
} from './shop.ts';
import { value } from './support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const HOUR = 3600;
const DAY = 24 * HOUR;

const paymentOf = ({ id }: Pick<Payment, 'id'>) => readRecord(shop, paymentAggregate, id);
const sessionOf = (id: string) => readRecord(shop, checkoutSessionAggregate, id);

const poll = ({ id }: Pick<Payment, 'id'>): Promise<void> => pollPayment(shop.deps, shop.tenant, id);

const depsWithoutProvider = (): FlowDeps => ({ ...shop.deps, baseUrl: 'http://127.0.0.1:9' });

/** Creates an attempt (the payment of one chosen method) that did not reach the provider. */
const beginLostAttempt = async () => {
  const { id: customerId } = await newBuyer(shop);
  const session = await openSession(shop, { customerId });
  expect(await beginPayment(depsWithoutProvider(), shop.tenant, session.id, 'creditcard')).toEqual({ kind: 'unavailable' });
  return { customerId, sessionId: session.id, attempt: await latestPaymentOf(shop, session.id) };
};

describe('a payment whose webhook was lost', () => {
  it('is polled an hour after its start, and the outcome is applied', async () => {
    const { sessionId, first } = await beginSale(shop);
    expect(await nextPollIn(shop, first.id)).toBe(HOUR);
    await setOutcome(shop, first, 'paid');
    await pollWhenDue(shop, first.id);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
    expect(await paymentOf(first)).toMatchObject({ status: 'succeeded', pollsFrom: null });
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });

  it('that is pending is polled every six hours on the first day, then daily', async () => {
    const { sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'pending');
    await pollWhenDue(shop, first.id);
    expect((await sessionOf(sessionId)).status).toBe('processing');
    const waits: (number | null)[] = [];
    for (let polls = 0; polls < 7; polls += 1) {
      waits.push(await nextPollIn(shop, first.id));
      await pollWhenDue(shop, first.id);
    }
    expect(waits.slice(1)).toEqual([6 * HOUR, 6 * HOUR, 6 * HOUR, DAY, DAY, DAY]);
    await setOutcome(shop, first, 'paid');
    await pollWhenDue(shop, first.id);
    expect((await sessionOf(sessionId)).status).toBe('completed');
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });

  it('is polled even after its session expired, and completes the session', async () => {
    const { sessionId, first } = await beginSale(shop);
    advanceTime(shop, DAY + HOUR);
    await expireAfterSync(shop.deps, shop.tenant, sessionId, null);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'expired' });
    await setOutcome(shop, first, 'paid');
    await poll(first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('is polled again after the provider did not respond', async () => {
    const { first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    await pollWhenDue(shop, first.id, depsWithoutProvider());
    expect(await paymentOf(first)).toMatchObject({ status: 'pending' });
    expect(await nextPollIn(shop, first.id)).toBe(6 * HOUR);
    await pollWhenDue(shop, first.id);
    expect(await paymentOf(first)).toMatchObject({ status: 'succeeded' });
  });

  it('is polled again after its provider account is reconnected', async () => {
    const { first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    await pollWhenDue(shop, first.id, { ...shop.deps, sandboxServed: false });
    expect(await paymentOf(first)).toMatchObject({ status: 'pending' });
    await pollWhenDue(shop, first.id);
    expect(await paymentOf(first)).toMatchObject({ status: 'succeeded' });
  });

  it('has its outcome applied once by concurrent polls', async () => {
    const { customerId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    advanceTime(shop, HOUR);
    await Promise.all(Array.from({ length: 5 }, () => poll(first)));
    expect(await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId })).toHaveLength(1);
  });
});

describe('an attempt that does not exist at the provider', () => {
  it('is canceled after an hour; its session stays open for another payment', async () => {
    const { sessionId, attempt } = await beginLostAttempt();
    advanceTime(shop, HOUR - 1);
    await poll(attempt);
    expect((await paymentOf(attempt)).status).toBe('pending');
    advanceTime(shop, 1);
    await poll(attempt);
    expect((await paymentOf(attempt)).status).toBe('canceled');
    expect((await sessionOf(sessionId)).status).toBe('open');
    const second = await startPayment(shop, sessionId, 'creditcard');
    expect(second.id).not.toBe(attempt.id);
    await setOutcome(shop, second, 'paid');
    await pollWhenDue(shop, second.id);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: second.id });
  });

  it('is polled once more, in case the provider creates it late', async () => {
    const { attempt } = await beginLostAttempt();
    await pollWhenDue(shop, attempt.id);
    expect(await nextPollIn(shop, attempt.id)).toBe(6 * HOUR);
    await pollWhenDue(shop, attempt.id);
    expect(await nextPollIn(shop, attempt.id)).toBeNull();
  });

  it('completes the sale if the provider creates it late and it is paid', async () => {
    const { sessionId, attempt } = await beginLostAttempt();
    await pollWhenDue(shop, attempt.id);
    const late = await shop.sandbox.provider.createPayment({
      amountCents: attempt.amountCents,
      currency: attempt.currency,
      method: 'creditcard',
      customerId: value(await ensureProviderCustomer(shop.deps, shop.sandbox.provider, shop.tenant, attempt.customerId)),
      sequenceType: 'first',
      mandateId: null,
      redirectUrl: 'https://shop.test',
      webhookUrl: 'https://shop.test',
      description: 'Late',
      metadata: { payment_id: attempt.id },
      idempotencyKey: attempt.idempotencyKey,
    });
    await shop.sandbox.settle(value(late).id, 'paid');
    await pollWhenDue(shop, attempt.id);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: attempt.id });
  });
});

describe('an attempt that was replaced by another method', () => {
  it('is polled if the provider could not cancel it, and completes the sale if it is paid first', async () => {
    const { sessionId, first } = await beginSale(shop);
    await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal'));
    expect((await paymentOf(first)).status).toBe('canceled');
    await setOutcome(shop, first, 'paid');
    await pollWhenDue(shop, first.id);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: first.id });
  });

  it('is refunded if both attempts are paid', async () => {
    const { sessionId, first } = await beginSale(shop);
    const second = await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal'));
    await setOutcome(shop, first, 'paid');
    await setOutcome(shop, second, 'paid');
    await pollWhenDue(shop, second.id);
    await poll(first);
    const [refund] = await refundsOf(shop, first.id);
    await syncRefund(shop.deps, shop.tenant, String(refund?.id));
    expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
  });

  it('is no longer polled after it was canceled', async () => {
    const { sessionId, first } = await beginSale(shop);
    await startPayment(shop, sessionId, 'ideal');
    expect(await paymentOf(first)).toMatchObject({ status: 'canceled', pollsFrom: null });
  });

  it('is polled if the provider could not be asked to cancel it, because its provider account is no longer connected', async () => {
    const { sessionId, first } = await beginSale(shop);
    await updateRecord(shop.fixture.store, shop.tenant, paymentAggregate, first.id, () => ({ provider: 'pfl_former' }));
    await startPayment(shop, sessionId, 'ideal');
    expect((await paymentOf(first)).status).toBe('canceled');
    await pollWhenDue(shop, first.id);
    expect(await nextPollIn(shop, first.id)).toBe(6 * HOUR);
  });
});

describe('the pending charge of a retry, after the first attempt succeeded late and paid the invoice', () => {
  it('is polled, and refunded if it is paid too', async () => {
    const subscription = await sell(shop);
    const customer = String(subscription.providerCustomerId);
    await shop.sandbox.behave(customer, { charges: 'insufficient_funds' });
    const first = await prepareDueRenewal(shop, subscription);
    await settleCharge(shop.deps, shop.tenant, first, await chargeOnce(shop.deps, shop.tenant, first));
    await shop.sandbox.behave(customer, { charges: 'pending' });
    const retry = await prepareDueRenewal(shop, subscription);
    await settleCharge(shop.deps, shop.tenant, retry, await chargeOnce(shop.deps, shop.tenant, retry));
    expect(await nextPollIn(shop, retry.paymentId)).toBeNull();
    const declined = await readRecord(shop, paymentAggregate, first.paymentId);
    // Applies only the late success of the first attempt, as if the process then crashed before it canceled the retry.
    await settleCharge(shop.deps, shop.tenant, first, {
      kind: 'payment',
      snapshot: { ...value(await shop.sandbox.provider.getPayment(String(declined.providerPaymentId))), status: 'paid' },
    });
    const renewed: Subscription = await readRecord(shop, subscriptionAggregate, subscription.id);
    expect(renewed).toMatchObject({ renewal: null, lastPaymentId: first.paymentId });
    expect(await nextPollIn(shop, retry.paymentId)).toBe(HOUR);
    await setOutcome(shop, await readRecord(shop, paymentAggregate, retry.paymentId), 'paid');
    await pollWhenDue(shop, retry.paymentId);
    expect((await refundsOf(shop, retry.paymentId)).map(({ status }) => status)).toEqual(['succeeded']);
  });
});

describe('a payment without an outcome', () => {
  it('is canceled after a hundred days, and its session expires', async () => {
    const { sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'pending');
    await pollWhenDue(shop, first.id);
    advanceTime(shop, 100 * DAY - HOUR - 1);
    await poll(first);
    expect((await paymentOf(first)).status).toBe('pending');
    expect(await linesOfKind(METRIC_LINES.paymentGivenUp, () => pollWhenDue(shop, first.id))).toMatchObject([
      { account: shop.tenant.accountId, mode: shop.tenant.mode, payment: first.id, why: 'undecided' },
    ]);
    expect(await paymentOf(first)).toMatchObject({ status: 'canceled', pollsFrom: null });
    expect((await sessionOf(sessionId)).status).toBe('expired');
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });

  it('completes the sale if it is paid later and its webhook arrives', async () => {
    const { customerId, sessionId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'pending');
    advanceTime(shop, 101 * DAY);
    await poll(first);
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed' });
    expect((await paymentsOf(shop, customerId)).map(({ status }) => status)).toEqual(['succeeded']);
  });
});
