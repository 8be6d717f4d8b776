import type { Tenant } from '../../domain/tenant.ts';
import { acquisition, type Hold, heldBy, releaseHold, renewHold } from '../core/holds.ts';
import { runKey } from '../core/keys.ts';
import { conditionFailure, isTransactionConflict, type Table, type TransactItem } from '../core/table.ts';

/** A billing run that does not renew the lease of its tenant for this long loses the lease. */
export const RUN_LEASE_MS = 45_000;

/**
 * `begun`: ids of subscriptions whose charge may have started and has no outcome yet; stored with the lease, so that the next holder
 * continues them. `held`: another run has the lease.
 */
export type RunLeaseAcquisition = { readonly kind: 'acquired'; readonly begun: readonly string[] } | { readonly kind: 'held' };

const holdOf = (tenant: Tenant, runId: string): Hold => ({ key: runKey(tenant), holder: runId });

/** Acquires the tenant's lease if it is free or expired, or renews this run's lease. Writes by a previous holder fail from then on. */
export const acquireRunLease = async (table: Table, tenant: Tenant, runId: string, nowMs: number): Promise<RunLeaseAcquisition> => {
  try {
    const item = await table.update({ ...acquisition(holdOf(tenant, runId), nowMs, RUN_LEASE_MS), ReturnValues: 'ALL_NEW' });
    return { kind: 'acquired', begun: begunIn(item) };
  } catch (error) {
    // A transaction in progress checks the lease, so its run has the lease and may have just renewed it.
    if (isTransactionConflict(error) || conditionFailure(error) !== null) return { kind: 'held' };
    throw error;
  }
};

/** Ids of begun subscriptions in the item of a lease. */
export const begunIn = ({ begun_ids = [] }: Readonly<Record<string, unknown>>): readonly string[] => begun_ids as readonly string[];

/** Stores the ids of subscriptions whose charge has no outcome yet and renews the lease; `false` if another run has the lease. */
export const setRunBegun = (table: Table, tenant: Tenant, runId: string, begun: readonly string[], nowMs: number): Promise<boolean> =>
  renewHold(table, holdOf(tenant, runId), nowMs + RUN_LEASE_MS, { begun_ids: [...begun] });

/** Releases the lease, with the ids that the next run continues; `false` if another run has acquired the lease. */
export const releaseRunLease = (table: Table, tenant: Tenant, runId: string, begun: readonly string[]): Promise<boolean> =>
  releaseHold(table, holdOf(tenant, runId), { begun_ids: [...begun] });

/** Condition that this run holds the lease, for a transaction. */
export const runLeaseCondition = (tenant: Tenant, runId: string): TransactItem => ({
  ConditionCheck: { Key: runKey(tenant), ...heldBy(runId) },
});
