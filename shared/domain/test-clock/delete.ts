import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { scheduleOperation } from '../pending-operation/open.ts';
import type { PendingOperation } from '../pending-operation/record.ts';
import { Refusal } from '../refusal.ts';
import type { ClockState } from './advance.ts';
import { isDeletedClock, type TestClock, testClockAggregate } from './record.ts';

/** Kind of the pending operation that cancels or expires the objects of a deleted clock. */
export const CLOCK_REMOVAL = 'test_clocks.delete';

/** Delay after which the sweep (every minute) executes the operation, if the request that deletes the clock has not done so. */
const FIRST_TRY_SECONDS = 60;

export interface DeletedClock {
  readonly id: string;
  readonly operationId: PendingOperation['id'];
}

/**
 * Deletes a test clock. From then on, nothing can be sold to its customers. A separate operation ends the objects on the clock [CLK-04].
 * Refuses a clock that is advancing (409). `ctx.now` is real time.
 */
export const deleteTestClock = (_command: null, state: ClockState, ctx: DecisionContext): Decision<DeletedClock> | Refusal => {
  if (state.clock === null || isDeletedClock(state.clock)) return new Refusal('resource_missing', 'No such test clock.');
  const clock = state.clock.record;
  if (clock.status === 'advancing') return new Refusal('state_conflict', 'This test clock is advancing. Wait until it is ready.');
  const deleted: TestClock = { ...clock, deletedAt: ctx.now };
  const schedule = { now: ctx.now, afterSeconds: FIRST_TRY_SECONDS };
  const { operation, creation } = scheduleOperation(CLOCK_REMOVAL, { test_clock_id: clock.id }, schedule, ctx.ids);
  return {
    changes: [change(testClockAggregate, state.clock, deleted), creation],
    events: [],
    audit: audited('test_clock', 'deleted', clock.id),
    result: { id: clock.id, operationId: operation.id },
  };
};

/** Removes the record of a deleted clock, after the objects on the clock have ended. */
export const removeClockRecord = (stored: Stored<TestClock> | null): Decision<null> =>
  stored === null ? unchanged(null) : { changes: [change(testClockAggregate, stored, null)], events: [], result: null };
