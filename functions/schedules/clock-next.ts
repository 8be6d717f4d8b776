import type { Tenant } from '../../shared/domain/kernel.ts';
import { type ClockStep, nextOnClock } from '../../shared/flows/clock.ts';
import { stepDeps } from './deps.ts';

/** The step that `clock-advance` repeats until nothing is due before its target. */
export const handler = async ({ accountId, mode, clockId }: Tenant & { readonly clockId: string }): Promise<ClockStep> =>
  nextOnClock(await stepDeps(), { accountId, mode }, clockId);
