import * as v from 'valibot';
import { ids } from '../../shared/api/fields.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { deleteTestClock } from '../../shared/domain/test-clock/advance.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';

export const operation = defineOperation({
  id: 'test_clocks.delete',
  method: 'DELETE',
  path: '/v1/test_clocks/{test_clock_id}',
  summary: 'Delete a test clock',
  description: 'Its customers stay, and go on in real time.',
  auth: apiKey('test_clocks:write', 'test'),
  profile: 'write',
  params: { test_clock_id: ids.testClock },
  query: null,
  body: null,
  response: v.strictObject({ id: v.string(), object: v.literal('test_clock'), deleted: v.literal(true) }),
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ clock: await store.get(testClockAggregate, tenant, params.test_clock_id) }),
    decide: (state, context) => deleteTestClock(null, state, context),
    answer: ({ id }) => ({ id, object: 'test_clock' as const, deleted: true as const }),
  }),
);
