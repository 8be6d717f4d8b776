import type { Tenant } from '../../domain/tenant.ts';
import { COUNTED_LINES, logError, logNotice } from '../../platform/log-lines.ts';
import {
  acquireRunLease,
  type RunWork,
  releaseRunLease,
  renewRunLease,
  runLeaseCondition,
  setRunBegun,
  setRunWork,
} from '../../store/runs/lease.ts';
import { dequeueDue } from '../../store/runs/run-queue.ts';
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
  type RunBatch,
  type RunEvent,
  type RunSettings,
  type RunState,
} from './run-state.ts';

/** Subscriptions prepared per iteration. */
const SUBSCRIPTIONS_PER_ITERATION = 100;
/** Maximum duration of preparing in one step; less than the timeout of the step's function. */
const PREPARE_MS = 15_000;

const tenantOf = ({ accountId, mode }: Tenant): Tenant => ({ accountId, mode });

/** Prepares the next renewals of the run and splits their charges into batches. */
export const prepareStep = async (deps: FlowDeps, input: BillingRun | RunState, settings: RunSettings): Promise<RunState> => {
  const state = 'next' in input ? input : firstState(input, settings);
  const event = isLeased(state) ? await prepareEnqueued(deps, state) : await prepareForClock(deps, state);
  return next(state, event, settings);
};

const prepareForClock = async (deps: FlowDeps, { subscriptionIds = [], rounds, ...run }: RunState): Promise<RunEvent> => ({
  kind: 'prepared',
  charges: rounds === 0 ? await prepareRenewals(deps, tenantOf(run), distinct(subscriptionIds), []) : [],
  more: false,
});

/** Prepares the renewals that an earlier run began, then those that the sweep enqueued, until there are charges or the queue is empty. */
const prepareEnqueued = async (deps: FlowDeps, state: RunState): Promise<RunEvent> => {
  const { table } = deps.store;
  const [tenant, { runId }] = [tenantOf(state), state];
  const startedMs = deps.nowMs();
  const acquired = await acquireRunLease(table, tenant, runId, startedMs);
  if (acquired.kind === 'held') return { kind: 'held', leftMs: acquired.expiresAtMs - deps.nowMs() };
  const openIds = state.open.map(({ subscriptionId }) => subscriptionId);
  let due = [...acquired.work.begun.filter((id) => !openIds.includes(id)), ...acquired.work.due];
  while (openIds.length < SUBSCRIPTIONS_PER_ITERATION && deps.nowMs() - startedMs < PREPARE_MS) {
    if (due.length === 0) due = [...distinct(await dequeueDue(table, tenant, SUBSCRIPTIONS_PER_ITERATION))];
    if (due.length === 0) break;
    const batch = due.slice(0, SUBSCRIPTIONS_PER_ITERATION - openIds.length);
    due = due.slice(batch.length);
    const charges = await prepareWhileLeased(deps, state, { begun: [...openIds, ...batch], due });
    if (charges === null) return { kind: 'held', leftMs: 0 };
    if (charges.length > 0) return { kind: 'prepared', charges, more: true };
  }
  if (openIds.length === 0 && due.length === 0) await releaseRunLease(table, tenant, runId);
  return { kind: 'prepared', charges: [], more: due.length > 0 };
};

/**
 * Stores `work` with the lease and prepares the renewals in `work.begun`. Skips the first of them, one per open charge, which are prepared
 * already. `null`: another run has taken the lease.
 */
const prepareWhileLeased = async (deps: FlowDeps, state: RunState, work: RunWork): Promise<readonly Charge[] | null> => {
  const [tenant, { runId }] = [tenantOf(state), state];
  if (!(await setRunWork(deps.store.table, tenant, runId, work, deps.nowMs()))) return null;
  const batch = work.begun.slice(state.open.length);
  try {
    return await prepareRenewals(deps, tenant, batch, [runLeaseCondition(tenant, runId)]);
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
  deps: FlowDeps,
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
  if (!(await setRunBegun(table, tenant, state.runId, begun, deps.nowMs()))) return next(after, { kind: 'lease_lost' }, settings);
  if (after.next === 'done') await releaseRunLease(table, tenant, state.runId);
  return after;
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
