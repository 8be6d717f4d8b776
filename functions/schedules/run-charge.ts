import { chargeStep } from '../../shared/flows/renewals/billing-run.ts';
import type { Charged } from '../../shared/flows/renewals/charges.ts';
import { invocationDeps } from './deps.ts';

/** Second step of `billing-run`, in parallel for each batch of an iteration: charges the mandates. Repeating it charges nothing twice. */
export const handler = async (batch: Parameters<typeof chargeStep>[1]): Promise<readonly Charged[]> =>
  chargeStep(await invocationDeps(), batch);
