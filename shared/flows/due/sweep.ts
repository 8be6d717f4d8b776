import * as v from 'valibot';
import {
  billingListOf,
  DUE_KINDS,
  type DueKind,
  type DueKindOf,
  dueKindOf,
  LOOK_AHEAD_SECONDS,
  type QueueOf,
  type QueueWorker,
} from '../../domain/due.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logError, logNotice, METRIC_LINES } from '../../platform/log-lines.ts';
import type { QueueName, QueuePort, StateMachinesPort } from '../../ports/index.ts';
import { claimDue, type DueClaim, type DueEntry, dueInShard, releaseDue } from '../../store/core/due.ts';
import { tenantOfPartition } from '../../store/core/keys.ts';
import { mailQueueOf } from '../../store/mail/outbox.ts';
import { moveToList, tenantsDue } from '../../store/runs/markers.ts';
import { syncSetup } from '../checkout/setup.ts';
import { expireAfterSync, syncAttempt } from '../clocks/advance.ts';
import { isItsTurn, startAdvanceExecution } from '../clocks/turns.ts';
import type { OperationDeps } from '../deps.ts';
import { pollDispute } from '../disputes/sync.ts';
import { pollPayment } from '../payments/poll.ts';
import { syncRefund } from '../refunds/settle.ts';
import { renewNow } from '../renewals/billing-run.ts';
import { ProviderNotConnected } from '../renewals/charges.ts';
import { type BillingRunDeps, type MarkerOutcome, processMarker } from '../renewals/starts.ts';
import { chargeRenewalAfterReauthorization } from '../subscriptions/reauthorize.ts';
import { reap } from '../two-phase/reaper.ts';

/** Maximum duration of a sweep, less than its interval of one minute; the next sweep finds the remaining entries. */
export const SWEEP_MS = 45_000;

/** Dependencies of the worker of the due-work queue. */
export interface DueWorkDeps extends OperationDeps {
  readonly stateMachines: StateMachinesPort;
}

export interface SweepDeps extends DueWorkDeps, BillingRunDeps {
  readonly queue: QueuePort;
}

export interface SweepReport {
  /** Entries that were dispatched, and billing runs that were started. */
  readonly claimed: number;
  /** Entries and billing runs that could not be dispatched; the next sweep finds them again. */
  readonly refused: number;
  /** Seconds since the due time of the earliest entry or marker that was refused or not reached; 0 if there is none. */
  readonly lagSeconds: number;
  /** Seconds since the due time of the earliest marker of a tenant that waits for a slot; 0 if no tenant waits. */
  readonly waitingSeconds: number;
}

/**
 * Dispatches the due work of one shard: starts billing runs of tenants whose markers are due (a marker is a due entry that represents all
 * billing work of a tenant), then claims the other entries one by one.
 * Work that cannot be dispatched does not affect the rest, and the next sweep finds it again. Throws when the index cannot be read.
 */
export const sweepShard = async (deps: SweepDeps, shard: number): Promise<SweepReport> => {
  const now = Math.floor(deps.nowMs() / 1000);
  const count = { dispatched: 0, refused: 0, taken: 0 };
  const runs = await startRuns(deps, shard, now);
  let earliest = Math.min(now, runs.earliest);
  for await (const entry of dueInShard(deps.store.table, shard, now + LOOK_AHEAD_SECONDS)) {
    if (deps.nowMs() - now * 1000 > SWEEP_MS) {
      earliest = Math.min(earliest, entry.at);
      break;
    }
    const outcome = await dispatchEntry(deps, entry, now);
    count[outcome] += 1;
    if (outcome === 'refused') earliest = Math.min(earliest, entry.at);
  }
  return {
    claimed: count.dispatched + runs.started,
    refused: count.refused + runs.refused,
    lagSeconds: now - earliest,
    waitingSeconds: now - Math.min(now, runs.waitingSince),
  };
};

