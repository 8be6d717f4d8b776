import fc from 'fast-check';
import { advanceTo, DISTURBANCE_SECONDS, type Trouble } from '../advancing.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';

const DAY = 86_400;
/** Next to every moment at which something is due. */
const ASIDE = 5000;

/** So many days later by the calendar; by the year, ten times as many. */
export const later = ({ model }: Life, days: number): number => {
  const start = model.startOfLife;
  const passed = Math.floor((model.now - start) / DAY);
  return start + (passed + days * (model.standing.plan.interval === 'year' ? 10 : 1)) * DAY + ASIDE;
};

/** What an advance of the clock may meet. */
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Trouble>({ kind: 'none' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('killed' as const),
      call: fc.nat(70),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Trouble>({ kind: 'twice' }) },
  { weight: 1, arbitrary: fc.constant<Trouble>({ kind: 'replayed' }) },
);

/** Days pass. */
export const time = defineAction({
  name: 'time',
  weight: 14,
  given: fc.record({ days: fc.integer({ min: 1, max: 40 }), trouble }),
  perform: (life, { days, trouble: meets }) => advanceTo(life, later(life, days), meets),
});

/** Has time pass to what is due next, where that is not far. */
export const toWhatIsDue = async (life: Life): Promise<void> => {
  const { model } = life;
  const at = model.nextDue;
  if (at === null || at <= model.now || at > later(life, 40)) return;
  await advanceTo(life, life.disturbed ? at + DISTURBANCE_SECONDS : at);
};

/** Time passes to the very second at which something is due next, or surely beyond it where that may be some minutes later. */
export const dueMoment = defineAction({
  name: 'to what is due',
  weight: 3,
  given: fc.constant(null),
  perform: toWhatIsDue,
});
