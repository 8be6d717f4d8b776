import { prepareAhead, prepareStep } from '../../shared/flows/renewals/billing-run.ts';
import type { BillingRun, PreparedEvent, RunState } from '../../shared/flows/renewals/run-state.ts';
import { runDeps, runSettings } from './deps.ts';

/** `charging`: the state whose charges are made while this step prepares the next ones. */
type Input = BillingRun | RunState | { readonly charging: RunState };

/** First step of `billing-run`: decides the next renewals, writes their charge intents, and splits the charges into batches. */
export const handler = async (input: Input): Promise<RunState | PreparedEvent> =>
  'charging' in input ? prepareAhead(await runDeps(), input.charging) : prepareStep(await runDeps(), input, runSettings());
