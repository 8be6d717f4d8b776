import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { invalidParam, type Refusal } from '../refusal.ts';
import { type TestClock, testClockAggregate } from './record.ts';

/** Limits of simulated time: the years 2000 to 2100. Unix seconds. */
const EARLIEST_TIME = Date.UTC(2000, 0, 1) / 1000;
export const LATEST_TIME = Date.UTC(2101, 0, 1) / 1000 - 1;

export interface CreateTestClock {
  readonly frozenTime: number;
  readonly name?: string | null | undefined;
}

/** Creates a test clock at `frozenTime`. Refuses a time outside of the years 2000 to 2100 (400). `ctx.now` is real time. */
export const createTestClock = (command: CreateTestClock, _state: null, ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (command.frozenTime < EARLIEST_TIME || command.frozenTime > LATEST_TIME) {
    return invalidParam('frozen_time', '`frozen_time` must be between the years 2000 and 2100.');
  }
  const clock: TestClock = {
    id: ctx.ids.next(testClockAggregate.prefix),
    created: ctx.now,
    name: command.name ?? null,
    frozenTime: command.frozenTime,
    status: 'ready',
    targetTime: null,
    lastStepAt: null,
    deletedAt: null,
    duesListed: true,
  };
  return {
    changes: [change(testClockAggregate, null, clock)],
    events: [],
    audit: audited('test_clock', 'created', clock.id),
    result: clock,
  };
};
