import { type BillingRun, prepareRound, type RunState } from '../../shared/flows/renewals/billing-run.ts';
import { runSettings, stepDeps } from './deps.ts';

/** First step of `billing-run`: decides the next renewals, writes the intents of their charges, and shares these out. */
export const handler = async (state: BillingRun | RunState): Promise<RunState> => prepareRound(await stepDeps(), state, runSettings());
