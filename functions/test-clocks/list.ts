import * as v from 'valibot';
import { TestClock } from '../../shared/api/objects/test-clock.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';

export const operation = defineOperation({
  id: 'test_clocks.list',
  method: 'GET',
  path: '/v1/test_clocks',
  summary: 'List test clocks, newest first',
  description: doc('Lists the test clocks of the account.'),
  auth: apiKey('test_clocks:read', 'test'),
  profile: 'read',
  params: {},
  query: v.strictObject(listQuery),
  response: listSchema(TestClock),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchList(store, testClockAggregate, tenant, idParams.testClock.pattern, query),
);
