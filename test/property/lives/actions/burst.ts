import fc from 'fast-check';
import { advanceTo } from '../advancing.ts';
import { type Deed, defineAction } from './action.ts';
import { answerBy } from './bank.ts';
import { chargeback, refundDecided, refunding } from './money-back.ts';
import { planChange } from './plan.ts';
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
  ...[usage, refunding, refundDecided, chargeback].map(({ deeds }) => ({ weight: 1, arbitrary: deeds })),
);

/** Several changes of plan one after the other, with what is used and what comes back of earlier ones in between. */
export const burst: fc.Arbitrary<readonly Deed[]> = fc
  .tuple(paying.deeds, fc.array(one, { minLength: 4, maxLength: 12, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);
