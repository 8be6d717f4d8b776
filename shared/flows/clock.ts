import { expireSession } from '../domain/checkout-session/lapse.ts';
import { checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import type { DueKind } from '../domain/due.ts';
import type { Aggregate, BaseRecord, Due, RecordKind, Tenant } from '../domain/kernel.ts';
import type { Interval } from '../domain/periods.ts';
import { subscriptionAggregate } from '../domain/subscription/record.ts';
import { failAdvance, finishAdvance, stepTo } from '../domain/test-clock/advance.ts';
import { type TestClock, testClockAggregate } from '../domain/test-clock/record.ts';
import { logNotice } from '../platform/log-lines.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import { countTries } from '../store/core/due.ts';
import type { Store } from '../store/writer/store.ts';
import type { BillingRun } from './billing-run.ts';
import { NoProviderResponse } from './charges.ts';
import { collectPayment } from './collect.ts';
import type { FlowDeps } from './deps.ts';
import { allOf } from './load.ts';

/** What the machine of an advance does next. */
export type ClockStep =
  | { readonly outcome: 'run'; readonly run: BillingRun }
  | { readonly outcome: 'again' }
  | { readonly outcome: 'done' };

interface Pending {
  readonly due: Due;
  readonly id: string;
  readonly aggregate: RecordKind;
  readonly record: BaseRecord;
}

/** Intervals of the clock's subscriptions that still run: they bound how far it may be advanced at once. */
export const intervalsOnClock = async (store: Store, tenant: Tenant, clockId: string): Promise<readonly Interval[]> => {
  const subscriptions = await allOf(store, subscriptionAggregate, tenant, { parentId: clockId });
  return subscriptions.filter(({ status }) => status !== 'canceled').map(({ price }) => price.interval);
};

/** Everything on the clock that is due up to the moment, earliest first, read from the records themselves. */
const pendingOn = async (store: Store, tenant: Tenant, clockId: string, until: number): Promise<readonly Pending[]> => {
  const [subscriptions, sessions] = await Promise.all([
    allOf(store, subscriptionAggregate, tenant, { parentId: clockId }),
    allOf(store, checkoutSessionAggregate, tenant, { parentId: clockId }),
  ]);
  const of = <R extends BaseRecord>(aggregate: Aggregate<R>, records: readonly R[]): Pending[] =>
    records.flatMap((record) => {
      const due = aggregate.dueOf?.(record) ?? null;
      return due === null || due.at > until ? [] : [{ due, id: record.id, aggregate, record }];
    });
  const pending = [...of(subscriptionAggregate, subscriptions), ...of(checkoutSessionAggregate, sessions)];
  return pending.sort((left, right) => left.due.at - right.due.at || (left.id < right.id ? -1 : 1));
};

const MAX_TRIES = 3;

/**
 * One step of an advance: sets the clock to the moment of what is due next and has it worked, or ends the advance. What
 * is still due after three tries at the same moment makes the advance fail rather than go on for ever.
 */
export const nextOnClock = async (deps: FlowDeps, tenant: Tenant, clockId: string): Promise<ClockStep> => {
  const clock = await deps.store.get(testClockAggregate, tenant, clockId);
  const target = clock?.record.targetTime ?? null;
  if (target === null) return { outcome: 'done' };
  const all = await pendingOn(deps.store, tenant, clockId, target);
  for (const pending of all) {
    const moment = `${target}#${pending.due.kind}#${pending.due.at}`;
    const tries = await countTries(deps.store.table, pending.aggregate, tenant, pending.id, moment);
    if (ON_CLOCK[pending.due.kind]?.onceAnAdvance === true && tries > 1) continue;
    if (tries > MAX_TRIES) return give(deps, tenant, clockId, pending);
    await change(deps, tenant, clockId, (state, context) => stepTo({ moment: pending.due.at }, state, context));
    return work(deps, tenant, pending, all);
  }
  await change(deps, tenant, clockId, (state, context) => finishAdvance(null, state, context));
  return { outcome: 'done' };
};

const give = async (deps: FlowDeps, tenant: Tenant, clockId: string, pending: Pending): Promise<ClockStep> => {
  logNotice('clock_failed', { clock: clockId, object: pending.id, due: pending.due.kind });
  await change(deps, tenant, clockId, (state, context) => failAdvance(null, state, context));
  return { outcome: 'done' };
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
    decide,
  });
};

const work = async (deps: FlowDeps, tenant: Tenant, pending: Pending, all: readonly Pending[]): Promise<ClockStep> => {
  const known = ON_CLOCK[pending.due.kind];
  if (known === null) throw new Error(`nothing on a clock is due for ${pending.due.kind}`);
  return known.work(deps, tenant, pending, all);
};

interface ClockWork {
  readonly work: (deps: FlowDeps, tenant: Tenant, pending: Pending, all: readonly Pending[]) => Promise<ClockStep>;
  /** What waits for the provider is looked at once an advance; time on the clock does not bring its answer. */
  readonly onceAnAdvance: boolean;
}

const AGAIN: ClockStep = { outcome: 'again' };

/** So many subscriptions go into one run. */
const MOST_AT_ONCE = 100;

const runFor = ({ accountId, mode }: Tenant, { clockId, at }: Due, pending: readonly Pending[]): ClockStep => ({
  outcome: 'run',
  run: { accountId, mode, runId: `${clockId}-${at}`, subscriptionIds: pending.slice(0, MOST_AT_ONCE).map(({ id }) => id) },
});

/** What an advance does about each kind; `null`: its time is real also for an object of a clock. */
const ON_CLOCK: Readonly<Record<DueKind, ClockWork | null>> = {
  renewal: {
    onceAnAdvance: false,
    // What is due at the same moment is billed together.
    work: async (_parts, tenant, { due }, all) =>
      runFor(
        tenant,
        due,
        all.filter((other) => other.due.kind === due.kind && other.due.at === due.at),
      ),
  },
  renewal_payment_poll: {
    onceAnAdvance: true,
    // A renewal under way goes through its attempt again, which charges nothing twice.
    work: async (_parts, tenant, pending) => runFor(tenant, pending.due, [pending]),
  },
  checkout_expiry: {
    onceAnAdvance: false,
    work: async (deps, tenant, { id, due }) => {
      await expire(deps, tenant, id, due.at);
      return AGAIN;
    },
  },
  checkout_payment_poll: {
    onceAnAdvance: true,
    work: async (deps, tenant, { id }) => {
      await collectAttempt(deps, tenant, id);
      return AGAIN;
    },
  },
  pending_operation: null,
  refund: null,
  clock_advance: null,
  webhook_delivery: null,
  mail: null,
};

/** Asks the provider after the latest attempt of a checkout session. */
export const collectAttempt = async (deps: FlowDeps, tenant: Tenant, sessionId: string): Promise<void> => {
  const session = await deps.store.get(checkoutSessionAggregate, tenant, sessionId);
  const paymentId = session?.record.attempt?.paymentId;
  const collected = paymentId === undefined ? 'worked' : await collectPayment(deps, tenant, paymentId, null);
  if (collected === 'unavailable') throw new NoProviderResponse();
};

/** Lets a session lapse at its moment: on its clock (`at`), or in real time (`null`). */
export const expire = async (deps: FlowDeps, tenant: Tenant, sessionId: string, at: number | null): Promise<void> => {
  // The buyer may have paid without our having heard of it: money that moved is not to be found by chance.
  await collectAttempt(deps, tenant, sessionId);
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ session: await deps.store.get(checkoutSessionAggregate, tenant, sessionId) }),
    nowOf: () => at,
    decide: (state, context) => expireSession(null, state, context),
  });
};