/** Maximum duration of starting runs, enough for some hundred runs. */
const STARTS_MS = 20_000;

interface Starts {
  readonly started: number;
  readonly refused: number;
  /** Due time of the earliest marker that was refused or not reached, Unix seconds; infinite if there is none. */
  readonly earliest: number;
  /** Due time of the earliest marker of a tenant that waits for a slot, Unix seconds; infinite if no tenant waits. */
  readonly waitingSince: number;
}

/** Starts the runs of tenants whose markers in the shard are due, until all slots are taken. */
const startRuns = async (deps: SweepDeps, shard: number, now: number): Promise<Starts> => {
  let [started, refused, earliest] = [0, 0, Number.POSITIVE_INFINITY];
  const result = (waitingSince = Number.POSITIVE_INFINITY): Starts => ({ started, refused, earliest, waitingSince });
  for await (const { accountId, mode, at } of tenantsDue(deps.store.table, shard, now + LOOK_AHEAD_SECONDS)) {
    if (deps.nowMs() - now * 1000 > STARTS_MS) {
      earliest = Math.min(earliest, at);
      break;
    }
    const outcome = await startRunOf(deps, { accountId, mode }, now + LOOK_AHEAD_SECONDS);
    if (outcome === 'waiting') return result(at);
    if (outcome === 'started') started += 1;
    if (outcome === 'refused') {
      refused += 1;
      earliest = Math.min(earliest, at);
    }
  }
  return result();
};

const startRunOf = async (deps: SweepDeps, tenant: Tenant, untilSeconds: number): Promise<MarkerOutcome | 'refused'> => {
  try {
    return await processMarker(deps, tenant, untilSeconds);
  } catch (error) {
    logError(error, { worker: 'sweep', account: tenant.accountId, mode: tenant.mode, due: 'billing_run' });
    return 'refused';
  }
};

/** Claims one entry and sends it to its worker. `taken`: another process has claimed the entry, or the entry has changed. */
const dispatchEntry = async (deps: SweepDeps, entry: DueEntry, now: number): Promise<'dispatched' | 'refused' | 'taken'> => {
  const { kind } = entry;
  if (kind === null) {
    logNotice(METRIC_LINES.dueKindUnknown, aboutEntry(entry));
    return 'refused';
  }
  let claim: DueClaim | null = null;
  try {
    if (isForRun(kind)) {
      // A former release stored the entry in the shard. Moves the entry to its tenant's list, and makes the tenant's marker due in time.
      const list = billingListOf(kind);
      if (list !== null) await moveToList(deps.store.table, entry, list, now);
      return 'taken';
    }
    claim = await claimDue(deps.store.table, entry, now + DUE_KINDS[kind].claimSeconds);
    if (claim === null) return 'taken';
    const delaySeconds = Math.max(0, entry.at - now);
    const send = (queue: QueueName, message: Message): Promise<void> => deps.queue.send(queue, message, delaySeconds);
    await DISPATCHERS[DUE_KINDS[kind].worker](send, { kind, claim });
    return 'dispatched';
  } catch (error) {
    logError(error, { worker: 'sweep', ...aboutEntry(entry) });
    if (claim !== null) await releaseClaim(deps, claim);
    return 'refused';
  }
};

const aboutEntry = ({ pk, dsk }: DueEntry): { readonly account: string; readonly due: string } => ({
  account: tenantOfPartition(pk).accountId,
  due: dsk,
});

const releaseClaim = async (deps: SweepDeps, claim: DueClaim): Promise<void> => {
  try {
    await releaseDue(deps.store.table, claim);
  } catch (error) {
    // The claim expires anyway.
    logError(error, { worker: 'sweep', ...aboutEntry(claim.entry) });
  }
};

/** Kinds that are claimed entry by entry. */
type ClaimedKind = Exclude<DueKind, DueKindOf<'billing-run'>>;

const isForRun = (kind: DueKind): kind is DueKindOf<'billing-run'> => DUE_KINDS[kind].worker === 'billing-run';

