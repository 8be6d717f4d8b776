import { type CycleState, charge } from '../../shared/flows/cycle.ts';
import { stepParts } from './runtime.ts';

/** Second step of `subscription-cycle`: charges the mandate, at most once however often it runs. */
export const handler = async (state: CycleState): Promise<CycleState> => charge(await stepParts(), state);
