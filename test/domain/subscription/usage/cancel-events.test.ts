import { describe, expect, it } from 'vitest';
import { priceAggregate } from '../../../../shared/domain/price/record.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { AcceptedEvent } from '../../../../shared/domain/usage-event/accept.ts';
import { cancelEvent } from '../../../../shared/domain/usage-event/cancel.ts';
import { TRILLION } from '../../../../shared/domain/usage-event/quantity.ts';
import type { UsageEvent } from '../../../../shared/domain/usage-event/record.ts';
import type { Billing } from '../../billing.ts';
import { anotherPrice, beginChange, changePlan } from '../../plan-changes.ts';
import { paymentIdOf, runRenewals } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { meteredState, meteredSubscription, newMeter, recordEvent } from '../../usage-events.ts';
import { DAY, START } from '../../world.ts';

const METER = newMeter();

/** Cancels the event. Returns how it was counted (`null`: it was not), or the reason or code of the refusal. */
const cancel = (billing: Billing, { event }: Pick<AcceptedEvent, 'event'>, meter = METER) => {
  const decision = cancelEvent({ event, metered: meteredState(billing, event.subscriptionId, meter) });
  if (decision instanceof Refusal) return decision.reason ?? decision.code;
  const { after, counting, trillionths } = decision.result;
  expect(after).toEqual({ ...event, status: 'canceled' });
  return counting && { start: counting.start, slice: counting.slice?.index ?? null, units: Number(trillionths) / Number(TRILLION) };
};

const anotherMeteredPrice = (billing: Billing, meterId = METER.id): string => {
  const priceId = anotherPrice(billing, { ...METERED, unitAmountDecimal: '4' });
  billing.world.amend(priceAggregate, priceId, { meterId });
  return priceId;
};

const billed = 'period_already_billed';

describe('the cancellation of a usage event', () => {
  it('subtracts its value from its period and day', () => {
    const { billing, id } = meteredSubscription(METER);
    const first = recordEvent(billing, id, METER, { value: '2.5' });
    billing.world.now += 3 * DAY;
    const later = recordEvent(billing, id, METER, { value: '4' });
    expect(cancel(billing, first)).toEqual({ start: START, slice: 0, units: 2.5 });
    expect(cancel(billing, later)).toEqual({ start: START, slice: 3, units: 4 });
    const count = newMeter({ aggregation: 'count', id: METER.id });
    expect(cancel(billing, later, count)).toEqual({ start: START, slice: 3, units: 1 });
  });

  it('names the event in the audit log, and the holds of the counters that it read', () => {
    const { billing, id } = meteredSubscription(METER);
    const { event } = recordEvent(billing, id, METER);
    const metered = meteredState(billing, id, METER);
    const audit = {
      action: 'usage_event.canceled',
      resourceType: 'usage_event',
      resourceId: 'event-1',
      customerId: event.customerId,
      withoutChange: true,
    };
    expect(cancelEvent({ event, metered })).toMatchObject({ changes: [], events: [], audit, result: { before: event, holds: [3, 0] } });
    const canceled: UsageEvent = { ...event, status: 'canceled' };
    const unchanged = { before: canceled, after: canceled, counting: null, trillionths: 0n, holds: [3, 0] };
    expect(cancelEvent({ event: canceled, metered })).toMatchObject({ changes: [], events: [], result: unchanged });
    expect(cancelEvent({ event: canceled, metered })).not.toHaveProperty('audit');
  });

  it('subtracts nothing if the event was not counted', () => {
    const { billing, id } = meteredSubscription(METER);
    const { event } = recordEvent(billing, id, METER);
    expect(cancel(billing, { event: { ...event, periodStart: null } })).toBeNull();
  });

  it('is refused for an unknown event, an ended subscription, and an event that the meter does not add up', () => {
    const { billing, id } = meteredSubscription(METER);
    const recorded = recordEvent(billing, id, METER);
    const metered = meteredState(billing, id, METER);
    expect(cancelEvent({ event: null, metered })).toMatchObject({ code: 'resource_missing' });
    expect(cancelEvent({ event: recorded.event, metered: { ...metered, subscription: null } })).toMatchObject({ code: 'resource_missing' });
    for (const aggregation of ['max', 'last', 'unique'] as const)
      expect(cancel(billing, recorded, newMeter({ aggregation, id: METER.id, valueKey: null }))).toBe('state_conflict');
    billing.amend(id, { status: 'canceled' });
    expect(cancel(billing, recorded)).toBe('subscription_canceled');
  });

  it('is refused if its period is billed, or is on an invoice that is being collected', () => {
    const { billing, id } = meteredSubscription(METER);
    const { currentPeriodEnd: end } = billing.subscription(id);
    const [invoiced, next] = [recordEvent(billing, id, METER), () => recordEvent(billing, id, METER, { value: '3', occurredAt: end + 7 })];
    billing.world.now = end + 10;
    const open = next();
    const paymentId = paymentIdOf(billing.renew(id));
    expect([cancel(billing, invoiced), cancel(billing, open)]).toEqual([billed, { start: end, slice: 0, units: 3 }]);
    billing.settle(paymentId);
    expect([cancel(billing, invoiced), cancel(billing, open)]).toEqual([billed, { start: end, slice: 0, units: 3 }]);
  });

  it('is possible in a running trial, and is refused for an event whose trial has ended', () => {
    const { billing, id } = meteredSubscription(METER, { trialDays: 10 });
    const recorded = recordEvent(billing, id, METER);
    expect(cancel(billing, recorded)).toMatchObject({ start: START, units: 1 });
    billing.renew(id);
    expect(cancel(billing, recorded)).toBe(billed);
  });

  it('subtracts an event of a period that ended without an invoice from the open period, without a day', () => {
    const { billing, id } = meteredSubscription(METER);
    const recorded = recordEvent(billing, id, METER);
    billing.pause(id);
    runRenewals(billing, id, 1);
    const { currentPeriodStart } = billing.subscription(id);
    expect(currentPeriodStart).toBeGreaterThan(START);
    expect(cancel(billing, recorded)).toEqual({ start: currentPeriodStart, slice: null, units: 1 });
  });

  it('is refused after a change to another meter', () => {
    const { billing, id } = meteredSubscription(METER);
    const recorded = recordEvent(billing, id, METER);
    const other = newMeter({ id: 'mtr_other' });
    changePlan(billing, id, { priceId: anotherMeteredPrice(billing, other.id) });
    expect(cancel(billing, recorded, other)).toBe(billed);
  });

  it('is refused after a change to another meter, also if the change dropped a fraction of a unit without billing it', () => {
    const { billing, id } = meteredSubscription(METER);
    const recorded = recordEvent(billing, id, METER, { value: '0.5' });
    const other = newMeter({ id: 'mtr_other' });
    changePlan(billing, id, { priceId: anotherMeteredPrice(billing, other.id) });
    expect(cancel(billing, recorded, other)).toBe(billed);
    expect(cancelEvent({ event: recorded.event, metered: meteredState(billing, id, null) })).toMatchObject({ reason: billed });
  });
});