interface Dispatch {
  readonly kind: ClaimedKind;
  readonly claim: DueClaim;
}

type Message = Readonly<Record<string, unknown>>;

/** Sends an entry to a queue of the worker; the sweep has no permission for other queues. */
type Dispatcher<W extends QueueWorker> = (
  send: (queue: QueueOf<W>, message: Message) => Promise<void>,
  dispatch: Dispatch,
) => Promise<void>;

/** How due work is dispatched to each worker. An entry may be dispatched twice. */
const DISPATCHERS: { readonly [W in QueueWorker]: Dispatcher<W> } = {
  'due-work': (send, { kind, claim: { entry } }) => send('due-work', { ...tenantOfPartition(entry.pk), kind, id: entry.sk }),
  'webhook-delivery': (send, { claim: { entry } }) => send('webhook-delivery', { accountId: tenantOfPartition(entry.pk).accountId }),
  'customer-import': (send, { claim: { entry } }) => send('customer-import', { ...tenantOfPartition(entry.pk), importId: entry.sk }),
  mail: (send, { claim: { entry } }) => send(mailQueueOf({ mailId: entry.sk }), { ...tenantOfPartition(entry.pk), mailId: entry.sk }),
};

const DueMessage = v.object({
  accountId: v.pipe(v.string(), v.minLength(1)),
  mode: v.picklist(['live', 'test']),
  kind: v.string(),
  id: v.pipe(v.string(), v.minLength(1)),
});

/**
 * Processes one message of the due-work queue. Idempotent. Throws on an invalid message, which then goes to the dead-letter queue.
 * Ignores a message of another worker's kind: the sweep sends that work to the right worker.
 */
export const processDueWork = async (deps: DueWorkDeps, message: unknown): Promise<void> => {
  const { accountId, mode, kind: name, id } = v.parse(DueMessage, message);
  const kind = dueKindOf(name, id);
  if (kind === null) throw new Error(`Unknown kind of due work: \`${name}\`.`);
  if (!isDueWork(kind)) return logNotice('due_work_left', { account: accountId, mode, due: kind, id });
  await WORK[kind](deps, { accountId, mode }, id);
};

type Work = (deps: DueWorkDeps, tenant: Tenant, id: string) => Promise<void>;

/** Continues a renewal whose charge has no outcome yet. If its provider account is not connected, the renewal waits for the next poll. */
const resumeRenewal: Work = async (deps, tenant, id) => {
  const subscription = await deps.store.get(subscriptionAggregate, tenant, id);
  if (subscription?.record.renewal?.processing !== true) return;
  try {
    await renewNow(deps, tenant, id);
  } catch (error) {
    if (!(error instanceof ProviderNotConnected)) throw error;
  }
};

/** Starts an execution for an advance that has none (it never started, was interrupted or had to wait), if it is the advance's turn. */
const restartAdvance: Work = async (deps, tenant, clockId) => {
  if (await isItsTurn(deps, tenant, clockId)) await startAdvanceExecution(deps, tenant, clockId);
};

/** By kind of due entry: how the due-work worker processes it. */
const WORK = {
  renewal_payment_poll: resumeRenewal,
  checkout_expiry: (deps, tenant, id) => expireAfterSync(deps, tenant, id, null),
  payment_poll: async (deps, tenant, id) => {
    await pollPayment(deps, tenant, id);
    await chargeRenewalAfterReauthorization(deps, tenant, id);
  },
  checkout_payment_poll: syncAttempt,
  setup_payment_poll: syncSetup,
  pending_operation: reap,
  refund: syncRefund,
  dispute_poll: pollDispute,
  clock_advance: restartAdvance,
} satisfies Readonly<Record<DueKindOf<'due-work'>, Work>>;

const isDueWork = (kind: DueKind): kind is DueKindOf<'due-work'> => DUE_KINDS[kind].worker === 'due-work';
