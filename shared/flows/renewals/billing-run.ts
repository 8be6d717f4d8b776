import { BILLING_LISTS, LOOK_AHEAD_SECONDS } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { COUNTED_LINES, logError, logNotice } from '../../platform/log-lines.ts';
import { duePage } from '../../store/core/due.ts';
import { billingListPartition } from '../../store/core/keys.ts';
import { acquireRunLease, renewRunLease, runLeaseCondition, setRunBegun } from '../../store/runs/lease.ts';
import { renewSlot } from '../../store/runs/slots.ts';
import { ConditionLost } from '../../store/writer/unit.ts';
import type { FlowDeps } from '../deps.ts';
import { distinct } from '../load/batch.ts';
import type { ChargeOutcome } from '../payments/settle/outcome.ts';
import { settleRenewals } from '../payments/settle/renewal.ts';
import { afterSettling } from '../payments/sync.ts';
import { type Charged, type ChargeResult, chargeBatch, NoProviderResponse } from './charges.ts';
import { type Charge, prepareRenewals } from './prepare.ts';
import {
  abandonedCharges,
  type BillingRun,
  chargesWithResults,
  firstState,
  hasOutcome,
  isLeased,
  next,
  type ReadTo,
  type RunBatch,
  type RunEvent,
  type RunSettings,
  type RunState,
  tenantOf,
} from './run-state.ts';
import { endRun, type RunDeps } from './starts.ts';

/** Subscriptions prepared per iteration. */
export const SUBSCRIPTIONS_PER_ITERATION = 150;
/** Maximum duration of preparing in one step; less than the timeout of the step's function. */
const PREPARE_MS = 15_000;

/** Prepares the next renewals of the run and splits their charges into batches. */
export const prepareStep = async (deps: RunDeps, input: BillingRun | RunState, settings: RunSettings): Promise<RunState> => {
  const state = 'next' in input ? input : firstState(input, settings);
  const { event, begun } = isLeased(state) ? await prepareDue(deps, state) : await prepareForClock(deps, state);
  const after = next(state, event, settings);
  if (after.next !== 'done') return after;
  const isDrained = event.kind === 'prepared' && !event.more;
  await endRun(deps, state, event.kind === 'lease_lost' ? null : { begun, isDrained });
  return after;
};

interface PreparedStep {
  readonly event: RunEvent;
  /** Subscriptions that the next run continues if this run ends now. */
  readonly begun: readonly string[];
}

const prepareForClock = async (deps: FlowDeps, { subscriptionIds = [], rounds, ...run }: RunState): Promise<PreparedStep> => {
  const charges = rounds === 0 ? await prepareRenewals(deps, tenantOf(run), distinct(subscriptionIds), []) : [];
  return { event: { kind: 'prepared', charges, more: false, readTo: {} }, begun: [] };
};

/** Prepares the renewals that an earlier run began, then those in the tenant's lists, until there are charges or nothing is due. */
const prepareDue = async (deps: FlowDeps, state: RunState): Promise<PreparedStep> => {
  const { table } = deps.store;
  const [tenant, { runId, slot }] = [tenantOf(state), state];
  const startedMs = deps.nowMs();
  const lease = await acquireRunLease(table, tenant, runId, startedMs);
  if (lease.kind === 'held') return { event: { kind: 'lease_lost' }, begun: [] };
  const openIds = state.open.map(({ subscriptionId }) => subscriptionId);
  let begun = lease.begun.filter((id) => !openIds.includes(id));
  if (slot !== undefined && !(await renewSlot(table, slot, runId, startedMs)))
    return { event: { kind: 'slot_lost' }, begun: [...openIds, ...begun] };
  let { readTo = {} } = state;
  const prepared = (charges: readonly Charge[], more: boolean): PreparedStep => ({
    event: { kind: 'prepared', charges, more, readTo },
    begun,
  });
  while (openIds.length < SUBSCRIPTIONS_PER_ITERATION && deps.nowMs() - startedMs < PREPARE_MS) {
    const limit = SUBSCRIPTIONS_PER_ITERATION - openIds.length;
    const due = begun.length > 0 ? { ids: begun.slice(0, limit), readTo } : await readDue(deps, tenant, readTo, limit);
    if (due.ids.length === 0) return prepared([], false);
    begun = begun.slice(limit);
    readTo = due.readTo;
    const charges = await prepareWhileLeased(deps, state, [...openIds, ...due.ids, ...begun], due.ids);
    if (charges === null) return { event: { kind: 'lease_lost' }, begun: [] };
    if (charges.length > 0) return prepared(charges, true);
  }
  return prepared([], true);
};

