import { type CycleState, prepare, type RenewalAttempt } from '../../shared/flows/cycle.ts';
import { stepDeps } from './deps.ts';

/** First step of `subscription-cycle`: decides what the attempt is and writes the intent of its charge. */
export const handler = async (renewalAttempt: RenewalAttempt): Promise<CycleState> => prepare(await stepDeps(), renewalAttempt);
