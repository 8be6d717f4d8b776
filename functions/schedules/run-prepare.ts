import { prepareAhead, prepareStep } from '../../shared/flows/renewals/billing-run.ts';
import type { BillingRun, PreparedEvent, RunState } from '../../shared/flows/renewals/run-state.ts';
import { loggedStep } from '../../shared/runtime/step.ts';
import { billingRunDeps, runSettings } from './deps.ts';

/** `charging`: the state whose charges are made while this step prepares the next ones. */
type Input = BillingRun | RunState | { readonly charging: RunState };

/**
 * Step of `billing-run` that decides the next renewals and writes their charge intents. Without `charging`, also splits the charges into
 * batches.
 */
export const handler = loggedStep(
  'run-prepare',
  async (input: Input): Promise<RunState | PreparedEvent> =>
    'charging' in input ? prepareAhead(await billingRunDeps(), input.charging) : prepareStep(await billingRunDeps(), input, runSettings()),
);
