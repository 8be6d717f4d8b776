import type { Stored } from '../../domain/aggregate.ts';
import { unchanged } from '../../domain/decision.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { endUnfinished } from '../../domain/payable/lapse.ts';
import { type Payable, type PayableKind, stageOf } from '../../domain/payable/record.ts';
import { withEachKind } from '../../domain/payables.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { endWithClock } from '../../domain/subscription/lifecycle/end-with-clock.ts';
import { isCharged } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { CLOCK_REMOVAL, forgetClock } from '../../domain/test-clock/delete.ts';
import { type TestClock, testClockAggregate } from '../../domain/test-clock/record.ts';
import { logError } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { forgetDuesOnClock } from '../../store/core/clock-dues.ts';
import type { FlowDeps, OperationParts } from '../deps.ts';
import { loadParties } from '../load/parties.ts';
import { allOf, attemptPayment } from '../load/records.ts';
import { syncPayment, withdrawPayment } from '../payments/sync.ts';
import { type ProviderFlow, resumeOperation } from '../two-phase/provider-write.ts';

/** How long one try may take: the caller's request ends soon after. */
const TRY_MS = 18_000;
/** What was being written while the clock was deleted may come late into the index that lists what lives on it: it is looked at again. */
const SECOND_LOOK_SECONDS = 5 * 60;
const RETRY_SECONDS = 60;

/** Withdraws what the buyer may be paying, and ends what it was for; money that comes anyway is returned. */
const endPayable = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  clock: TestClock,
  kind: PayableKind<R>,
  payable: R,
): Promise<void> => {
  const attempt = await attemptPayment(deps.store, tenant, payable);
  if (attempt !== null) await withdrawPayment(deps, tenant, attempt.record);
  await deps.store.run<Stored<R> | null, R | null>({
    tenant,
    actor: SYSTEM,
    load: () => deps.store.get(kind.aggregate, tenant, payable.id),
    nowOf: () => clock.frozenTime,
    decide: (stored) => (stored === null ? unchanged(null) : endUnfinished(kind, stored, 'canceled')),
  });
};

/** Ends what buyers on the clock have not paid for, each in a separate transaction. */
const endPayables = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  clock: TestClock,
  kind: PayableKind<R>,
  late: () => boolean,
): Promise<'done' | 'no_response'> => {
  const payables = await allOf(deps.store, kind.aggregate, tenant, { parentId: clock.id });
  for (const payable of payables.filter((each) => stageOf(each) === 'open' || stageOf(each) === 'pending')) {
    if (late()) return 'no_response';
    await endPayable(deps, tenant, clock, kind, payable);
  }
  return 'done';
};

/** Cancels the subscription, after asking what became of the charge that it waits for: a period that was paid shows as paid. */
const endSubscription = async (
  deps: FlowDeps,
  tenant: Tenant,
  clock: TestClock,
  { id, renewal, pendingChange }: Subscription,
): Promise<void> => {
  if (renewal?.processing === true) await syncPayment(deps, tenant, renewal.paymentId, null);
  if (pendingChange !== null) await syncPayment(deps, tenant, pendingChange.paymentId, null);
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscription = await deps.store.get(subscriptionAggregate, tenant, id);
      if (subscription === null) throw new Error(`no subscription ${id}`);
      const { renewal: current } = subscription.record;
      const [invoice, payment, parties] = await Promise.all([
        current === null ? null : deps.store.get(invoiceAggregate, tenant, current.invoiceId),
        current === null ? null : deps.store.get(paymentAggregate, tenant, current.paymentId),
        loadParties(deps.store, tenant, subscription.record.customerId),
      ]);
      return { subscription, invoice, payment, parties };
    },
    nowOf: () => clock.frozenTime,
    decide: (state, context) => endWithClock(null, state, context),
  });
};

/** Ends all that lives on the clock, what is yet to be paid first so that none turns into a subscription. */
const endAll = async (deps: FlowDeps, tenant: Tenant, clock: TestClock): Promise<'done' | 'no_response'> => {
  const untilMs = deps.nowMs() + TRY_MS;
  const late = (): boolean => deps.nowMs() >= untilMs;
  for (const end of withEachKind((kind) => () => endPayables(deps, tenant, clock, kind, late))) {
    if ((await end()) === 'no_response') return 'no_response';
  }
  const subscriptions = await allOf(deps.store, subscriptionAggregate, tenant, { parentId: clock.id });
  for (const subscription of subscriptions.filter(isCharged)) {
    if (late()) return 'no_response';
    await endSubscription(deps, tenant, clock, subscription);
  }
  return 'done';
};

const clockIdOf = ({ input }: PendingOperation): string => String(input.test_clock_id);

/**
 * Ends what lives on a deleted clock, and forgets the clock after a second look. Whatever is done already is left as it is, so a
 * try that was cut off is continued. Nothing here waits for the provider: what it does not say comes by its provider webhook.
 */
export const clockRemoval: ProviderFlow<Awaited<ReturnType<typeof loadClock>>, 'done', null, JsonObject> = {
  kind: CLOCK_REMOVAL,
  ask: async (deps, tenant, operation) => {
    const clock = await loadClock(deps, tenant, operation);
    if (clock === null) return 'done';
    const ended = await endAll(deps, tenant, clock.record);
    const lookedAgain = Math.floor(deps.nowMs() / 1000) >= (clock.record.deletedAt ?? 0) + SECOND_LOOK_SECONDS;
    if (!lookedAgain || ended === 'no_response') return 'no_response';
    await forgetDuesOnClock(deps.store.table, tenant, clock.record.id);
    return 'done';
  },
  load: (deps, tenant, operation) => loadClock(deps, tenant, operation),
  subjectOf: () => null,
  nowOf: () => null,
  complete: (_reported, clock) => forgetClock(clock),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};

const loadClock = (deps: FlowDeps, tenant: Tenant, operation: PendingOperation) =>
  deps.store.get(testClockAggregate, tenant, clockIdOf(operation));

/** The first try, in the time of the request that deletes the clock. What it does not get through, the reaper continues with. */
export const removeNow = async (deps: OperationParts, tenant: Tenant, operationId: string): Promise<void> => {
  try {
    await resumeOperation(deps, tenant, clockRemoval, operationId, { actor: SYSTEM, refusalAnswer: deps.refusalAnswer(operationId) });
  } catch (error) {
    logError(error, { operation: operationId });
  }
};
