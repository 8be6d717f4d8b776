import { describe, expect, it } from 'vitest';
import { priceAggregate } from '../../../../shared/domain/price/record.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { initialUsageLimits } from '../../../../shared/domain/subscription/usage/limit-state.ts';
import { type CheckState, checkUsageLimits, setMaximumAmount } from '../../../../shared/domain/subscription/usage/limits.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import type { UsageAlert } from '../../../../shared/domain/usage-alert/record.ts';
import { type Billing, newBilling, newSubscription } from '../../billing.ts';
import { anotherPrice, changePlan } from '../../plan-changes.ts';
import { FEB, refusalOf, runRenewals, viewOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { DAY, START } from '../../world.ts';

const stateOf = (billing: Billing, id: string, state: Partial<CheckState> = {}): CheckState => {
  const subscription = billing.world.get(subscriptionAggregate, id);
  const pricing = billing.world.get(priceAggregate, subscription.record.price.id).record;
  return { subscription, usage: billing.counters.read(id), pricing, alerts: [], meterId: null, ...state };
};

/** Compares the usage with the limits. Returns the ids of the newly reached alerts, the result of the check and the recorded events. */
const check = (billing: Billing, id: string, state: Partial<CheckState> = {}) => {
  billing.world.takeEvents();
  const checked = billing.world.do(checkUsageLimits(stateOf(billing, id, state), billing.world.ctx()));
  return { alertIds: checked?.reached.map((alert) => alert.id) ?? null, checked, events: billing.world.takeEvents() };
};

const setMaximum = (billing: Billing, id: string, maxAmountCents: number | null) => {
  billing.world.takeEvents();
  return billing.world.apply(setMaximumAmount({ maxAmountCents }, stateOf(billing, id), billing.world.ctx()));
};

/** A subscription at 5 cents per unit with a maximum of 500 cents, which 100 units reach. */
const subscribeLimited = (price = {}) => {
  const billing = newBilling({ ...METERED, ...price });
  return { billing, id: billing.subscribe({ maxAmountCents: 500 }).id };
};

const alert = (id: string, threshold: Partial<UsageAlert>): UsageAlert => ({
  id,
  created: START,
  subscriptionId: 'sub_1',
  customerId: null,
  meterId: null,
  quantity: null,
  amountCents: null,
  emailCustomer: false,
  ...threshold,
});

const UPDATED = ['subscription.updated'];
const WITHIN = { serves_customer: true, max_amount_cents: 500, max_amount_exceeded_at: null };

describe('limits after periods that ended in a pause', () => {
  it('apply to the usage of the open period only, although the next invoice bills the earlier usage, too', () => {
    const { billing, id } = subscribeLimited();
    const alerts = [alert('ual_1', { quantity: 50 })];
    billing.use(id, 90);
    expect(check(billing, id, { alerts }).alertIds).toEqual(['ual_1']);
    billing.pause(id);
    for (let period = 0; period < 2; period += 1) {
      billing.renew(id);
      expect(check(billing, id, { alerts })).toMatchObject({ alertIds: [], events: [] });
    }
    billing.resume(id);
    billing.use(id, 49);
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: [], events: [] });
    expect(viewOf(billing, id)).toMatchObject(WITHIN);
    billing.use(id, 52);
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: ['ual_1'], events: UPDATED });
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: false });
  });
});

