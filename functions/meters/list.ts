import * as v from 'valibot';
import { Meter } from '../../shared/api/objects/usage/meter.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { METER_STATUSES, meterAggregate } from '../../shared/domain/meter/record.ts';

export const operation = defineOperation({
  id: 'meters.list',
  method: 'GET',
  path: '/v1/meters',
  summary: 'List meters, newest first',
  description: doc('Lists the meters of the account. Without `status`, includes inactive meters.'),
  auth: apiKey('products:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    status: described(v.optional(v.picklist(METER_STATUSES)), doc('Returns only meters with this status. Default: all.')),
  }),
  response: listSchema(Meter),
});

export const handler = serve(operation, async ({ query: { status, ...query } }, { tenant, store }) =>
  fetchList(store, meterAggregate, tenant, idParams.meter.pattern, {
    ...query,
    ...(status === undefined ? {} : { states: [status], where: (meter) => meter.status === status }),
  }),
);
