import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import type { TurnDeps } from '../../shared/flows/clocks/turns.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import type { DueWorkDeps, SweepDeps } from '../../shared/flows/due/sweep.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import type { RunSettings } from '../../shared/flows/renewals/run-state.ts';
import type { BillingRunDeps } from '../../shared/flows/renewals/starts.ts';
import { fromEnvironment } from '../../shared/platform/environment.ts';
import { openTable, queue, stateMachines, storeOf } from '../../shared/runtime/services.ts';

/** Dependencies of one invocation. */
export const invocationDeps = (): Promise<FlowDeps> => flowDeps(storeOf(openTable()));

/** Deployment settings of billing runs. */
export const runSettings = (): RunSettings => ({ chargesAtOnce: Number(fromEnvironment('CHARGES_AT_ONCE')) });

/** Dependencies of the steps that can end a billing run. A step that ends a run needs `stateMachines` to start the next tenant's run. */
export const billingRunDeps = async (): Promise<BillingRunDeps> => ({
  ...(await invocationDeps()),
  stateMachines: await stateMachines(),
  runsAtOnce: Number(fromEnvironment('RUNS_AT_ONCE')),
});

/** Dependencies of the steps of a test clock's advance. */
export const clockAdvanceDeps = async (): Promise<TurnDeps> => ({ ...(await invocationDeps()), stateMachines: await stateMachines() });

export const dueWorkDeps = async (): Promise<DueWorkDeps> => ({
  ...(await invocationDeps()),
  stateMachines: await stateMachines(),
  refusalAnswer,
});

export const sweepDeps = async (): Promise<SweepDeps> => ({
  ...(await billingRunDeps()),
  queue: await queue(),
  refusalAnswer,
});
