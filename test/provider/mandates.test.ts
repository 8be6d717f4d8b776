import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import type { SandboxMandate } from '../../shared/sandbox/model.ts';
import { buildWrite } from '../../shared/sandbox/store.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { advanceTime, nextPollIn, pollWhenDue } from './payments.ts';
import {
  beginSale,
  eventTypesAbout,
  handleWebhook,
  newBuyer,
  openSession,
  openShop,
  prepareDueRenewal,
  readRecord,
  type Shop,
  setOutcome,
  startPayment,
} from './shop.ts';
import { beginSetup, confirm, methodsFor, paymentOfSetup, setDefault, walletBuyer } from './wallet.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const now = (): number => Math.floor(shop.fixture.clock.nowMs / 1000);
const paymentOf = (id: string): Promise<Payment> => readRecord(shop, paymentAggregate, id);
const subscriptionOf = ({ id }: Subscription): Promise<Subscription> => readRecord(shop, subscriptionAggregate, id);

/** Sets the status of a mandate at the provider. */
const setMandateStatus = async (customerId: string | null, mandateId: string | null, status: SandboxMandate['status']): Promise<void> => {
  const name = `${customerId}/${mandateId}`;
  const stored = await shop.sandbox.store.get('mandate', name);
  if (stored === null) throw new Error('The mandate is missing.');
  await shop.sandbox.store.commit([buildWrite('mandate', name, { ...stored.value, status }, stored.version)]);
};
const setMandateStatusOf = ({ providerCustomerId, mandateId }: Subscription, status: SandboxMandate['status']) =>
  setMandateStatus(providerCustomerId, mandateId, status);

/** Creates a subscription with a first payment by iDEAL. `finish`: how its outcome reaches the service. */
const sellByIdeal = async (finish: (first: Payment) => Promise<unknown> = (first) => handleWebhook(shop, first)) => {
  const { id: customerId } = await newBuyer(shop);
  const session = await openSession(shop, { customerId });
  const first = await startPayment(shop, session.id, 'ideal');
  await setOutcome(shop, first, 'paid');
  await finish(first);
  const [subscription] = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
  if (subscription === undefined) throw new Error('The subscription was not created.');
  return { subscription, first };
};

/** Charges the due renewal; returns the payment's id. */
const renew = async (subscription: Subscription): Promise<string> => {
  const charge = await prepareDueRenewal(shop, subscription);
  await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
  return charge.paymentId;
};

/** Creates a renewal whose charge failed because the mandate is pending. `first`: the payment of the sale. */
const failRenewal = async () => {
  const { subscription, first } = await sellByIdeal();
  await setMandateStatusOf(subscription, 'pending');
  const paymentId = await renew(subscription);
  return { subscription, first, paymentId };
};

describe('the mandate of a first payment whose webhook was lost', () => {
  it('is polled, and removed from the subscription when it becomes invalid', async () => {
    const { subscription, first } = await sellByIdeal(({ id }) => pollWhenDue(shop, id));
    expect(await paymentOf(first.id)).toMatchObject({ status: 'succeeded' });
    expect(await nextPollIn(shop, first.id)).toBe(HOUR);
    await setMandateStatusOf(subscription, 'invalid');
    await pollWhenDue(shop, first.id);
    expect(await subscriptionOf(subscription)).toMatchObject({ mandateId: null, paymentMethod: null });
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });
});

describe('a renewal with a pending mandate', () => {
  it('fails and is retried in two days', async () => {
    const { subscription, paymentId } = await failRenewal();
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'failed', failureCode: 'mandate_pending' });
    expect(await subscriptionOf(subscription)).toMatchObject({
      status: 'past_due',
      nextPaymentAttempt: now() + 2 * DAY,
      renewal: { hardDeclined: false },
    });
  });

  it('is charged again, and only once, as soon as the mandate is valid', async () => {
    const { subscription, paymentId } = await failRenewal();
    await pollWhenDue(shop, paymentId);
    // The poll was due an hour after the failure.
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'past_due', nextPaymentAttempt: now() + 2 * DAY - HOUR });
    await setMandateStatusOf(subscription, 'valid');
    await pollWhenDue(shop, paymentId);
    expect(await subscriptionOf(subscription)).toMatchObject({ nextPaymentAttempt: now(), renewal: { nextStepAt: now() } });
    expect(await nextPollIn(shop, paymentId)).toBeNull();
    const events = await eventTypesAbout(shop, [subscription.id]);
    await pollPayment(shop.deps, shop.tenant, paymentId);
    expect(await eventTypesAbout(shop, [subscription.id])).toEqual(events);
    expect(await paymentOf(await renew(subscription))).toMatchObject({ status: 'succeeded' });
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', renewal: null });
  });

  it('is charged again and hard-declined as soon as the mandate is invalid', async () => {
    const { subscription, paymentId } = await failRenewal();
    await setMandateStatusOf(subscription, 'invalid');
    await pollWhenDue(shop, paymentId);
    expect(await subscriptionOf(subscription)).toMatchObject({ mandateId: null, paymentMethod: null, nextPaymentAttempt: now() });
    const last = await renew(subscription);
    expect(await paymentOf(last)).toMatchObject({ status: 'failed', failureCode: 'mandate_gone', pollsFrom: null });
    expect(await subscriptionOf(subscription)).toMatchObject({ nextPaymentAttempt: null, renewal: { hardDeclined: true } });
  });

  it('is not changed by a poll of the failed payment after a retry was paid', async () => {
    const { subscription, paymentId } = await failRenewal();
    await setMandateStatusOf(subscription, 'valid');
    advanceTime(shop, 2 * DAY);
    expect(await paymentOf(await renew(subscription))).toMatchObject({ status: 'succeeded' });
    const before = await subscriptionOf(subscription);
    await pollPayment(shop.deps, shop.tenant, paymentId);
    expect(await subscriptionOf(subscription)).toEqual(before);
    expect(await nextPollIn(shop, paymentId)).toBeNull();
  });

  it('gets no outcome while the provider does not return the mandate', async () => {
    const { subscription } = await sellByIdeal();
    await setMandateStatusOf(subscription, 'pending');
    const charge = await prepareDueRenewal(shop, subscription);
    // The adapter reads an error about idempotency as `unavailable`.
    shop.sandbox.refuse(({ method, path }) => (method === 'GET' && path.includes('/mandates/') ? 'idempotency' : null));
    const result = await chargeOnce(shop.deps, shop.tenant, charge).finally(() => shop.sandbox.refuse(() => null));
    expect(result).toEqual({ kind: 'no_response' });
    await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
    expect(await paymentOf(charge.paymentId)).toMatchObject({ failureCode: 'mandate_pending' });
  });
});

