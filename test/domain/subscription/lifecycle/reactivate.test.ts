import { describe, expect, it } from 'vitest';
import { reactivateSubscription } from '../../../../shared/domain/subscription/lifecycle/reactivate.ts';
import { newSubscription } from '../../billing.ts';
import { FEB, MAR, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { World } from '../../world.ts';

/** Creates a subscription and schedules its cancellation. `before`: the API object before the cancellation. */
const subscribeAndCancel = () => {
  const { billing, id } = newSubscription();
  const before = viewOf(billing, id);
  billing.cancel(id);
  billing.world.takeEvents();
  return { billing, id, before };
};

describe('reactivating a subscription', () => {
  it('refuses an unknown subscription', () => {
    const unknown = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(reactivateSubscription(null, unknown, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-40] [EVT-22] removes the scheduled cancellation, so that the subscription renews as before', () => {
    const { billing, id, before } = subscribeAndCancel();
    billing.world.now = FEB - 1;
    billing.reactivate(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.reactivated']);
    expect(billing.world.audits.at(-1)).toBe('subscription.reactivated');
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', current_period_end: MAR, payment_count: 2 });
  });

  it('[SUB-41] is refused after the end of the last period, both before and after the cancellation is processed', () => {
    const { billing, id } = subscribeAndCancel();
    billing.world.now = FEB;
    expect(refusalOf(billing.reactivate(id))).toEqual(['state_conflict', 'period_over']);
    billing.renew(id);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled' });
    expect(refusalOf(billing.reactivate(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('[SUB-43] is refused for a paused subscription without a scheduled cancellation; the message names the resume operation', () => {
    const { billing, id } = newSubscription();
    billing.amend(id, { pausedAt: billing.world.now });
    const refusal = billing.reactivate(id);
    expect(refusalOf(refusal)).toEqual(['parameter_invalid', undefined]);
    expect(refusal).toMatchObject({ message: expect.stringContaining('/v1/subscriptions/{subscription_id}/resume') });
  });

  it('has no effect without a scheduled cancellation', () => {
    const { billing, id } = newSubscription();
    const before = viewOf(billing, id);
    billing.reactivate(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });
});
