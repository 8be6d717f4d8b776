import fc from 'fast-check';
import { pauseSubscription } from '../../../../shared/domain/subscription/pause.ts';
import { resumeCommand } from '../../../../shared/flows/resume.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';
import { type Asking, askForChange, asking } from './asking.ts';
import { askForCourse } from './course.ts';

const pauseNow = async (life: Life): Promise<void> => {
  const { paused } = life.model.told;
  await askForCourse(life, 'pause', life.model.pause(), pauseSubscription);
  if (life.model.told.paused > paused) life.happened('paused');
};

const resumeNow = (life: Life, how: Asking): Promise<void> => {
  const { shop, subscriptionId, model } = life;
  return askForChange(life, 'resumption', model.resumption(), how, (store) => resumeCommand(store, shop.tenant, subscriptionId));
};

/** Service and billing stop. */
export const pause = defineAction({ name: 'pause', weight: 3, given: fc.constant(null), perform: pauseNow });

/** Service and billing go on. */
export const resume = defineAction({ name: 'resume', weight: 4, given: asking, perform: resumeNow });
