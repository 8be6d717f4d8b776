import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_CENTS } from '../../../../shared/domain/amounts/money.ts';
import type { Meter } from '../../../../shared/domain/meter/record.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import {
  type AcceptedEvent,
  acceptEvent,
  limitEvents,
  measureEvent,
  type NewUsageEvent,
} from '../../../../shared/domain/usage-event/accept.ts';
import { TRILLION } from '../../../../shared/domain/usage-event/quantity.ts';
import { newSubscription } from '../../billing.ts';
import { meteredState, meteredSubscription, newEvent, newMeter, recordEvent } from '../../usage-events.ts';
import { START } from '../../world.ts';

/** Sends an event to a subscription with the meter. Returns the accepted event, or code and parameter of the refusal. */
const send = (meter: Partial<Meter>, event: Partial<NewUsageEvent> = {}, price = {}) => {
  const subscribed = meteredSubscription(newMeter(meter), price);
  const accepted = acceptEvent(newEvent(subscribed.id, event), meteredState(subscribed.billing, subscribed.id, subscribed.meter));
  return accepted instanceof Refusal ? [accepted.code, accepted.param] : accepted;
};

describe('a usage event', () => {
  it('is recorded with its subscription, customer, meter and period', () => {
    const { billing, id, meter } = meteredSubscription(newMeter());
    billing.world.now += 60;
    const { event, ...counted } = recordEvent(billing, id, meter, { value: '2.5', properties: { host: 'a' }, occurredAt: START + 7 });
    expect(event).toEqual({
      id: 'event-1',
      created: START + 60,
      eventName: 'tokens',
      subscriptionId: id,
      customerId: billing.catalogue.customer.record.id,
      meterId: meter.id,
      occurredAt: START + 7,
      value: '2.5',
      properties: { host: 'a' },
      periodStart: START,
      status: 'recorded',
    });
    expect(counted).toMatchObject({ trillionths: (5n * TRILLION) / 2n, uniqueValue: null, counting: { start: START } });
    expect(recordEvent(billing, id, meter).event.occurredAt).toBe(START + 60);
  });

  it.each<[string, Partial<Meter>, Partial<NewUsageEvent>, readonly [string, string]]>([
    ['with another name', {}, { eventName: 'calls' }, ['parameter_invalid', 'event_name']],
    ['from before the subscription', {}, { occurredAt: START - 1 }, ['parameter_invalid', 'occurred_at']],
    ['from the future', {}, { occurredAt: START + 301 }, ['parameter_invalid', 'occurred_at']],
    ['without a value', {}, { value: null }, ['parameter_missing', 'value']],
    ['without the property that contains the value', { valueKey: 'size' }, {}, ['parameter_missing', 'properties.size']],
    ['with a value that is no decimal', {}, { value: '1e3' }, ['parameter_invalid', 'value']],
    ['with a property that is no decimal', { valueKey: 'size' }, { properties: { size: 'x' } }, ['parameter_invalid', 'properties.size']],
    ['with an inherited property as the value', { valueKey: 'constructor' }, {}, ['parameter_missing', 'properties.constructor']],
  ])('%s is refused', (_what, meter, event, refusal) => {
    expect(send(meter, event)).toEqual(refusal);
  });

  it('is refused without a subscription, for a licensed price, and for a price without a meter', () => {
    const { billing, id, meter } = meteredSubscription(newMeter());
    const state = meteredState(billing, id, meter);
    expect(acceptEvent(newEvent(id), { ...state, subscription: null })).toMatchObject({ code: 'resource_missing' });
    expect(acceptEvent(newEvent(id), { ...state, meter: null })).toMatchObject({ param: 'subscription_id' });
    const licensed = newSubscription();
    const licensedState = { ...state, subscription: licensed.billing.world.get(subscriptionAggregate, licensed.id) };
    expect(acceptEvent(newEvent(licensed.id), licensedState)).toMatchObject({ reason: 'subscription_not_metered' });
  });

  it('is not counted unless it passes all filters of the meter', () => {
    const filters = [
      { key: 'region', values: ['eu', 'us'] },
      { key: 'tier', values: ['paid'] },
    ];
    const isCounted = (properties: Readonly<Record<string, string>>) => {
      const sent = send({ filters }, { properties, value: 'not a decimal' });
      return !('counting' in sent) || sent.counting !== null || sent.trillionths !== 0n || sent.event.periodStart !== null;
    };
    expect(isCounted({ region: 'us', tier: 'paid' })).toBe(true);
    expect([isCounted({ region: 'asia', tier: 'paid' }), isCounted({ region: 'us' }), isCounted({})]).toEqual([false, false, false]);
    expect(send({ filters }, { properties: { region: 'eu', tier: 'paid' }, value: '3' })).toMatchObject({ trillionths: 3n * TRILLION });
  });

  it('in a past trial is not counted', () => {
    const { billing, id, meter } = meteredSubscription(newMeter(), { trialDays: 10 });
    billing.renew(id);
    expect(recordEvent(billing, id, meter, { occurredAt: billing.subscription(id).currentPeriodStart - 1 })).toMatchObject({
      counting: null,
      event: { periodStart: null },
    });
  });
});

