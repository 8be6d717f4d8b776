import { logNotice } from '../api/log.ts';
import { expireSession } from '../domain/checkout-session/lapse.ts';
import { checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
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
    // What waits for the provider is looked at once an advance; time on the clock does not bring its answer.
    if (pending.due.kind === 'operation_reaper' && tries > 1) continue;
    if (tries > MAX_TRIES) return give(parts, tenant, clockId, pending);
    await change(parts, tenant, clockId, (state, context) => stepTo({ moment: pending.due.at }, state, context));
    return work(parts, tenant, pending);
  }
  await change(parts, tenant, clockId, (state, context) => finishAdvance(null, state, context));
  return { outcome: 'done' };
};

const give = async (parts: FlowParts, tenant: Tenant, clockId: string, pending: Pending): Promise<ClockStep> => {
  logNotice('clock_failed', { clock: clockId, object: pending.id, kind: pending.due.kind });
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
  const subscription = pending.record as Subscription;
  switch (pending.due.kind) {
    case 'subscription_cycle': {
      const turn = turnOf(tenant, subscription);
      return turn === null ? { outcome: 'again' } : { outcome: 'run', cycle: turn };
    }
    case 'operation_reaper':
      return lookAfter(parts, tenant, pending);
    case 'checkout_expiry':
      await expire(parts, tenant, pending.id, pending.due.at);
      return { outcome: 'again' };
    default:
      throw new Error(`nothing on a clock is due for ${pending.due.kind}`);
  }
};

/** A renewal under way goes through its turn again, which charges nothing twice; a checkout's payment is asked after. */
const lookAfter = async (parts: FlowParts, tenant: Tenant, pending: Pending): Promise<ClockStep> => {
  const { renewal = null, currentPeriodEnd } = pending.record as Subscription;
  if (renewal === null) {
    await collectAttempt(parts, tenant, pending.id);
    return { outcome: 'again' };
  }
  return { outcome: 'run', cycle: { ...tenant, subscriptionId: pending.id, periodEnd: currentPeriodEnd, attempt: renewal.attempt } };
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
