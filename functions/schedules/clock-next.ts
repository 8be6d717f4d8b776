import type { Tenant } from '../../shared/domain/tenant.ts';
import { type Advance, advanceStep, type ClockStep } from '../../shared/flows/clocks/advance.ts';
import { stepDeps } from './deps.ts';

/** Step of `clock-advance`, repeated until nothing is due before the clock's target time. Executions of earlier releases lack `steps`. */
export const handler = async ({
  accountId,
  mode,
  clockId,
  steps = 0,
}: Tenant & Pick<Advance, 'clockId'> & Partial<Advance>): Promise<ClockStep> =>
  advanceStep(await stepDeps(), { accountId, mode }, { clockId, steps });
