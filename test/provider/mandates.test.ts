import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import type { SandboxMandate } from '../../shared/sandbox/model.ts';
import { write } from '../../shared/sandbox/store.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { chargeIt, settleIt } from '../flows/renewal-steps.ts';
import { beginSale, callBack, choose, decide, dueRenewal, eventsOf, newBuyer, openSession, openShop, read, type Shop } from './shop.ts';
import { beginSetup, confirm, methodsFor, paymentOfSetup, setDefault, walletBuyer } from './wallet.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const now = (): number => Math.floor(shop.fixture.clock.nowMs / 1000);
const pass = (seconds: number): void => {
  shop.fixture.clock.nowMs += seconds * 1000;
  shop.sandbox.clock.now = now();
};
const paymentOf = (id: string): Promise<Payment> => read(shop, paymentAggregate, id);
const subscriptionOf = ({ id }: Subscription): Promise<Subscription> => read(shop, subscriptionAggregate, id);

/** What the bank says of a mandate, and so the provider. */
const bankSays = async (customerId: string | null, mandateId: string | null, status: SandboxMandate['status']): Promise<void> => {
  const name = `${customerId}/${mandateId}`;
  const stored = await shop.sandbox.store.get('mandate', name);
  if (stored === null) throw new Error('no mandate');
  await shop.sandbox.store.commit([write('mandate', name, { ...stored.value, status }, stored.version)]);
};
const says = ({ providerCustomerId, mandateId }: Subscription, status: SandboxMandate['status']) =>
  bankSays(providerCustomerId, mandateId, status);

/** When the payment's mandate is polled next, counted from now; `null`: never on its own. */
const nextPollIn = async (id: string): Promise<number | null> => {
  const item = await shop.fixture.table.get(objectKey(paymentAggregate, shop.tenant, id));
  return item?.due_kind === 'payment_poll' ? Number(item.due_at) - now() : null;
};
const pollWhenDue = async (id: string, deps: FlowDeps = shop.deps): Promise<void> => {
  const seconds = await nextPollIn(id);
  if (seconds === null) throw new Error('nothing polls this mandate');
  pass(seconds);
  await pollPayment(deps, shop.tenant, id);
};

/** A subscription whose first payment was made at a bank. */
const soldByBank = async () => {
  const { id: customerId } = await newBuyer(shop);
  const session = await openSession(shop, { customerId });
  const first = await choose(shop, session.id, 'ideal');
  await decide(shop, first, 'paid');
  await callBack(shop, first);
  const [subscription] = await allOf(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
  if (subscription === undefined) throw new Error('not sold');
  return { subscription, first };
};

const renew = async (subscription: Subscription): Promise<string> => {
  const charge = await dueRenewal(shop, subscription);
  await settleIt(shop.deps, shop.tenant, charge, await chargeIt(shop.deps, shop.tenant, charge));
  return charge.paymentId;
};

/** A renewal that the bank had not confirmed the mandate for. */
const failedForNow = async () => {
  const { subscription, first } = await soldByBank();
  await says(subscription, 'pending');
  const paymentId = await renew(subscription);
  return { subscription, first, paymentId };
};

describe('a renewal whose mandate the bank has not confirmed', () => {
  it('is a soft failure: it is tried again in two days', async () => {
    const { subscription, paymentId } = await failedForNow();
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'failed', failureCode: 'mandate_pending' });
    expect(await subscriptionOf(subscription)).toMatchObject({
      status: 'past_due',
      nextPaymentAttempt: now() + 2 * DAY,
      renewal: { hardDeclined: false },
    });
  });

  it('is charged as soon as the bank confirmed it, once', async () => {
    const { subscription, paymentId } = await failedForNow();
    await pollWhenDue(paymentId);
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'past_due', nextPaymentAttempt: now() + 2 * DAY - HOUR });
    await says(subscription, 'valid');
    await pollWhenDue(paymentId);
    expect(await subscriptionOf(subscription)).toMatchObject({ nextPaymentAttempt: now(), renewal: { nextStepAt: now() } });
    expect(await nextPollIn(paymentId)).toBeNull();
    const events = await eventsOf(shop, [subscription.id]);
    await pollPayment(shop.deps, shop.tenant, paymentId);
    expect(await eventsOf(shop, [subscription.id])).toEqual(events);
    expect(await paymentOf(await renew(subscription))).toMatchObject({ status: 'succeeded' });
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', renewal: null });
  });

  it('is a hard decline as soon as the bank refused it', async () => {
    const { subscription, paymentId } = await failedForNow();
    await says(subscription, 'invalid');
    await pollWhenDue(paymentId);
    expect(await subscriptionOf(subscription)).toMatchObject({ mandateId: null, paymentMethod: null, nextPaymentAttempt: now() });
    const last = await renew(subscription);
    expect(await paymentOf(last)).toMatchObject({ status: 'failed', failureCode: 'mandate_gone', pollsFrom: null });
    expect(await subscriptionOf(subscription)).toMatchObject({ nextPaymentAttempt: null, renewal: { hardDeclined: true } });
  });

  it('that was paid otherwise in the meantime is left alone', async () => {
    const { subscription, paymentId } = await failedForNow();
    await says(subscription, 'valid');
    pass(2 * DAY);
    expect(await paymentOf(await renew(subscription))).toMatchObject({ status: 'succeeded' });
    const before = await subscriptionOf(subscription);
    await pollPayment(shop.deps, shop.tenant, paymentId);
    expect(await subscriptionOf(subscription)).toEqual(before);
    expect(await nextPollIn(paymentId)).toBeNull();
  });

  it('does not end with a provider that does not answer about it', async () => {
    const { subscription } = await soldByBank();
    await says(subscription, 'pending');
    const charge = await dueRenewal(shop, subscription);
    shop.sandbox.refuse(({ method, path }) => (method === 'GET' && path.includes('/mandates/') ? 'unavailable: idempotency' : null));
    const result = await chargeIt(shop.deps, shop.tenant, charge).finally(() => shop.sandbox.refuse(() => null));
    expect(result).toEqual({ kind: 'no_response' });
    await settleIt(shop.deps, shop.tenant, charge, await chargeIt(shop.deps, shop.tenant, charge));
    expect(await paymentOf(charge.paymentId)).toMatchObject({ failureCode: 'mandate_pending' });
  });
});

