import type { DueKind } from '../../domain/due.ts';
import { expirePayable } from '../../domain/payable/lapse.ts';
import { withKindOf } from '../../domain/payables.ts';
import type { Interval } from '../../domain/periods.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { failAdvance, finishAdvance, stepTo } from '../../domain/test-clock/advance.ts';
import { type TestClock, testClockAggregate } from '../../domain/test-clock/record.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { type ClockDue, countTry } from '../../store/core/clock-dues.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { allOf, payableOf } from '../load/records.ts';
import { syncPayment } from '../payments/sync.ts';
import type { BillingRun } from '../renewals/billing-run.ts';
import { NoProviderResponse } from '../renewals/charges.ts';
import { prepareRenewals } from '../renewals/prepare.ts';
import { nextDues } from './due.ts';

/** What the state machine of an advance does next. `done`: the advance is over, or another execution continues with it. */
export type ClockStep = { readonly steps: number } & (
  | { readonly outcome: 'run'; readonly run: BillingRun }
  | { readonly outcome: 'again' }
  | { readonly outcome: 'done' }
);

/** An advance under way. `steps`: how many its execution made. */
export interface Advance {
  readonly clockId: string;
  readonly steps: number;
}

/** Intervals of the clock's subscriptions that still run: they bound how far it may be advanced at once. */
export const intervalsOnClock = async (store: Store, tenant: Tenant, clockId: string): Promise<readonly Interval[]> => {
  const subscriptions = await allOf(store, subscriptionAggregate, tenant, { parentId: clockId });
  return subscriptions.filter(({ status }) => status !== 'canceled').map(({ price }) => price.interval);
};

const MAX_TRIES = 3;
/** So many subscriptions go into one run. */
const MOST_AT_ONCE = 100;
/** An execution keeps the history of its steps, at most 25 000 entries, of which a step takes 13: the sweep starts another that continues. */
export const MOST_STEPS = 1500;

/**
 * One step of an advance: sets the clock to the moment of what is due next and has it worked, or ends the advance. What
 * is still due after three tries at the same moment makes the advance fail rather than continue for ever.
 */
export const nextOnClock = async (deps: FlowDeps, tenant: Tenant, { clockId, steps: before }: Advance): Promise<ClockStep> => {
  const clock = await deps.store.get(testClockAggregate, tenant, clockId);
  const target = clock?.record.targetTime ?? null;
  if (clock === null || target === null || before >= MOST_STEPS) return { outcome: 'done', steps: before };
  const steps = before + 1;
  const momentOf = ({ kind, at }: ClockDue): string => `${target}#${kind}#${at}`;
  const dues = await nextDues(deps.store, tenant, clock.record, target, {
    most: MOST_AT_ONCE,
    skips: (due) => workOf(due).onceAnAdvance && due.tried?.moment === momentOf(due),
  });
  const [first] = dues;
  if (first === undefined) {
    await change(deps, tenant, clockId, (state, context) => finishAdvance(null, state, context));
    return { outcome: 'done', steps };
  }
  const { work, together, onceAnAdvance } = workOf(first);
  const batch = together ? dues : [first];
  const [tries = 1] = await Promise.all((onceAnAdvance ? batch : [first]).map((due) => countTry(deps.store.table, due, momentOf(due))));
  if (tries > MAX_TRIES) return give(deps, tenant, { clockId, steps }, first);
  await change(deps, tenant, clockId, (state, context) => stepTo({ moment: first.at }, state, context));
  return { ...(await work(deps, tenant, clockId, batch)), steps };
};

const give = async (deps: FlowDeps, tenant: Tenant, { clockId, steps }: Advance, { id, kind }: ClockDue): Promise<ClockStep> => {
  logNotice('clock_failed', { clock: clockId, object: id, due: kind });
  await change(deps, tenant, clockId, (state, context) => failAdvance(null, state, context));
  return { outcome: 'done', steps };
};

type ClockRule = typeof finishAdvance;

const change = async (
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

type Worked = { readonly outcome: 'again' } | { readonly outcome: 'run'; readonly run: BillingRun };

interface ClockWork {
  /** Is given what is due at the same moment: all of it that is processed together, or the first. */
  readonly work: (deps: FlowDeps, tenant: Tenant, clockId: string, dues: readonly ClockDue[]) => Promise<Worked>;
  readonly together: boolean;
  /** What waits for the provider is looked at once an advance; time on the clock does not bring its answer. */
  readonly onceAnAdvance: boolean;
}

/** A run through which a renewal under way goes again, which charges nothing twice. */
const runOf: ClockWork['work'] = async (_deps, { accountId, mode }, clockId, dues) => ({
  outcome: 'run',
  run: { accountId, mode, runId: `${clockId}-${dues[0]?.at}`, subscriptionIds: dues.map(({ id }) => id) },
});

/** Reported in this step; a renewal that came to be due instead goes through a run. */
const tell: ClockWork['work'] = async (deps, tenant, clockId, dues) => {
  const ids = dues.map(({ id }) => id);
  const charges = await prepareRenewals(deps, tenant, ids, []);
  return charges.length === 0 ? { outcome: 'again' } : runOf(deps, tenant, clockId, dues);
};

/** A session or one-off payment on its own. */
const payableWork =
  (worked: (deps: FlowDeps, tenant: Tenant, due: ClockDue) => Promise<void>): ClockWork['work'] =>
  async (deps, tenant, _clockId, dues) => {
    for (const due of dues) await worked(deps, tenant, due);
    return { outcome: 'again' };
  };

/** What an advance does about each kind; `null`: its time is real also for an object of a clock. */
const ON_CLOCK: Readonly<Record<DueKind, ClockWork | null>> = {
  renewal: { work: runOf, together: true, onceAnAdvance: false },
  trial_notice: { work: tell, together: true, onceAnAdvance: false },
  upcoming_notice: { work: tell, together: true, onceAnAdvance: false },
  renewal_payment_poll: { work: runOf, together: true, onceAnAdvance: true },
  checkout_expiry: {
    work: payableWork((deps, tenant, { id, at }) => expire(deps, tenant, id, at)),
    together: false,
    onceAnAdvance: false,
  },
  checkout_payment_poll: {
    work: payableWork((deps, tenant, { id }) => syncAttempt(deps, tenant, id)),
    together: false,
    onceAnAdvance: true,
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
  const known = kind === null ? null : ON_CLOCK[kind];
  if (known === null) throw new Error(`nothing on a clock is due for ${kind} of ${id}`);
  return known;
};

/** Fetches from the provider the status of the latest attempt of a session or one-off payment. */
export const syncAttempt = async (deps: FlowDeps, tenant: Tenant, payableId: string): Promise<void> => {
  const paymentId = (await payableOf(deps.store, tenant, payableId))?.attempt?.paymentId;
  const collected = paymentId === undefined ? 'worked' : await syncPayment(deps, tenant, paymentId, null);
  if (collected === 'unavailable') throw new NoProviderResponse();
};

/** Lets a session or one-off payment lapse at its moment: on its clock (`at`), or in real time (`null`). */
export const expire = async (deps: FlowDeps, tenant: Tenant, payableId: string, at: number | null): Promise<void> => {
  // The buyer may have paid without our having heard of it: money that moved is not to be found by chance.
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
