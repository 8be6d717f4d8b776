import type { Tenant } from '../../shared/domain/tenant.ts';
import { type AdvanceInTurn, advanceInTurn, type StepInTurn } from '../../shared/flows/clocks/turns.ts';
import { loggedStep } from '../../shared/runtime/step.ts';
import { clockAdvanceDeps } from './deps.ts';

/**
 * Step of the state machine `clock-advance`, repeated until the advance ends or another execution continues it. `steps`: number of steps so
 * far; `execution`: name of the execution; `places`: see `AdvanceInTurn`. Executions that an earlier release started lack these three
 * fields.
 */
export const handler = loggedStep(
  'clock-next',
  async ({
    accountId,
    mode,
    clockId,
    steps = 0,
    execution = clockId,
    places = null,
  }: Tenant & Pick<AdvanceInTurn, 'clockId'> & Partial<AdvanceInTurn>): Promise<StepInTurn> =>
    advanceInTurn(await clockAdvanceDeps(), { accountId, mode }, { clockId, steps, execution, places }),
);
