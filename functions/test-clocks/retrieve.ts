import { TestClock } from '../../shared/api/objects/test-clock.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { testClockAggregate, viewTestClock } from '../../shared/domain/test-clock/record.ts';

export const operation = defineOperation({
  id: 'test_clocks.retrieve',
  method: 'GET',
  path: '/v1/test_clocks/{test_clock_id}',
  summary: 'Retrieve a test clock',
  description: doc('Returns the test clock. Poll it after an advance until `status` is no longer `advancing`.'),
  auth: apiKey('test_clocks:read', 'test'),
  profile: 'read',
  params: { test_clock_id: idParams.testClock },
  response: TestClock,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, testClockAggregate, tenant, params.test_clock_id, 'test clock');
  return viewTestClock(record, tenant);
});
