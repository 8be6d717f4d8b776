import { refusalAnswer } from '../../shared/api/errors.ts';
import { machines, openTable, queue, storeOf } from '../../shared/api/runtime.ts';
import type { SweepParts } from '../../shared/flows/due.ts';
import type { FlowParts } from '../../shared/flows/parts.ts';
import { flowParts } from '../../shared/flows/runtime.ts';

/** The surroundings of one invocation. */
export const stepParts = (): Promise<FlowParts> => flowParts(storeOf(openTable()));

export const sweepParts = async (): Promise<SweepParts> => ({
  ...(await stepParts()),
  queue: await queue(),
  machines: await machines(),
  refusalAnswer,
});
