import { TestClock } from '../../shared/api/objects/test-clock.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, testClockAggregate, async (record, _input, { tenant }) => viewTestClock(record, tenant));
