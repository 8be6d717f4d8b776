import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import type { Charge } from '../../shared/flows/renewals/prepare.ts';
import { chargedChangeFlow } from '../../shared/flows/subscriptions/charge-change.ts';
import { planChangeCommand } from '../../shared/flows/subscriptions/plan-change.ts';
import { beginOperation, finishOperation } from '../../shared/flows/two-phase/provider-write.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { advanceTime, nextPollIn, pollWhenDue } from './payments.ts';
import { type EngineShop, openEngineShop, paymentsOf, prepareDueRenewal, readRecord, refundsOf, sell, writeDecision } from './shop.ts';

let shop: EngineShop;
beforeAll(async () => {
  shop = await openEngineShop();
});
afterAll(() => shop.close());

const DAY = 86_400;

const disconnectedDeps = (): FlowDeps => ({ ...shop.deps, sandboxServed: false });

/** A renewal whose charge waited for seven days for the disconnected account, and then failed. `isMade`: the provider has the charge. */
const giveUpCharge = async (isMade: boolean) => {
  const subscription = await sell(shop);
  const charge = await prepareDueRenewal(shop, subscription);
  // The response is lost.
  if (isMade) await chargeOnce(shop.deps, shop.tenant, charge);
  expect(await chargeOnce(disconnectedDeps(), shop.tenant, charge)).toEqual({ kind: 'not_connected' });
  advanceTime(shop, 7 * DAY);
  await settleCharge(disconnectedDeps(), shop.tenant, charge, await chargeOnce(disconnectedDeps(), shop.tenant, charge));
  const readSubscription = () => readRecord(shop, subscriptionAggregate, subscription.id);
  expect(await readSubscription()).toMatchObject({ status: 'past_due', renewal: { processing: false } });
  return { subscription, charge, readSubscription };
};

const chargeRetry = async (subscription: Parameters<typeof prepareDueRenewal>[1]): Promise<Charge> => {
  const retry = await prepareDueRenewal(shop, subscription);
  await settleCharge(shop.deps, shop.tenant, retry, await chargeOnce(shop.deps, shop.tenant, retry));
  return retry;
};

let priceCount = 0;

/**
 * A plan change whose charge got no response. `isMade`: the provider has the charge. `reapAfter` advances the time and continues the
 * operation while the account is not connected.
 */
const beginPlanChange = async (isMade: boolean) => {
  const { fixture, tenant } = shop;
  const deps = { ...shop.deps, sandboxServed: false };
  const subscription = await sell(shop);
  // `sell` sells the price with the last id.
  priceCount += 1;
  const current = await readRecord(shop, priceAggregate, subscription.price.id);
  const expensive = { ...current, id: `price_${String(priceCount).padStart(26, '0')}`, amountCents: 3000 };
  await writeDecision(shop, () => ({ changes: [change(priceAggregate, null, expensive)], events: [], result: null }));
  const now = Math.floor(deps.nowMs() / 1000);
  const request = { subscriptionId: subscription.id, priceId: expensive.id, couponCode: null, inPortal: false };
  const begun = await beginOperation(deps, planChangeCommand(fixture.store, tenant, request, now), {
    tenant,
    actor: SYSTEM,
    now,
    claim: null,
    toStoredAnswer: () => Promise.reject(new Error('There is no idempotency key.')),
  });
  if (begun.kind !== 'open') throw new Error(`The change was not started: ${begun.kind}.`);
  if (isMade) await chargedChangeFlow.callProvider(shop.deps, tenant, begun.operation);
  const reapAfter = (seconds: number) => {
    advanceTime(shop, seconds);
    return reap(deps, tenant, begun.operation.id);
  };
  return { subscription, operation: begun.operation, reapAfter };
};

