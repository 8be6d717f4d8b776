import { prepareStep } from '../../shared/flows/renewals/billing-run.ts';
import type { BillingRun, RunState } from '../../shared/flows/renewals/run-state.ts';
import { runDeps, runSettings } from './deps.ts';

/** First step of `billing-run`: decides the next renewals, writes their charge intents, and splits the charges into batches. */
export const handler = async (state: BillingRun | RunState): Promise<RunState> => prepareStep(await runDeps(), state, runSettings());