describe('the mandate that a first payment left', () => {
  it('by a card serves at once: nothing polls it', async () => {
    const { first } = await beginSale(shop);
    await decide(shop, first, 'paid');
    await callBack(shop, first);
    expect(await nextPollIn(first.id)).toBeNull();
  });

  it('by a bank is polled until the bank has confirmed it', async () => {
    const { subscription, first } = await soldByBank();
    await says(subscription, 'pending');
    expect(await nextPollIn(first.id)).toBe(HOUR);
    await pollWhenDue(first.id);
    expect(await nextPollIn(first.id)).toBe(6 * HOUR);
    await pollWhenDue(first.id, { ...shop.deps, baseUrl: 'http://127.0.0.1:9' });
    expect(await nextPollIn(first.id)).toBe(6 * HOUR);
    await says(subscription, 'valid');
    const before = await subscriptionOf(subscription);
    await pollWhenDue(first.id);
    expect(await nextPollIn(first.id)).toBeNull();
    expect(await subscriptionOf(subscription)).toEqual(before);
    expect(await paymentOf(first.id)).toMatchObject({ status: 'succeeded', pollsFrom: null });
  });

  it.each(['invalid', 'revoked'] as const)('and that turns out %s is deducted the subscription, which says so', async (status) => {
    const { subscription, first } = await soldByBank();
    await says(subscription, status);
    const reported = (await eventsOf(shop, [subscription.id])).length;
    await pollWhenDue(first.id);
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', mandateId: null, paymentMethod: null });
    expect((await eventsOf(shop, [subscription.id])).slice(reported)).toEqual(['subscription.updated']);
    expect(await nextPollIn(first.id)).toBeNull();
  });

  it('is not waited for for ever', async () => {
    const { subscription, first } = await soldByBank();
    await says(subscription, 'pending');
    pass(100 * DAY);
    await pollPayment(shop.deps, shop.tenant, first.id);
    expect(await nextPollIn(first.id)).toBeNull();
  });
});

describe('the mandate of a method that was added to the wallet', () => {
  const added = async () => {
    const buyer = await walletBuyer(shop);
    const setupId = await beginSetup(shop, buyer);
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    const payment = await paymentOfSetup(shop, setupId);
    await decide(shop, payment, 'paid');
    await callBack(shop, payment);
    const { mandate } = await paymentOf(payment.id);
    if (mandate === null) throw new Error('no mandate');
    return { buyer, payment, mandate };
  };

  it('goes from the wallet when the bank refuses it', async () => {
    const { buyer, payment, mandate } = await added();
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
    await bankSays(mandate.providerCustomerId, mandate.mandateId, 'invalid');
    await pollWhenDue(payment.id);
    expect((await methodsFor(shop, buyer)).map(({ method }) => method.type)).toEqual(['creditcard']);
    expect(await nextPollIn(payment.id)).toBeNull();
  });

  it('is deducted every subscription that was moved to it', async () => {
    const { buyer, payment, mandate } = await added();
    const method = (await methodsFor(shop, buyer)).find((each) => each.mandate.mandateId === mandate.mandateId);
    await setDefault(shop, buyer, String(method?.id));
    await bankSays(mandate.providerCustomerId, mandate.mandateId, 'invalid');
    await pollWhenDue(payment.id);
    expect(await read(shop, subscriptionAggregate, buyer.subscriptionId)).toMatchObject({ mandateId: null });
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
  });

  it('stays when the bank confirms it', async () => {
    const { buyer, payment } = await added();
    await pollWhenDue(payment.id);
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
    expect(await nextPollIn(payment.id)).toBeNull();
  });
});
