import { renewalsDueUntil } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import type { StateMachinesPort } from '../../ports/index.ts';
import { duePage } from '../../store/core/due.ts';
import { DUE_SHARDS, markerShard, tenantOfPartition } from '../../store/core/keys.ts';
import { acquireRunLease, releaseRunLease } from '../../store/runs/lease.ts';
import { earliestBilling, moveMarker, readRunStatus } from '../../store/runs/markers.ts';
import { acquireSlot, releaseSlot } from '../../store/runs/slots.ts';
import type { FlowDeps } from '../deps.ts';
import { billingRunExecutionName } from '../due/execution-names.ts';
import { type BillingRun, isLeased, tenantOf } from './run-state.ts';

export interface BillingRunDeps extends FlowDeps {
  readonly stateMachines: StateMachinesPort;
  /** Maximum concurrent billing runs of all tenants. */
  readonly runsAtOnce: number;
}

/**
 * Seconds from the start of a run until its tenant's marker (see `processMarker`) is due again. A run that left nothing due moves the
 * marker at least this far ahead when it ends.
 */
const CHECK_SECONDS = 60;

const secondsOf = (deps: FlowDeps): number => Math.floor(deps.nowMs() / 1000);

/** `idle`: nothing is due. `running`: the tenant has a run. `waiting`: something is due, but all slots are taken. */
export type MarkerOutcome = 'started' | 'idle' | 'running' | 'waiting';

/**
 * Processes a tenant's marker, the due entry for its billing run, if the marker is due at `untilSeconds` or before: starts a run if the
 * tenant's lists contain due work, and moves the marker.
 */
export const processMarker = async (deps: BillingRunDeps, tenant: Tenant, untilSeconds: number): Promise<MarkerOutcome> => {
  const { table } = deps.store;
  const now = secondsOf(deps);
  const { marker, leasedUntilMs, isUnfinished } = await readRunStatus(table, tenant);
  // Checked again, because the index can show a former position of the marker.
  if (marker === null || marker.at > untilSeconds) return 'idle';
  const moveTo = (at: number): Promise<void> => moveMarker(table, tenant, marker, at, now);
  if (leasedUntilMs !== null && leasedUntilMs > deps.nowMs()) {
    await moveTo(Math.ceil(leasedUntilMs / 1000));
    return 'running';
  }
  const earliest = isUnfinished ? now : await earliestBilling(table, tenant, now);
  if (earliest > renewalsDueUntil(now)) {
    await moveTo(earliest);
    return 'idle';
  }
  const outcome = await startRun(deps, tenant);
  if (outcome === 'started') await moveTo(now + CHECK_SECONDS);
  return outcome;
};

/** Acquires a slot and the tenant's lease for a new run, and starts the run. */
const startRun = async (deps: BillingRunDeps, tenant: Tenant): Promise<'started' | 'running' | 'waiting'> => {
  const { table } = deps.store;
  const startedMs = deps.nowMs();
  const acquired = await acquireSlot(table, (slot) => billingRunExecutionName(tenant, startedMs, slot), deps.runsAtOnce, startedMs);
  if (acquired === null) return 'waiting';
  const { slot, runId } = acquired;
  let hasLease = false;
  try {
    const lease = await acquireRunLease(table, tenant, runId, startedMs);
    if (lease.kind === 'acquired') {
      hasLease = true;
      await deps.stateMachines.start('billing-run', runId, { ...tenant, runId, slot } satisfies BillingRun);
      return 'started';
    }
  } catch (error) {
    if (hasLease) await logFailure(tenant, releaseRunLease(table, tenant, runId, null));
    await logFailure(tenant, releaseSlot(table, slot, runId));
    throw error;
  }
  await releaseSlot(table, slot, runId);
  return 'running';
};

/**
 * Awaits `work` and logs its failure instead of throwing: a lease or slot that was not released expires, and the sweep, which runs every
 * minute, starts the runs of waiting tenants.
 */
const logFailure = async ({ accountId, mode }: Tenant, work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    logError(error, { part: 'billing-run', account: accountId, mode });
  }
};

/** `begun`: subscriptions that the tenant's next run continues. `isDrained`: nothing was due when the run last read the lists. */
interface RunEnd {
  readonly begun: readonly string[];
  readonly isDrained: boolean;
}

/**
 * Ends a run: releases the lease and the slot, moves the tenant's marker behind those of waiting tenants, and starts the run of the next
 * tenant. `end: null`: another run may have the lease, so it is not released. A failure is logged; the sweep finds the tenants that wait.
 */
export const endRun = async (deps: BillingRunDeps, run: BillingRun, end: RunEnd | null): Promise<void> => {
  if (!isLeased(run)) return;
  const { runId, slot } = run;
  const { table } = deps.store;
  const tenant = tenantOf(run);
  if (end !== null) await logFailure(tenant, releaseAndMove(deps, tenant, runId, end));
  if (slot !== undefined) await logFailure(tenant, releaseSlot(table, slot, runId));
  await logFailure(tenant, startNextRun(deps));
};

const releaseAndMove = async (deps: BillingRunDeps, tenant: Tenant, runId: string, { begun, isDrained }: RunEnd): Promise<void> => {
  const { table } = deps.store;
  if (!(await releaseRunLease(table, tenant, runId, begun))) return;
  const { marker } = await readRunStatus(table, tenant);
  if (marker === null) return;
  const now = secondsOf(deps);
  // After a drained run, moves the marker at least `CHECK_SECONDS` ahead: the index can still show entries that the run has processed.
  const at = isDrained ? Math.max(now + CHECK_SECONDS, await earliestBilling(table, tenant, now)) : now;
  await moveMarker(table, tenant, marker, at, now);
};

/** Number of markers read in each shard to find the next tenant; some of these tenants may have a run already. */
const CANDIDATES_PER_SHARD = 4;

/**
 * Starts the run of the tenant that has waited longest. Unlike the sweep, does not look ahead (`LOOK_AHEAD_SECONDS`): the run that ended
 * may have moved its tenant's marker only `CHECK_SECONDS` ahead. A look-ahead would find that marker and start the same tenant's run again
 * and again.
 */
const startNextRun = async (deps: BillingRunDeps): Promise<void> => {
  const now = secondsOf(deps);
  const range = { after: '', untilSeconds: now, limit: CANDIDATES_PER_SHARD };
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => duePage(deps.store.table, markerShard(shard), range));
  const waiting = (await Promise.all(shards)).flat().sort((one, other) => one.at - other.at);
  for (const { pk } of waiting) {
    const tenant = tenantOfPartition(pk);
    const outcome = await processMarker(deps, tenant, now).catch((error: unknown) => {
      logError(error, { part: 'billing-run', account: tenant.accountId, mode: tenant.mode });
    });
    if (outcome === 'started' || outcome === 'waiting') return;
  }
};
