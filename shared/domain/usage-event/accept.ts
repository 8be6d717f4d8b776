import type { Stored } from '../aggregate.ts';
import { addsUpEvents, type Meter } from '../meter/record.ts';
import { invalidParam, missingParam, Refusal } from '../refusal.ts';
import { CHANGE_PROCESSING } from '../subscription/refusals.ts';
import type { Subscription } from '../subscription/types.ts';
import { billedInPeriod, unbilled } from '../subscription/usage/billed.ts';
import { type Counting, countingOf, isBillable, sumUsage } from '../subscription/usage/usage.ts';
import { refuseOccurredAt, refuseUsage, type UsageState } from '../usage-record/create.ts';
import { parseTrillionths, TRILLION } from './quantity.ts';
import type { Properties, UsageEvent } from './record.ts';

/** A usage event as sent. */
export interface NewUsageEvent {
  readonly id: string;
  readonly eventName: string;
  readonly subscriptionId: string;
  /** Unix seconds; `null`: now. */
  readonly occurredAt: number | null;
  /** Decimal; `null`: not sent. */
  readonly value: string | null;
  readonly properties: Properties;
}

/** State of a subscription that is billed from usage events. */
export interface MeteredState extends UsageState {
  /** The meter of the subscription's price; `null`: the price has none. */
  readonly meter: Meter | null;
  /** Unix seconds; the time of the subscription's test clock. */
  readonly now: number;
}

/** An event that will be recorded. */
export interface AcceptedEvent {
  readonly event: UsageEvent;
  /** How the event is counted; `null`: it is not counted, because it is free or does not pass the meter's filters. */
  readonly counting: Counting | null;
  /** The value in units of 10^-12; for `count` and `unique`, one whole unit (`TRILLION`). 0 if the meter's filters exclude the event. */
  readonly trillionths: bigint;
  /** For `unique`, the value of the property whose distinct values are counted; `null` for other aggregations. */
  readonly uniqueValue: string | null;
}

const TOO_MUCH = new Refusal(
  'parameter_invalid',
  'With this event, the usage of the period would exceed the maximum amount of an invoice. The event was not recorded.',
  { param: 'value' },
);

/** The value of the event's property with this name; `null`: none. Ignores inherited properties such as `constructor`. */
export const propertyOf = (properties: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(properties, name) ? (properties[name] ?? null) : null;

type Content = Pick<NewUsageEvent, 'value' | 'properties'>;

/** The event's value (`value`, or the property that the meter's `value_key` names), and the parameter that contains it. */
const rawValueOf = ({ valueKey }: Meter, { value, properties }: Content): { readonly text: string | null; readonly param: string } =>
  valueKey === null ? { text: value, param: 'value' } : { text: propertyOf(properties, valueKey), param: `properties.${valueKey}` };

/** What an event adds to its meter. */
export type MeasuredValue = Pick<AcceptedEvent, 'trillionths' | 'uniqueValue'>;

/** What an event adds to the quantity of its period; for `max` and `last`, the event's value. */
export const measureEvent = (meter: Meter, event: Content): MeasuredValue | Refusal => {
  if (meter.aggregation === 'count') return { trillionths: TRILLION, uniqueValue: null };
  const { text, param } = rawValueOf(meter, event);
  if (text === null) return missingParam(param, `The meter ${meter.id} requires ${param}.`);
  if (meter.aggregation === 'unique') return { trillionths: TRILLION, uniqueValue: text };
  const trillionths = parseTrillionths(text);
  return trillionths === null
    ? invalidParam(param, `${param} must be a decimal of at most 15 integer and 12 fraction digits, such as 0.25.`)
    : { trillionths, uniqueValue: null };
};

const passesFilters = ({ filters }: Meter, { properties }: NewUsageEvent): boolean =>
  filters.every(({ key, values }) => values.includes(propertyOf(properties, key) ?? ''));

const meterFor = (meter: Meter | null, { eventName }: NewUsageEvent): Meter | Refusal => {
  if (meter === null) return invalidParam('subscription_id', 'The price of this subscription has no meter. Create a usage record instead.');
  return meter.eventName === eventName
    ? meter
    : invalidParam('event_name', `The price of this subscription is billed from events with the name ${meter.eventName}.`);
};

/**
 * True if a pending change will start a period. Until then, an event could be counted in the present period only. With `max`, `last` and
 * `unique`, what it adds depends on the other events of the period, so it would be counted again with the events of the new period.
 */
const waitsForPeriod = ({ currentPeriodStart, pendingChange }: Subscription, meter: Meter): boolean =>
  !addsUpEvents(meter) && (pendingChange?.change.becomes.currentPeriodStart ?? currentPeriodStart) !== currentPeriodStart;

/**
 * Accepts or refuses a usage event by the state of the subscription, its meter and `occurredAt`. Does not check the maximum of an invoice,
 * because that check depends on the other events of the request (`limitEvents`).
 */
export const acceptEvent = (event: NewUsageEvent, state: MeteredState): AcceptedEvent | Refusal => {
  const { subscription: stored, usage, now } = state;
  if (stored === null) return new Refusal('resource_missing', 'No such subscription.', { param: 'subscription_id' });
  const usageRefusal = refuseUsage(stored, state);
  if (usageRefusal !== null) return usageRefusal;
  const meter = meterFor(state.meter, event);
  if (meter instanceof Refusal) return meter;
  const { record: subscription } = stored;
  if (waitsForPeriod(subscription, meter)) return CHANGE_PROCESSING;
  const occurredAt = event.occurredAt ?? now;
  const timeRefusal = refuseOccurredAt(subscription, occurredAt, now);
  if (timeRefusal !== null) return timeRefusal;
  const isCounted = passesFilters(meter, event);
  const value = isCounted ? measureEvent(meter, event) : { trillionths: 0n, uniqueValue: null };
  if (value instanceof Refusal) return value;
  const counting = isCounted ? countingOf(subscription, usage, occurredAt) : null;
  return {
    event: {
      id: event.id,
      created: now,
      eventName: event.eventName,
      subscriptionId: subscription.id,
      customerId: subscription.customerId,
      meterId: meter.id,
      occurredAt,
      value: event.value,
      properties: event.properties,
      periodStart: counting?.start ?? null,
      status: 'recorded',
    },
    counting,
    ...value,
  };
};

/** The most that an event can add to the total of its period. With `unique`, an event whose value was counted before adds nothing. */
const mostAdded = ({ counting, trillionths }: AcceptedEvent): bigint => (counting === null ? 0n : trillionths);

/**
 * Checks the events in their order. Refuses an event if the unbilled usage, including this event, would cost more than the maximum of one
 * invoice. For the aggregations `max` and `last`, checks each value alone, because the values are not added.
 */
export const limitEvents = (
  { record: subscription }: Stored<Subscription>,
  { usage, pricing, meter }: MeteredState,
  events: readonly AcceptedEvent[],
): readonly (AcceptedEvent | Refusal)[] => {
  const isSummed = meter?.aggregation !== 'max' && meter?.aggregation !== 'last';
  const billed = billedInPeriod(subscription);
  let added = 0n;
  return events.map((event) => {
    const total = isSummed ? added + mostAdded(event) : mostAdded(event);
    const sums = sumUsage([...(isSummed ? usage.counts : []), { quantity: 0n, records: 0, trillionths: total }]);
    const quantity = isSummed ? unbilled(subscription, sums).quantity : sums.quantity;
    if (!isBillable(pricing, quantity, billed)) return TOO_MUCH;
    added = total;
    return event;
  });
};
