import { Meter } from '../../shared/api/objects/usage/meter.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, meterAggregate, async (record, _input, { tenant }) => viewMeter(record, tenant));
