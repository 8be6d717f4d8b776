import { describe, expect, it } from 'vitest';
import { reactivateSubscription } from '../../shared/domain/subscription/lifecycle/reactivate.ts';
import { given } from './billing.ts';
import { FEB, MAR, paymentOf, refusalOf, show } from './renewals.ts';
import { World } from './world.ts';

/** A subscription that is to end with its period. */
const ending = () => {
  const billing = given();
  const { id } = billing.subscribe();
  const before = show(billing, id);
  billing.cancel(id);
  billing.world.takeEvents();
  return { billing, id, before };
};

describe('reactivating a subscription', () => {
  it('refuses one that is not there', () => {
    const nothing = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(reactivateSubscription(null, nothing, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-40] [EVT-22] withdraws its cancellation, as if nothing had been said', () => {
    const { billing, id, before } = ending();
    billing.world.now = FEB - 1;
    billing.reactivate(id);
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.reactivated']);
    expect(billing.world.audits.at(-1)).toBe('subscription.reactivated');
    billing.settle(paymentOf(billing.due(id)));
    expect(show(billing, id)).toMatchObject({ status: 'active', current_period_end: MAR, payment_count: 2 });
  });

  it('[SUB-41] is refused once its period is over, whether or not it was ended by then', () => {
    const { billing, id } = ending();
    billing.world.now = FEB;
    expect(refusalOf(billing.reactivate(id))).toEqual(['state_conflict', 'period_over']);
    billing.due(id);
    expect(show(billing, id)).toMatchObject({ status: 'canceled' });
    expect(refusalOf(billing.reactivate(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('[SUB-43] is refused for one that is paused, and names the way to continue', () => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.amend(id, { pausedAt: billing.world.now });
    const refused = billing.reactivate(id);
    expect(refusalOf(refused)).toEqual(['parameter_invalid', undefined]);
    expect(refused).toMatchObject({ message: expect.stringContaining('/v1/subscriptions/{subscription_id}/resume') });
  });

  it('changes nothing where no cancellation is scheduled', () => {
    const billing = given();
    const { id } = billing.subscribe();
    const before = show(billing, id);
    billing.reactivate(id);
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });
});
