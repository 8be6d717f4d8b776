import { type RunState, settleRound } from '../../shared/flows/renewals/billing-run.ts';
import { runSettings, stepDeps } from './deps.ts';

/** Last step of a round of `billing-run`: works what its charges came to. */
export const handler = async (state: Parameters<typeof settleRound>[1]): Promise<RunState> =>
  settleRound(await stepDeps(), state, runSettings());
