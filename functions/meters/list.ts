import * as v from 'valibot';
import { described, doc } from '../../shared/api/described.ts';
import { ids, listQuery, listSchema } from '../../shared/api/fields.ts';
import { Meter } from '../../shared/api/objects/meter.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { METER_STATUSES, meterAggregate } from '../../shared/domain/meter/record.ts';

export const operation = defineOperation({
  id: 'meters.list',
  method: 'GET',
  path: '/v1/meters',
  summary: 'List meters, newest first',
  description: doc('Lists the meters of the account. Inactive meters too, unless `status` is sent.'),
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
  fetchList(store, meterAggregate, tenant, ids.meter.pattern, {
    ...query,
    ...(status === undefined ? {} : { states: [status], where: (meter) => meter.status === status }),
  }),
);
