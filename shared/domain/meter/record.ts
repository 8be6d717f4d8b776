import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * How a meter turns the events of a period into a quantity. `sum`: of the values. `count`: of the events. `max`: the highest value. `last`:
 * the value of the latest event. `unique`: the number of different values of a property.
 */
export const AGGREGATIONS = ['sum', 'count', 'max', 'last', 'unique'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export const METER_STATUSES = ['active', 'inactive'] as const;
export type MeterStatus = (typeof METER_STATUSES)[number];

/** Only events whose property `key` has one of `values` are counted. */
export interface MeterFilter {
  readonly key: string;
  readonly values: readonly string[];
}

/** Computes the billed quantity of a metered price from usage events. Only its status can change. */
export interface Meter extends BaseRecord {
  /** Name of the events that the meter counts. */
  readonly eventName: string;
  readonly aggregation: Aggregation;
  /** Property with the value of an event; `null`: the event's `value`. Always a property for `unique`, always `null` for `count`. */
  readonly valueKey: string | null;
  /** An event is counted if it passes all filters. */
  readonly filters: readonly MeterFilter[];
  /** New prices can refer to an active meter only. */
  readonly status: MeterStatus;
}

/** True if the quantity of a period is the sum of what each event adds, so that it does not matter which other events the period has. */
export const addsUpEvents = ({ aggregation }: Meter): boolean => aggregation === 'sum' || aggregation === 'count';

export const viewMeter = (meter: Meter, tenant: Tenant) => ({
  id: meter.id,
  object: 'meter' as const,
  created: meter.created,
  livemode: livemode(tenant),
  event_name: meter.eventName,
  aggregation: meter.aggregation,
  value_key: meter.valueKey,
  filters: meter.filters.map(({ key, values }) => ({ key, values: [...values] })),
  status: meter.status,
});
type MeterView = ReturnType<typeof viewMeter>;

export const meterAggregate: Aggregate<Meter, MeterView> = {
  type: 'meter',
  prefix: 'mtr_',
  view: viewMeter,
  listStateOf: ({ status }) => status,
};