describe('the maximum amount of a period', () => {
  it('is not exceeded by usage of exactly that amount', () => {
    const { billing, id } = subscribeLimited();
    billing.use(id, 100);
    expect(check(billing, id).events).toEqual([]);
    expect(viewOf(billing, id)).toMatchObject(WITHIN);
  });

  it('is exceeded by usage of one unit above it: the customer is no longer served, and one event is emitted', () => {
    const { billing, id } = subscribeLimited();
    billing.world.now += DAY;
    billing.use(id, 101);
    expect(check(billing, id).events).toEqual(UPDATED);
    billing.world.now += DAY;
    billing.use(id, 1);
    expect(check(billing, id).events).toEqual([]);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: false, max_amount_exceeded_at: START + DAY });
  });

  it('applies to each period: the next period begins with service, and its usage can exceed the maximum again', () => {
    const { billing, id } = subscribeLimited();
    billing.use(id, 101);
    check(billing, id);
    expect(runRenewals(billing, id, 1)).toEqual([505]);
    expect(viewOf(billing, id)).toMatchObject(WITHIN);
    billing.use(id, 101);
    expect(check(billing, id).events).toEqual(UPDATED);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: false, max_amount_exceeded_at: FEB });
  });

  it('also counts the units that a plan change in the period has billed', () => {
    const { billing, id } = subscribeLimited();
    billing.world.now += DAY;
    billing.use(id, 60);
    changePlan(billing, id, { priceId: anotherPrice(billing, METERED) });
    billing.use(id, 40);
    expect(check(billing, id).events).toEqual([]);
    billing.use(id, 1);
    expect(check(billing, id).events).toEqual(UPDATED);
  });

  it('counts from zero after a change of the interval, like the alerts, but not after a later change with the same interval', () => {
    const { billing, id } = subscribeLimited();
    billing.world.now += DAY;
    billing.use(id, 101);
    const alerts = [alert('ua_1', { quantity: 50 })];
    expect(check(billing, id, { alerts }).alertIds).toEqual(['ua_1']);
    expect(viewOf(billing, id).serves_customer).toBe(false);
    changePlan(billing, id, { priceId: anotherPrice(billing, { ...METERED, interval: 'year' }) });
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: [], events: [] });
    expect(viewOf(billing, id)).toMatchObject(WITHIN);
    // A later change in the same interval does not start a period.
    billing.world.now += DAY;
    billing.use(id, 60);
    expect(check(billing, id, { alerts }).alertIds).toEqual(['ua_1']);
    changePlan(billing, id, { priceId: anotherPrice(billing, { ...METERED, interval: 'year' }) });
    billing.use(id, 40);
    expect(check(billing, id, { alerts }).events).toEqual([]);
    billing.use(id, 1);
    expect(check(billing, id, { alerts }).events).toEqual(UPDATED);
    expect(viewOf(billing, id).serves_customer).toBe(false);
  });

  it('counts only the units after a change of the interval, priced at the tiers above the earlier units', () => {
    const { billing, id } = subscribeLimited();
    billing.use(id, 80);
    const tiers = [
      { upTo: 100, flatAmountCents: 0, unitAmountDecimal: '1' },
      { upTo: null, flatAmountCents: 0, unitAmountDecimal: '10' },
    ];
    const tiered = { ...METERED, unitAmountDecimal: null, tiers, interval: 'year' as const };
    changePlan(billing, id, { priceId: anotherPrice(billing, tiered) });
    // After the 80 earlier units, 20 units cost 1 cent each, and the other 48 cost 10 cents each.
    billing.use(id, 68);
    expect(check(billing, id).events).toEqual([]);
    billing.use(id, 1);
    expect(check(billing, id).events).toEqual(UPDATED);
  });

  it('is not exceeded in a trial, whose usage is free', () => {
    const { billing, id } = subscribeLimited({ trialDays: 14 });
    billing.use(id, 1000);
    expect(check(billing, id).events).toEqual([]);
    expect(viewOf(billing, id)).toMatchObject(WITHIN);
  });

  it('is not checked without a subscription, for a licensed price, or after a cancellation', () => {
    const { billing, id } = subscribeLimited();
    billing.use(id, 101);
    expect(checkUsageLimits(stateOf(billing, id, { subscription: null }), billing.world.ctx())).toMatchObject({
      changes: [],
      result: null,
    });
    billing.amend(id, { status: 'canceled' });
    expect(check(billing, id)).toMatchObject({ checked: null, events: [] });
    const licensed = newSubscription();
    expect(check(licensed.billing, licensed.id)).toMatchObject({ checked: null, events: [] });
  });
});

describe('setting the maximum amount', () => {
  const exceeded = () => {
    const { billing, id } = subscribeLimited();
    billing.use(id, 101);
    check(billing, id);
    return { billing, id };
  };

  it('serves the customer again if the usage is within it', () => {
    const { billing, id } = exceeded();
    expect(setMaximum(billing, id, 505)).toMatchObject({ usageLimits: { maxAmountCents: 505, exceeded: null } });
    expect([billing.world.takeEvents(), billing.world.audits.at(-1)]).toEqual([UPDATED, 'subscription.updated']);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: true, max_amount_cents: 505, max_amount_exceeded_at: null });
  });

  it('keeps the time at which the usage exceeded the former maximum, if the usage exceeds the new one, too', () => {
    const { billing, id } = exceeded();
    billing.world.now += DAY;
    setMaximum(billing, id, 504);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: false, max_amount_cents: 504, max_amount_exceeded_at: START });
  });

  it('stops the service at once if the usage already exceeds it', () => {
    const { billing, id } = subscribeLimited();
    billing.use(id, 50);
    billing.world.now += DAY;
    setMaximum(billing, id, 249);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: false, max_amount_exceeded_at: START + DAY });
  });

  it('changes nothing if the amount stays the same; `null` removes the maximum', () => {
    const { billing, id } = exceeded();
    expect(setMaximum(billing, id, 500)).toEqual(billing.subscription(id));
    expect(billing.world.takeEvents()).toEqual([]);
    setMaximum(billing, id, null);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: true });
    expect(viewOf(billing, id)).not.toHaveProperty('max_amount_cents');
  });

  it('is refused without a subscription, for a licensed price, and after a cancellation', () => {
    const { billing, id } = subscribeLimited();
    const missing = setMaximumAmount({ maxAmountCents: 1 }, stateOf(billing, id, { subscription: null }), billing.world.ctx());
    expect(missing).toMatchObject({ code: 'resource_missing', message: 'No such subscription.' });
    billing.amend(id, { status: 'canceled' });
    expect(refusalOf(setMaximum(billing, id, 1))).toEqual(['state_conflict', 'subscription_canceled']);
    const licensed = newSubscription();
    expect(setMaximum(licensed.billing, licensed.id, 1)).toBeInstanceOf(Refusal);
    expect(viewOf(licensed.billing, licensed.id)).not.toHaveProperty('max_amount_cents');
  });
});

