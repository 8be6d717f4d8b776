import type { Mode, Tenant } from '../../domain/tenant.ts';
import { logError, logNotice } from '../../platform/log-lines.ts';
import { acquireRun, type RunWork, releaseRun, renewRun, setRunBegun, setRunWork, whileOurs } from '../../store/runs/lease.ts';
import { takeNoted } from '../../store/runs/run-queue.ts';
import { ConditionLost } from '../../store/writer/unit.ts';
import type { FlowDeps } from '../deps.ts';
import { distinct } from '../load/batch.ts';
import type { ChargeOutcome } from '../payments/settle/outcome.ts';
import { settleRenewals } from '../payments/settle/renewal.ts';
import { afterSettling } from '../payments/sync.ts';
import { type Charged, type ChargeResult, chargeShare, NoProviderResponse } from './charges.ts';
import { type Charge, prepareRenewals } from './prepare.ts';

/** Input of a billing run's state machine. */
export interface BillingRun {
  readonly accountId: string;
  readonly mode: Mode;
  /** Unique within the tenant. */
  readonly runId: string;
  /** Subscriptions to renew on a test clock; otherwise the run takes those that the sweep enqueued, under the tenant's lease. */
  readonly subscriptionIds?: readonly string[];
}

/** A charge within a run. `tries`: attempts without a response. */
export type RunCharge = Charge & { readonly tries: number };

/** A batch of charges for one step, `atOnce` of them concurrently. */
export interface RunShare {
  readonly charges: readonly RunCharge[];
  /** Whether the run has the tenant's lease; runs on a test clock have none. */
  readonly leased: boolean;
  readonly atOnce: number;
}

/** State of a run between its steps. Each step may run twice. */
export interface RunState extends BillingRun {
  readonly next: 'charge' | 'wait' | 'prepare' | 'done';
  /** Duration of the step `wait`. */
  readonly waitSeconds: number;
  /** Number of concurrent charges that the provider accepts. */
  readonly parallel: number;
  readonly rounds: number;
  /** Another run was active, and this run waited for its lease to end. */
  readonly waited: boolean;
  /** Nothing was left, and the run looks once more: the shards of a sweep enqueue one after the other. */
  readonly lastLook: boolean;
  /** Charges without an outcome; they go into the next iteration. */
  readonly open: readonly RunCharge[];
  /** Batches of this iteration; they run in parallel. */
  readonly shares: readonly RunShare[];
}

export interface RunSettings {
  /** Maximum concurrent charges of one tenant. */
  readonly chargesAtOnce: number;
}

/** Subscriptions prepared per iteration. */
const ROUND = 100;
/** The history of an execution is bounded: the next sweep starts another one that continues. */
const MOST_ROUNDS = 100;
/** Time limit of preparing, since the step's time is bounded. */
const PREPARE_MS = 15_000;
const MOST_TRIES = 5;
/** Concurrent charges of one step, which mostly waits for the provider. */
const SHARE_AT_ONCE = 10;
/** Longer than a sweep takes from its first shard to its last, unless it has a backlog. */
const LAST_LOOK_SECONDS = 5;
const SILENCE_SECONDS = 5;
/** Shorter than the lease, which is not renewed while waiting. */
const MAX_WAIT_SECONDS = 40;

const tenantOf = ({ accountId, mode }: Tenant): Tenant => ({ accountId, mode });

/** Prepares the next renewals of the run and splits their charges into batches. `done`: nothing is left, or another run is active. */
export const prepareRound = async (deps: FlowDeps, given: BillingRun | RunState, settings: RunSettings): Promise<RunState> => {
  const state = 'next' in given ? given : firstState(given, settings);
  const prepared = state.subscriptionIds === undefined ? await prepareNoted(deps, state) : await prepareGiven(deps, state);
  if (prepared.kind === 'held') return waitForOther(state, prepared.expiresAtMs - deps.nowMs());
  const round = [...state.open, ...prepared.charges.map((charge) => ({ ...charge, tries: 0 }))];
  if (round.length > 0)
    return { ...state, next: 'charge', lastLook: false, rounds: state.rounds + 1, open: [], shares: sharesOf(round, state) };
  if (prepared.more) return { ...state, next: 'prepare' };
  if (state.lastLook || state.subscriptionIds !== undefined) return { ...state, next: 'done' };
  return { ...state, next: 'wait', lastLook: true, waitSeconds: LAST_LOOK_SECONDS };
};

const firstState = (run: BillingRun, { chargesAtOnce }: RunSettings): RunState => ({
  ...run,
  next: 'prepare',
  waitSeconds: 0,
  parallel: chargesAtOnce,
  rounds: 0,
  waited: false,
  lastLook: false,
  open: [],
  shares: [],
});

