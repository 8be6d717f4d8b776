import fc from 'fast-check';
import { pauseSubscription } from '../../../../shared/domain/subscription/lifecycle/pause.ts';
import { resumeCommand } from '../../../../shared/flows/subscriptions/resume.ts';
import { advanceTo } from '../advance.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';
import { requestLifecycleChange } from './lifecycle.ts';
import { type RequestConditions, requestChange, requestConditions } from './request-change.ts';
import { advanceToNextDue, daysLater } from './time.ts';

const pauseNow = async (simulation: Simulation): Promise<void> => {
  const { paused } = simulation.model.eventCounts;
  await requestLifecycleChange(simulation, 'pause', simulation.model.pause(), pauseSubscription);
  if (simulation.model.eventCounts.paused > paused) simulation.countAction('paused');
};

const resumeNow = (simulation: Simulation, conditions: RequestConditions): Promise<void> => {
  const { shop, subscriptionId, model } = simulation;
  // Makes `planChange` skip a change to the current price in this second: its invoice would look like the invoice of the resumption.
  simulation.requestedPlans.add(`${model.state.plan.name} ${model.now}`);
  return requestChange(simulation, 'resumption', model.resumption(), conditions, (store) =>
    resumeCommand(store, shop.tenant, subscriptionId),
  );
};

/** Pauses service and billing. */
export const pause = defineAction({ name: 'pause', weight: 3, inputs: fc.constant(null), perform: pauseNow });

/** Resumes service and billing. */
export const resume = defineAction({ name: 'resume', weight: 4, inputs: requestConditions, perform: resumeNow });

/** Pauses until after the end of the period and resumes in an unpaid period. */
export const longPause = defineAction({
  name: 'long pause',
  weight: 2,
  inputs: fc.record({ days: fc.integer({ min: 1, max: 25 }), conditions: requestConditions }),
  perform: async (simulation, { days, conditions }) => {
    await pauseNow(simulation);
    await advanceToNextDue(simulation);
    await advanceTo(simulation, daysLater(simulation, days));
    await resumeNow(simulation, conditions);
  },
});
