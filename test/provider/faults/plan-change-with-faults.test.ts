import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as updateSubscription } from '../../../functions/subscriptions/update.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { type BillingData, checkAccount, NO_FINDINGS, NO_REFUNDS, readBillingData } from '../billing-data.ts';
import { paymentsOf, readRecord, sell, setOutcome, writeDecision } from '../shop.ts';
import { type ApiRequest, type FaultyShop, KILLS_AFTER_CALL, openFaultyShop, type Runner, sendOnce, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

/** Id of a more expensive price. It sorts first, so that `sell`, which uses the price with the last id, still uses the shop's price. */
const EXPENSIVE = `price_${'0'.repeat(26)}`;

let shop: FaultyShop;
beforeAll(async () => {
  shop = await openFaultyShop();
  const { price } = await sell(shop);
  const currentPrice = await readRecord(shop, priceAggregate, price.id);
  const expensive = { ...currentPrice, id: EXPENSIVE, amountCents: 3000 };
  await writeDecision(shop, () => ({ changes: [change(priceAggregate, null, expensive)], events: [], result: null }));
});
afterAll(() => shop.close());

/** Creates a subscription with a paid first period. `charges`: the provider's answer to later charges. */
const subscribe = async (charges?: 'pending' | 'insufficient_funds' | 'timeout_after_charge') => {
  const subscription = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  if (charges !== undefined) {
    const { providerCustomerIds } = await readRecord(shop, customerAggregate, subscription.customerId);
    await shop.sandbox.behave(String(providerCustomerIds.sandbox), { charges });
  }
  // Makes later charges sort after the first payment. After one second, the credit for the first payment is still the full amount.
  shop.advanceTime(1);
  return subscription;
};

const requestFor = (id: string): ApiRequest => ({
  handler: updateSubscription,
  path: `/v1/subscriptions/${id}/update`,
  body: { price_id: EXPENSIVE },
  bearer: shop.apiKey,
});

const call = (id: string, key: string) => sendOnce(requestFor(id), key);

/** Expected billing data after the change, which charges the 3000 cents of the new price minus the 1000 cents of the first payment. */
const CHANGED: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 2000', 'succeeded 1000'],
  providerPayments: ['paid 2000', 'paid 1000'],
  invoices: ['paid 2000', 'paid 1000'],
  ...NO_REFUNDS,
};

describe('a plan change with a fault at each call of the database and the provider', () => {
  const changePlan = async (run: Runner): Promise<string> => {
    const { id, customerId } = await subscribe();
    expect(await shop.send(run, requestFor(id))).toMatchObject({ price_id: EXPENSIVE });
    await shop.deliverWebhooks(run);
    return customerId;
  };

  it(
    '[PLAN-03] [IDEM-10] is charged once for a caller who retries',
    () => shop.testWithFaults('a change of plan', changePlan, { expected: CHANGED }),
    LONG_MS,
  );

  it(
    'is charged once when the reaper runs before the retry',
    () =>
      shop.testWithFaults('a change of plan that the reaper completes', changePlan, {
        expected: CHANGED,
        faults: KILLS_AFTER_CALL,
        beforeRetry: () => shop.passTime(90),
      }),
    LONG_MS,
  );

  it(
    'is charged once when the webhook arrives before the retry',
    () =>
      shop.testWithFaults('a change of plan with an early webhook', changePlan, {
        expected: CHANGED,
        faults: KILLS_AFTER_CALL,
        beforeRetry: () => shop.deliverWebhooks(withoutFault),
      }),
    LONG_MS,
  );

  const changePlanWithPendingCharge = async (run: Runner): Promise<string> => {
    const { id, customerId } = await subscribe('pending');
    expect(await shop.send(run, requestFor(id))).not.toMatchObject({ price_id: EXPENSIVE });
    await shop.deliverWebhooks(run);
    const [payment] = await paymentsOf(shop, customerId);
    if (payment === undefined) throw new Error('The charge is missing.');
    await setOutcome(shop, payment, 'paid');
    await shop.deliverWebhooks(run);
    expect(await readRecord(shop, subscriptionAggregate, id)).toMatchObject({ price: { id: EXPENSIVE }, pendingChange: null });
    return customerId;
  };

  it(
    'is applied once after its pending charge is paid',
    () => shop.testWithFaults('a change of plan with a pending charge', changePlanWithPendingCharge, { expected: CHANGED }),
    LONG_MS,
  );
});

describe('a plan change', () => {
  it('[PLAN-09] [HTTP-42] returns 402 if its charge is declined, also for a retry with the same key, and keeps the old plan', async () => {
    const { id, customerId, price } = await subscribe('insufficient_funds');
    for (const status of [402, 402]) {
      expect(await call(id, `declined-${id}`)).toMatchObject({
        status,
        body: { error: { type: 'payment_error', code: 'payment_refused', reason: 'payment_refused' } },
      });
    }
    expect(await readRecord(shop, subscriptionAggregate, id)).toMatchObject({ price: { id: price.id }, pendingChange: null });
    expect((await readBillingData(shop, customerId)).payments).toEqual(['failed 2000', 'succeeded 1000']);
    expect((await readBillingData(shop, customerId)).invoices).toEqual(['paid 1000']);
  });

  it('returns 502 if the response of the provider is lost, and a retry with the same key returns the outcome', async () => {
    const { id, customerId } = await subscribe('timeout_after_charge');
    const first = await call(id, `lost-${id}`);
    expect(first).toMatchObject({ status: 502, body: { error: { reason: 'outcome_unknown' } } });
    expect(await call(id, `other-${id}`)).toMatchObject({ status: 409, body: { error: { code: 'operation_pending' } } });
    await shop.sandbox.behave(String((await readRecord(shop, customerAggregate, customerId)).providerCustomerIds.sandbox), {
      charges: 'paid',
    });
    expect(await call(id, `lost-${id}`)).toMatchObject({ status: 200, body: { price_id: EXPENSIVE } });
    await shop.deliverWebhooks(withoutFault);
    expect(await readBillingData(shop, customerId)).toEqual(CHANGED);
  });

  it('[IDEM-11] that is requested concurrently is applied once', async () => {
    const { id, customerId } = await subscribe();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(id, `at-once-${at}-${id}`)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.error.code));
    expect(new Set(codes)).toEqual(new Set(['made', 'operation_pending']));
    expect(await readBillingData(shop, customerId)).toEqual(CHANGED);
  });
});

describe('after all work is done', () => {
  it('no record is locked, no operation is unfinished and no document number is missing', async () => {
    await shop.passTime(3600);
    await shop.deliverWebhooks(withoutFault);
    const { findings } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
  });
});
