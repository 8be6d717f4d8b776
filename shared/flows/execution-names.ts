import type { RenewalAttempt } from './cycle.ts';

/** Names of executions: the service refuses a second start under the same name, so an attempt is begun once. */
export const cycleExecution = (renewalAttempt: RenewalAttempt): string =>
  `${renewalAttempt.subscriptionId}-${renewalAttempt.periodEnd}-${renewalAttempt.attempt}`;

/** For a turn that was begun and never came to its end. `startedAt`: Unix seconds, so that it may break off again. */
export const repeatedCycleExecution = (renewalAttempt: RenewalAttempt, startedAt: number): string =>
  `${cycleExecution(renewalAttempt)}-${startedAt}`;

/** `startedAt`: a clock may be advanced to the same moment again after an advance that failed. */
export const advanceExecution = (clockId: string, targetTime: number, startedAt: number): string => `${clockId}-${targetTime}-${startedAt}`;
