import fc from 'fast-check';
import { advanceTo } from '../advancing.ts';
import { type Deed, defineAction } from './action.ts';
import { answerBy, bank } from './bank.ts';
import { code } from './code.ts';
import { chargeback, refundDecided, refunding } from './money-back.ts';
import { planChange } from './plan.ts';
import { dueMoment } from './time.ts';
import { usage } from './usage.ts';

const MINUTE = 60;

/** Minutes or hours pass, within one period more often than not. */
const shortly = defineAction({
  name: 'shortly',
  weight: 4,
  given: fc.constantFrom(1, 7, 61, 1441, 4099),
  perform: (life, minutes) => advanceTo(life, life.model.now + minutes * MINUTE),
});

/** The bank pays from now on. */
const paying = defineAction({ name: 'paying', weight: 1, given: fc.constant(null), perform: (life) => answerBy(life, 'paid') });

const one: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: planChange.deeds },
  { weight: 5, arbitrary: shortly.deeds },
  ...[usage, code, refunding, refundDecided, chargeback].map(({ deeds }) => ({ weight: 1, arbitrary: deeds })),
);

/** The bank takes charges on from now on, and decides them later. */
const pending = defineAction({ name: 'pending', weight: 1, given: fc.constant(null), perform: (life) => answerBy(life, 'pending') });

/** Money is asked back while a change or a renewal that uses the value of earlier payments waits for the bank. */
const backConcurrently: fc.Arbitrary<readonly Deed[]> = fc
  .tuple(
    fc.tuple(paying.deeds, planChange.deeds, shortly.deeds, planChange.deeds, shortly.deeds, pending.deeds),
    fc.oneof(planChange.deeds, dueMoment.deeds),
    fc.array(fc.oneof({ weight: 3, arbitrary: refunding.deeds }, { weight: 1, arbitrary: chargeback.deeds }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.tuple(bank.deeds, paying.deeds),
  )
  .map((parts) => parts.flat());

/** Several changes of plan one after the other, with what is used and what comes back of earlier ones in between. */
const changes: fc.Arbitrary<readonly Deed[]> = fc
  .tuple(paying.deeds, fc.array(one, { minLength: 4, maxLength: 12, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

/** What is not come by often by chance alone: many changes at once, and money that goes back while they are charged for. */
export const burst = fc.oneof({ weight: 3, arbitrary: changes }, { weight: 1, arbitrary: backConcurrently });
