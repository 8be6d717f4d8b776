import type { Aggregate, BaseRecord, Tenant } from '../kernel.ts';
import { livemode } from '../kernel.ts';

export type TestClockStatus = 'ready' | 'advancing' | 'failed';

/** Simulated time for the customers tied to it. Test mode only [CLK-07]. */
export interface TestClock extends BaseRecord {
  readonly name: string | null;
  /** The simulated now, Unix seconds. */
  readonly frozenTime: number;
  readonly status: TestClockStatus;
  /** Where the running advance ends; `null` when none runs. */
  readonly targetTime: number | null;
  /** Real time at which the running advance began; `null` when none runs. */
  readonly advanceStartedAt: number | null;
}

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

/** Seconds after which an advance whose machine never started is picked up by the sweep. */
const ADVANCE_PICKUP_SECONDS = 60;

export const testClockAggregate: Aggregate<TestClock, TestClockView> = {
  type: 'test_clock',
  prefix: 'clk_',
  view: viewTestClock,
  unlogged: true,
  dueOf: (clock) =>
    clock.advanceStartedAt === null ? null : { at: clock.advanceStartedAt + ADVANCE_PICKUP_SECONDS, kind: 'clock_advance', clockId: null },
};