describe('the cancellation of a usage event after a change to another price of the meter', () => {
  const changeAfter = (...values: readonly string[]) => {
    const { billing, id } = meteredSubscription(METER);
    billing.world.now += DAY;
    const events = values.map((value) => recordEvent(billing, id, METER, { value }));
    return { billing, id, events: events as [AcceptedEvent, ...AcceptedEvent[]], priceId: anotherMeteredPrice(billing) };
  };

  it('is refused if the change has billed the event', () => {
    const { billing, id, events, priceId } = changeAfter('2');
    billing.world.now += 1;
    changePlan(billing, id, { priceId });
    const later = recordEvent(billing, id, METER);
    billing.world.now += 1;
    const latest = recordEvent(billing, id, METER);
    expect(cancel(billing, events[0])).toBe(billed);
    expect([cancel(billing, later), cancel(billing, latest)]).toMatchObject([{ units: 1 }, { units: 1 }]);
  });

  it('is refused if a pending change will bill the event', () => {
    const { billing, id, events, priceId } = changeAfter('2');
    billing.world.now += 1;
    beginChange(billing, id, { priceId });
    expect(cancel(billing, events[0])).toBe(billed);
  });

  it('in the second of the change is refused only if the unbilled usage is too small to contain the event', () => {
    // 4.5 units: the change bills 4 of them.
    const { billing, id, events, priceId } = changeAfter('2', '2.5');
    changePlan(billing, id, { priceId });
    expect(events.map((event) => cancel(billing, event))).toEqual([billed, billed]);
    // 1 unit is unbilled.
    recordEvent(billing, id, METER, { value: '0.5' });
    expect(events.map((event) => cancel(billing, event))).toEqual([billed, billed]);
    // 1.25 units are unbilled. The event of 2 units can be among them, because the change does not bill the fraction of a unit.
    const later = recordEvent(billing, id, METER, { value: '0.25' });
    expect([...events, later].map((event) => cancel(billing, event))).toMatchObject([{ units: 2 }, billed, { units: 0.25 }]);
  });

  it('in the second of the change is possible if usage records of that second are unbilled', () => {
    const { billing, id, events, priceId } = changeAfter('2');
    changePlan(billing, id, { priceId });
    billing.use(id, 1);
    expect(cancel(billing, events[0])).toBe(billed);
    billing.use(id, 1);
    expect(cancel(billing, events[0])).toMatchObject({ units: 2 });
  });
});
