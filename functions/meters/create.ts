import * as v from 'valibot';
import { Meter } from '../../shared/api/objects/usage/meter.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { USAGE_EVENT } from '../../shared/domain/limits.ts';
import { createMeter } from '../../shared/domain/meter/create.ts';
import { AGGREGATIONS, viewMeter } from '../../shared/domain/meter/record.ts';
import { filters, propertyKey } from './fields.ts';

export const operation = defineOperation({
  id: 'meters.create',
  method: 'POST',
  path: '/v1/meters',
  summary: 'Create a meter',
  description: doc(
    'A meter turns usage events into the quantity of a metered price. Create a price with its `meter_id` next. Only the `status` of a meter can be changed.',
  ),
  auth: apiKey('products:write'),
  profile: 'write',
  params: {},
  body: v.strictObject({
    event_name: described(text(1, USAGE_EVENT.textMaxLength), doc('Name of the usage events to count.')),
    aggregation: described(
      v.picklist(AGGREGATIONS),
      doc(
        'Quantity of a period: `sum` of the values, `count` of the events, `max` (the highest value), `last` (the value of the latest event), or `unique` (number of different values).',
      ),
    ),
    value_key: described(
      v.nullish(propertyKey),
      doc('Property that contains the value; required for `unique`, not allowed for `count`. Default: `null`, the `value` of the event.'),
    ),
    filters: described(v.nullish(filters), doc('An event is counted if it passes all filters. Default: none.')),
  }),
  response: Meter,
});

export const handler = serve(operation, async ({ body }, { tenant, run }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (state, context) => createMeter(camelKeys(body), state, context),
    answer: (meter) => viewMeter(meter, tenant),
  }),
);
