import * as v from 'valibot';
import { TestClock } from '../../shared/api/objects/test-clock.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { seconds } from '../../shared/api/times.ts';
import { createTestClock } from '../../shared/domain/test-clock/create.ts';
import { viewTestClock } from '../../shared/domain/test-clock/record.ts';

export const operation = defineOperation({
  id: 'test_clocks.create',
  method: 'POST',
  path: '/v1/test_clocks',
  summary: 'Create a test clock',
  description: doc('Customers created with the id of the clock use the simulated time of the clock.'),
  auth: apiKey('test_clocks:write', 'test'),
  profile: 'write',
  params: {},
  body: v.strictObject({
    frozen_time: described(seconds, doc('Initial simulated time, in Unix seconds, between the years 2000 and 2100.')),
    name: described(v.nullish(fields.text(0, 255)), doc('Your name for the clock. Default: `null`.')),
  }),
  response: TestClock,
});

export const handler = serve(operation, async ({ body }, { tenant, run }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (state, context) => createTestClock({ frozenTime: body.frozen_time, name: body.name }, state, context),
    answer: (clock) => viewTestClock(clock, tenant),
  }),
);
