import type { Tenant } from '../../domain/tenant.ts';
import { runKey } from '../core/keys.ts';
import { conditionFailure, conditionMet, isTransactionConflict, type Table, type TransactItem } from '../core/table.ts';

/** A billing run that does not renew the lease of its tenant for this long loses the lease. */
export const RUN_LEASE_MS = 45_000;

/** Pending work of a run, stored with its lease so that the next holder continues it. */
export interface RunWork {
  /** Ids of subscriptions whose charge may have started and has no outcome yet. */
  readonly begun: readonly string[];
  /** Ids of the subscriptions to charge next. */
  readonly due: readonly string[];
}

/** `held`: another run has the lease until `expiresAtMs`. */
export type RunLeaseAcquisition =
  | { readonly kind: 'acquired'; readonly work: RunWork }
  | { readonly kind: 'held'; readonly expiresAtMs: number };

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
    return { kind: 'acquired', work: { begun: idsIn(item.begun_ids), due: idsIn(item.due_ids) } };
  } catch (error) {
    // A transaction in progress checks the lease, so its run has the lease and may have just renewed it.
    if (isTransactionConflict(error)) return { kind: 'held', expiresAtMs: nowMs + RUN_LEASE_MS };
    if (conditionFailure(error) === null) throw error;
    const item = await table.get(runKey(tenant));
    return { kind: 'held', expiresAtMs: Number(item?.expires_at_ms ?? nowMs) };
  }
};

const idsIn = (attribute: unknown): readonly string[] => (attribute as readonly string[] | undefined) ?? [];

/** Stores the pending work and renews the lease; `false` if another run has acquired the lease. */
export const setRunWork = (table: Table, tenant: Tenant, runId: string, { begun, due }: RunWork, nowMs: number): Promise<boolean> =>
  updateIfHeld(table, tenant, runId, {
    UpdateExpression: 'SET begun_ids = :begun, due_ids = :due, expires_at_ms = :expires',
    ExpressionAttributeValues: { ':begun': [...begun], ':due': [...due], ':expires': nowMs + RUN_LEASE_MS },
  });

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

/** Releases the lease; pending work stays for the next run. */
export const releaseRunLease = async (table: Table, tenant: Tenant, runId: string): Promise<void> => {
  await updateIfHeld(table, tenant, runId, {
    UpdateExpression: 'REMOVE holder, expires_at_ms',
    ExpressionAttributeValues: {},
  });
};

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
