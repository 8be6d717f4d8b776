import type { Tenant } from '../../domain/tenant.ts';
import { runKey } from '../core/keys.ts';
import { conditionFailure, conditionMet, isTransactionConflict, type Table, type TransactItem } from '../core/table.ts';

/** A billing run that does not renew the lease of its tenant for this long loses the lease. */
export const RUN_LEASE_MS = 45_000;

/**
 * `begun`: ids of subscriptions whose charge may have started and has no outcome yet; stored with the lease, so that the next holder
 * continues them. `held`: another run has the lease.
 */
export type RunLeaseAcquisition = { readonly kind: 'acquired'; readonly begun: readonly string[] } | { readonly kind: 'held' };

/** Acquires the tenant's lease if it is free or expired, or renews this run's lease. Writes by a previous holder fail from then on. */
export const acquireRunLease = async (table: Table, tenant: Tenant, runId: string, nowMs: number): Promise<RunLeaseAcquisition> => {
  try {
    const item = await table.update({
      Key: runKey(tenant),
      UpdateExpression: 'SET holder = :run, expires_at_ms = :expires',
      ConditionExpression: 'attribute_not_exists(holder) OR holder = :run OR expires_at_ms <= :now',
      ExpressionAttributeValues: { ':run': runId, ':now': nowMs, ':expires': nowMs + RUN_LEASE_MS },
      ReturnValues: 'ALL_NEW',
    });
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
  updateIfHeld(table, tenant, runId, {
    UpdateExpression: 'SET begun_ids = :begun, expires_at_ms = :expires',
    ExpressionAttributeValues: { ':begun': [...begun], ':expires': nowMs + RUN_LEASE_MS },
  });

/** Renews the lease; `false` if another run has acquired the lease. */
export const renewRunLease = (table: Table, tenant: Tenant, runId: string, nowMs: number): Promise<boolean> =>
  updateIfHeld(table, tenant, runId, {
    UpdateExpression: 'SET expires_at_ms = :expires',
    ExpressionAttributeValues: { ':expires': nowMs + RUN_LEASE_MS },
  });

/** Releases the lease, with the ids that the next run continues; `false` if another run has acquired the lease. */
export const releaseRunLease = (table: Table, tenant: Tenant, runId: string, begun: readonly string[]): Promise<boolean> =>
  updateIfHeld(table, tenant, runId, {
    UpdateExpression: 'SET begun_ids = :begun REMOVE holder, expires_at_ms',
    ExpressionAttributeValues: { ':begun': [...begun] },
  });

/** Condition that this run holds the lease, for a transaction. */
export const runLeaseCondition = (tenant: Tenant, runId: string): TransactItem => ({
  ConditionCheck: { Key: runKey(tenant), ConditionExpression: 'holder = :run', ExpressionAttributeValues: { ':run': runId } },
});

interface HolderWrite {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

const updateIfHeld = (table: Table, tenant: Tenant, runId: string, write: HolderWrite): Promise<boolean> =>
  conditionMet(
    table.update({
      Key: runKey(tenant),
      ...write,
      ConditionExpression: 'holder = :run',
      ExpressionAttributeValues: { ...write.ExpressionAttributeValues, ':run': runId },
    }),
  );
