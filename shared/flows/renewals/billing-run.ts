import { BILLING_LISTS, renewalsDueUntil } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logError, logNotice, METRIC_LINES } from '../../platform/log-lines.ts';
import { duePage } from '../../store/core/due.ts';
import { billingListPartition } from '../../store/core/keys.ts';
import { acquireRunLease, runLeaseCondition, setRunBegun } from '../../store/runs/lease.ts';
import { renewSlot } from '../../store/runs/slots.ts';
import { ConditionLost } from '../../store/writer/unit.ts';
import type { FlowDeps } from '../deps.ts';
import { distinct } from '../load/batch.ts';
import type { ChargeOutcome } from '../payments/settle/outcome.ts';
import { settleRenewals } from '../payments/settle/renewal.ts';
import { isRefundedOrChargedBack, makeFollowUpCalls, syncPayment } from '../payments/sync.ts';
import { ChargeNotTried, type ChargeResult, chargeBatch, NoProviderResponse, ProviderNotConnected } from './charges.ts';
import { type Charge, prepareRenewals } from './prepare.ts';
import {
  abandonedCharges,
  type BillingRun,
  begunOf,
  type ChargeProgress,
  firstState,
  isLeased,
  type ListPositions,
  nextRunState,
  type PreparedEvent,
  type RunBatch,
  type RunSettings,
  type RunState,
  shouldPrepareAhead,
  subscriptionsInProgress,
  tenantOf,
} from './run-state.ts';
import { type BillingRunDeps, endRun } from './starts.ts';

/** Subscriptions prepared per iteration. */
export const SUBSCRIPTIONS_PER_ITERATION = 250;
/** Maximum charges of a run that have no outcome, so that the run's state stays smaller than the 256 KB that Step Functions allows. */
const MAX_IN_PROGRESS = 2 * SUBSCRIPTIONS_PER_ITERATION;
/** Maximum duration of preparing in one step; less than the timeout of the step's function. */
const PREPARE_MS = 15_000;

/** Prepares the next renewals of the run and splits their charges into batches. */
export const prepareStep = async (deps: BillingRunDeps, input: BillingRun | RunState, settings: RunSettings): Promise<RunState> => {
  const state = 'next' in input ? input : firstState(input, settings);
  const event = isLeased(state) ? await prepareDue(deps, state) : await prepareForClock(deps, state);
  const after = nextRunState(state, event, settings);
  return after.next === 'done' ? finishRun(deps, after, event) : after;
};

/** Prepares renewals for the next iteration while the charges in `state.shares` are made, and renews the lease. */
export const prepareAhead = async (deps: BillingRunDeps, state: RunState): Promise<PreparedEvent> =>
  shouldPrepareAhead(state) ? prepareDue(deps, state) : renewLeaseOnly(deps, state);

/** Renews the lease of a run without preparing anything. */
const renewLeaseOnly = async (deps: BillingRunDeps, state: RunState): Promise<PreparedEvent> => {
  const { readTo = {} } = state;
  if (!isLeased(state)) return { kind: 'prepared', charges: [], more: false, readTo, left: [] };
  const lease = await acquireRunLease(deps.store.table, tenantOf(state), state.runId, deps.nowMs());
  if (lease.kind === 'held') return { kind: 'lease_lost' };
  return { kind: 'prepared', charges: [], more: true, readTo, left: without(lease.begun, new Set(subscriptionsInProgress(state))) };
};

const without = (ids: readonly string[], excluded: ReadonlySet<string>): readonly string[] => ids.filter((id) => !excluded.has(id));

/** Ends the run and returns its state. `lastPrepared`: result of the last step that prepared renewals. */
const finishRun = async (deps: BillingRunDeps, state: RunState, lastPrepared: PreparedEvent): Promise<RunState> => {
  const isDrained = lastPrepared.kind === 'prepared' && !lastPrepared.more;
  await endRun(deps, state, lastPrepared.kind === 'lease_lost' ? null : { begun: begunOf(state), isDrained });
  return state;
};

/** Prepares the renewals of a run on a test clock, before its first iteration only. */
const prepareForClock = async (deps: FlowDeps, { subscriptionIds = [], rounds, ...run }: RunState): Promise<PreparedEvent> => {
  const charges = rounds === 0 ? await prepareRenewals(deps, tenantOf(run), distinct(subscriptionIds), []) : [];
  return { kind: 'prepared', charges, more: false, readTo: {}, left: [] };
};

/**
 * Prepares the renewals that an earlier run began, then the due ones in the tenant's lists. Stops once there are renewals to charge, when
 * nothing more is due, or after `PREPARE_MS`.
 */
