import { chargeStep, type PaymentProgress } from '../../shared/flows/renewals/billing-run.ts';
import { loggedStep } from '../../shared/runtime/step.ts';
import { invocationDeps } from './deps.ts';

/**
 * Second step of `billing-run`, in parallel for each batch of an iteration: charges the mandates and applies the outcomes. Repeating it
 * charges nothing twice.
 */
export const handler = loggedStep(
  'run-charge',
  async (batch: Parameters<typeof chargeStep>[1]): Promise<readonly PaymentProgress[]> => chargeStep(await invocationDeps(), batch),
);
