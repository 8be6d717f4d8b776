import fc from 'fast-check';
import { pauseSubscription } from '../../../../shared/domain/subscription/lifecycle/pause.ts';
import { resumeCommand } from '../../../../shared/flows/subscriptions/resume.ts';
import { advanceTo } from '../advance.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';
import { requestLifecycleChange } from './lifecycle.ts';
import { type RequestConditions, requestChange, requestConditions } from './request-change.ts';
import { advanceToNextDue, daysLater } from './time.ts';

const pauseNow = async (life: Simulation): Promise<void> => {
  const { paused } = life.model.eventCounts;
  await requestLifecycleChange(life, 'pause', life.model.pause(), pauseSubscription);
  if (life.model.eventCounts.paused > paused) life.countAction('paused');
};

const resumeNow = (life: Simulation, conditions: RequestConditions): Promise<void> => {
  const { shop, subscriptionId, model } = life;
  // Invoices of two charges for one price in the same second cannot be distinguished.
  life.requestedPlans.add(`${model.state.plan.name} ${model.now}`);
  return requestChange(life, 'resumption', model.resumption(), conditions, (store) => resumeCommand(store, shop.tenant, subscriptionId));
};

/** Pauses service and billing. */
export const pause = defineAction({ name: 'pause', weight: 3, inputs: fc.constant(null), perform: pauseNow });

/** Resumes service and billing. */
export const resume = defineAction({ name: 'resume', weight: 4, inputs: requestConditions, perform: resumeNow });

/** Pauses beyond the end of the period and resumes in an unpaid one. */
export const longPause = defineAction({
  name: 'long pause',
  weight: 2,
  inputs: fc.record({ days: fc.integer({ min: 1, max: 25 }), how: requestConditions }),
  perform: async (life, { days, how: conditions }) => {
    await pauseNow(life);
    await advanceToNextDue(life);
    await advanceTo(life, daysLater(life, days));
    await resumeNow(life, conditions);
  },
});