const prepareDue = async (deps: FlowDeps, state: RunState): Promise<PreparedEvent> => {
  const { table } = deps.store;
  const [tenant, { runId, slot }] = [tenantOf(state), state];
  const startedMs = deps.nowMs();
  const lease = await acquireRunLease(table, tenant, runId, startedMs);
  if (lease.kind === 'held') return { kind: 'lease_lost' };
  const inProgress = new Set(subscriptionsInProgress(state));
  let left = without(lease.begun, inProgress);
  if (slot !== undefined && !(await renewSlot(table, slot, runId, startedMs))) return { kind: 'slot_lost', left };
  let { readTo = {} } = state;
  const prepared = (charges: readonly Charge[], more: boolean): PreparedEvent => ({ kind: 'prepared', charges, more, readTo, left });
  const limit = Math.min(SUBSCRIPTIONS_PER_ITERATION, MAX_IN_PROGRESS - inProgress.size);
  while (limit > 0 && deps.nowMs() - startedMs < PREPARE_MS) {
    const due = left.length > 0 ? { ids: left.slice(0, limit), readTo } : await readDue(deps, tenant, readTo, limit);
    if (due.ids.length === 0) return prepared([], false);
    left = left.slice(limit);
    readTo = due.readTo;
    // The index can still show entries of subscriptions that this run is charging.
    const ids = without(due.ids, inProgress);
    const charges = await prepareWhileLeased(deps, state, [...inProgress, ...ids, ...left], ids);
    if (charges === null) return { kind: 'lease_lost' };
    if (charges.length > 0) return prepared(charges, true);
  }
  return prepared([], true);
};

/** Reads the next due subscriptions, up to `limit`, list by list. `readTo`: the positions that the run has reached in the lists. */
const readDue = async (
  deps: FlowDeps,
  tenant: Tenant,
  readTo: ListPositions,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly readTo: ListPositions }> => {
  const untilSeconds = renewalsDueUntil(Math.floor(deps.nowMs() / 1000));
  const ids: string[] = [];
  let reached = readTo;
  for (const list of BILLING_LISTS) {
    const range = { after: readTo[list] ?? '', untilSeconds, limit: limit - ids.length };
    const entries = await duePage(deps.store.table, billingListPartition(tenant, list), range);
    ids.push(...entries.map(({ sk }) => sk));
    const last = entries.at(-1);
    if (last !== undefined) reached = { ...reached, [list]: last.dsk };
  }
  return { ids: distinct(ids), readTo: reached };
};

/**
 * Stores the subscriptions in progress (`begun`) with the lease, and prepares the renewals of `ids`. `null`: another run has taken the
 * lease.
 */
const prepareWhileLeased = async (
  deps: FlowDeps,
  state: RunState,
  begun: readonly string[],
  ids: readonly string[],
): Promise<readonly Charge[] | null> => {
  const [tenant, { runId }] = [tenantOf(state), state];
  if (!(await setRunBegun(deps.store.table, tenant, runId, begun, deps.nowMs()))) return null;
  try {
    return await prepareRenewals(deps, tenant, ids, [runLeaseCondition(tenant, runId)]);
  } catch (error) {
    if (error instanceof ConditionLost) return null;
    throw error;
  }
};

/** The progress of a charge of a batch. */
export type PaymentProgress = Pick<Charge, 'paymentId'> & { readonly progress: ChargeProgress };

/** Makes the charges of one batch and applies their outcomes. */
export const chargeStep = (deps: FlowDeps, { charges, atOnce, ...tenant }: Tenant & RunBatch): Promise<readonly PaymentProgress[]> =>
  chargeAndSettle(deps, tenantOf(tenant), charges, atOnce);

/** Results of one batch. `notTried`: the batch's step never started, because all executions of the function were busy. */
export type BatchAnswers = readonly PaymentProgress[] | { readonly notTried: readonly Charge[] };

const progressIn = (answers: BatchAnswers): readonly PaymentProgress[] =>
  'notTried' in answers
    ? answers.notTried.map(({ paymentId }) => ({ paymentId, progress: { kind: 'not_tried', retryAfterSeconds: null } }))
    : answers;

/** What the concurrent steps of an iteration returned. `ahead`: from `prepareAhead`, or `failed` if that step failed. */
export interface Iteration {
  readonly answers: readonly BatchAnswers[];
  readonly ahead: PreparedEvent | { readonly kind: 'failed' };
}

/**
 * Ends an iteration: decides the next step, renews the lease and stores the subscriptions in progress with it. If a batch returned nothing,
 * its charges count as charges without a response.
 */
