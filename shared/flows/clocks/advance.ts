import type { DueKind } from '../../domain/due.ts';
import { withKindOf } from '../../domain/payable/payables.ts';
import { expirePayable } from '../../domain/payable/unpaid.ts';
import type { Interval } from '../../domain/periods.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { failAdvance, finishAdvance, moveClockTo } from '../../domain/test-clock/advance.ts';
import { type TestClock, testClockAggregate } from '../../domain/test-clock/record.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { type ClockDue, countAttempt } from '../../store/core/clock-dues.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { fetchPayable, loadAll } from '../load/records.ts';
import { syncPayment } from '../payments/sync.ts';
import { NoProviderResponse } from '../renewals/charges.ts';
import { prepareRenewals } from '../renewals/prepare.ts';
import type { BillingRun } from '../renewals/run-state.ts';
import { findNextDues } from './due.ts';

/**
 * What the clock-advance state machine does next. `run`: start this billing run, then take the next step. `again`: take the next step.
 * `done`: end; the advance is complete or failed, or another execution continues it.
 */
export type ClockStep = { readonly steps: number } & (
  | { readonly outcome: 'run'; readonly run: BillingRun }
  | { readonly outcome: 'again' }
  | { readonly outcome: 'done' }
);

/** A running advance. `steps`: number of steps so far in the current execution of the state machine. */
export interface Advance {
  readonly clockId: string;
  readonly steps: number;
}

/** Lists the billing intervals of the clock's subscriptions that are not canceled. These intervals limit the length of one advance. */
export const listIntervalsOnClock = async (store: Store, tenant: Tenant, clockId: string): Promise<readonly Interval[]> => {
  const subscriptions = await loadAll(store, subscriptionAggregate, tenant, { parentId: clockId });
  return subscriptions.filter(({ status }) => status !== 'canceled').map(({ price }) => price.interval);
};

const MAX_TRIES = 3;
/** Maximum number of due entries that one step processes. */
const MAX_BATCH = 100;
/**
 * Maximum steps of one execution, whose history is limited to 25,000 events: a step takes 13 events. The sweep starts the next execution.
 */
export const MAX_STEPS = 1500;

/**
 * Runs one step of an advance: sets the clock to the time of the next due work and processes it, or completes the advance. If the
 * work is still due after three attempts, the advance fails.
 */
export const advanceStep = async (deps: FlowDeps, tenant: Tenant, { clockId, steps: stepsSoFar }: Advance): Promise<ClockStep> => {
  const clock = await deps.store.get(testClockAggregate, tenant, clockId);
  const target = clock?.record.targetTime ?? null;
  if (clock === null || target === null || stepsSoFar >= MAX_STEPS) return { outcome: 'done', steps: stepsSoFar };
  const steps = stepsSoFar + 1;
  // Attempts are counted per group: the work of one time and kind in this advance. An advance that repeats a failed one has the same
  // target, so the group also contains the number of the advance.
  const groupOf = ({ kind, at }: ClockDue): string => `${target}#${clock.record.advanceCount ?? 0}#${kind}#${at}`;
  const dues = await findNextDues(deps.store, tenant, clock.record, target, {
    most: MAX_BATCH,
    skips: (due) => workOf(due).oncePerAdvance && due.attempts?.group === groupOf(due),
  });
  const [first] = dues;
  if (first === undefined) {
    await changeClock(deps, tenant, clockId, (state, context) => finishAdvance(null, state, context));
    return { outcome: 'done', steps };
  }
  const { work, together, oncePerAdvance } = workOf(first);
  const batch = together ? dues : [first];
  // `tries`: number of attempts of the first entry. For work that is tried once per advance, counts an attempt of every entry of the batch,
  // so that later steps skip these entries.
  const [tries = 1] = await Promise.all((oncePerAdvance ? batch : [first]).map((due) => countAttempt(deps.store.table, due, groupOf(due))));
  if (tries > MAX_TRIES) return failOn(deps, tenant, { clockId, steps }, first);
  await changeClock(deps, tenant, clockId, (state, context) => moveClockTo({ time: first.at }, state, context));
  return { ...(await work(deps, tenant, clockId, batch)), steps };
};

const failOn = async (deps: FlowDeps, tenant: Tenant, { clockId, steps }: Advance, { id, kind }: ClockDue): Promise<ClockStep> => {
  logNotice('clock_failed', { clock: clockId, object: id, due: kind });
  await changeClock(deps, tenant, clockId, (state, context) => failAdvance(null, state, context));
  return { outcome: 'done', steps };
};

type ClockRule = typeof finishAdvance;

