import { refusalAnswer } from '../../shared/api/errors.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import type { SweepDeps } from '../../shared/flows/due.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { machines, openTable, queue, storeOf } from '../../shared/runtime/services.ts';

/** The surroundings of one invocation. */
export const stepDeps = (): Promise<FlowDeps> => flowDeps(storeOf(openTable()));

export const sweepDeps = async (): Promise<SweepDeps> => ({
  ...(await stepDeps()),
  queue: await queue(),
  machines: await machines(),
  refusalAnswer,
});
