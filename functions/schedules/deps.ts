import { refusalAnswer } from '../../shared/api/errors.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import type { SweepDeps } from '../../shared/flows/due/sweep.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import type { RunSettings } from '../../shared/flows/renewals/run-state.ts';
import { fromEnvironment } from '../../shared/platform/environment.ts';
import { openTable, queue, stateMachines, storeOf } from '../../shared/runtime/services.ts';

/** Dependencies of one invocation. */
export const invocationDeps = (): Promise<FlowDeps> => flowDeps(storeOf(openTable()));

/** Deployment settings of billing runs. */
export const runSettings = (): RunSettings => ({ chargesAtOnce: Number(fromEnvironment('CHARGES_AT_ONCE')) });

export const sweepDeps = async (): Promise<SweepDeps> => ({
  ...(await invocationDeps()),
  queue: await queue(),
  stateMachines: await stateMachines(),
  refusalAnswer,
});
