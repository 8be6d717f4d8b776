import { Meter } from '../../shared/api/objects/usage/meter.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { meterAggregate, viewMeter } from '../../shared/domain/meter/record.ts';

export const operation = defineOperation({
  id: 'meters.retrieve',
  method: 'GET',
  path: '/v1/meters/{meter_id}',
  summary: 'Retrieve a meter',
  description: doc('Returns a meter, also an inactive one.'),
  auth: apiKey('products:read'),
  profile: 'read',
  params: { meter_id: idParams.meter },
  response: Meter,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, meterAggregate, tenant, params.meter_id, 'meter');
  return viewMeter(record, tenant);
});
