import * as v from 'valibot';
import { AGGREGATIONS, METER_STATUSES } from '../../../domain/meter/record.ts';
import { described, doc, named } from '../../schemas/described.ts';
import { objectHead, openEnum } from '../common.ts';

const MeterFilter = named(
  v.strictObject({
    key: described(v.string(), doc('Property of the event.')),
    values: described(v.array(v.string()), doc('The event is counted if the property has one of these values.')),
  }),
  'MeterFilter',
);

export const Meter = v.strictObject({
  ...objectHead('meter', doc('Id of the meter. Starts with `mtr_`.')),
  event_name: described(v.string(), doc('Name of the usage events that the meter counts.')),
  aggregation: described(
    openEnum(AGGREGATIONS),
    doc(
      'Quantity of a period: `sum` of the values, `count` of the events, `max` (the highest value), `last` (the value of the latest event), or `unique` (number of different values).',
    ),
  ),
  value_key: described(
    v.nullable(v.string()),
    doc('Property of the event that contains the value; `null`: the `value` of the event, or no value for `count`.'),
  ),
  filters: described(v.array(MeterFilter), doc('An event is counted if it passes all filters; `[]`: every event is counted.')),
  status: described(
    openEnum(METER_STATUSES),
    doc('`active`, or `inactive`: new prices cannot refer to the meter; existing prices are still billed from it.'),
  ),
});
