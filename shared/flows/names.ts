import type { CycleTurn } from './cycle.ts';

/** Names of executions: the service refuses a second start under the same name, so a turn is begun once. */
export const cycleExecution = (turn: CycleTurn): string => `${turn.subscriptionId}-${turn.periodEnd}-${turn.attempt}`;

/** For a turn that was begun and never came to its end. `startedAt`: Unix seconds, so that it may break off again. */
export const repeatedCycleExecution = (turn: CycleTurn, startedAt: number): string => `${cycleExecution(turn)}-${startedAt}`;

/** `startedAt`: a clock may be advanced to the same moment again after an advance that failed. */
export const advanceExecution = (clockId: string, targetTime: number, startedAt: number): string => `${clockId}-${targetTime}-${startedAt}`;
