import { type CycleState, charge } from '../../shared/flows/cycle.ts';
import { stepDeps } from './deps.ts';

/** Second step of `subscription-cycle`: charges the mandate, at most once however often it runs. */
export const handler = async (state: CycleState): Promise<CycleState> => charge(await stepDeps(), state);
