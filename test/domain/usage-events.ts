import { createMeter } from '../../shared/domain/meter/create.ts';
import type { Meter } from '../../shared/domain/meter/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type AcceptedEvent, acceptEvent, type MeteredState, type NewUsageEvent } from '../../shared/domain/usage-event/accept.ts';
import { type Billing, newSubscription } from './billing.ts';
import { METERED } from './usage.ts';
import { World } from './world.ts';

/** Creates a meter of the events `tokens`, by default with the aggregation `sum`. */
export const newMeter = (fields: Partial<Meter> = {}): Meter => {
  const created = createMeter({ eventName: 'tokens', aggregation: 'sum' }, null, new World().ctx());
  if (created instanceof Refusal) throw new Error(created.message);
  return { ...created.result, ...fields };
};

/** A subscription to a price of 5 cents per unit of the meter. */
export const meteredSubscription = (meter: Meter, price: Parameters<typeof newSubscription>[0] = {}) => {
  const { billing, id } = newSubscription({ ...METERED, ...price });
  billing.world.amend(priceAggregate, billing.subscription(id).price.id, { meterId: meter.id });
  return { billing, id, meter };
};

/** The state that decides about an event of the subscription at the current time. */
export const meteredState = (billing: Billing, id: string, meter: Meter | null): MeteredState => {
  const subscription = billing.world.get(subscriptionAggregate, id);
  const pricing = billing.world.get(priceAggregate, subscription.record.price.id).record;
  return { subscription, usage: billing.counters.read(id), isHeld: false, holds: [3, 0], pricing, meter, now: billing.world.now };
};

/** An event of the value 1. */
export const newEvent = (subscriptionId: string, fields: Partial<NewUsageEvent> = {}): NewUsageEvent => ({
  id: 'event-1',
  eventName: 'tokens',
  subscriptionId,
  occurredAt: null,
  value: '1',
  properties: {},
  ...fields,
});

/** Records an event of the subscription, and counts its value. Throws if it is refused. */
export const recordEvent = (billing: Billing, id: string, meter: Meter, fields: Partial<NewUsageEvent> = {}): AcceptedEvent => {
  const accepted = acceptEvent(newEvent(id, fields), meteredState(billing, id, meter));
  if (accepted instanceof Refusal) throw new Error(accepted.message);
  if (accepted.counting !== null) billing.counters.countEvent(id, accepted.counting.start, accepted.trillionths);
  return accepted;
};
