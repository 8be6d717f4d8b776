import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAttentionFacts } from '../../../shared/flows/accounts/facts.ts';
import type { FlowDeps } from '../../../shared/flows/deps.ts';
import { prepareRenewals } from '../../../shared/flows/renewals/prepare.ts';
import { msOfId } from '../../../shared/platform/ids.ts';
import { METRIC_LINES } from '../../../shared/platform/log-lines.ts';
import { START } from '../../domain/world.ts';
import { type EngineFixture, openFixture, updateRecord } from '../../store/support.ts';
import { linesOfKind } from '../../support/log-lines.ts';
import { recordingPorts, storeSubscription, sweepDepsOf } from '../support.ts';
import { chargeOnce, prepareOneRenewal, settleCharge } from './renewal-steps.ts';

const DAY_MS = 86_400_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

/** Sets the time to the end of the period and returns dependencies without a provider. */
const depsAtEndOf = ({ currentPeriodEnd }: Subscription): FlowDeps => {
  fixture.clock.nowMs = currentPeriodEnd * 1000;
  return sweepDepsOf(fixture, recordingPorts().ports);
};

describe('a renewal that would bill a period twice', () => {
  it('is put on hold and reported to the tenant until the subscription is corrected', async () => {
    const tenant = fixture.tenant();
    const subscription = await storeSubscription(fixture, tenant, { billedThrough: START + 365 * 86_400 });
    const deps = depsAtEndOf(subscription);
    const prepare = () => prepareRenewals(deps, tenant, [subscription.id], []);
    const onHold = async () => (await loadAttentionFacts(fixture.store, tenant, fixture.clock.nowMs)).billingHolds;

    expect(await onHold()).toBe(0);
    for (let time = 0; time < 2; time += 1) {
      const lines = await linesOfKind(METRIC_LINES.billingHold, async () => expect(await prepare()).toEqual([]));
      expect(lines).toMatchObject([{ account: tenant.accountId, mode: tenant.mode, subscription: subscription.id }]);
      expect(lines[0]?.reason).toEqual(expect.any(String));
    }
    expect(await onHold()).toBe(1);

    await updateRecord(fixture.store, tenant, subscriptionAggregate, subscription.id, ({ currentPeriodEnd }) => ({
      billedThrough: currentPeriodEnd,
    }));
    expect(await prepare()).toMatchObject([{ subscriptionId: subscription.id, fresh: true }]);
    expect(await onHold()).toBe(0);
  });
});

describe('a charge whose provider account is no longer connected', () => {
  it('fails when the customer has given another payment method, which is charged at once', async () => {
    const tenant = fixture.tenant();
    const former = { provider: 'pfl_gone', mandateId: 'mdt_gone', providerCustomerId: 'cst_gone' };
    const subscription = await storeSubscription(fixture, tenant, former);
    const deps = depsAtEndOf(subscription);
    const charge = await prepareOneRenewal(deps, tenant, subscription.id);
    const mandate = { provider: 'pfl_new', mandateId: 'mdt_new', providerCustomerId: 'cst_new' };
    await updateRecord(fixture.store, tenant, subscriptionAggregate, subscription.id, () => mandate);
    const result = await chargeOnce(deps, tenant, charge);
    expect(result).toMatchObject({ kind: 'refused', failure: { failureCode: 'provider_not_connected' } });
    await settleCharge(deps, tenant, charge, result);
    const now = Math.floor(deps.nowMs() / 1000);
    expect((await fixture.store.get(subscriptionAggregate, tenant, subscription.id))?.record).toMatchObject({
      renewal: { processing: false, hardDeclined: false, nextStepAt: now },
    });
    const next = await prepareOneRenewal(deps, tenant, subscription.id);
    expect((await fixture.store.get(paymentAggregate, tenant, next.paymentId))?.record.mandate).toEqual(mandate);
  });

  it('stays pending if the customer has given no other payment method, and the subscription stays active', async () => {
    const tenant = fixture.tenant();
    const subscription = await storeSubscription(fixture, tenant, { provider: 'pfl_gone' });
    const deps = depsAtEndOf(subscription);
    const charge = await prepareOneRenewal(deps, tenant, subscription.id);
    expect(await chargeOnce(deps, tenant, charge)).toEqual({ kind: 'not_connected' });
    const payment = await fixture.store.get(paymentAggregate, tenant, charge.paymentId);
    expect(payment?.record).toMatchObject({ status: 'pending', provider: 'pfl_gone' });
    expect((await fixture.store.get(subscriptionAggregate, tenant, subscription.id))?.record.status).toBe('active');
  });

  it('fails after seven days, so that the retries begin; it is still polled in case it was made at the provider', async () => {
    const tenant = fixture.tenant();
    const subscription = await storeSubscription(fixture, tenant, { provider: 'pfl_gone' });
    const deps = depsAtEndOf(subscription);
    const charge = await prepareOneRenewal(deps, tenant, subscription.id);
    const recordOf = async () => (await fixture.store.get(subscriptionAggregate, tenant, subscription.id))?.record;

    fixture.clock.nowMs = msOfId(charge.paymentId) + 7 * DAY_MS - 1;
    expect(await chargeOnce(deps, tenant, charge)).toEqual({ kind: 'not_connected' });
    fixture.clock.nowMs += 1;
    const result = await chargeOnce(deps, tenant, charge);
    expect(result).toMatchObject({ kind: 'refused', failure: { failureCode: 'provider_not_connected' } });
    await settleCharge(deps, tenant, charge, result);
    const failedAt = Math.floor(fixture.clock.nowMs / 1000);
    expect(await recordOf()).toMatchObject({ status: 'past_due', renewal: { hardDeclined: false, nextStepAt: failedAt + 2 * 86_400 } });
    const failed = await fixture.store.get(paymentAggregate, tenant, charge.paymentId);
    expect(failed?.record).toMatchObject({ status: 'failed', pollsFrom: failedAt + 3600 });

    // A retry waits for one day.
    fixture.clock.nowMs += 2 * DAY_MS;
    const retry = await prepareOneRenewal(deps, tenant, subscription.id);
    expect(await chargeOnce(deps, tenant, retry)).toEqual({ kind: 'not_connected' });
    fixture.clock.nowMs += DAY_MS;
    await settleCharge(deps, tenant, retry, await chargeOnce(deps, tenant, retry));
    expect(await recordOf()).toMatchObject({ renewal: { attempt: 2, processing: false, nextStepAt: failedAt + 7 * 86_400 } });
  });

  it('fails after thirty days if the provider has accepted it', async () => {
    const tenant = fixture.tenant();
    const subscription = await storeSubscription(fixture, tenant, { provider: 'pfl_gone' });
    const deps = depsAtEndOf(subscription);
    const charge = await prepareOneRenewal(deps, tenant, subscription.id);
    await updateRecord(fixture.store, tenant, paymentAggregate, charge.paymentId, () => ({ providerPaymentId: 'tr_debit' }));

    fixture.clock.nowMs = msOfId(charge.paymentId) + 30 * DAY_MS - 1;
    expect(await chargeOnce(deps, tenant, charge)).toEqual({ kind: 'not_connected' });
    fixture.clock.nowMs += 1;
    await settleCharge(deps, tenant, charge, await chargeOnce(deps, tenant, charge));
    const failed = await fixture.store.get(paymentAggregate, tenant, charge.paymentId);
    expect(failed?.record).toMatchObject({ status: 'failed', providerPaymentId: 'tr_debit', failureCode: 'provider_not_connected' });
  });
});