export const settleStep = async (
  deps: BillingRunDeps,
  { iteration, ...state }: RunState & { readonly iteration: Iteration },
  settings: RunSettings,
): Promise<RunState> => {
  const tenant = tenantOf(state);
  const progress = new Map(iteration.answers.flatMap(progressIn).map(({ paymentId, progress: each }) => [paymentId, each]));
  for (const { paymentId } of abandonedCharges(state, progress)) {
    logNotice(METRIC_LINES.chargeLeftOpen, { account: tenant.accountId, mode: tenant.mode, payment: paymentId });
  }
  const ahead = iteration.ahead.kind === 'failed' ? await renewLeaseOnly(deps, state) : iteration.ahead;
  const after = nextRunState(state, { kind: 'charged', progress, ahead }, settings);
  if (!isLeased(after)) return after;
  if (after.next === 'done') return finishRun(deps, after, ahead);
  if (await setRunBegun(deps.store.table, tenant, state.runId, begunOf(after), deps.nowMs())) return after;
  return finishRun(deps, nextRunState(after, { kind: 'lease_lost' }, settings), { kind: 'lease_lost' });
};

/** Makes charges, `atOnce` concurrently, and applies their outcomes. */
const chargeAndSettle = async (
  deps: FlowDeps,
  tenant: Tenant,
  charges: readonly Charge[],
  atOnce: number,
): Promise<readonly PaymentProgress[]> => {
  const charged = await chargeBatch(deps, tenant, charges, atOnce);
  const outcomes = new Map(charged.flatMap(({ paymentId, result }) => (isOutcome(result) ? [[paymentId, result] as const] : [])));
  const failed = await applyWithRetry(deps, tenant, outcomes);
  return charged.map(({ paymentId, result }) => ({
    paymentId,
    progress: failed.has(paymentId) ? { kind: 'no_response' } : progressOf(result),
  }));
};

const progressOf = (result: ChargeResult): ChargeProgress =>
  isOutcome(result) || result.kind === 'nothing' ? { kind: 'settled' } : result;

const MAX_APPLY_TRIES = 3;

/** Applies provider outcomes, and retries when the table fails. Returns the ids of the payments whose outcome could not be applied. */
const applyWithRetry = async (
  deps: FlowDeps,
  tenant: Tenant,
  outcomes: ReadonlyMap<string, ChargeOutcome>,
): Promise<ReadonlySet<string>> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOutcomes(deps, tenant, outcomes);
    } catch (error) {
      logError(error, { part: 'billing-run', account: tenant.accountId, mode: tenant.mode });
      if (tries >= MAX_APPLY_TRIES) return new Set(outcomes.keys());
    }
  }
};

const applyOutcomes = async (
  deps: FlowDeps,
  tenant: Tenant,
  outcomes: ReadonlyMap<string, ChargeOutcome>,
): Promise<ReadonlySet<string>> => {
  const failed = new Set<string>();
  for (const [paymentId, followUp] of await settleRenewals(deps, tenant, outcomes)) {
    try {
      if (followUp instanceof Error) throw followUp;
      await makeFollowUpCalls(deps, tenant, followUp);
      const outcome = outcomes.get(paymentId);
      // A charge that was made earlier may be refunded or charged back already; no later poll would find the refund or chargeback.
      if (outcome?.kind === 'payment' && isRefundedOrChargedBack(outcome.snapshot)) await syncPayment(deps, tenant, paymentId, null);
    } catch (error) {
      logError(error, { part: 'billing-run', account: tenant.accountId, mode: tenant.mode, payment: paymentId });
      failed.add(paymentId);
    }
  }
  return failed;
};

const isOutcome = (result: ChargeResult): result is Extract<ChargeResult, ChargeOutcome> =>
  result.kind === 'payment' || result.kind === 'refused';

/**
 * Makes the due renewal attempt of one subscription, outside of a run. Throws `ChargeNotTried` if the provider throttles,
 * `ProviderNotConnected` if its account is not connected, and `NoProviderResponse` if the attempt has no outcome for another reason.
 */
export const renewNow = async (deps: FlowDeps, tenant: Tenant, subscriptionId: string): Promise<void> => {
  const charges = await prepareRenewals(deps, tenant, [subscriptionId], []);
  const charged = await chargeAndSettle(deps, tenant, charges, 1);
  const kinds = charged.map(({ progress }) => progress.kind);
  if (kinds.includes('not_tried')) throw new ChargeNotTried();
  if (kinds.includes('not_connected')) throw new ProviderNotConnected();
  if (kinds.includes('no_response')) throw new NoProviderResponse();
};
