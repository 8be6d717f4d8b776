import type { Tenant } from '../../shared/domain/tenant.ts';
import { type Advance, advanceStep, type ClockStep } from '../../shared/flows/clocks/advance.ts';
import { stepDeps } from './deps.ts';

/** The step that `clock-advance` repeats until nothing is due before its target. Executions of its former kind count no steps. */
export const handler = async ({
  accountId,
  mode,
  clockId,
  steps = 0,
}: Tenant & Pick<Advance, 'clockId'> & Partial<Advance>): Promise<ClockStep> =>
  advanceStep(await stepDeps(), { accountId, mode }, { clockId, steps });
