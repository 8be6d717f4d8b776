import type { Tenant } from '../../shared/domain/tenant.ts';
import { type Advance, advanceStep, type ClockStep } from '../../shared/flows/clocks/advance.ts';
import { invocationDeps } from './deps.ts';

/**
 * Step of `clock-advance`, repeated until nothing is due before the clock's target time. `steps`: number of steps so far; missing in
 * executions that an earlier release started.
 */
export const handler = async ({
  accountId,
  mode,
  clockId,
  steps = 0,
}: Tenant & Pick<Advance, 'clockId'> & Partial<Advance>): Promise<ClockStep> =>
  advanceStep(await invocationDeps(), { accountId, mode }, { clockId, steps });