describe('a plan change whose charge got no response, and whose provider account is not connected', () => {
  it('is dropped after seven days, so that the subscription is renewed', async () => {
    const { subscription, reapAfter } = await beginPlanChange(false);
    const readSubscription = () => readRecord(shop, subscriptionAggregate, subscription.id);
    await reapAfter(6 * DAY);
    expect((await readSubscription()).pendingChange).not.toBeNull();
    await reapAfter(DAY);
    expect(await readSubscription()).toMatchObject({ pendingChange: null, price: subscription.price, status: 'active' });
    expect((await paymentsOf(shop, subscription.customerId)).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
  });

  it('is refused at once if the account is not connected at the first attempt', async () => {
    const { subscription, operation } = await beginPlanChange(false);
    const result = await finishOperation(disconnectedDeps(), shop.tenant, chargedChangeFlow, operation, {
      actor: SYSTEM,
      refusalAnswer: shop.deps.refusalAnswer('req_1'),
    });
    expect(result).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict', reason: 'provider_not_connected' } });
    expect(await readRecord(shop, subscriptionAggregate, subscription.id)).toMatchObject({
      pendingChange: null,
      price: subscription.price,
    });
  });

  it('is dropped after seven days, and its charge is refunded if it was made and the account is connected again', async () => {
    const { subscription, reapAfter } = await beginPlanChange(true);
    await reapAfter(7 * DAY);
    const failed = (await paymentsOf(shop, subscription.customerId)).find(({ status }) => status === 'failed');
    await pollWhenDue(shop, String(failed?.id));
    expect(await readRecord(shop, paymentAggregate, String(failed?.id))).toMatchObject({ status: 'succeeded' });
    expect(await refundsOf(shop, String(failed?.id))).toMatchObject([{ overpayment: true, amountCents: failed?.amountCents }]);
    expect(await readRecord(shop, subscriptionAggregate, subscription.id)).toMatchObject({
      price: subscription.price,
      pendingChange: null,
    });
  });
});

describe('a charge that was given up because its provider account was not connected', () => {
  it('pays the renewal after all, if it was made and the account is connected again', async () => {
    const { subscription, charge, readSubscription } = await giveUpCharge(true);
    await pollWhenDue(shop, charge.paymentId);
    expect(await readRecord(shop, paymentAggregate, charge.paymentId)).toMatchObject({ status: 'succeeded', failureCode: null });
    expect(await readSubscription()).toMatchObject({ status: 'active', periodIndex: subscription.periodIndex + 1 });
    expect(await nextPollIn(shop, charge.paymentId)).toBeNull();
  });

  it('is refunded if a retry has paid the renewal before the poll', async () => {
    const { subscription, charge, readSubscription } = await giveUpCharge(true);
    await chargeRetry(await readSubscription());
    expect(await readSubscription()).toMatchObject({ status: 'active', periodIndex: subscription.periodIndex + 1 });
    await pollWhenDue(shop, charge.paymentId);
    expect(await refundsOf(shop, charge.paymentId)).toMatchObject([{ overpayment: true, amountCents: subscription.price.amountCents }]);
  });

  it('is no longer polled if it was never made, and the retry is charged', async () => {
    const { charge, readSubscription } = await giveUpCharge(false);
    await pollWhenDue(shop, charge.paymentId);
    expect(await nextPollIn(shop, charge.paymentId)).toBeNull();
    await chargeRetry(await readSubscription());
    expect(await readSubscription()).toMatchObject({ status: 'active' });
    expect((await paymentsOf(shop, (await readSubscription()).customerId)).map(({ status }) => status).sort()).toEqual([
      'failed',
      'succeeded',
      'succeeded',
    ]);
  });
});

describe('a renewal whose charge the provider refuses because it cannot reach the service', () => {
  it('is not a decline: nothing is counted, and the charge is made once the provider reaches the service', async () => {
    const subscription = await sell(shop);
    const charge = await prepareDueRenewal(shop, subscription);
    shop.sandbox.refuse(({ method }) => (method === 'POST' ? 'The webhook URL is unreachable' : null), 422, 'webhookUrl');
    const refused = await chargeOnce(shop.deps, shop.tenant, charge).finally(() => shop.sandbox.refuse(() => null));
    expect(refused).toMatchObject({ kind: 'not_tried' });
    expect(await readRecord(shop, paymentAggregate, charge.paymentId)).toMatchObject({ status: 'pending' });
    await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
    expect(await readRecord(shop, paymentAggregate, charge.paymentId)).toMatchObject({ status: 'succeeded' });
    expect(await readRecord(shop, subscriptionAggregate, subscription.id)).toMatchObject({ status: 'active' });
  });
});