const changeClock = async (
  deps: FlowDeps,
  tenant: Tenant,
  clockId: string,
  decide: (state: Parameters<ClockRule>[1], context: Parameters<ClockRule>[2]) => ReturnType<ClockRule>,
): Promise<void> => {
  await deps.store.run<Parameters<ClockRule>[1], TestClock>({
    tenant,
    actor: SYSTEM,
    load: async () => ({ clock: await deps.store.get(testClockAggregate, tenant, clockId) }),
    nowOf: () => null,
    decide,
  });
};

type WorkResult = { readonly outcome: 'again' } | { readonly outcome: 'run'; readonly run: BillingRun };

interface ClockWork {
  /** Processes `dues`: all work of the same time and kind if `together`, otherwise the first entry. */
  readonly work: (deps: FlowDeps, tenant: Tenant, clockId: string, dues: readonly ClockDue[]) => Promise<WorkResult>;
  readonly together: boolean;
  /** True for work that waits for the provider. It is tried once per advance, since simulated time has no effect on the provider. */
  readonly oncePerAdvance: boolean;
}

/** Starts a billing run. A renewal in progress may also be in another run; it is charged only once. */
const startRun: ClockWork['work'] = async (_deps, { accountId, mode }, clockId, dues) => ({
  outcome: 'run',
  run: { accountId, mode, runId: `${clockId}-${dues[0]?.at}`, subscriptionIds: dues.map(({ id }) => id) },
});

/** Emits the notices. If renewals have become due as well, starts a billing run. */
const emitNotices: ClockWork['work'] = async (deps, tenant, clockId, dues) => {
  const ids = dues.map(({ id }) => id);
  const charges = await prepareRenewals(deps, tenant, ids, []);
  return charges.length === 0 ? { outcome: 'again' } : startRun(deps, tenant, clockId, dues);
};

/** Processes checkout sessions and one-off payments one by one. */
const payableWork =
  (processDue: (deps: FlowDeps, tenant: Tenant, due: ClockDue) => Promise<void>): ClockWork['work'] =>
  async (deps, tenant, _clockId, dues) => {
    for (const due of dues) await processDue(deps, tenant, due);
    return { outcome: 'again' };
  };

/** Work of an advance per kind of due entry; `null`: due in real time, also for objects on a clock. */
const ON_CLOCK: Readonly<Record<DueKind, ClockWork | null>> = {
  billing_run: null,
  renewal: { work: startRun, together: true, oncePerAdvance: false },
  trial_notice: { work: emitNotices, together: true, oncePerAdvance: false },
  upcoming_notice: { work: emitNotices, together: true, oncePerAdvance: false },
  customer_email: { work: emitNotices, together: true, oncePerAdvance: false },
  renewal_payment_poll: { work: startRun, together: true, oncePerAdvance: true },
  checkout_expiry: {
    work: payableWork((deps, tenant, { id, at }) => expireAfterSync(deps, tenant, id, at)),
    together: false,
    oncePerAdvance: false,
  },
  checkout_payment_poll: {
    work: payableWork((deps, tenant, { id }) => syncAttempt(deps, tenant, id)),
    together: false,
    oncePerAdvance: true,
  },
  setup_payment_poll: null,
  payment_poll: null,
  pending_operation: null,
  refund: null,
  dispute_poll: null,
  clock_advance: null,
  customer_import: null,
  webhook_delivery: null,
  mail: null,
};

const workOf = ({ kind, id }: ClockDue): ClockWork => {
  const workOfKind = kind === null ? null : ON_CLOCK[kind];
  if (workOfKind === null) throw new Error(`Due entry of kind \`${kind}\` of ${id} is not processed on a test clock.`);
  return workOfKind;
};

/**
 * Syncs the latest attempt of a session or one-off payment with the provider. Throws `NoProviderResponse` if the provider does not respond.
 */
export const syncAttempt = async (deps: FlowDeps, tenant: Tenant, payableId: string): Promise<void> => {
  const paymentId = (await fetchPayable(deps.store, tenant, payableId))?.attempt?.paymentId;
  const syncResult = paymentId === undefined ? 'worked' : await syncPayment(deps, tenant, paymentId, null);
  if (syncResult === 'unavailable') throw new NoProviderResponse();
};

/** Expires a session or one-off payment, unless a sync shows that it is paid. `at`: time on its clock, Unix seconds; `null`: real time. */
export const expireAfterSync = async (deps: FlowDeps, tenant: Tenant, payableId: string, at: number | null): Promise<void> => {
  // The buyer may have paid although no webhook arrived.
  await syncAttempt(deps, tenant, payableId);
  await withKindOf(payableId, async (kind) => {
    await deps.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ payable: await deps.store.get(kind.aggregate, tenant, payableId) }),
      nowOf: () => at,
      decide: (state, context) => expirePayable(kind, state, context),
    });
  });
};
