import { type CycleState, type CycleTurn, prepare } from '../../shared/flows/cycle.ts';
import { stepParts } from './runtime.ts';

/** First step of `subscription-cycle`: decides what the turn is and writes the intent of its charge. */
export const handler = async (turn: CycleTurn): Promise<CycleState> => prepare(await stepParts(), turn);
