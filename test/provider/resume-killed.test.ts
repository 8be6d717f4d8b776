import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as resumeHandler } from '../../functions/subscriptions/resume.ts';
import { change } from '../../shared/domain/aggregate.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { callHandler } from '../api/functions.ts';
import { auditOf, type Books, booksOf, NO_FINDINGS } from './killed-books.ts';
import { DEATHS, type KilledShop, openKilledShop, type Request, type Runner, STALLS, withoutFault } from './killed-shop.ts';
import { sell, write } from './shop.ts';

vi.mock('../../shared/runtime/services.ts', async (original) => (await import('./test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: KilledShop;
beforeAll(async () => {
  shop = await openKilledShop();
});
afterAll(() => shop.close());

/** Creates a subscription that is paused in an unpaid period. */
const createPaused = async (): Promise<Subscription> => {
  const { id } = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  const stored = await shop.fixture.store.get(subscriptionAggregate, shop.tenant, id);
  if (stored === null) throw new Error('The subscription is missing.');
  const { created, currentPeriodStart } = stored.record;
  const after: Subscription = { ...stored.record, pausedAt: created, billedThrough: currentPeriodStart, coverage: null };
  await write(shop, () => ({ changes: [change(subscriptionAggregate, stored, after)], events: [], result: null }));
  // One second: later charges sort after the first payment, and less than a cent of the period is used.
  shop.fixture.clock.nowMs += 1000;
  shop.sandbox.clock.now += 1;
  return after;
};

const requestFor = (id: string): Request => ({
  handler: resumeHandler,
  path: `/v1/subscriptions/${id}/resume`,
  bearer: shop.apiKey,
});

const call = async (id: string, key: string) => {
  const { handler, path, bearer } = requestFor(id);
  const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': key };
  const { status, text } = await callHandler(handler, { method: 'POST', path, headers });
  return { status, body: JSON.parse(text) };
};

/** Expected billing data: the sale, and the charge for the rest of the unpaid period. */
const RESUMED: Books = {
  sold: ['completed', 'active'],
  payments: ['succeeded 1000 0 0', 'succeeded 1000 0 0'],
  providerPayments: ['paid 1000 0', 'paid 1000 0'],
  refunds: [],
  providerRefunds: [],
  invoices: ['paid 1000 0', 'paid 1000 0'],
  creditNotes: [],
};

describe('resuming in an unpaid period, with a fault at each call of the database and the provider', () => {
  const resume = async (run: Runner): Promise<string> => {
    const { id, customerId } = await createPaused();
    expect(await shop.send(run, requestFor(id))).toMatchObject({ serves_customer: true });
    await shop.deliverWebhooks(run);
    return customerId;
  };

  it(
    '[SUB-36] [IDEM-10] is charged once for a caller who retries',
    () => shop.testWithFaults('resuming', resume, { books: RESUMED }),
    LONG_MS,
  );

  it(
    'is charged once when the reaper runs before the retry',
    () => shop.testWithFaults('resuming that is reaped', resume, { books: RESUMED, faults: DEATHS, beforeRetry: () => shop.passTime(90) }),
    LONG_MS,
  );

  it(
    'is charged once when the webhook arrives before the retry',
    () =>
      shop.testWithFaults('resuming that is called back', resume, {
        books: RESUMED,
        faults: DEATHS,
        beforeRetry: () => shop.deliverWebhooks(withoutFault),
      }),
    LONG_MS,
  );

  it(
    'is charged once when webhooks arrive twice and the caller retries before the first call wrote its result',
    () =>
      shop.testWithFaults('resuming next to others', resume, { books: RESUMED, faults: STALLS, beforeRetry: shop.deliverWebhooksTwice }),
    LONG_MS,
  );
});

describe('resuming in an unpaid period', () => {
  it('[IDEM-11] that is requested concurrently is charged once', async () => {
    const { id, customerId } = await createPaused();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(id, `at-once-${at}-${id}`)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'resumed' : body.error.code));
    expect(codes).toContain('resumed');
    expect(codes.filter((code) => code !== 'resumed' && code !== 'operation_pending')).toEqual([]);
    expect(await booksOf(shop, customerId)).toEqual(RESUMED);
  });

  it(
    'of many subscriptions concurrently charges each once, without conflicts',
    async () => {
      const all: Subscription[] = [];
      for (let count = 0; count < 30; count += 1) all.push(await createPaused());
      // Refills the rate limit buckets.
      await shop.passTime(90);
      const answers = await Promise.all(all.map(({ id }) => call(id, `resumed-${id}`)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      for (const { customerId } of all) expect(await booksOf(shop, customerId)).toEqual(RESUMED);
    },
    LONG_MS,
  );

  it('leaves no record locked, unfinished or missing', async () => {
    await shop.passTime(3600);
    await shop.deliverWebhooks(withoutFault);
    expect((await auditOf(shop)).findings).toEqual(NO_FINDINGS);
  });
});
