import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { addIntervals, type Interval } from '../periods.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { LATEST_TIME } from './create.ts';
import { isDeletedClock, type TestClock, testClockAggregate } from './record.ts';

export interface StartAdvance {
  readonly frozenTime: number;
}

export interface StartAdvanceState {
  readonly clock: Stored<TestClock> | null;
  /** Billing intervals of the clock's subscriptions that are not canceled. */
  readonly intervals: readonly Interval[];
}

export interface ClockState {
  readonly clock: Stored<TestClock> | null;
}

/** Maximum length of an advance, in billing intervals. */
const MAX_INTERVALS = 2;

/** Latest time of an advance: two months ahead if a subscription of the clock is monthly, otherwise two years ahead. */
const maxFrozenTime = (frozenTime: number, intervals: readonly Interval[]): number =>
  Math.min(LATEST_TIME, addIntervals(frozenTime, intervals.includes('month') ? 'month' : 'year', MAX_INTERVALS));

const noSuchClock = (): Refusal => new Refusal('resource_missing', 'No such test clock.');

const updateClock = (before: Stored<TestClock>, after: TestClock): Decision<TestClock> =>
  differs(before, after) ? { changes: [change(testClockAggregate, before, after)], events: [], result: after } : unchanged(after);

/**
 * Starts an advance; a state machine then executes the due work. Refuses a time that is not later than the clock's time or too far ahead
 * (400, `param: frozen_time`), and an advance while another is running (409). After a failed advance, the clock can be advanced again.
 * `ctx.now` is real time.
 */
export const startAdvance = (command: StartAdvance, state: StartAdvanceState, ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null || isDeletedClock(state.clock)) return noSuchClock();
  const clock = state.clock.record;
  if (clock.status === 'advancing') return new Refusal('state_conflict', 'This test clock is already advancing. Wait until it is ready.');
  if (command.frozenTime <= clock.frozenTime) {
    return invalidParam(
      'frozen_time',
      `\`frozen_time\` must be after ${clock.frozenTime}, the time of the clock: a clock only moves forward.`,
    );
  }
  const maximum = maxFrozenTime(clock.frozenTime, state.intervals);
  if (command.frozenTime > maximum) {
    const message = `\`frozen_time\` must be at most ${maximum}: an advance is limited to two months, or two years if no subscription is monthly. Advance in several steps.`;
    return invalidParam('frozen_time', message);
  }
  const after: TestClock = {
    ...clock,
    status: 'advancing',
    targetTime: command.frozenTime,
    lastStepAt: ctx.now,
    advanceCount: (clock.advanceCount ?? 0) + 1,
  };
  return { ...updateClock(state.clock, after), audit: audited('test_clock', 'advanced', clock.id) };
};

/** Moves the simulated time to `time`, the time of the next due work, but never back or past the target. Updates `lastStepAt`. */
export const moveClockTo = (command: { readonly time: number }, state: ClockState, ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null) return noSuchClock();
  const clock = state.clock.record;
  if (clock.targetTime === null) return new Refusal('state_conflict', 'This test clock is not advancing.');
  const time = Math.min(Math.max(command.time, clock.frozenTime), clock.targetTime);
  return updateClock(state.clock, { ...clock, frozenTime: time, lastStepAt: ctx.realNow });
};

/** Finishes an advance after all due work is executed: the clock is `ready` at the target time. Idempotent. */
export const finishAdvance = (_command: null, state: ClockState, _ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null) return noSuchClock();
  const clock = state.clock.record;
  if (clock.targetTime === null) return unchanged(clock);
  return updateClock(state.clock, { ...clock, frozenTime: clock.targetTime, status: 'ready', targetTime: null, lastStepAt: null });
};

/** Marks an advance as failed; the clock keeps its current time. */
export const failAdvance = (_command: null, state: ClockState, _ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null) return noSuchClock();
  const clock = state.clock.record;
  if (clock.status !== 'advancing') return unchanged(clock);
  return updateClock(state.clock, { ...clock, status: 'failed', targetTime: null, lastStepAt: null });
};
