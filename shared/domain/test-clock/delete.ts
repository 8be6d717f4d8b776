import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { laterOperation } from '../pending-operation/open.ts';
import type { PendingOperation } from '../pending-operation/record.ts';
import { Refusal } from '../refusal.ts';
import type { ClockState } from './advance.ts';
import { isGone, type TestClock, testClockAggregate } from './record.ts';

/** The operation that ends what lives on a deleted clock. */
export const CLOCK_REMOVAL = 'test_clocks.delete';

/** The request that deletes the clock ends it all itself; should it break off, or not get through, the reaper continues then. */
const FIRST_TRY_SECONDS = 60;

export interface DeletedClock {
  readonly id: string;
  readonly operationId: PendingOperation['id'];
}

/**
 * Takes a clock that is not advancing out of use: from now on it is not there any more, and nothing is sold to its customers.
 * A separate operation ends what lives on it, however much that is [CLK-04]. `ctx.now` is real time.
 */
export const deleteTestClock = (_command: null, state: ClockState, ctx: DecisionContext): Decision<DeletedClock> | Refusal => {
  if (state.clock === null || isGone(state.clock)) return new Refusal('resource_missing', 'No such test clock.');
  const clock = state.clock.record;
  if (clock.status === 'advancing') return new Refusal('state_conflict', 'The clock is advancing.');
  const deleted: TestClock = { ...clock, deletedAt: ctx.now };
  const later = { now: ctx.now, afterSeconds: FIRST_TRY_SECONDS };
  const { operation, opening } = laterOperation(CLOCK_REMOVAL, { test_clock_id: clock.id }, later, ctx.ids);
  return {
    changes: [change(testClockAggregate, state.clock, deleted), opening],
    events: [],
    audit: audited('test_clock', 'deleted', clock.id),
    result: { id: clock.id, operationId: operation.id },
  };
};

/** Forgets a deleted clock, once nothing lives on it any more. */
export const forgetClock = (stored: Stored<TestClock> | null): Decision<null> =>
  stored === null ? unchanged(null) : { changes: [change(testClockAggregate, stored, null)], events: [], result: null };