describe('a renewal with a valid mandate', () => {
  it('is retried on the regular days if the provider refuses the charge', async () => {
    const { subscription } = await sellByIdeal();
    await setMandateStatusOf(subscription, 'valid');
    const charge = await prepareDueRenewal(shop, subscription);
    shop.sandbox.refuse(({ method }) => (method === 'POST' ? 'No suitable mandates found for customer' : null));
    const result = await chargeOnce(shop.deps, shop.tenant, charge).finally(() => shop.sandbox.refuse(() => null));
    await settleCharge(shop.deps, shop.tenant, charge, result);
    expect(await paymentOf(charge.paymentId)).toMatchObject({ status: 'failed', failureCode: 'payment_refused', pollsFrom: null });
    expect(await subscriptionOf(subscription)).toMatchObject({ nextPaymentAttempt: now() + 2 * DAY });
  });
});

describe('the mandate of a first payment', () => {
  it('by card is valid immediately and not polled', async () => {
    const { first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });

  it('by iDEAL is polled until it is valid', async () => {
    const { subscription, first } = await sellByIdeal();
    await setMandateStatusOf(subscription, 'pending');
    expect(await nextPollIn(shop, first.id)).toBe(HOUR);
    await pollWhenDue(shop, first.id);
    expect(await nextPollIn(shop, first.id)).toBe(6 * HOUR);
    await pollWhenDue(shop, first.id, { ...shop.deps, baseUrl: 'http://127.0.0.1:9' });
    expect(await nextPollIn(shop, first.id)).toBe(6 * HOUR);
    await setMandateStatusOf(subscription, 'valid');
    const before = await subscriptionOf(subscription);
    await pollWhenDue(shop, first.id);
    expect(await nextPollIn(shop, first.id)).toBeNull();
    expect(await subscriptionOf(subscription)).toEqual(before);
    expect(await paymentOf(first.id)).toMatchObject({ status: 'succeeded', pollsFrom: null });
  });

  it.each(['invalid', 'revoked'] as const)('that becomes %s is removed from the subscription, with an event', async (status) => {
    const { subscription, first } = await sellByIdeal();
    await setMandateStatusOf(subscription, status);
    const eventCount = (await eventTypesAbout(shop, [subscription.id])).length;
    await pollWhenDue(shop, first.id);
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', mandateId: null, paymentMethod: null });
    expect((await eventTypesAbout(shop, [subscription.id])).slice(eventCount)).toEqual(['subscription.updated']);
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });

  it('is no longer polled after a hundred days', async () => {
    const { subscription, first } = await sellByIdeal();
    await setMandateStatusOf(subscription, 'pending');
    advanceTime(shop, 100 * DAY);
    await pollPayment(shop.deps, shop.tenant, first.id);
    expect(await nextPollIn(shop, first.id)).toBeNull();
  });
});

describe('the mandate of a method added to the wallet', () => {
  const addByIdeal = async () => {
    const buyer = await walletBuyer(shop);
    const setupId = await beginSetup(shop, buyer);
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    const payment = await paymentOfSetup(shop, setupId);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    const { mandate } = await paymentOf(payment.id);
    if (mandate === null) throw new Error('The mandate is missing.');
    return { buyer, payment, mandate };
  };

  it('is removed from the wallet when it becomes invalid', async () => {
    const { buyer, payment, mandate } = await addByIdeal();
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
    await setMandateStatus(mandate.providerCustomerId, mandate.mandateId, 'invalid');
    await pollWhenDue(shop, payment.id);
    expect((await methodsFor(shop, buyer)).map(({ method }) => method.type)).toEqual(['creditcard']);
    expect(await nextPollIn(shop, payment.id)).toBeNull();
  });

  it('is removed from every subscription that uses it when it becomes invalid', async () => {
    const { buyer, payment, mandate } = await addByIdeal();
    const method = (await methodsFor(shop, buyer)).find((each) => each.mandate.mandateId === mandate.mandateId);
    await setDefault(shop, buyer, String(method?.id));
    await setMandateStatus(mandate.providerCustomerId, mandate.mandateId, 'invalid');
    await pollWhenDue(shop, payment.id);
    expect(await readRecord(shop, subscriptionAggregate, buyer.subscriptionId)).toMatchObject({ mandateId: null });
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
  });

  it('stays in the wallet when it is valid', async () => {
    const { buyer, payment } = await addByIdeal();
    await pollWhenDue(shop, payment.id);
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
    expect(await nextPollIn(shop, payment.id)).toBeNull();
  });
});
