import fc from 'fast-check';
import { pauseSubscription } from '../../../../shared/domain/subscription/lifecycle/pause.ts';
import { resumeCommand } from '../../../../shared/flows/subscriptions/resume.ts';
import { advanceTo } from '../advancing.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';
import { type Asking, askForChange, asking } from './asking.ts';
import { askForLifecycleChange } from './lifecycle.ts';
import { later, toWhatIsDue } from './time.ts';

const pauseNow = async (life: Life): Promise<void> => {
  const { paused } = life.model.reported;
  await askForLifecycleChange(life, 'pause', life.model.pause(), pauseSubscription);
  if (life.model.reported.paused > paused) life.happened('paused');
};

const resumeNow = (life: Life, how: Asking): Promise<void> => {
  const { shop, subscriptionId, model } = life;
  // What is charged at once in one second for one price is not distinguished by what it is invoiced for.
  life.changes.add(`${model.standing.plan.name} ${model.now}`);
  return askForChange(life, 'resumption', model.resumption(), how, (store) => resumeCommand(store, shop.tenant, subscriptionId));
};

/** Service and billing stop. */
export const pause = defineAction({ name: 'pause', weight: 3, given: fc.constant(null), perform: pauseNow });

/** Service and billing continue. */
export const resume = defineAction({ name: 'resume', weight: 4, given: asking, perform: resumeNow });

/** A pause over the end of the period: nobody paid for the one that it is resumed in. */
export const longPause = defineAction({
  name: 'long pause',
  weight: 2,
  given: fc.record({ days: fc.integer({ min: 1, max: 25 }), how: asking }),
  perform: async (life, { days, how }) => {
    await pauseNow(life);
    await toWhatIsDue(life);
    await advanceTo(life, later(life, days));
    await resumeNow(life, how);
  },
});
