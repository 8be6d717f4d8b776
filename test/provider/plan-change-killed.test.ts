import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as updateSubscription } from '../../functions/subscriptions/update.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { callHandler } from '../api/functions.ts';
import { auditOf, type Books, booksOf, NO_FINDINGS } from './killed-books.ts';
import { type Again, DEATHS, type KilledShop, openKilledShop, type Request, steady } from './killed-shop.ts';
import { decide, paymentsOf, read, sell, write } from './shop.ts';

vi.mock('../../shared/runtime/services.ts', async (original) => (await import('./played-services.ts')).playedServices(await original()));

const LONG_MS = 300_000;

/** Older than the price that is on sale, which sessions are opened with. */
const DEAR = `price_${'0'.repeat(26)}`;

let shop: KilledShop;
beforeAll(async () => {
  shop = await openKilledShop();
  const { price } = await sell(shop);
  const sold = await read(shop, priceAggregate, price.id);
  const dear = { ...sold, id: DEAR, amountCents: 3000 };
  await write(shop, () => ({ changes: [change(priceAggregate, null, dear)], events: [], result: null }));
});
afterAll(() => shop.close());

const subscribed = async (charges?: 'pending' | 'insufficient_funds' | 'timeout_after_charge') => {
  const subscription = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  if (charges !== undefined) {
    const { providerCustomerIds } = await read(shop, customerAggregate, subscription.customerId);
    await shop.sandbox.behave(String(providerCustomerIds.sandbox), { charges });
  }
  // A second later nothing is used up that a cent would tell, and what is charged then comes after what was paid.
  shop.fixture.clock.nowMs += 1000;
  shop.sandbox.clock.now += 1;
  return subscription;
};

const requestFor = (id: string): Request => ({
  handler: updateSubscription,
  path: `/v1/subscriptions/${id}/update`,
  body: { price_id: DEAR },
  bearer: shop.apiKey,
});

/** Sends the request under this key; a killed caller does not come again. */
const call = async (id: string, key: string) => {
  const { handler, path, body, bearer } = requestFor(id);
  const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': key };
  const { status, text } = await callHandler(handler, { method: 'POST', path, body, headers });
  return { status, body: JSON.parse(text) };
};

/** Of 1000 that were paid a second ago, all is credited. */
const CHANGED: Books = {
  sold: ['completed', 'active'],
  payments: ['succeeded 2000 0 0', 'succeeded 1000 0 0'],
  there: ['paid 2000 0', 'paid 1000 0'],
  refunds: [],
  refundsThere: [],
  invoices: ['paid 2000 0', 'paid 1000 0'],
  notes: [],
};

describe('a change of plan that is harmed at each call of the table and of the provider', () => {
  const changed = async (again: Again): Promise<string> => {
    const { id, customerId } = await subscribed();
    expect(await shop.send(again, requestFor(id))).toMatchObject({ price_id: DEAR });
    await shop.callBacks(again);
    return customerId;
  };

  it(
    '[PLAN-03] [IDEM-10] is charged once for the caller who comes again',
    () => shop.harm('a change of plan', changed, { books: CHANGED }),
    LONG_MS,
  );

  it(
    'is charged once when the reaper comes before the caller',
    () => shop.harm('a change of plan that is reaped', changed, { books: CHANGED, faults: DEATHS, beforeAgain: () => shop.pass(90) }),
    LONG_MS,
  );

  it(
    'is charged once when the provider webhook comes before the caller',
    () =>
      shop.harm('a change of plan that is called back', changed, {
        books: CHANGED,
        faults: DEATHS,
        beforeAgain: () => shop.callBacks(steady),
      }),
    LONG_MS,
  );

  const debited = async (again: Again): Promise<string> => {
    const { id, customerId } = await subscribed('pending');
    expect(await shop.send(again, requestFor(id))).not.toMatchObject({ price_id: DEAR });
    await shop.callBacks(again);
    const [payment] = await paymentsOf(shop, customerId);
    if (payment === undefined) throw new Error('nothing was charged');
    await decide(shop, payment, 'paid');
    await shop.callBacks(again);
    expect(await read(shop, subscriptionAggregate, id)).toMatchObject({ price: { id: DEAR }, pendingChange: null });
    return customerId;
  };

  it('is made once when the bank has paid', () => shop.harm('a change of plan by the bank', debited, { books: CHANGED }), LONG_MS);
});

describe('a change of plan', () => {
  it('[PLAN-09] [HTTP-47] that is declined answers 402, again for the same key, and leaves the old plan', async () => {
    const { id, customerId, price } = await subscribed('insufficient_funds');
    for (const status of [402, 402]) {
      expect(await call(id, `declined-${id}`)).toMatchObject({ status, body: { error: { code: 'payment_refused' } } });
    }
    expect(await read(shop, subscriptionAggregate, id)).toMatchObject({ price: { id: price.id }, pendingChange: null });
    expect((await booksOf(shop, customerId)).payments).toEqual(['failed 2000 0 0', 'succeeded 1000 0 0']);
    expect((await booksOf(shop, customerId)).invoices).toEqual(['paid 1000 0']);
  });

  it('whose answer was lost answers 502, and the same key finds out', async () => {
    const { id, customerId } = await subscribed('timeout_after_charge');
    const first = await call(id, `lost-${id}`);
    expect(first).toMatchObject({ status: 502, body: { error: { reason: 'outcome_unknown' } } });
    expect(await call(id, `other-${id}`)).toMatchObject({ status: 409, body: { error: { code: 'operation_pending' } } });
    await shop.sandbox.behave(String((await read(shop, customerAggregate, customerId)).providerCustomerIds.sandbox), { charges: 'paid' });
    expect(await call(id, `lost-${id}`)).toMatchObject({ status: 200, body: { price_id: DEAR } });
    await shop.callBacks(steady);
    expect(await booksOf(shop, customerId)).toEqual(CHANGED);
  });

  it('[IDEM-11] that many ask for at once is made once', async () => {
    const { id, customerId } = await subscribed();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(id, `at-once-${at}-${id}`)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.error.code));
    expect(new Set(codes)).toEqual(new Set(['made', 'operation_pending']));
    expect(await booksOf(shop, customerId)).toEqual(CHANGED);
  });
});

describe('once all is quiet', () => {
  it('nothing is locked, unfinished or missing', async () => {
    await shop.pass(3600);
    await shop.callBacks(steady);
    const { findings } = await auditOf(shop);
    expect(findings).toEqual(NO_FINDINGS);
  });
});
