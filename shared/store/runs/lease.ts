import type { Tenant } from '../../domain/tenant.ts';
import { acquisition, type Hold, heldBy, RELEASE, releaseHold, updateOfHolder } from '../core/holds.ts';
import { runBegunKey, runKey } from '../core/keys.ts';
import { conditionFailure, isTransactionConflict, type Table, type TransactItem } from '../core/table.ts';
import { transactOrRefusal } from '../core/transact.ts';

/** A billing run that does not renew the lease of its tenant for this long loses the lease. */
export const RUN_LEASE_MS = 45_000;

/**
 * `begun`: ids of subscriptions whose charge may have started and has no outcome yet; the next holder continues them. `held`: another run
 * has the lease.
 */
export type RunLeaseAcquisition = { readonly kind: 'acquired'; readonly begun: readonly string[] } | { readonly kind: 'held' };

const holdOf = (tenant: Tenant, runId: string): Hold => ({ key: runKey(tenant), holder: runId });

/** Acquires the tenant's lease if it is free or expired, or renews this run's lease. Writes by a previous holder fail from then on. */
export const acquireRunLease = async (table: Table, tenant: Tenant, runId: string, nowMs: number): Promise<RunLeaseAcquisition> => {
  try {
    const lease = await table.update({ ...acquisition(holdOf(tenant, runId), nowMs, RUN_LEASE_MS), ReturnValues: 'ALL_NEW' });
    return { kind: 'acquired', begun: begunIn(lease, await table.get(runBegunKey(tenant))) };
  } catch (error) {
    // The conflicting transaction checks or renews the lease, so the run of that transaction has the lease.
    if (isTransactionConflict(error) || conditionFailure(error) !== null) return { kind: 'held' };
    throw error;
  }
};

/** The item and the attribute that contain the ids of begun subscriptions, by layout version. Ids in all versions are read. */
export const BEGUN_LAYOUTS = {
  1: { keyOf: runKey, attribute: 'begun_ids' },
  2: { keyOf: runBegunKey, attribute: 'ids' },
} as const;

/** The layout version in which the ids are written. */
export const BEGUN_LAYOUT = 2;

type Stored = Readonly<Record<string, unknown>> | null | undefined;

/** Ids of begun subscriptions, read from the items of all versions (`BEGUN_LAYOUTS`): `lease` and `begun`. */
export const begunIn = (lease: Stored, begun: Stored): readonly string[] => [
  ...idsIn(lease?.[BEGUN_LAYOUTS[1].attribute]),
  ...idsIn(begun?.[BEGUN_LAYOUTS[2].attribute]),
];

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** Stores the ids of subscriptions whose charge has no outcome yet and renews the lease; `false` if another run has the lease. */
export const setRunBegun = (table: Table, tenant: Tenant, runId: string, begun: readonly string[], nowMs: number): Promise<boolean> =>
  writeBegun(
    table,
    tenant,
    begun,
    updateOfHolder(holdOf(tenant, runId), `SET expires_at_ms = :expires REMOVE ${BEGUN_LAYOUTS[1].attribute}`, {
      ':expires': nowMs + RUN_LEASE_MS,
    }),
  );

/**
 * Releases the lease and stores `begun`, the ids that the next run continues (`null` keeps the stored ids). Returns `false` if another run
 * has acquired the lease.
 */
export const releaseRunLease = (table: Table, tenant: Tenant, runId: string, begun: readonly string[] | null): Promise<boolean> =>
  begun === null
    ? releaseHold(table, holdOf(tenant, runId))
    : writeBegun(table, tenant, begun, updateOfHolder(holdOf(tenant, runId), `${RELEASE}, ${BEGUN_LAYOUTS[1].attribute}`));

/**
 * Writes the ids and the lease in one transaction. The ids have their own item, because every transaction of the run pays for the size of
 * the lease that it checks.
 */
const writeBegun = async (
  table: Table,
  tenant: Tenant,
  ids: readonly string[],
  lease: ReturnType<typeof updateOfHolder>,
): Promise<boolean> => {
  const { keyOf, attribute } = BEGUN_LAYOUTS[BEGUN_LAYOUT];
  return (await transactOrRefusal(table, [{ Update: lease }, { Put: { Item: { ...keyOf(tenant), [attribute]: [...ids] } } }])) === null;
};

/** Condition that this run holds the lease, for a transaction. */
export const runLeaseCondition = (tenant: Tenant, runId: string): TransactItem => ({
  ConditionCheck: { Key: runKey(tenant), ...heldBy(runId) },
});
