import { describe, expect, it } from 'vitest';
import { type HoldRenewal, holdRenewal } from '../../../../shared/domain/billing-hold/hold.ts';
import { billingHoldAggregate, isStillOnHold } from '../../../../shared/domain/billing-hold/record.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { newSubscription } from '../../billing.ts';
import { DAY, START, World } from '../../world.ts';

describe('a renewal attempt that is put on hold', () => {
  const setup = () => {
    const world = new World();
    const command: HoldRenewal = { subscriptionId: 'sub_1', attempt: { periodEnd: 100, attempt: 2 }, reason: 'Billed already.' };
    const hold = (fields: Partial<HoldRenewal> = {}) => {
      const stored = world.find(billingHoldAggregate, 'sub_1');
      return world.do(holdRenewal({ ...command, ...fields }, { hold: stored }, world.ctx()));
    };
    return { world, hold };
  };

  it('is stored with the id of the subscription, without an event', () => {
    const { world, hold } = setup();
    const expected = { id: 'sub_1', created: START, periodEnd: 100, attempt: 2, reason: 'Billed already.' };
    expect(hold()).toEqual(expected);
    expect(world.get(billingHoldAggregate, 'sub_1').record).toEqual(expected);
    expect(world.view(billingHoldAggregate, 'sub_1')).toEqual({
      id: 'sub_1',
      object: 'billing_hold',
      created: START,
      reason: 'Billed already.',
    });
    expect(world.events).toEqual([]);
  });

  it('is not stored again if it is the same attempt; another attempt replaces it', () => {
    const { world, hold } = setup();
    hold();
    world.now += DAY;
    expect(hold({ reason: 'Again.' })).toMatchObject({ created: START, reason: 'Billed already.' });
    expect(world.get(billingHoldAggregate, 'sub_1').version).toBe(1);
    expect(hold({ attempt: { periodEnd: 100, attempt: 3 } })).toMatchObject({ created: START + DAY, attempt: 3 });
    expect(hold({ attempt: { periodEnd: 200, attempt: 3 } })).toMatchObject({ periodEnd: 200 });
    expect(world.get(billingHoldAggregate, 'sub_1').record.periodEnd).toBe(200);
  });

  it('is stored with the period end 0 and attempt number 0 if the subscription cannot be read', () => {
    expect(setup().hold({ attempt: null })).toMatchObject({ periodEnd: 0, attempt: 0 });
  });
});

describe('a billing hold', () => {
  it('lasts while its attempt is the next attempt of the subscription', () => {
    const { billing, id } = newSubscription();
    const subscription = billing.world.get(subscriptionAggregate, id).record;
    const hold = { id, created: START, periodEnd: subscription.currentPeriodEnd, attempt: 1, reason: 'Billed already.' };
    expect(isStillOnHold(hold, subscription)).toBe(true);
    expect(isStillOnHold({ ...hold, attempt: 2 }, subscription)).toBe(false);
    expect(isStillOnHold({ ...hold, periodEnd: hold.periodEnd + 1 }, subscription)).toBe(false);
    expect(isStillOnHold(hold, { ...subscription, status: 'canceled' })).toBe(false);
    expect(isStillOnHold(hold, null)).toBe(false);
  });
});
