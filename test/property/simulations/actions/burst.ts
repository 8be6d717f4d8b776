import fc from 'fast-check';
import { advanceTo } from '../advance.ts';
import { type ActionStep, defineAction } from './action.ts';
import { bankDecision, setBankAnswer } from './bank.ts';
import { code } from './code.ts';
import { planChange } from './plan.ts';
import { chargeback, decideRefund, refundPayment } from './refunds.ts';
import { waitForNextDue } from './time.ts';
import { usage } from './usage.ts';

const MINUTE = 60;

/** Advances the time by one minute to three days, usually within one period. */
const shortWait = defineAction({
  name: 'short wait',
  weight: 4,
  inputs: fc.constantFrom(1, 7, 61, 1441, 4099),
  perform: (simulation, minutes) => advanceTo(simulation, simulation.model.now + minutes * MINUTE),
});

/** Makes the bank accept charges. */
const acceptCharges = defineAction({
  name: 'accept charges',
  weight: 1,
  inputs: fc.constant(null),
  perform: (simulation) => setBankAnswer(simulation, 'paid'),
});

const mostlyPlanChanges: fc.Arbitrary<ActionStep> = fc.oneof(
  { weight: 8, arbitrary: planChange.steps },
  { weight: 5, arbitrary: shortWait.steps },
  ...[usage, code, refundPayment, decideRefund, chargeback].map(({ steps }) => ({ weight: 1, arbitrary: steps })),
);

/** Makes the bank leave charges pending. */
const leavePending = defineAction({
  name: 'leave charges pending',
  weight: 1,
  inputs: fc.constant(null),
  perform: (simulation) => setBankAnswer(simulation, 'pending'),
});

/** Two plan changes, then refunds and chargebacks while the charge of a third plan change or of a renewal is pending. */
const returnsDuringCharge: fc.Arbitrary<readonly ActionStep[]> = fc
  .tuple(
    fc.tuple(acceptCharges.steps, planChange.steps, shortWait.steps, planChange.steps, shortWait.steps, leavePending.steps),
    fc.oneof(planChange.steps, waitForNextDue.steps),
    fc.array(fc.oneof({ weight: 3, arbitrary: refundPayment.steps }, { weight: 1, arbitrary: chargeback.steps }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.tuple(bankDecision.steps, acceptCharges.steps),
  )
  .map((parts) => parts.flat());

/** Several plan changes, with usage, refunds and chargebacks between them. */
const changes: fc.Arbitrary<readonly ActionStep[]> = fc
  .tuple(acceptCharges.steps, fc.array(mostlyPlanChanges, { minLength: 4, maxLength: 12, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

/** Sequences that random choice rarely produces: many plan changes, and refunds while a plan change or a renewal is being charged. */
export const burst = fc.oneof({ weight: 3, arbitrary: changes }, { weight: 1, arbitrary: returnsDuringCharge });
