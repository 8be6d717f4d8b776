import type { Tenant } from '../../domain/tenant.ts';

/**
 * Names of executions: the service refuses a second start under the same name. `sweptAt`: Unix seconds; the shards of one sweep,
 * which runs each minute, mean the same run of a tenant.
 */
export const billingRunExecution = ({ accountId, mode }: Tenant, sweptAt: number): string =>
  `${accountId}-${mode}-${Math.floor(sweptAt / 60)}`;

/** `startedAt`: a clock may be advanced to the same moment again after an advance that failed. */
export const advanceExecution = (clockId: string, targetTime: number, startedAt: number): string => `${clockId}-${targetTime}-${startedAt}`;
