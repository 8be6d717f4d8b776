import type { Tenant } from '../../domain/tenant.ts';
import { runKey } from '../core/keys.ts';
import { conditionFailure, isUnderWay, type Table, type TransactItem } from '../core/table.ts';

/** A run that is not heard of for this long has lost its tenant. */
export const RUN_LEASE_MS = 45_000;

/** What a run has to do still; kept with its lease, so that anyone who takes the tenant up continues with it. */
export interface RunWork {
  /** Subscriptions whose attempts may have begun, and have no outcome yet. */
  readonly begun: readonly string[];
  /** Subscriptions that come next. */
  readonly due: readonly string[];
}

/** `held`: another run is at it, and may be taken for lost at `expiresAtMs`. */
export type RunAcquired = { readonly kind: 'ours'; readonly work: RunWork } | { readonly kind: 'held'; readonly expiresAtMs: number };

/** Takes the tenant's lease when it is free or expired, and renews it when it is ours. A former holder's writes are refused from then on. */
export const acquireRun = async (table: Table, tenant: Tenant, runId: string, nowMs: number): Promise<RunAcquired> => {
  try {
    const item = await table.update({
      Key: runKey(tenant),
      UpdateExpression: 'SET holder = :run, expires_at_ms = :expires',
      ConditionExpression: 'attribute_not_exists(holder) OR holder = :run OR expires_at_ms <= :now',
      ExpressionAttributeValues: { ':run': runId, ':now': nowMs, ':expires': nowMs + RUN_LEASE_MS },
      ReturnValues: 'ALL_NEW',
    });
    return { kind: 'ours', work: { begun: idsIn(item.begun_ids), due: idsIn(item.due_ids) } };
  } catch (error) {
    if (isUnderWay(error)) return { kind: 'held', expiresAtMs: nowMs + RUN_LEASE_MS };
    if (conditionFailure(error) === null) throw error;
    const item = await table.get(runKey(tenant));
    return { kind: 'held', expiresAtMs: Number(item?.expires_at_ms ?? nowMs) };
  }
};

const idsIn = (attribute: unknown): readonly string[] => (attribute as readonly string[] | undefined) ?? [];

/** Sets what is left to do, and renews the lease; `false`: it was lost to another run. */
export const setRunWork = (table: Table, tenant: Tenant, runId: string, { begun, due }: RunWork, nowMs: number): Promise<boolean> =>
  ifOurs(table, tenant, runId, {
    UpdateExpression: 'SET begun_ids = :begun, due_ids = :due, expires_at_ms = :expires',
    ExpressionAttributeValues: { ':begun': [...begun], ':due': [...due], ':expires': nowMs + RUN_LEASE_MS },
  });

/** Sets which attempts have no outcome yet, and renews the lease; `false`: it was lost to another run. */
export const setRunBegun = (table: Table, tenant: Tenant, runId: string, begun: readonly string[], nowMs: number): Promise<boolean> =>
  ifOurs(table, tenant, runId, {
    UpdateExpression: 'SET begun_ids = :begun, expires_at_ms = :expires',
    ExpressionAttributeValues: { ':begun': [...begun], ':expires': nowMs + RUN_LEASE_MS },
  });

/** Says that the run is alive; `false`: the lease was lost to another run. */
export const renewRun = (table: Table, tenant: Tenant, runId: string, nowMs: number): Promise<boolean> =>
  ifOurs(table, tenant, runId, {
    UpdateExpression: 'SET expires_at_ms = :expires',
    ExpressionAttributeValues: { ':expires': nowMs + RUN_LEASE_MS },
  });

/** Gives the lease up; what is left of the work stays for the next run. */
export const releaseRun = async (table: Table, tenant: Tenant, runId: string): Promise<void> => {
  await ifOurs(table, tenant, runId, {
    UpdateExpression: 'REMOVE holder, expires_at_ms',
    ExpressionAttributeValues: {},
  });
};

/** The condition of a transaction that only the holder may write. */
export const whileOurs = (tenant: Tenant, runId: string): TransactItem => ({
  ConditionCheck: { Key: runKey(tenant), ConditionExpression: 'holder = :run', ExpressionAttributeValues: { ':run': runId } },
});

interface HolderWrite {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

const ifOurs = async (table: Table, tenant: Tenant, runId: string, write: HolderWrite): Promise<boolean> => {
  try {
    await table.update({
      Key: runKey(tenant),
      ...write,
      ConditionExpression: 'holder = :run',
      ExpressionAttributeValues: { ...write.ExpressionAttributeValues, ':run': runId },
    });
    return true;
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return false;
  }
};
