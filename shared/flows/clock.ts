import { logNotice } from '../api/log.ts';
import { expireSession } from '../domain/checkout-session/lapse.ts';
import { checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import type { DueKind } from '../domain/due.ts';
import type { Aggregate, BaseRecord, Due, RecordKind, Tenant } from '../domain/kernel.ts';
import type { Interval } from '../domain/periods.ts';
import { nextCycleOf, type Subscription, subscriptionAggregate } from '../domain/subscription/record.ts';
import { failAdvance, finishAdvance, stepTo } from '../domain/test-clock/advance.ts';
import { type TestClock, testClockAggregate } from '../domain/test-clock/record.ts';
import { SYSTEM } from '../store/audit.ts';
import { countTries } from '../store/due.ts';
import type { Store } from '../store/store.ts';
import { collectPayment } from './collect.ts';
import { type CycleTurn, ProviderSilent } from './cycle.ts';
import { allOf } from './load.ts';
import type { FlowParts } from './parts.ts';

/** What the machine of an advance does next. */
export type ClockStep =
  | { readonly outcome: 'run'; readonly cycle: CycleTurn }
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
 * is still due after three tries at the same moment makes the advance fail rather than turn for ever.
 */
export const nextOnClock = async (parts: FlowParts, tenant: Tenant, clockId: string): Promise<ClockStep> => {
  const clock = await parts.store.get(testClockAggregate, tenant, clockId);
  const target = clock?.record.targetTime ?? null;
  if (target === null) return { outcome: 'done' };
  for (const pending of await pendingOn(parts.store, tenant, clockId, target)) {
    const turn = `${target}#${pending.due.kind}#${pending.due.at}`;
    const tries = await countTries(parts.store.table, pending.aggregate, tenant, pending.id, turn);
    if (ON_CLOCK[pending.due.kind]?.onceAnAdvance === true && tries > 1) continue;
    if (tries > MAX_TRIES) return give(parts, tenant, clockId, pending);
    await change(parts, tenant, clockId, (state, context) => stepTo({ moment: pending.due.at }, state, context));
    return work(parts, tenant, pending);
  }
  await change(parts, tenant, clockId, (state, context) => finishAdvance(null, state, context));
  return { outcome: 'done' };
};

const give = async (parts: FlowParts, tenant: Tenant, clockId: string, pending: Pending): Promise<ClockStep> => {
  logNotice('clock_failed', { clock: clockId, object: pending.id, due: pending.due.kind });
  await change(parts, tenant, clockId, (state, context) => failAdvance(null, state, context));
  return { outcome: 'done' };
};

type ClockRule = typeof finishAdvance;

const change = async (
  parts: FlowParts,
  tenant: Tenant,
  clockId: string,
  decide: (state: Parameters<ClockRule>[1], context: Parameters<ClockRule>[2]) => ReturnType<ClockRule>,
): Promise<void> => {
  await parts.store.run<Parameters<ClockRule>[1], TestClock>({
    tenant,
    actor: SYSTEM,
    load: async () => ({ clock: await parts.store.get(testClockAggregate, tenant, clockId) }),
    decide,
  });
};

const work = async (parts: FlowParts, tenant: Tenant, pending: Pending): Promise<ClockStep> => {
  const known = ON_CLOCK[pending.due.kind];
  if (known === null) throw new Error(`nothing on a clock is due for ${pending.due.kind}`);
  return known.work(parts, tenant, pending);
};

interface ClockWork {
  readonly work: (parts: FlowParts, tenant: Tenant, pending: Pending) => Promise<ClockStep>;
  /** What waits for the provider is looked at once an advance; time on the clock does not bring its answer. */
  readonly onceAnAdvance: boolean;
}

const AGAIN: ClockStep = { outcome: 'again' };

/** What an advance does about each kind; `null`: its time is real also for an object of a clock. */
const ON_CLOCK: Readonly<Record<DueKind, ClockWork | null>> = {
  renewal: {
    onceAnAdvance: false,
    work: async (_parts, tenant, { record }) => {
      const turn = turnOf(tenant, record as Subscription);
      return turn === null ? AGAIN : { outcome: 'run', cycle: turn };
    },
  },
  renewal_payment_poll: {
    onceAnAdvance: true,
    // A renewal under way goes through its turn again, which charges nothing twice.
    work: async (_parts, tenant, { id, record }) => {
      const { renewal, currentPeriodEnd } = record as Subscription;
      if (renewal === null) return AGAIN;
      return { outcome: 'run', cycle: { ...tenant, subscriptionId: id, periodEnd: currentPeriodEnd, attempt: renewal.attempt } };
    },
  },
  checkout_expiry: {
    onceAnAdvance: false,
    work: async (parts, tenant, { id, due }) => {
      await expire(parts, tenant, id, due.at);
      return AGAIN;
    },
  },
  checkout_payment_poll: {
    onceAnAdvance: true,
    work: async (parts, tenant, { id }) => {
      await collectAttempt(parts, tenant, id);
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
export const collectAttempt = async (parts: FlowParts, tenant: Tenant, sessionId: string): Promise<void> => {
  const session = await parts.store.get(checkoutSessionAggregate, tenant, sessionId);
  const paymentId = session?.record.attempt?.paymentId;
  const collected = paymentId === undefined ? 'worked' : await collectPayment(parts, tenant, paymentId, null);
  if (collected === 'unavailable') throw new ProviderSilent('the provider did not answer');
};

/** The turn that a subscription's due entry announces. */
export const turnOf = ({ accountId, mode }: Tenant, subscription: Subscription): CycleTurn | null => {
  const next = nextCycleOf(subscription);
  return next === null ? null : { accountId, mode, subscriptionId: subscription.id, periodEnd: next.periodEnd, attempt: next.attempt };
};

/** Lets a session lapse at its moment: on its clock (`at`), or in real time (`null`). */
export const expire = async (parts: FlowParts, tenant: Tenant, sessionId: string, at: number | null): Promise<void> => {
  // The buyer may have paid without our having heard of it: money that moved is not to be found by chance.
  await collectAttempt(parts, tenant, sessionId);
  await parts.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ session: await parts.store.get(checkoutSessionAggregate, tenant, sessionId) }),
    nowOf: () => at,
    decide: (state, context) => expireSession(null, state, context),
  });
};
