import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { addIntervals, type Interval } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { LATEST_TIME } from './create.ts';
import { isGone, type TestClock, testClockAggregate } from './record.ts';

export interface StartAdvance {
  readonly frozenTime: number;
}

export interface StartAdvanceState {
  readonly clock: Stored<TestClock> | null;
  /** Intervals of the clock's subscriptions that are not canceled. */
  readonly intervals: readonly Interval[];
}

export interface ClockState {
  readonly clock: Stored<TestClock> | null;
}

const MOST_INTERVALS = 2;

/** The furthest an advance may go: two of the shortest interval on the clock, or two years with none. */
const furthestAdvance = (frozenTime: number, intervals: readonly Interval[]): number =>
  Math.min(LATEST_TIME, addIntervals(frozenTime, intervals.includes('month') ? 'month' : 'year', MOST_INTERVALS));

const missing = (): Refusal => new Refusal('resource_missing', 'No such test clock.');

const changed = (before: Stored<TestClock>, after: TestClock): Decision<TestClock> =>
  differs(before, after) ? { changes: [change(testClockAggregate, before, after)], events: [], result: after } : unchanged(after);

/**
 * Begins an advance; the machine then plays what is due. Forward only and not too far (400, `param: frozen_time`),
 * one at a time (409). `ctx.now` is real time. A clock whose advance failed may be advanced again.
 */
export const startAdvance = (command: StartAdvance, state: StartAdvanceState, ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null || isGone(state.clock)) return missing();
  const clock = state.clock.record;
  if (clock.status === 'advancing') return new Refusal('state_conflict', 'The clock is advancing already.');
  if (command.frozenTime <= clock.frozenTime || command.frozenTime > furthestAdvance(clock.frozenTime, state.intervals)) {
    const message = 'A clock advances forward, by at most two of the shortest interval among its subscriptions (two years with none).';
    return new Refusal('parameter_invalid', message, { param: 'frozen_time' });
  }
  const after: TestClock = { ...clock, status: 'advancing', targetTime: command.frozenTime, lastStepAt: ctx.now };
  return { ...changed(state.clock, after), audit: audited('test_clock', 'advanced', clock.id) };
};

/** Moves the simulated now to the moment of what is due next; never back, never past the target. The advance shows that it is alive. */
export const stepTo = (command: { readonly moment: number }, state: ClockState, ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null) return missing();
  const clock = state.clock.record;
  if (clock.targetTime === null) return new Refusal('state_conflict', 'The clock is not advancing.');
  const moment = Math.min(Math.max(command.moment, clock.frozenTime), clock.targetTime);
  return changed(state.clock, { ...clock, frozenTime: moment, lastStepAt: ctx.realNow });
};

/** Everything due was played: the clock is at its target. Finishing twice changes nothing. */
export const finishAdvance = (_command: null, state: ClockState, _ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null) return missing();
  const clock = state.clock.record;
  if (clock.targetTime === null) return unchanged(clock);
  return changed(state.clock, { ...clock, frozenTime: clock.targetTime, status: 'ready', targetTime: null, lastStepAt: null });
};

/** The advance broke off: the clock stays where it got to. */
export const failAdvance = (_command: null, state: ClockState, _ctx: DecisionContext): Decision<TestClock> | Refusal => {
  if (state.clock === null) return missing();
  const clock = state.clock.record;
  if (clock.status !== 'advancing') return unchanged(clock);
  return changed(state.clock, { ...clock, status: 'failed', targetTime: null, lastStepAt: null });
};
