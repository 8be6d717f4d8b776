import { logError } from '../api/log.ts';
import { endUnfinishedSession } from '../domain/checkout-session/lapse.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import { unchanged } from '../domain/decisions.ts';
import { invoiceAggregate } from '../domain/invoice/record.ts';
import type { JsonObject, Tenant } from '../domain/kernel.ts';
import { paymentAggregate } from '../domain/payment/record.ts';
import type { PendingOperation } from '../domain/pending-operation/record.ts';
import { endWithClock } from '../domain/subscription/end-with-clock.ts';
import { type Subscription, subscriptionAggregate } from '../domain/subscription/record.ts';
import { CLOCK_REMOVAL, forgetClock } from '../domain/test-clock/delete.ts';
import { type TestClock, testClockAggregate } from '../domain/test-clock/record.ts';
import { SYSTEM } from '../store/audit.ts';
import { collectPayment, withdrawPayment } from './collect.ts';
import { allOf, loadParties } from './load.ts';
import type { FlowParts, OperationParts } from './parts.ts';
import { finishOperation, type ProviderFlow } from './provider-write.ts';

/** How long one try may take: the caller's request ends soon after. */
const TRY_MS = 18_000;
/** What was being written while the clock was deleted may come late into the index that lists what lives on it: it is looked at again. */
const SECOND_LOOK_SECONDS = 5 * 60;
const RETRY_SECONDS = 60;

/** Withdraws what the buyer may be paying, and ends the session; money that comes all the same is given back. */
const endSession = async (parts: FlowParts, tenant: Tenant, clock: TestClock, session: CheckoutSession): Promise<void> => {
  const attempt = session.attempt === null ? null : await parts.store.get(paymentAggregate, tenant, session.attempt.paymentId);
  if (attempt !== null) await withdrawPayment(parts, tenant, attempt.record);
  await parts.store.run({
    tenant,
    actor: SYSTEM,
    load: () => parts.store.get(checkoutSessionAggregate, tenant, session.id),
    nowOf: () => clock.frozenTime,
    decide: (stored) => (stored === null ? unchanged(null) : endUnfinishedSession(stored)),
  });
};

/** Cancels the subscription, after asking what became of the charge that it waits for: a period that was paid shows as paid. */
const endSubscription = async (parts: FlowParts, tenant: Tenant, clock: TestClock, { id, renewal }: Subscription): Promise<void> => {
  if (renewal?.processing === true) await collectPayment(parts, tenant, renewal.paymentId, null);
  await parts.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscription = await parts.store.get(subscriptionAggregate, tenant, id);
      if (subscription === null) throw new Error(`no subscription ${id}`);
      const invoiceId = subscription.record.renewal?.invoiceId;
      const [invoice, parties] = await Promise.all([
        invoiceId === undefined ? null : parts.store.get(invoiceAggregate, tenant, invoiceId),
        loadParties(parts.store, tenant, subscription.record.customerId),
      ]);
      return { subscription, invoice, parties };
    },
    nowOf: () => clock.frozenTime,
    decide: (state, context) => endWithClock(null, state, context),
  });
};

/** Ends all that lives on the clock, each in a transaction of its own, sessions first so that none turns into a subscription. */
const endAll = async (parts: FlowParts, tenant: Tenant, clock: TestClock): Promise<'done' | 'silent'> => {
  const untilMs = parts.nowMs() + TRY_MS;
  const late = (): boolean => parts.nowMs() >= untilMs;
  const sessions = await allOf(parts.store, checkoutSessionAggregate, tenant, { parentId: clock.id });
  for (const session of sessions.filter(({ status }) => status === 'open' || status === 'processing')) {
    if (late()) return 'silent';
    await endSession(parts, tenant, clock, session);
  }
  const subscriptions = await allOf(parts.store, subscriptionAggregate, tenant, { parentId: clock.id });
  for (const subscription of subscriptions.filter(({ status }) => status !== 'canceled')) {
    if (late()) return 'silent';
    await endSubscription(parts, tenant, clock, subscription);
  }
  return 'done';
};

const clockIdOf = ({ input }: PendingOperation): string => String(input.test_clock_id);

/**
 * Ends what lives on a deleted clock, and forgets the clock after a second look. Whatever is done already is left as it is, so a
 * try that was cut off is gone on with. Nothing here waits for the provider: what it does not say comes by its call-back.
 */
export const clockRemoval: ProviderFlow<Awaited<ReturnType<typeof loadClock>>, 'done', null, JsonObject> = {
  kind: CLOCK_REMOVAL,
  ask: async (parts, tenant, operation) => {
    const clock = await loadClock(parts, tenant, operation);
    if (clock === null) return 'done';
    const ended = await endAll(parts, tenant, clock.record);
    const lookedAgain = Math.floor(parts.nowMs() / 1000) >= (clock.record.deletedAt ?? 0) + SECOND_LOOK_SECONDS;
    return lookedAgain ? ended : 'silent';
  },
  load: (parts, tenant, operation) => loadClock(parts, tenant, operation),
  subjectOf: () => null,
  nowOf: () => null,
  settle: (_told, clock) => forgetClock(clock),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};

const loadClock = (parts: FlowParts, tenant: Tenant, operation: PendingOperation) =>
  parts.store.get(testClockAggregate, tenant, clockIdOf(operation));

/** The first try, in the time of the request that deletes the clock. What it does not get through, the reaper goes on with. */
export const removeNow = async (parts: OperationParts, tenant: Tenant, operationId: string): Promise<void> => {
  try {
    await finishOperation(parts, tenant, clockRemoval, operationId, { actor: SYSTEM, refusalAnswer: parts.refusalAnswer(operationId) });
  } catch (error) {
    logError(error, { operation: operationId });
  }
};
