import type { Tenant } from '../../domain/tenant.ts';

/**
 * Names of executions; Step Functions refuses a second start under the same name. `sweptAt`: Unix seconds. A sweep runs every minute, and
 * all its shards use the same name for a tenant's run.
 */
export const billingRunExecution = ({ accountId, mode }: Tenant, sweptAt: number): string =>
  `${accountId}-${mode}-${Math.floor(sweptAt / 60)}`;

/** `startedAt` makes the name unique if an advance to the same time has failed before. */
export const advanceExecution = (clockId: string, targetTime: number, startedAt: number): string => `${clockId}-${targetTime}-${startedAt}`;
