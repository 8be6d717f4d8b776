import { chargeStep } from '../../shared/flows/renewals/billing-run.ts';
import type { Charged } from '../../shared/flows/renewals/charges.ts';
import { stepDeps } from './deps.ts';

/** Second step of `billing-run`, side by side for each share of a round: charges the mandates, each at most once however often it runs. */
export const handler = async (share: Parameters<typeof chargeStep>[1]): Promise<readonly Charged[]> => chargeStep(await stepDeps(), share);
