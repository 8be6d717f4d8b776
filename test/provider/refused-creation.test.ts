import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { secondsUntilNextAttempt } from '../../shared/store/limits/payment-attempts.ts';
import { eventTypesAbout, latestPaymentOf, newBuyer, openOneShot, openSession, openShop, readRecord, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Begins payments while the provider refuses to create them. */
const beginRefused = async (payableId: string, times: number) => {
  shop.sandbox.refuse(({ method, path }) => (method === 'POST' && path === '/v2/payments' ? 'The method is not activated' : null));
  const begin = () => beginPayment(shop.deps, shop.tenant, payableId, 'paypal');
  return Promise.all(Array.from({ length: times }, begin)).finally(() => shop.sandbox.refuse(() => null));
};

describe('a payment that the provider refuses to create for a buyer on the hosted page', () => {
  it.each([1, 3])('fails at once with its reason, and the session stays open for another method (%i requests at once)', async (times) => {
    const { id: customerId } = await newBuyer(shop);
    const session = await openSession(shop, { customerId });
    for (const result of await beginRefused(session.id, times)) expect(result.kind).toBe('refused');
    const failed = await latestPaymentOf(shop, session.id);
    expect(failed).toMatchObject({ status: 'failed', failureMessage: 'The method is not activated', pollsFrom: null });
    expect((await eventTypesAbout(shop, [failed.id])).filter((type) => type === 'payment.failed')).toHaveLength(1);
    expect(await readRecord(shop, checkoutSessionAggregate, session.id)).toMatchObject({ status: 'open' });
    expect(await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard')).toMatchObject({ kind: 'redirect' });
  });

  it('because of the webhook URL of the service can be tried again by the same method', async () => {
    const { id: customerId } = await newBuyer(shop);
    const session = await openSession(shop, { customerId });
    const isCreation = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === '/v2/payments';
    shop.sandbox.refuse((request) => (isCreation(request) ? 'The webhook URL is unreachable' : null), 422, 'webhookUrl');
    const begin = () => beginPayment(shop.deps, shop.tenant, session.id, 'paypal');
    expect(await begin().finally(() => shop.sandbox.refuse(() => null))).toEqual({ kind: 'unavailable' });
    expect(await begin()).toMatchObject({ kind: 'redirect' });
  });

  it('is possible if the provider refuses the email address of the buyer', async () => {
    const { id: customerId } = await newBuyer(shop);
    const session = await openSession(shop, { customerId });
    shop.sandbox.refuse(({ path, body }) => (path === '/v2/customers' && JSON.parse(String(body)).email !== null ? 'Invalid' : null));
    const begun = await beginPayment(shop.deps, shop.tenant, session.id, 'paypal').finally(() => shop.sandbox.refuse(() => null));
    expect(begun).toMatchObject({ kind: 'redirect' });
    const creations = shop.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === '/v2/customers').slice(-2);
    expect(creations.map(({ body }) => JSON.parse(String(body)))).toEqual([
      expect.objectContaining({ email: expect.any(String), metadata: { customer_id: customerId } }),
      { name: null, email: null, metadata: { customer_id: customerId } },
    ]);
  });

  it('counts towards the limit of refused payments', async () => {
    const { id: customerId } = await newBuyer(shop);
    const session = await openSession(shop, { customerId });
    const wait = () => secondsUntilNextAttempt(shop.fixture.store.table, { tenant: shop.tenant, subjectId: session.id }, shop.deps.nowMs());
    for (let count = 0; count < 10; count += 1) {
      expect(await wait()).toBe(0);
      await beginRefused(session.id, 1);
    }
    expect(await wait()).toBe(3600);
  });

  it('leaves a one-off payment open, too', async () => {
    const { id: customerId } = await newBuyer(shop);
    const oneShot = await openOneShot(shop, customerId);
    await beginRefused(oneShot.id, 1);
    expect(await readRecord(shop, oneShotAggregate, oneShot.id)).toMatchObject({ status: 'open' });
    expect(await beginPayment(shop.deps, shop.tenant, oneShot.id, 'creditcard')).toMatchObject({ kind: 'redirect' });
  });
});
