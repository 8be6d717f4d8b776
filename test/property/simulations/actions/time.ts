import fc from 'fast-check';
import { type AdvanceFault, advanceTo, MAX_DELAY_SECONDS } from '../advance.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';

const DAY = 86_400;
/** Offset in seconds, so that the target differs from all due times. */
const OFFSET_SECONDS = 5000;

/** Returns the time about `days` days from now, or ten times as many days with a yearly plan. */
export const daysLater = ({ model }: Simulation, days: number): number => {
  const start = model.startedAt;
  const passed = Math.floor((model.now - start) / DAY);
  return start + (passed + days * (model.state.plan.interval === 'year' ? 10 : 1)) * DAY + OFFSET_SECONDS;
};

const fault: fc.Arbitrary<AdvanceFault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<AdvanceFault>({ kind: 'none' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('killed' as const),
      call: fc.nat(70),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant<AdvanceFault>({ kind: 'twice' }) },
  { weight: 1, arbitrary: fc.constant<AdvanceFault>({ kind: 'replayed' }) },
);

/** Advances the clock by some days. */
export const time = defineAction({
  name: 'time',
  weight: 14,
  inputs: fc.record({ days: fc.integer({ min: 1, max: 40 }), fault }),
  perform: (simulation, { days, fault: injected }) => advanceTo(simulation, daysLater(simulation, days), injected),
});

/** Advances the clock to the next automatic step if it is at most about 40 days away, or 400 with a yearly plan. */
export const advanceToNextDue = async (simulation: Simulation): Promise<void> => {
  const { model } = simulation;
  const at = model.nextDue;
  if (at === null || at <= model.now || at > daysLater(simulation, 40)) return;
  await advanceTo(simulation, simulation.timesMayDiffer ? at + MAX_DELAY_SECONDS : at);
};

/** Advances to the exact second of the next automatic step, or further if the step may be delayed. */
export const waitForNextDue = defineAction({
  name: 'to the next due time',
  weight: 3,
  inputs: fc.constant(null),
  perform: advanceToNextDue,
});
