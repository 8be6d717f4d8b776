import fc from 'fast-check';
import { Conservation } from '../conservation/conservation.ts';
import { behave, letWithdraw } from '../histories/perform.ts';
import { endHistory, pass, sweep } from '../histories/stage.ts';
import type { Deed } from './actions/action.ts';
import { decideAll } from './actions/bank.ts';
import { burst } from './actions/burst.ts';
import { ACTIONS } from './actions/index.ts';
import { settleRefunds, tellReturned } from './actions/money-back.ts';
import { later } from './actions/time.ts';
import { advanceTo } from './advancing.ts';
import type { CouponTerms } from './amounts.ts';
import { beginLife, type Ground, type Life, type LifeTerms } from './life.ts';
import { faceFaults, lifeFaults } from './rules.ts';

/** A life as it is reported before it is lived. */
export interface Report {
  readonly terms: LifeTerms;
  readonly deeds: readonly Deed[];
}

/** What is deducted. */
const coupon: fc.Arbitrary<CouponTerms> = fc.oneof(
  fc.record({
    percentBasisPoints: fc.constantFrom(1000, 3333, 10_000),
    amountOffCents: fc.constant(null),
    duration: fc.constantFrom('once' as const, 'forever' as const),
    months: fc.constant(null),
  }),
  fc.record({
    percentBasisPoints: fc.constant(null),
    amountOffCents: fc.constantFrom(100, 333, 1000, 5000),
    duration: fc.constant('repeating' as const),
    months: fc.constantFrom(1, 3, 13),
  }),
);

const DATES = ['2027-01-31', '2027-02-28', '2027-03-30', '2027-08-29', '2028-02-29', '2027-06-15', '2027-12-31'] as const;
const TIMES = ['00:00:00', '12:34:56', '23:59:59'] as const;

const terms: fc.Arbitrary<LifeTerms> = fc.record({
  sold: fc.tuple(fc.constantFrom(...DATES), fc.constantFrom(...TIMES)).map((parts) => parts.join(' ')),
  interval: fc.constantFrom('month' as const, 'month' as const, 'month' as const, 'year' as const),
  trialDays: fc.constantFrom(0, 0, 0, 1, 14, 31),
  currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'JPY' as const),
  amountCents: fc.constantFrom(1000, 1999, 333),
  taxBehavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  rateBasisPoints: fc.constantFrom(2100, 700, null),
  reverseCharge: fc.constantFrom(false, false, false, true),
  metered: fc.constantFrom(false, false, true),
  coupon: fc.option(coupon, { freq: 3, nil: null }),
  couponForSoldOnly: fc.constantFrom(false, false, true),
});

const deed = fc.oneof(...ACTIONS.map(({ weight, deeds }) => ({ weight, arbitrary: deeds })));
const deeds = fc.oneof({ weight: 12, arbitrary: deed.map((each) => [each]) }, { weight: 1, arbitrary: burst });

/** What happens in two years. Many lives end early, so that every other one begins with a burst. */
export const lives: fc.Arbitrary<Report> = fc.record({
  terms,
  deeds: fc
    .tuple(fc.option(burst, { freq: 1, nil: [] }), fc.array(deeds, { maxLength: 60, size: 'max' }))
    .map(([first, rest]) => [...first, ...rest.flat()]),
});

const YEARS = 2;
const YEAR = 366 * 86_400;
const STRIDE_DAYS = 40;
const HOUR = 3600;
/** Turns of real time until what is under way next to the clock is done. */
const TURNS = 4;

const expectTrue = (faults: readonly string[], after: string): void => {
  if (faults.length > 0) throw new Error(`after ${after}: ${faults.join('; ')}`);
};

/** All that is under way is decided. */
const settle = async (life: Life): Promise<void> => {
  letWithdraw(life, true);
  await decideAll(life, 'paid', 1);
  await behave(life, { charges: 'paid', refunds: 'refunded' });
  life.model.mood = 'paid';
  await advanceTo(life, later(life, 1));
  await settleRefunds(life);
  for (let turn = 0; turn < TURNS; turn += 1) {
    pass(life, 25 * HOUR);
    await sweep(life);
    await tellReturned(life);
  }
};

/** Lives one life through: after each deed the subscription must be as the model says, and in the end all books must agree. */
export const live = async (ground: Ground, reported: Report): Promise<Life> => {
  const life = await beginLife(ground, reported.terms);
  const { model } = life;
  const end = model.startOfLife + YEARS * YEAR;
  const conservation = new Conservation();
  const expectSound = async (after: string): Promise<void> =>
    expectTrue([...(await faceFaults(life)), ...(await conservation.faults(life, model.now))], after);
  await expectSound('the sale');
  for (const deed of reported.deeds) {
    if (model.now >= end) break;
    await deed.perform(life);
    await tellReturned(life);
    await expectSound(deed.toString());
  }
  while (model.now < end) {
    await advanceTo(life, later(life, STRIDE_DAYS));
    await expectSound('time');
  }
  await settle(life);
  expectTrue([...(await lifeFaults(life)), ...(await conservation.faults(life, model.now))], 'the end');
  await endHistory(life);
  return life;
};