/** Reads up to `limit` subscriptions that are due, in the order of the lists, after those that the run has read before. */
const readDue = async (
  deps: FlowDeps,
  tenant: Tenant,
  readTo: ReadTo,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly readTo: ReadTo }> => {
  const untilSeconds = Math.floor(deps.nowMs() / 1000) + LOOK_AHEAD_SECONDS;
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

/** Stores `begun` with the lease and prepares the renewals of `ids`. `null`: another run has taken the lease. */
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

/** Makes the charges of one batch. */
export const chargeStep = async (
  deps: FlowDeps,
  { runId, charges, atOnce, leased, ...run }: BillingRun & RunBatch,
): Promise<readonly Charged[]> => {
  const tenant = tenantOf(run);
  if (leased) await renewRunLease(deps.store.table, tenant, runId, deps.nowMs());
  return chargeBatch(deps, tenant, charges, atOnce);
};

/** Results of one batch. `notTried`: its step never started, because all executions of the function were busy. */
export type BatchAnswers = readonly Charged[] | { readonly notTried: readonly Charge[] };

const resultsOf = (answers: BatchAnswers): readonly Pick<Charged, 'paymentId' | 'result'>[] =>
  'notTried' in answers
    ? answers.notTried.map(({ paymentId }) => ({ paymentId, result: { kind: 'not_tried', retryAfterSeconds: null } }))
    : answers;

/**
 * Applies the outcomes of the charges. If a batch returned nothing, or an outcome could not be applied, the charge's result is
 * `no_response`. Renews the lease and stores the open charges (charges without an outcome) with the lease.
 */
export const settleStep = async (
  deps: RunDeps,
  { answers, ...state }: RunState & { readonly answers: readonly BatchAnswers[] },
  settings: RunSettings,
): Promise<RunState> => {
  const tenant = tenantOf(state);
  const chargeResults = chargesWithResults(state, new Map(answers.flatMap(resultsOf).map(({ paymentId, result }) => [paymentId, result])));
  const results = await applyOutcomes(deps, tenant, new Map(chargeResults.map(({ charge, result }) => [charge.paymentId, result])));
  for (const { paymentId } of abandonedCharges(state, results)) {
    logNotice(COUNTED_LINES.chargeLeftOpen, { account: tenant.accountId, mode: tenant.mode, payment: paymentId });
  }
  const after = next(state, { kind: 'settled', results }, settings);
  if (!isLeased(after)) return after;
  const begun = after.open.map(({ subscriptionId }) => subscriptionId);
  const { table } = deps.store;
  const isHeld = after.next !== 'done' && (await setRunBegun(table, tenant, state.runId, begun, deps.nowMs()));
  if (isHeld) return after;
  await endRun(deps, state, { begun, isDrained: false });
  return next(after, { kind: 'lease_lost' }, settings);
};

/** Applies provider outcomes; an outcome that could not be applied becomes `no_response` in the returned results. */
const applyOutcomes = async (
  deps: FlowDeps,
  tenant: Tenant,
  results: ReadonlyMap<string, ChargeResult>,
): Promise<ReadonlyMap<string, ChargeResult>> => {
  const outcomes = new Map([...results].flatMap(([paymentId, result]) => (isOutcome(result) ? [[paymentId, result]] : [])));
  const applied = new Map(results);
  for (const [paymentId, followUp] of await settleRenewals(deps, tenant, outcomes)) {
    try {
      if (followUp instanceof Error) throw followUp;
      await afterSettling(deps, tenant, followUp);
    } catch (error) {
      logError(error, { part: 'billing-run', account: tenant.accountId, mode: tenant.mode, payment: paymentId });
      applied.set(paymentId, { kind: 'no_response' });
    }
  }
  return applied;
};

const isOutcome = (result: ChargeResult): result is Extract<ChargeResult, ChargeOutcome> =>
  result.kind === 'payment' || result.kind === 'refused';

/** Makes the due renewal attempt of one subscription, outside of a run. Throws `NoProviderResponse` if the attempt has no outcome. */
export const renewNow = async (deps: FlowDeps, tenant: Tenant, subscriptionId: string): Promise<void> => {
  const charges = await prepareRenewals(deps, tenant, [subscriptionId], []);
  const charged = await chargeBatch(deps, tenant, charges, 1);
  const results = await applyOutcomes(deps, tenant, new Map(charged.map(({ paymentId, result }) => [paymentId, result])));
  if (![...results.values()].every(hasOutcome)) throw new NoProviderResponse();
};
