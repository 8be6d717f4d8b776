import fc from 'fast-check';
import { Conservation } from '../conservation/conservation.ts';
import { endHistory, passTime, sweep } from '../histories/environment.ts';
import { allowCancel, setBehavior } from '../histories/perform.ts';
import type { ActionStep } from './actions/action.ts';
import { decidePendingCharges } from './actions/bank.ts';
import { burst } from './actions/burst.ts';
import { ACTIONS } from './actions/index.ts';
import { settleRefunds, updateReturnedAmounts } from './actions/refunds.ts';
import { daysLater } from './actions/time.ts';
import { advanceTo } from './advance.ts';
import type { CouponTerms } from './amounts.ts';
import { simulationViolations, subscriptionViolations } from './rules.ts';
import { type SharedShop, type Simulation, type SimulationTerms, startSimulation } from './simulation.ts';

/** The generated input of one simulation. */
export interface SimulationPlan {
  readonly terms: SimulationTerms;
  readonly steps: readonly ActionStep[];
}

/** The coupon that the subscription is sold with. */
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

const saleTerms: fc.Arbitrary<SimulationTerms> = fc.record({
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

const actionStep = fc.oneof(...ACTIONS.map(({ weight, steps }) => ({ weight, arbitrary: steps })));
const stepArbitraries = fc.oneof({ weight: 12, arbitrary: actionStep.map((each) => [each]) }, { weight: 1, arbitrary: burst });

/** Generates simulations. Half of them start with a burst of actions, because many subscriptions end before a later burst. */
export const simulationPlans: fc.Arbitrary<SimulationPlan> = fc.record({
  terms: saleTerms,
  steps: fc
    .tuple(fc.option(burst, { freq: 1, nil: [] }), fc.array(stepArbitraries, { maxLength: 60, size: 'max' }))
    .map(([first, rest]) => [...first, ...rest.flat()]),
});

const YEARS = 2;
const YEAR = 366 * 86_400;
const STEP_DAYS = 40;
const HOUR = 3600;
/** Days of the service's own time (not the test clock's) until all polling is done. */
const SETTLE_DAYS = 4;

const throwViolations = (violations: readonly string[], after: string): void => {
  if (violations.length > 0) throw new Error(`after ${after}: ${violations.join('; ')}`);
};

/** Completes all pending charges, changes and refunds. */
const settle = async (simulation: Simulation): Promise<void> => {
  allowCancel(simulation, true);
  await decidePendingCharges(simulation, 'paid', 1);
  await setBehavior(simulation, { charges: 'paid', refunds: 'refunded' });
  simulation.model.bankBehavior = 'paid';
  await advanceTo(simulation, daysLater(simulation, 1));
  await settleRefunds(simulation);
  for (let day = 0; day < SETTLE_DAYS; day += 1) {
    passTime(simulation, 25 * HOUR);
    await sweep(simulation);
    await updateReturnedAmounts(simulation);
  }
};

/** Runs one simulation. The subscription must match the model after each action, and all records must match it at the end. */
export const runSimulation = async (sharedShop: SharedShop, plan: SimulationPlan): Promise<Simulation> => {
  const simulation = await startSimulation(sharedShop, plan.terms);
  const { model } = simulation;
  const end = model.startedAt + YEARS * YEAR;
  const conservation = new Conservation();
  const expectNoViolations = async (after: string): Promise<void> =>
    throwViolations([...(await subscriptionViolations(simulation)), ...(await conservation.violations(simulation, model.now))], after);
  await expectNoViolations('the sale');
  for (const actionStep of plan.steps) {
    if (model.now >= end) break;
    await actionStep.perform(simulation);
    await updateReturnedAmounts(simulation);
    await expectNoViolations(actionStep.toString());
  }
  while (model.now < end) {
    await advanceTo(simulation, daysLater(simulation, STEP_DAYS));
    await expectNoViolations('time');
  }
  await settle(simulation);
  throwViolations([...(await simulationViolations(simulation)), ...(await conservation.violations(simulation, model.now))], 'the end');
  await endHistory(simulation);
  return simulation;
};
