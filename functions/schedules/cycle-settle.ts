import { type CycleState, settle } from '../../shared/flows/cycle.ts';
import { stepDeps } from './deps.ts';

/** Last step of `subscription-cycle`: works the charge's outcome. */
export const handler = async (state: CycleState): Promise<CycleState> => settle(await stepDeps(), state);