describe('a usage alert', () => {
  it.each<[string, Partial<UsageAlert>]>([
    ['of 100 units', { quantity: 100 }],
    ['of 500 cents', { amountCents: 500 }],
  ])('%s is reached with the hundredth unit, once in a period', (_name, threshold) => {
    const { billing, id } = newSubscription(METERED);
    const alerts = [alert('ualert_1', threshold)];
    billing.use(id, 99);
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: [], events: [] });
    billing.use(id, 1);
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: ['ualert_1'], events: UPDATED, checked: { periodStart: START } });
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: [], events: [] });
    expect(viewOf(billing, id).reached_usage_alerts).toEqual([{ usage_alert_id: 'ualert_1', reached_at: START }]);
    runRenewals(billing, id, 1);
    expect(viewOf(billing, id)).not.toHaveProperty('reached_usage_alerts');
    billing.use(id, 100);
    expect(check(billing, id, { alerts })).toMatchObject({ alertIds: ['ualert_1'], checked: { periodStart: FEB } });
  });

  it('is reached independently of other alerts', () => {
    const { billing, id } = newSubscription(METERED);
    const alerts = [alert('ualert_1', { quantity: 10 }), alert('ualert_2', { quantity: 20 })];
    billing.use(id, 10);
    expect(check(billing, id, { alerts }).alertIds).toEqual(['ualert_1']);
    billing.use(id, 10);
    expect(check(billing, id, { alerts }).alertIds).toEqual(['ualert_2']);
    expect(viewOf(billing, id).reached_usage_alerts).toHaveLength(2);
  });

  it('of a meter applies only to prices with that meter', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 10);
    const alerts = [alert('ualert_1', { quantity: 10, meterId: 'meter_1' })];
    for (const meterId of [null, 'meter_2']) expect(check(billing, id, { alerts, meterId }).alertIds).toEqual([]);
    expect(check(billing, id, { alerts, meterId: 'meter_1' }).alertIds).toEqual(['ualert_1']);
    const ofAnyMeter = [alert('ualert_2', { quantity: 10 })];
    expect(check(billing, id, { alerts: ofAnyMeter, meterId: 'meter_1' }).alertIds).toEqual(['ualert_2']);
  });

  it('stays reached in its period after it is deleted; the subscription keeps the last twenty deleted alerts', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 10);
    const deleted = Array.from({ length: 21 }, (_, index) => alert(`ualert_${index + 1}`, { quantity: 1 }));
    check(billing, id, { alerts: deleted });
    const kept = alert('ualert_kept', { quantity: 1 });
    check(billing, id, { alerts: [kept] });
    const idsOf = (subscription: Subscription) => subscription.usageLimits?.reachedAlerts.map(({ alertId }) => alertId);
    expect(idsOf(billing.subscription(id))).toEqual([...deleted.slice(1).map((each) => each.id), 'ualert_kept']);
    check(billing, id, { alerts: [kept, alert('ualert_new', { quantity: 1 })] });
    expect(idsOf(billing.subscription(id))).toEqual([...deleted.slice(1).map((each) => each.id), 'ualert_kept', 'ualert_new']);
  });
});

describe('writing a subscription', () => {
  const { billing, id } = subscribeLimited();
  const before = billing.subscription(id);
  const starts = (patch: Partial<Subscription>, from: Subscription | null = before) =>
    subscriptionAggregate.startsUsageCheck?.({ ...before, ...patch }, from);

  it('starts a usage check if the subscription is new or has another price or maximum, or if a period was closed', () => {
    expect(starts({}, null)).toBe(true);
    expect(starts({ price: { ...before.price, id: 'price_x' } })).toBe(true);
    expect(starts(initialUsageLimits(600))).toBe(true);
    expect(starts({ currentPeriodStart: FEB })).toBe(true);
  });

  it('starts no usage check after other changes, after a cancellation, or for a licensed price', () => {
    expect(starts({ paymentCount: 7 })).toBe(false);
    expect(starts({ status: 'canceled' }, null)).toBe(false);
    const licensed = newSubscription();
    expect(subscriptionAggregate.startsUsageCheck?.(licensed.billing.subscription(licensed.id), null)).toBe(false);
  });
});