/** Another run has the lease. If it broke off, its lease ends soon; this run waits once. */
const waitForOther = (state: RunState, leftMs: number): RunState =>
  state.waited || state.lastLook || state.open.length > 0
    ? { ...state, next: 'done' }
    : { ...state, next: 'wait', waited: true, waitSeconds: Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(leftMs / 1000) + 1)) };

/** Splits the charges evenly into as few batches as the concurrency allows. */
const sharesOf = (charges: readonly RunCharge[], { parallel, subscriptionIds }: RunState): readonly RunShare[] => {
  const count = Math.ceil(Math.min(parallel, charges.length) / SHARE_AT_ONCE);
  return Array.from({ length: count }, (_, share) => ({
    charges: charges.filter((_each, index) => index % count === share),
    atOnce: Math.ceil(parallel / count),
    leased: subscriptionIds === undefined,
  }));
};

/** `more`: work is left, whether or not there are charges. */
type Prepared =
  | { readonly kind: 'prepared'; readonly charges: readonly Charge[]; readonly more: boolean }
  | { readonly kind: 'held'; readonly expiresAtMs: number };

const prepareGiven = async (deps: FlowDeps, { subscriptionIds = [], rounds, ...run }: RunState): Promise<Prepared> => ({
  kind: 'prepared',
  charges: rounds === 0 ? await prepareRenewals(deps, tenantOf(run), distinct(subscriptionIds), []) : [],
  more: false,
});

/** Continues what an earlier run left, then takes what the sweep enqueued, until there is something to charge or nothing is left. */
const prepareNoted = async (deps: FlowDeps, state: RunState): Promise<Prepared> => {
  const { table } = deps.store;
  const [tenant, { runId }] = [tenantOf(state), state];
  const startedMs = deps.nowMs();
  const acquired = await acquireRun(table, tenant, runId, startedMs);
  if (acquired.kind === 'held') return acquired;
  const open = state.open.map(({ subscriptionId }) => subscriptionId);
  let due = [...acquired.work.begun.filter((id) => !open.includes(id)), ...acquired.work.due];
  while (open.length < ROUND && deps.nowMs() - startedMs < PREPARE_MS) {
    if (due.length === 0) due = [...distinct(await takeNoted(table, tenant, ROUND))];
    if (due.length === 0) break;
    const batch = due.slice(0, ROUND - open.length);
    due = due.slice(batch.length);
    const charges = await prepareWhileOurs(deps, state, { begun: [...open, ...batch], due });
    if (charges === null) return { kind: 'held', expiresAtMs: deps.nowMs() };
    if (charges.length > 0) return { kind: 'prepared', charges, more: true };
  }
  if (open.length === 0 && due.length === 0) await releaseRun(table, tenant, runId);
  return { kind: 'prepared', charges: [], more: due.length > 0 };
};

/** Returns `null` when another run has taken the lease. */
const prepareWhileOurs = async (deps: FlowDeps, state: RunState, work: RunWork): Promise<readonly Charge[] | null> => {
  const [tenant, { runId }] = [tenantOf(state), state];
  if (!(await setRunWork(deps.store.table, tenant, runId, work, deps.nowMs()))) return null;
  const batch = work.begun.slice(state.open.length);
  try {
    return await prepareRenewals(deps, tenant, batch, [whileOurs(tenant, runId)]);
  } catch (error) {
    if (error instanceof ConditionLost) return null;
    throw error;
  }
};

/** Makes the charges of one batch. */
export const chargeRound = async (
  deps: FlowDeps,
  { runId, charges, atOnce, leased, ...run }: BillingRun & RunShare,
): Promise<readonly Charged[]> => {
  const tenant = tenantOf(run);
  if (leased) await renewRun(deps.store.table, tenant, runId, deps.nowMs());
  return chargeShare(deps, tenant, charges, atOnce);
};

