import type { Aggregate, BaseRecord, Stored } from '../aggregate.ts';
import type { Guard } from '../decision.ts';
import { livemode, type Tenant } from '../tenant.ts';

export type TestClockStatus = 'ready' | 'advancing' | 'failed';

/** Simulated time for the customers tied to it. Test mode only [CLK-07]. */
export interface TestClock extends BaseRecord {
  readonly name: string | null;
  /** The simulated now, Unix seconds. */
  readonly frozenTime: number;
  readonly status: TestClockStatus;
  /** Where the running advance ends; `null` when none runs. */
  readonly targetTime: number | null;
  /** Real time at which the running advance began, or last began a step; `null` when none runs. */
  readonly lastStepAt: number | null;
  /** Real time; a deleted clock answers 404, and its record stays until nothing lives on it any more. */
  readonly deletedAt: number | null;
  /** All that is due on it was listed as it was written. Not so on clocks of former releases: there the records say what is due. */
  readonly duesListed: boolean;
}

/** Version 2 had no list of what is due, and knew only when an advance began. */
type WithoutList = Omit<TestClock, 'duesListed' | 'lastStepAt'> & { readonly advanceStartedAt: number | null };
const withList = ({ advanceStartedAt, ...clock }: WithoutList): TestClock => ({
  ...clock,
  lastStepAt: advanceStartedAt,
  duesListed: false,
});

/** Version 1 was removed at once, whatever lived on it. */
type RemovedAtOnce = Omit<WithoutList, 'deletedAt'>;
const withDeletion = (clock: RemovedAtOnce): WithoutList => ({ ...clock, deletedAt: null });

/** True for a clock that is deleted, or was. */
export const isGone = (clock: Stored<TestClock> | null): boolean => clock === null || clock.record.deletedAt !== null;

/** True for objects of a deleted clock: its time no longer moves, so nothing may start on it. */
export const isBlocked = (clockId: string | null, clock: Stored<TestClock> | null): boolean => clockId !== null && isGone(clock);

/** What begins on a clock begins while the clock is as it was read: not deleted, and not at another moment, in between. */
export const onClock = (clock: Stored<TestClock> | null): readonly Guard[] =>
  clock === null ? [] : [{ kind: 'unchanged', aggregate: testClockAggregate, stored: clock }];

export const viewTestClock = (clock: TestClock, tenant: Tenant) => ({
  id: clock.id,
  object: 'test_clock' as const,
  created: clock.created,
  livemode: livemode(tenant),
  name: clock.name,
  frozen_time: clock.frozenTime,
  status: clock.status,
});
type TestClockView = ReturnType<typeof viewTestClock>;

/** Seconds after which an advance whose state machine never started, broke off or left it to another is picked up by the sweep. */
const ADVANCE_PICKUP_SECONDS = 60;

export const testClockAggregate: Aggregate<TestClock, TestClockView> = {
  type: 'test_clock',
  prefix: 'clk_',
  migrations: [withDeletion, withList],
  view: viewTestClock,
  unlogged: true,
  dueOf: (clock) =>
    clock.lastStepAt === null ? null : { at: clock.lastStepAt + ADVANCE_PICKUP_SECONDS, kind: 'clock_advance', clockId: null },
};
