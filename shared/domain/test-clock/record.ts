import type { Aggregate, BaseRecord, Stored } from '../aggregate.ts';
import type { Guard } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { livemode, type Tenant } from '../tenant.ts';

export type TestClockStatus = 'ready' | 'advancing' | 'failed';

/** Simulated time for the customers of the clock. Test mode only [CLK-07]. */
export interface TestClock extends BaseRecord {
  readonly name: string | null;
  /** The simulated now, Unix seconds. */
  readonly frozenTime: number;
  readonly status: TestClockStatus;
  /** Target of the running advance; `null`: not advancing. */
  readonly targetTime: number | null;
  /** Real time of the start or the last step of the running advance; `null`: not advancing. */
  readonly lastStepAt: number | null;
  /** Number of advances that were started; omitted: none since the release that counts them. */
  readonly advanceCount?: number;
  /** Real time of the deletion. The API returns 404 from then on; the record remains until the objects on the clock have ended. */
  readonly deletedAt: number | null;
  /**
   * True when the due index contains all due work of the objects on the clock. False for clocks of former releases: an advance scans their
   * objects instead.
   */
  readonly duesListed: boolean;
}

/** Version 2 had no due index, and stored only the start time of an advance. */
type Version2 = Omit<TestClock, 'duesListed' | 'lastStepAt'> & { readonly advanceStartedAt: number | null };
const fromVersion2 = ({ advanceStartedAt, ...clock }: Version2): TestClock => ({
  ...clock,
  lastStepAt: advanceStartedAt,
  duesListed: false,
});

/** Version 1 had no `deletedAt`: deleted clocks were removed immediately. */
type Version1 = Omit<Version2, 'deletedAt'>;
const fromVersion1 = (clock: Version1): Version2 => ({ ...clock, deletedAt: null });

/** True when the clock is deleted or does not exist. */
export const isDeletedClock = (clock: Stored<TestClock> | null): boolean => clock === null || clock.record.deletedAt !== null;

/** Refusal of a sale to a customer whose test clock was deleted. */
export const CLOCK_DELETED = new Refusal('state_conflict', "This customer's test clock was deleted. Use another customer.", {
  reason: 'test_clock_deleted',
});

/** True for an object on a deleted clock: no checkout or payment can be started for it. */
export const isOnDeletedClock = (clockId: string | null, clock: Stored<TestClock> | null): boolean =>
  clockId !== null && isDeletedClock(clock);

/** Guard that fails if the clock is deleted or advanced after it was read and before the decision is written. */
export const clockUnchanged = (clock: Stored<TestClock> | null): readonly Guard[] =>
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

/** An advance that has made no step for this time is due work: the sweep (every minute) starts its state machine again. */
const ADVANCE_PICKUP_SECONDS = 60;

export const testClockAggregate: Aggregate<TestClock, TestClockView> = {
  type: 'test_clock',
  prefix: 'clk_',
  migrations: [fromVersion1, fromVersion2],
  view: viewTestClock,
  unlogged: true,
  dueOf: (clock) =>
    clock.lastStepAt === null ? null : { at: clock.lastStepAt + ADVANCE_PICKUP_SECONDS, kind: 'clock_advance', clockId: null },
};
