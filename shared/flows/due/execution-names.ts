import type { Tenant } from '../../domain/tenant.ts';

/**
 * Execution names; Step Functions refuses a second start under the same name. `sweptAt`: Unix seconds; the shards of one sweep, which runs
 * every minute, name the same run of a tenant.
 */
export const billingRunExecution = ({ accountId, mode }: Tenant, sweptAt: number): string =>
  `${accountId}-${mode}-${Math.floor(sweptAt / 60)}`;

/** `startedAt` distinguishes advances to the same time after one that failed. */
export const advanceExecution = (clockId: string, targetTime: number, startedAt: number): string => `${clockId}-${targetTime}-${startedAt}`;
