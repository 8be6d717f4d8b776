import type { Tenant } from '../../domain/tenant.ts';

/**
 * Names of executions; Step Functions refuses a second start under the same name. Slot and start time make the name of a run unique, since
 * a slot has one run at a time.
 */
export const billingRunExecutionName = ({ accountId, mode }: Tenant, startedMs: number, slot: number): string =>
  `${accountId}-${mode}-${startedMs}-${slot}`;

/** `startedAt` makes the name unique if an advance to the same time has failed before. */
export const advanceExecutionName = (clockId: string, targetTime: number, startedAt: number): string =>
  `${clockId}-${targetTime}-${startedAt}`;
