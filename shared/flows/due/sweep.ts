import * as v from 'valibot';
import { DUE_KINDS, type DueKind, type DueKindOf, type DueWorker, dueKindOf, LOOK_AHEAD_SECONDS } from '../../domain/due.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { testClockAggregate } from '../../domain/test-clock/record.ts';
import { COUNTED_LINES, logError, logNotice } from '../../platform/log-lines.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import type { QueuePort, StateMachinesPort } from '../../ports/index.ts';
import { claimDue, type DueClaim, type DueEntry, dueInShard, releaseDue } from '../../store/core/due.ts';
import { tenantOfPartition } from '../../store/core/keys.ts';
import { enqueueDue } from '../../store/runs/run-queue.ts';
import { syncSetup } from '../checkout/setup.ts';
import { expireAfterSync, syncAttempt } from '../clocks/advance.ts';
import type { OperationDeps } from '../deps.ts';
import { pollDispute } from '../disputes/sync.ts';
import { pollPayment } from '../payments/poll.ts';
import { syncRefund } from '../refunds/settle.ts';
import { renewNow } from '../renewals/billing-run.ts';
import { DueRenewals, type TenantRenewals } from '../renewals/due.ts';
import { chargeReauthorized } from '../subscriptions/reauthorize.ts';
import { reap } from '../two-phase/reaper.ts';
import { advanceExecution, billingRunExecution } from './execution-names.ts';

/** Maximum duration of a sweep, less than its interval of one minute; the next sweep finds the remaining entries. */
const SWEEP_MS = 45_000;

export interface SweepDeps extends OperationDeps {
  readonly queue: QueuePort;
  readonly stateMachines: StateMachinesPort;
}

export interface SweepReport {
  /** Entries that were dispatched. Renewals and notices, which are dispatched without a claim, count too. */
  readonly claimed: number;
  /** Entries that could not be dispatched; the next sweep finds them again. */
  readonly refused: number;
  /** Seconds since the earliest of the entries that were refused or not reached became due; 0 if there are none. */
  readonly lagSeconds: number;
}

/**
 * Dispatches the due entries of one shard: renewals and notices by tenant, other entries one by one with a claim. An entry that cannot be
 * dispatched does not affect the others, and the next sweep finds it again. Throws when the index cannot be read.
 */
export const sweepShard = async (deps: SweepDeps, shard: number): Promise<SweepReport> => {
  const now = Math.floor(deps.nowMs() / 1000);
  const count = { dispatched: 0, refused: 0, taken: 0 };
  const renewals = new DueRenewals();
  let earliest = now;
  for await (const entry of dueInShard(deps.store.table, shard, now + LOOK_AHEAD_SECONDS)) {
    if (deps.nowMs() - now * 1000 > SWEEP_MS) {
      earliest = Math.min(earliest, entry.at);
      break;
    }
    const { kind } = entry;
    if (kind !== null && isForRun(kind)) {
      renewals.add(entry, kind);
      continue;
    }
    const outcome = await dispatchEntry(deps, entry, kind, now);
    count[outcome] += 1;
    if (outcome === 'refused') earliest = Math.min(earliest, entry.at);
  }
  const tenants = renewals.tenants();
  // All renewals are enqueued before the first run starts, so that a run finds all of them.
  const queuedTenants = await forEachTenant(tenants, ({ tenant, ids }) => enqueueDue(deps.store.table, tenant, shard, ids));
  const started = new Set(await forEachTenant(queuedTenants, ({ tenant }) => startRun(deps, shard, tenant, now)));
  for (const tenantRenewals of tenants) {
    const isStarted = started.has(tenantRenewals);
    count[isStarted ? 'dispatched' : 'refused'] += tenantRenewals.count;
    if (!isStarted) earliest = Math.min(earliest, tenantRenewals.earliest ?? now);
  }
  return { claimed: count.dispatched, refused: count.refused, lagSeconds: now - earliest };
};

const AT_ONCE = 10;

/** Runs `work` for each tenant, some concurrently; returns the tenants for which it succeeded. */
const forEachTenant = async (
  tenants: readonly TenantRenewals[],
  work: (tenantRenewals: TenantRenewals) => Promise<void>,
): Promise<readonly TenantRenewals[]> => {
  const done: TenantRenewals[] = [];
  await runConcurrently(AT_ONCE, tenants, async (tenantRenewals) => {
    try {
      await work(tenantRenewals);
      done.push(tenantRenewals);
    } catch (error) {
      logError(error, { worker: 'sweep', account: tenantRenewals.tenant.accountId, mode: tenantRenewals.tenant.mode, due: 'renewal' });
    }
  });
  return done;
};

/** Starts the tenant's billing run for the enqueued subscriptions. */
const startRun = async (deps: SweepDeps, shard: number, tenant: Tenant, now: number): Promise<void> => {
  const name = billingRunExecution(tenant, now);
  const start = (runId: string) => deps.stateMachines.start('billing-run', runId, { ...tenant, runId });
  // A run of this sweep may have ended already without the subscriptions that this shard enqueued, so another run starts.
  if ((await start(name)) === 'exists') await start(`${name}-${shard}`);
};