describe('the value of an event', () => {
  const content = { value: '7', properties: { size: '0.5', user: 'ann' } };

  it.each([
    ['count', null, TRILLION, null],
    ['sum', null, 7n * TRILLION, null],
    ['sum', 'size', TRILLION / 2n, null],
    ['max', 'size', TRILLION / 2n, null],
    ['last', null, 7n * TRILLION, null],
    ['unique', 'user', TRILLION, 'ann'],
  ] as const)('for a meter with the aggregation `%s` (value key: %s)', (aggregation, valueKey, trillionths, uniqueValue) => {
    expect(measureEvent(newMeter({ aggregation, valueKey }), content)).toEqual({ trillionths, uniqueValue });
  });
});

describe('events that would exceed the maximum of an invoice', () => {
  /** The most units of 5 cents that one invoice can charge. */
  const MAX_UNITS = Math.floor(MAX_AMOUNT_CENTS / 5);

  /** Checks events with these values together, after usage of `used` units. Returns for each event whether it is accepted. */
  const areAccepted = (aggregation: Meter['aggregation'], used: number, values: readonly number[], isCounted = true) => {
    const { billing, id, meter } = meteredSubscription(newMeter({ aggregation }));
    billing.counters.countEvent(id, START, BigInt(used) * TRILLION);
    const state = meteredState(billing, id, meter);
    const events = values.map((value) => acceptEvent(newEvent(id, { value: String(value) }), state) as AcceptedEvent);
    const counted = isCounted ? events : events.map((event) => ({ ...event, counting: null }));
    return limitEvents(billing.world.get(subscriptionAggregate, id), state, counted).map((outcome) => {
      if (outcome instanceof Refusal) expect(outcome).toMatchObject({ code: 'parameter_invalid', param: 'value' });
      return !(outcome instanceof Refusal);
    });
  };

  it('are refused one by one: a later, smaller event can be accepted', () => {
    expect(areAccepted('sum', 10, [MAX_UNITS - 30, 15, 21, 5, 1])).toEqual([true, true, false, true, false]);
    expect(areAccepted('count', MAX_UNITS - 2, [1, 1, 1])).toEqual([true, true, false]);
  });

  it('are accepted if they are not counted', () => {
    expect(areAccepted('sum', MAX_UNITS, [MAX_UNITS, 1], false)).toEqual([true, true]);
  });

  it.each(['max', 'last'] as const)('are checked separately if they are not added up: `%s`', (aggregation) => {
    expect(areAccepted(aggregation, MAX_UNITS, [MAX_UNITS, MAX_UNITS + 1, 5])).toEqual([true, false, true]);
  });

  it('do not include usage that is billed already', () => {
    const { billing, id, meter } = meteredSubscription(newMeter());
    recordEvent(billing, id, meter, { value: String(MAX_UNITS) });
    billing.renew(id);
    const state = meteredState(billing, id, meter);
    const event = acceptEvent(newEvent(id, { value: String(MAX_UNITS) }), state) as AcceptedEvent;
    expect(limitEvents(billing.world.get(subscriptionAggregate, id), state, [event])).toEqual([event]);
  });
});
