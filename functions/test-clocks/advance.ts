import * as v from 'valibot';
import { TestClock } from '../../shared/api/objects/test-clock.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { seconds } from '../../shared/api/times.ts';
import { startAdvance } from '../../shared/domain/test-clock/advance.ts';
import { testClockAggregate, viewTestClock } from '../../shared/domain/test-clock/record.ts';
import { listIntervalsOnClock } from '../../shared/flows/clocks/advance.ts';
import { advanceExecutionName } from '../../shared/flows/due/execution-names.ts';
import { stateMachines, clock as systemClock } from '../../shared/runtime/services.ts';
import { ticketWrite } from '../../shared/store/runs/clock-places.ts';

export const operation = defineOperation({
  id: 'test_clocks.advance',
  method: 'POST',
  path: '/v1/test_clocks/{test_clock_id}/advance',
  summary: 'Advance a test clock',
  description: doc(
    'Processes everything that is due up to `frozen_time`, in order, each at its simulated time. `status` is `advancing` in the meantime, and `ready` afterwards. At most two clocks of an account advance at the same time; others wait, in the order of the requests.',
  ),
  auth: apiKey('test_clocks:write', 'test'),
  profile: 'write',
  uses: ['clock-advance'],
  params: { test_clock_id: fields.idParams.testClock },
  body: v.strictObject({
    frozen_time: described(
      seconds,
      doc(
        'The simulated time to advance to, in Unix seconds: after the time of the clock, by at most two months (two years if no subscription on the clock is monthly).',
      ),
    ),
  }),
  response: TestClock,
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serve(operation, async ({ params, body }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [clock, intervals] = await Promise.all([
        store.get(testClockAggregate, tenant, params.test_clock_id),
        listIntervalsOnClock(store, tenant, params.test_clock_id),
      ]);
      return { clock, intervals };
    },
    nowOf: () => null,
    decide: (state, context) => startAdvance({ frozenTime: body.frozen_time }, state, context),
    answer: (clock) => viewTestClock(clock, tenant),
    extraWrites: ({ id, lastStepAt }) => (lastStepAt === null ? [] : [ticketWrite(tenant, id, lastStepAt, systemClock.nowMs())]),
    // If this start is lost, the sweep finds the due entry and starts the advance.
    afterCommit: async (clock) => {
      const name = advanceExecutionName(clock.id, body.frozen_time, clock.lastStepAt ?? 0);
      await (await stateMachines()).start('clock-advance', name, { ...tenant, clockId: clock.id });
    },
  }),
);
