import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { invalidParam, missingParam, type Refusal } from '../refusal.ts';
import { type Aggregation, type Meter, type MeterFilter, meterAggregate } from './record.ts';

export interface CreateMeter {
  readonly eventName: string;
  readonly aggregation: Aggregation;
  readonly valueKey?: string | null | undefined;
  readonly filters?: readonly MeterFilter[] | null | undefined;
}

const refuseValueKey = (aggregation: Aggregation, valueKey: string | null): Refusal | null => {
  if (aggregation === 'count' && valueKey !== null) {
    return invalidParam('value_key', 'Omit `value_key`: the aggregation `count` counts events, not values.');
  }
  if (aggregation === 'unique' && valueKey === null) {
    return missingParam('value_key', 'The aggregation `unique` requires `value_key`: the property whose different values are counted.');
  }
  return null;
};

const refuseFilters = (filters: readonly MeterFilter[]): Refusal | null => {
  const keys = filters.map(({ key }) => key);
  return new Set(keys).size === keys.length ? null : invalidParam('filters', 'Each key can have one filter; list all of its values there.');
};

/** Creates an active meter. Refuses a `value_key` that does not fit the aggregation, and two filters for one key (400). No event. */
export const createMeter = (command: CreateMeter, _state: null, ctx: DecisionContext): Decision<Meter> | Refusal => {
  const valueKey = command.valueKey ?? null;
  const filters = command.filters ?? [];
  const refusal = refuseValueKey(command.aggregation, valueKey) ?? refuseFilters(filters);
  if (refusal !== null) return refusal;
  const meter: Meter = {
    id: ctx.ids.next(meterAggregate.prefix),
    created: ctx.now,
    eventName: command.eventName,
    aggregation: command.aggregation,
    valueKey,
    filters: filters.map(({ key, values }) => ({ key, values: [...new Set(values)] })),
    status: 'active',
  };
  return { changes: [change(meterAggregate, null, meter)], events: [], audit: audited('meter', 'created', meter.id), result: meter };
};
