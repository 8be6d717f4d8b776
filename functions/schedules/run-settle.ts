import { settleStep } from '../../shared/flows/renewals/billing-run.ts';
import type { RunState } from '../../shared/flows/renewals/run-state.ts';
import { loggedStep } from '../../shared/runtime/step.ts';
import { billingRunDeps, runSettings } from './deps.ts';

/** Last step of an iteration of the state machine `billing-run`: decides whether and how the run continues. */
export const handler = loggedStep(
  'run-settle',
  async (state: Parameters<typeof settleStep>[1]): Promise<RunState> => settleStep(await billingRunDeps(), state, runSettings()),
);
