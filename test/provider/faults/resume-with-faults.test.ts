import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as resumeHandler } from '../../../functions/subscriptions/resume.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { updateRecord } from '../../store/support.ts';
import { type BillingData, checkAccount, NO_FINDINGS, NO_REFUNDS, readBillingData } from '../billing-data.ts';
import { sell } from '../shop.ts';
import {
  type ApiRequest,
  type FaultyShop,
  KILLS_AFTER_CALL,
  openFaultyShop,
  type Runner,
  STALLS,
  sendOnce,
  withoutFault,
} from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: FaultyShop;
beforeAll(async () => {
  shop = await openFaultyShop();
});
afterAll(() => shop.close());

/** Creates a subscription that is paused in an unpaid period. */
const createPaused = async (): Promise<Subscription> => {
  const { id } = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  const { store } = shop.fixture;
  const paused = await updateRecord(store, shop.tenant, subscriptionAggregate, id, ({ created, currentPeriodStart }) => ({
    pausedAt: created,
    billedThrough: currentPeriodStart,
    coverage: null,
  }));
  // One second later, so that charges sort after the first payment. After rounding, the rest of the period still costs the full price.
  shop.advanceTime(1);
  return paused;
};

const requestFor = (id: string): ApiRequest => ({
  handler: resumeHandler,
  path: `/v1/subscriptions/${id}/resume`,
  bearer: shop.apiKey,
});

const call = (id: string, key: string) => sendOnce(requestFor(id), key);

/** Expected billing data: the sale, and the charge for the rest of the unpaid period. */
const RESUMED: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 1000', 'succeeded 1000'],
  providerPayments: ['paid 1000', 'paid 1000'],
  invoices: ['paid 1000', 'paid 1000'],
  ...NO_REFUNDS,
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
    () => shop.testWithFaults('resuming', resume, { expected: RESUMED }),
    LONG_MS,
  );

  it(
    'is charged once when the reaper runs before the retry',
    () =>
      shop.testWithFaults('resuming that the reaper completes', resume, {
        expected: RESUMED,
        faults: KILLS_AFTER_CALL,
        beforeRetry: () => shop.passTime(90),
      }),
    LONG_MS,
  );

  it(
    'is charged once when the webhook arrives before the retry',
    () =>
      shop.testWithFaults('resuming with an early webhook', resume, {
        expected: RESUMED,
        faults: KILLS_AFTER_CALL,
        beforeRetry: () => shop.deliverWebhooks(withoutFault),
      }),
    LONG_MS,
  );

  it(
    'is charged once when webhooks arrive twice and the caller retries before the first request wrote its result',
    () =>
      shop.testWithFaults('resuming that stalls', resume, { expected: RESUMED, faults: STALLS, beforeRetry: shop.deliverWebhooksTwice }),
    LONG_MS,
  );
});

describe('resuming in an unpaid period', () => {
  it('[IDEM-11] is charged once if it is requested concurrently', async () => {
    const { id, customerId } = await createPaused();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(id, `at-once-${at}-${id}`)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'resumed' : body.error.code));
    expect(codes).toContain('resumed');
    expect(codes.filter((code) => code !== 'resumed' && code !== 'operation_pending')).toEqual([]);
    expect(await readBillingData(shop, customerId)).toEqual(RESUMED);
  });

  it(
    'charges each of many concurrently resumed subscriptions once, without conflicts',
    async () => {
      const all: Subscription[] = [];
      for (let count = 0; count < 30; count += 1) all.push(await createPaused());
      // Refills the rate limit buckets.
      await shop.passTime(90);
      const answers = await Promise.all(all.map(({ id }) => call(id, `resumed-${id}`)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      for (const { customerId } of all) expect(await readBillingData(shop, customerId)).toEqual(RESUMED);
    },
    LONG_MS,
  );

  it('leaves no record locked, no operation unfinished and no document number missing', async () => {
    await shop.passTime(3600);
    await shop.deliverWebhooks(withoutFault);
    expect((await checkAccount(shop)).findings).toEqual(NO_FINDINGS);
  });
});