/** Applies the outcomes of the charges and decides how the run continues. A batch without a result had no outcomes. */
export const settleRound = async (
  deps: FlowDeps,
  { answers, ...state }: RunState & { readonly answers: readonly (readonly Charged[])[] },
  { chargesAtOnce }: RunSettings,
): Promise<RunState> => {
  const tenant = tenantOf(state);
  const results = new Map(answers.flat().map(({ paymentId, result }) => [paymentId, result]));
  const charges = state.shares
    .flatMap(({ charges }) => charges)
    .map((charge) => ({ charge, result: results.get(charge.paymentId) ?? NO_RESPONSE }));
  const failed = await settleAll(deps, tenant, charges);
  const left = charges.flatMap(({ charge, result }) => openAfter(charge, failed.has(charge.paymentId) ? NO_RESPONSE : result));
  const open = left.filter(({ tries }) => tries < MOST_TRIES);
  for (const { paymentId } of left.filter(({ tries }) => tries >= MOST_TRIES))
    logNotice('charge_left_open', { account: tenant.accountId, mode: tenant.mode, payment: paymentId });
  const pace = paceAfter(state.parallel, charges, chargesAtOnce);
  const after: RunState = { ...state, ...pace, next: pace.waitSeconds > 0 ? 'wait' : 'prepare', open, shares: [] };
  return state.subscriptionIds === undefined ? keepLease(deps, after) : after;
};

const NO_RESPONSE: ChargeResult = { kind: 'no_response' };

interface Answered {
  readonly charge: RunCharge;
  readonly result: ChargeResult;
}

/** Returns the payments whose outcome could not be applied. */
const settleAll = async (deps: FlowDeps, tenant: Tenant, charges: readonly Answered[]): Promise<ReadonlySet<string>> => {
  const strings = new Map(charges.flatMap(({ charge, result }) => (isOutcome(result) ? [[charge.paymentId, result]] : [])));
  const failed = new Set<string>();
  for (const [paymentId, left] of await settleRenewals(deps, tenant, strings)) {
    try {
      if (left instanceof Error) throw left;
      await afterSettling(deps, tenant, left);
    } catch (error) {
      logError(error, { part: 'billing-run', account: tenant.accountId, mode: tenant.mode, payment: paymentId });
      failed.add(paymentId);
    }
  }
  return failed;
};

const isOutcome = (result: ChargeResult): result is Extract<ChargeResult, ChargeOutcome> =>
  result.kind === 'payment' || result.kind === 'refused';

/** The charge for the next iteration; none when it has an outcome. */
const openAfter = (charge: RunCharge, result: ChargeResult): readonly RunCharge[] => {
  if (result.kind === 'not_tried') return [charge];
  return result.kind === 'no_response' ? [{ ...charge, fresh: false, tries: charge.tries + 1 }] : [];
};

/** Adapts the concurrency: halves it and waits when the provider throttles, raises it slowly otherwise. */
const paceAfter = (
  parallel: number,
  charges: readonly Answered[],
  chargesAtOnce: number,
): { readonly parallel: number; readonly waitSeconds: number } => {
  const limits = charges.flatMap(({ result }) =>
    result.kind === 'not_tried' && result.retryAfterSeconds !== null ? [result.retryAfterSeconds] : [],
  );
  if (limits.length > 0)
    return { parallel: Math.max(1, Math.floor(parallel / 2)), waitSeconds: Math.min(MAX_WAIT_SECONDS, Math.max(...limits)) };
  const silent = charges.every(({ result }) => result.kind === 'no_response' || result.kind === 'not_tried');
  if (!silent) return { parallel: Math.min(chargesAtOnce, parallel + 1), waitSeconds: 0 };
  const tries = Math.min(...charges.map(({ charge }) => charge.tries));
  return { parallel, waitSeconds: Math.min(MAX_WAIT_SECONDS, SILENCE_SECONDS * 2 ** tries) };
};

/** Renews the lease with the open charges. After many iterations the run ends, and the next sweep starts one that continues. */
const keepLease = async (deps: FlowDeps, state: RunState): Promise<RunState> => {
  const { table } = deps.store;
  const [tenant, { runId }] = [tenantOf(state), state];
  const begun = state.open.map(({ subscriptionId }) => subscriptionId);
  if (!(await setRunBegun(table, tenant, runId, begun, deps.nowMs()))) return { ...state, next: 'done' };
  if (state.rounds < MOST_ROUNDS) return state;
  await releaseRun(table, tenant, runId);
  return { ...state, next: 'done' };
};

/** Performs one renewal attempt of a subscription outside a run. Throws `NoProviderResponse`. */
export const renewNow = async (deps: FlowDeps, tenant: Tenant, subscriptionId: string): Promise<void> => {
  const charges = await prepareRenewals(deps, tenant, [subscriptionId], []);
  const charged = await chargeShare(deps, tenant, charges, 1);
  const answered = charged.map(({ result, ...charge }) => ({ charge: { ...charge, tries: 0 }, result }));
  const failed = await settleAll(deps, tenant, answered);
  if (failed.size > 0 || answered.some(({ charge, result }) => openAfter(charge, result).length > 0)) throw new NoProviderResponse();
};
