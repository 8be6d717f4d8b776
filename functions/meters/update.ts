import * as v from 'valibot';
import { Meter } from '../../shared/api/objects/usage/meter.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { METER_STATUSES, meterAggregate, viewMeter } from '../../shared/domain/meter/record.ts';
import { updateMeter } from '../../shared/domain/meter/update.ts';

export const operation = defineOperation({
  id: 'meters.update',
  method: 'POST',
  path: '/v1/meters/{meter_id}',
  summary: 'Update a meter',
  description: doc('`status: inactive` prevents new prices with the meter; prices that refer to it are still billed from its events.'),
  auth: apiKey('products:write'),
  profile: 'write',
  params: { meter_id: idParams.meter },
  body: v.strictObject({
    status: described(v.optional(v.picklist(METER_STATUSES)), doc('`active`, or `inactive` to prevent new prices with the meter.')),
  }),
  response: Meter,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body }, { tenant, store, run }) =>
  run({
    load: async () => ({ meter: await store.get(meterAggregate, tenant, params.meter_id) }),
    nowOf: () => null,
    decide: (state, context) => updateMeter(body, state, context),
    answer: (meter) => viewMeter(meter, tenant),
  }),
);