/** Claims one entry and sends it to its worker. `taken`: another process has claimed the entry, or the entry has changed. */
const dispatchEntry = async (
  deps: SweepDeps,
  entry: DueEntry,
  kind: ClaimedKind | null,
  now: number,
): Promise<'dispatched' | 'refused' | 'taken'> => {
  if (kind === null) {
    logNotice(COUNTED_LINES.dueKindUnknown, aboutEntry(entry));
    return 'refused';
  }
  let claim: DueClaim | null = null;
  try {
    claim = await claimDue(deps.store.table, entry, now + DUE_KINDS[kind].claimSeconds);
    if (claim === null) return 'taken';
    await DISPATCHERS[DUE_KINDS[kind].worker](deps, { kind, claim, now, delaySeconds: Math.max(0, entry.at - now) });
    return 'dispatched';
  } catch (error) {
    logError(error, { worker: 'sweep', ...aboutEntry(entry) });
    if (claim !== null) await release(deps, claim);
    return 'refused';
  }
};

const aboutEntry = ({ pk, dsk }: DueEntry): { readonly account: string; readonly due: string } => ({
  account: tenantOfPartition(pk).accountId,
  due: dsk,
});

const release = async (deps: SweepDeps, claim: DueClaim): Promise<void> => {
  try {
    await releaseDue(deps.store.table, claim);
  } catch (error) {
    // The claim expires anyway.
    logError(error, { worker: 'sweep', ...aboutEntry(claim.entry) });
  }
};

/** Kinds that are claimed entry by entry; renewals and notices are covered by the lease of the tenant's run. */
type ClaimedKind = Exclude<DueKind, DueKindOf<'billing-run'>>;

const isForRun = (kind: DueKind): kind is DueKindOf<'billing-run'> => DUE_KINDS[kind].worker === 'billing-run';

interface Dispatch {
  readonly kind: ClaimedKind;
  readonly claim: DueClaim;
  readonly now: number;
  readonly delaySeconds: number;
}

type Dispatcher = (deps: SweepDeps, dispatch: Dispatch) => Promise<void>;

/** How due work is dispatched to each worker. An entry may be dispatched twice. */
const DISPATCHERS = {
  'due-work': ({ queue }, { kind, claim: { entry }, delaySeconds }) =>
    queue.send('due-work', { ...tenantOfPartition(entry.pk), kind, id: entry.sk }, delaySeconds),
  'webhook-delivery': ({ queue }, { claim: { entry }, delaySeconds }) =>
    queue.send('webhook-delivery', { accountId: tenantOfPartition(entry.pk).accountId }, delaySeconds),
  'customer-import': ({ queue }, { claim: { entry }, delaySeconds }) =>
    queue.send('customer-import', { ...tenantOfPartition(entry.pk), importId: entry.sk }, delaySeconds),
  mail: ({ queue }, { claim: { entry }, delaySeconds }) =>
    queue.send('mail', { ...tenantOfPartition(entry.pk), mailId: entry.sk }, delaySeconds),
} satisfies Readonly<Record<Exclude<DueWorker, 'billing-run'>, Dispatcher>>;

const DueMessage = v.object({
  accountId: v.pipe(v.string(), v.minLength(1)),
  mode: v.picklist(['live', 'test']),
  kind: v.string(),
  id: v.pipe(v.string(), v.minLength(1)),
});

/**
 * Processes one message of the due-work queue. May run twice. Throws on an invalid message, which then goes to the dead-letter queue.
 * Ignores a message of another worker's kind: the sweep sends that work to the right worker.
 */
export const processDueWork = async (deps: SweepDeps, message: unknown): Promise<void> => {
  const { accountId, mode, kind: name, id } = v.parse(DueMessage, message);
  const kind = dueKindOf(name, id);
  if (kind === null) throw new Error(`Unknown kind of due work: \`${name}\`.`);
  if (!isDueWork(kind)) return logNotice('due_work_left', { account: accountId, mode, due: kind, id });
  await WORK[kind](deps, { accountId, mode }, id);
};

type Work = (deps: SweepDeps, tenant: Tenant, id: string) => Promise<void>;

/** Continues a renewal whose charge has no outcome yet. */
const resumeRenewal: Work = async (deps, tenant, id) => {
  const subscription = await deps.store.get(subscriptionAggregate, tenant, id);
  if (subscription?.record.renewal?.processing === true) await renewNow(deps, tenant, id);
};

/** Restarts an advance whose execution never started or was interrupted, under another execution name. */
const restartAdvance: Work = async (deps, tenant, clockId) => {
  const clock = await deps.store.get(testClockAggregate, tenant, clockId);
  const { targetTime = null } = clock?.record ?? {};
  if (targetTime === null) return;
  const name = advanceExecution(clockId, targetTime, Math.floor(deps.nowMs() / 1000));
  await deps.stateMachines.start('clock-advance', name, { ...tenant, clockId });
};

/** By kind of due entry: how the due-work worker processes it. */
const WORK = {
  renewal_payment_poll: resumeRenewal,
  checkout_expiry: (deps, tenant, id) => expireAfterSync(deps, tenant, id, null),
  payment_poll: async (deps, tenant, id) => {
    await pollPayment(deps, tenant, id);
    await chargeReauthorized(deps, tenant, id);
  },
  checkout_payment_poll: syncAttempt,
  setup_payment_poll: syncSetup,
  pending_operation: reap,
  refund: syncRefund,
  dispute_poll: pollDispute,
  clock_advance: restartAdvance,
} satisfies Readonly<Record<DueKindOf<'due-work'>, Work>>;

const isDueWork = (kind: DueKind): kind is DueKindOf<'due-work'> => DUE_KINDS[kind].worker === 'due-work';
